/** Checkpoints for other systems, read again by parsers that are not ours. */
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import { parse as parseGift } from 'gift-pegjs';
import { describe, expect, test } from 'vitest';
import { escapeGift, fractionsOf, printGift, shareOf } from '../../../src/checkpoints/export/gift.ts';
import { cdata, printMoodleXml } from '../../../src/checkpoints/export/moodle-xml.ts';
import { printQti } from '../../../src/checkpoints/export/qti.ts';
import { inlineHtml, type Quiz } from '../../../src/checkpoints/export/quiz.ts';
import { loadQuiz, packed } from '../../../src/cli/quiz.ts';

const small: Quiz = {
  lesson: 'races',
  title: 'Races & "gaps"',
  questions: [
    {
      id: 'one',
      html: '<p>Is <code>a = {b: 1}</code> ~ # right?</p>',
      kind: 'choice',
      multiple: false,
      options: [
        { html: 'Yes: \\n', right: true, feedback: '<p>It is.</p>' },
        { html: 'No', right: false, feedback: '<p>It is = it.</p>' },
      ],
    },
    {
      id: 'three',
      html: '<pre>a\nb\n\nc</pre>',
      kind: 'choice',
      multiple: true,
      options: ['a', 'b', 'c', 'd', 'e'].map((html, index) => ({
        html,
        right: index < 3,
        feedback: `<p>${html}</p>`,
      })),
    },
    {
      id: 'steps',
      html: '<p>In order</p>',
      kind: 'order',
      steps: ['look', '<code>act</code>'],
      feedback: '<p>So.</p>',
    },
  ],
};

const lessons = ['why-everything-runs-twice', 'idempotency-keys', 'races', 'crashes', 'webhooks'];
const quizzes = new Map(await Promise.all(lessons.map(async (id) => [id, await loadQuiz(id)] as const)));
const allQuestions = [...quizzes.values()].flatMap(({ questions }) => questions);

test('every checkpoint has a right answer in every question, and a feedback for every option', () => {
  expect(allQuestions.length).toBeGreaterThanOrEqual(5 * lessons.length);
  for (const question of allQuestions) {
    if (question.kind === 'order') continue;
    expect(
      question.options.some(({ right }) => right),
      question.id,
    ).toBe(true);
    expect(question.options.length, question.id).toBeGreaterThan(1);
    for (const { feedback } of question.options) expect(feedback, question.id).toMatch(/^<p>.+<\/p>/s);
    if (!question.multiple) expect(question.options.filter(({ right }) => right)).toHaveLength(1);
  }
});

test('schedules of a puzzle are asked as a choice among schedules that were run', () => {
  const question = quizzes.get('races')?.questions.find(({ id }) => id === 'races-break-process-lock');
  if (question?.kind !== 'choice') throw new Error('no choice');
  // Each looks and inserts; whoever comes after the other's insert sees it and makes one step. Of the
  // six schedules two are serial, and only they hold.
  expect(question.options.map(({ html, right }) => [html, right])).toEqual([
    ['<code>w1 w2 w2 w1</code>', true],
    ['<code>w1 w1 w2</code>', false],
    ['<code>w2 w2 w1</code>', false],
  ]);
});

