/**
 * Moodle XML: keeps more than GIFT does.
 *
 * @see https://docs.moodle.org/en/Moodle_XML_format
 */
import { fractionsOf } from './gift.ts';
import type { Quiz, QuizQuestion } from './quiz.ts';

export function printMoodleXml({ lesson, title, questions }: Quiz): string {
  const category = [
    '  <question type="category">',
    `    <category><text>$course$/top/Effectively Once/${cdata(lesson)}</text></category>`,
    `    <info format="html"><text>${cdata(title)}</text></info>`,
    '  </question>',
  ].join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${[category, ...questions.map(printQuestion)].join('\n')}\n</quiz>\n`;
}

function printQuestion(question: QuizQuestion): string {
  return question.kind === 'order' ? matching(question) : choice(question);
}

function choice(question: QuizQuestion & { kind: 'choice' }): string {
  const fractions = fractionsOf(question.options, question.multiple);
  const answers = question.options.map(({ html, feedback }, index) =>
    [
      `    <answer fraction="${fractions[index]}" format="html">`,
      `      <text>${cdata(html)}</text>`,
      `      <feedback format="html"><text>${cdata(feedback)}</text></feedback>`,
      '    </answer>',
    ].join('\n'),
  );
  return [
    ...head('multichoice', question, ''),
    `    <single>${!question.multiple}</single>`,
    '    <shuffleanswers>true</shuffleanswers>',
    '    <answernumbering>none</answernumbering>',
    ...answers,
    '  </question>',
  ].join('\n');
}

/** Ordering is a plugin in many installations; each place is matched with its step. */
function matching(question: QuizQuestion & { kind: 'order' }): string {
  const pairs = question.steps.map((step, index) =>
    [
      '    <subquestion format="html">',
      `      <text>${index + 1}.</text>`,
      `      <answer><text>${cdata(step)}</text></answer>`,
      '    </subquestion>',
    ].join('\n'),
  );
  return [
    ...head('matching', question, question.feedback),
    '    <shuffleanswers>true</shuffleanswers>',
    ...pairs,
    '  </question>',
  ].join('\n');
}

function head(type: string, { id, html }: QuizQuestion, feedback: string): string[] {
  return [
    `  <question type="${type}">`,
    `    <name><text>${cdata(id)}</text></name>`,
    `    <questiontext format="html"><text>${cdata(html)}</text></questiontext>`,
    `    <generalfeedback format="html"><text>${cdata(feedback)}</text></generalfeedback>`,
    '    <defaultgrade>1</defaultgrade>',
    `    <idnumber>${id}</idnumber>`,
  ];
}

/** A section may not hold its own end. */
export function cdata(text: string): string {
  return text === '' ? '' : `<![CDATA[${xmlText(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** XML 1.0 has no way to write most control characters. */
export function xmlText(text: string): string {
  return Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    const fits =
      code === 9 || code === 10 || code === 13 || (code >= 32 && code !== 0xfffe && code !== 0xffff);
    return fits && !(code >= 0xd800 && code <= 0xdfff) ? char : '\uFFFD';
  }).join('');
}
