/**
 * A content package of QTI 2.1: an item for each question, a test that asks them in order, a manifest.
 *
 * @see https://www.imsglobal.org/question/qtiv2p1/imsqti_implv2p1.html
 */
import { xmlText } from './moodle-xml.ts';
import type { Quiz, QuizQuestion } from './quiz.ts';

const imsqti = 'http://www.imsglobal.org/xsd/imsqti_v2p1';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** File names with their texts; the zip of them is the package. */
export function printQti(quiz: Quiz): Record<string, string> {
  const items = quiz.questions.map((question) => ({ question, href: `items/${question.id}.xml` }));
  return {
    'imsmanifest.xml': manifest(quiz, items),
    'test.xml': test(quiz, items),
    ...Object.fromEntries(items.map(({ question, href }) => [href, item(question)])),
  };
}

interface Item {
  question: QuizQuestion;
  href: string;
}

function manifest({ lesson }: Quiz, items: readonly Item[]): string {
  const resources = items.map(
    ({ question: { id }, href }) =>
      `    <resource identifier="${id}" type="imsqti_item_xmlv2p1" href="${href}"><file href="${href}"/></resource>`,
  );
  const needed = items.map(({ question: { id } }) => `<dependency identifierref="${id}"/>`).join('');
  return `${declaration}<manifest identifier="effectively-once-${lesson}" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1">
  <metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
  <organizations/>
  <resources>
    <resource identifier="test" type="imsqti_test_xmlv2p1" href="test.xml"><file href="test.xml"/>${needed}</resource>
${resources.join('\n')}
  </resources>
</manifest>
`;
}

function test({ lesson, title }: Quiz, items: readonly Item[]): string {
  const refs = items.map(
    ({ question: { id }, href }) => `      <assessmentItemRef identifier="${id}" href="${href}"/>`,
  );
  return `${declaration}<assessmentTest xmlns="${imsqti}" identifier="${lesson}" title="${attribute(title)}">
  <testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">
    <assessmentSection identifier="section" title="${attribute(title)}" visible="true">
${refs.join('\n')}
    </assessmentSection>
  </testPart>
</assessmentTest>
`;
}

function item(question: QuizQuestion): string {
  const parts = question.kind === 'order' ? orderParts(question) : choiceParts(question);
  return `${declaration}<assessmentItem xmlns="${imsqti}" identifier="${question.id}" title="${question.id}" adaptive="false" timeDependent="false">
${parts.declaration}
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
  <outcomeDeclaration identifier="FEEDBACK" cardinality="multiple" baseType="identifier"/>
  <itemBody>
    <div>${xhtml(question.html)}</div>
${parts.interaction}
  </itemBody>
  <responseProcessing>
    <responseCondition>
      <responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf>
      <responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse>
    </responseCondition>
    <setOutcomeValue identifier="FEEDBACK">${parts.feedback}</setOutcomeValue>
  </responseProcessing>
${parts.feedbacks}
</assessmentItem>
`;
}

interface Parts {
  declaration: string;
  interaction: string;
  /** Expression whose value names what is shown. */
  feedback: string;
  feedbacks: string;
}

const nameOf = (index: number) => `option-${index + 1}`;

function choiceParts({ options, multiple }: QuizQuestion & { kind: 'choice' }): Parts {
  const right = options.flatMap((option, index) => (option.right ? [`<value>${nameOf(index)}</value>`] : []));
  const cardinality = multiple ? 'multiple' : 'single';
  const choices = options.map(
    ({ html }, index) => `      <simpleChoice identifier="${nameOf(index)}">${xhtml(html)}</simpleChoice>`,
  );
  const response = '<variable identifier="RESPONSE"/>';
  return {
    declaration: responseDeclaration(cardinality, right),
    interaction: `    <choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="${multiple ? 0 : 1}">\n${choices.join('\n')}\n    </choiceInteraction>`,
    feedback: multiple ? response : `<multiple>${response}</multiple>`,
    feedbacks: options.map(({ feedback }, index) => modal(nameOf(index), feedback)).join('\n'),
  };
}

function orderParts({ steps, feedback }: QuizQuestion & { kind: 'order' }): Parts {
  const choices = steps.map(
    (step, index) => `      <simpleChoice identifier="${nameOf(index)}">${xhtml(step)}</simpleChoice>`,
  );
  const right = steps.map((_step, index) => `<value>${nameOf(index)}</value>`);
  return {
    declaration: responseDeclaration('ordered', right),
    interaction: `    <orderInteraction responseIdentifier="RESPONSE" shuffle="true">\n${choices.join('\n')}\n    </orderInteraction>`,
    feedback: '<multiple><baseValue baseType="identifier">why</baseValue></multiple>',
    feedbacks: modal('why', feedback),
  };
}

function responseDeclaration(cardinality: string, right: readonly string[]): string {
  return `  <responseDeclaration identifier="RESPONSE" cardinality="${cardinality}" baseType="identifier"><correctResponse>${right.join('')}</correctResponse></responseDeclaration>`;
}

function modal(name: string, html: string): string {
  return `  <modalFeedback outcomeIdentifier="FEEDBACK" identifier="${name}" showHide="show">${xhtml(html)}</modalFeedback>`;
}

/** Our HTML has no void elements and escapes its text: it is XML already, but for control characters. */
function xhtml(html: string): string {
  return xmlText(html);
}

function attribute(text: string): string {
  return xmlText(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