describe('GIFT', () => {
  test('the characters that mean something are escaped, and a line break is written as two characters', () => {
    expect(escapeGift('a\\b #1 = ~{x: y}\nc')).toBe('a\\\\b \\#1 \\= \\~\\{x\\: y\\}\\nc');
  });

  test('Moodle takes a third only as 33.33333', () => {
    expect([1, 2, 3, 6, 7].map(shareOf)).toEqual([100, 50, 33.33333, 16.66667, 14.28571]);
    expect(() => shareOf(11)).toThrow(
      new RangeError('Moodle shares a mark among at most 10 answers; this has 11.'),
    );
    const [, three] = small.questions;
    expect(three?.kind === 'choice' && fractionsOf(three.options, true)).toEqual([
      33.33333, 33.33333, 33.33333, -50, -50,
    ]);
  });

  test('two lines of twenty to spot share the mark, and each of the others costs a tenth', () => {
    const options = Array.from({ length: 20 }, (_, index) => ({ html: '', right: index < 2, feedback: '' }));
    expect(fractionsOf(options, true)).toEqual([50, 50, ...Array(18).fill(-10)]);
  });

  test('is printed with a category, names, formats and feedback', () => {
    expect(printGift({ ...small, questions: small.questions.slice(0, 1) })).toBe(
      [
        '// Races & "gaps"',
        '$CATEGORY: Effectively Once/races',
        '',
        '::one::[html]<p>Is <code>a \\= \\{b\\: 1\\}</code> \\~ \\# right?</p>{',
        '=[html]Yes\\: \\\\n#[html]<p>It is.</p>',
        '~[html]No#[html]<p>It is \\= it.</p>',
        '}',
        '',
      ].join('\n'),
    );
  });

  test('fuhrmanator/GIFT-grammar-PEG.js#53, #58: any text comes through the escapes', () => {
    const texts = fc
      .string({
        unit: fc.constantFrom(...'ab1 \\#=~{}:[]<>%$/→-"\'`'.split(''), 'é', '//', '->'),
        minLength: 1,
      })
      .map((text) => text.trim())
      .filter((text) => text !== '')
      // As all of our texts are: a bare arrow would make a match of a choice.
      .map(inlineHtml);
    fc.assert(
      fc.property(texts, texts, texts, (html, right, feedback) => {
        const quiz: Quiz = {
          lesson: 'l',
          title: 't',
          questions: [
            {
              ...{ id: 'q', html, kind: 'choice', multiple: false },
              options: [
                { html: right, right: true, feedback },
                { html: `not ${right}`, right: false, feedback },
              ],
            },
          ],
        };
        const [, found] = parseGift(printGift(quiz)) as GiftQuestion[];
        expect(found?.stem?.text).toBe(html);
        expect(found?.choices?.map(({ text, feedback: why }) => [text.text, why?.text])).toEqual([
          [right, feedback],
          [`not ${right}`, feedback],
        ]);
      }),
      { numRuns: 300 },
    );
  });

  test('Guillaume-Garrigos/moodlexport#6: boxes to tick stay boxes where one is right', () => {
    const quiz: Quiz = {
      ...small,
      questions: [
        {
          ...{ id: 'q', html: 'Which?', kind: 'choice', multiple: true },
          options: [
            { html: 'a', right: true, feedback: 'x' },
            { html: 'b', right: false, feedback: 'y' },
          ],
        },
      ],
    };
    expect(printGift(quiz)).toContain('{\n~%100%[html]a#[html]x\n~%-100%[html]b#[html]y\n}');
    expect(printMoodleXml(quiz)).toContain('<single>false</single>');
  });

  test.each(lessons)('another parser finds the questions of %s as they are', (lesson) => {
    const quiz = quizzes.get(lesson);
    if (!quiz) throw new Error(lesson);
    const [category, ...found] = parseGift(printGift(quiz)) as GiftQuestion[];
    expect(category?.type).toBe('Category');
    expect(found.map(({ title }) => title)).toEqual(quiz.questions.map(({ id }) => id));
    for (const [index, question] of quiz.questions.entries()) {
      const other = found[index];
      expect(other?.stem?.format).toBe('html');
      expect(other?.stem?.text).toBe(question.html);
      if (question.kind === 'order') {
        expect(other?.type).toBe('Matching');
        continue;
      }
      expect(other?.type).toBe('MC');
      const fractions = fractionsOf(question.options, question.multiple);
      expect(
        other?.choices?.map(({ isCorrect, weight, text, feedback }) => ({
          worth: question.multiple ? weight : isCorrect ? 100 : 0,
          html: text.text,
          feedback: feedback?.text,
        })),
      ).toEqual(question.options.map(({ html, feedback }, at) => ({ worth: fractions[at], html, feedback })));
    }
  });
});

interface GiftQuestion {
  type: string;
  title: string;
  stem?: { format: string; text: string };
  choices?: {
    isCorrect: boolean;
    weight: number | null;
    text: { text: string };
    feedback: { text: string } | null;
  }[];
}

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) =>
    ['question', 'answer', 'subquestion', 'simpleChoice', 'resource', 'modalFeedback'].includes(name),
});

describe('Moodle XML', () => {
  test('the end of a section within a text is split in two', () => {
    expect(cdata('a]]>b')).toBe('<![CDATA[a]]]]><![CDATA[>b]]>');
    expect(cdata('\u0000\u000b\ud800x')).toBe('<![CDATA[\ufffd\ufffd\ufffdx]]>');
  });

  test.each(lessons)('another parser finds the questions of %s as they are', (lesson) => {
    const quiz = quizzes.get(lesson);
    if (!quiz) throw new Error(lesson);
    const text = printMoodleXml(quiz);
    expect(XMLValidator.validate(text)).toBe(true);
    const [category, ...found] = xml.parse(text).quiz.question;
    expect(category).toMatchObject({
      type: 'category',
      category: { text: `$course$/top/Effectively Once/${lesson}` },
    });
    expect(found).toHaveLength(quiz.questions.length);
    for (const [index, question] of quiz.questions.entries()) {
      const other = found[index];
      expect(other.name.text).toBe(question.id);
      expect(other.questiontext).toEqual({ format: 'html', text: question.html });
      if (question.kind === 'order') {
        expect(other.subquestion.map((pair: { answer: { text: string }[] }) => pair.answer[0]?.text)).toEqual(
          question.steps,
        );
        continue;
      }
      expect(other.single).toBe(String(!question.multiple));
      const fractions = fractionsOf(question.options, question.multiple);
      expect(
        other.answer.map(({ fraction, text: html, feedback }: MoodleAnswer) => [
          Number(fraction),
          html,
          feedback.text,
        ]),
      ).toEqual(question.options.map(({ html, feedback }, at) => [fractions[at], html, feedback]));
    }
  });
});

interface MoodleAnswer {
  fraction: string;
  text: string;
  feedback: { text: string };
}

describe('QTI 2.1', () => {
  test('a package holds a manifest, a test and an item for each question, and every file is listed', () => {
    const files = printQti(small);
    expect(Object.keys(files)).toEqual([
      'imsmanifest.xml',
      'test.xml',
      'items/one.xml',
      'items/three.xml',
      'items/steps.xml',
    ]);
    const { resource } = xml.parse(files['imsmanifest.xml'] ?? '').manifest.resources;
    expect(resource.map(({ href }: { href: string }) => href)).toEqual(Object.keys(files).slice(1));
  });

  test.each(lessons)('every file of %s is well-formed, and names its right answers', (lesson) => {
    const quiz = quizzes.get(lesson);
    if (!quiz) throw new Error(lesson);
    const files = unzipSync(packed(quiz));
    for (const [name, bytes] of Object.entries(files)) {
      expect(XMLValidator.validate(new TextDecoder().decode(bytes)), name).toBe(true);
    }
    for (const question of quiz.questions) {
      const bytes = files[`items/${question.id}.xml`];
      const { assessmentItem } = xml.parse(new TextDecoder().decode(bytes));
      const { responseDeclaration, itemBody, modalFeedback } = assessmentItem;
      const values = [responseDeclaration.correctResponse.value].flat();
      if (question.kind === 'order') {
        expect(responseDeclaration.cardinality).toBe('ordered');
        expect(values).toEqual(question.steps.map((_, index) => `option-${index + 1}`));
        continue;
      }
      expect(responseDeclaration.cardinality).toBe(question.multiple ? 'multiple' : 'single');
      expect(values).toEqual(
        question.options.flatMap(({ right }, index) => (right ? [`option-${index + 1}`] : [])),
      );
      expect(itemBody.choiceInteraction.simpleChoice).toHaveLength(question.options.length);
      expect(modalFeedback).toHaveLength(question.options.length);
    }
  });

  test('the same checkpoint twice is the same package, byte for byte', () => {
    expect(packed(small)).toEqual(packed(small));
  });
});
