import { expect, test } from 'vitest';
import { figureOf, lessonContext } from '../../../src/components/lesson/context.ts';
import { minutesFor } from '../../../src/components/lesson/reading.ts';

const chapter = { slug: 'races', number: 4, title: 'Races', headings: [] };

test('figures are numbered in the order of the text, whatever order the tags render in', () => {
  const lesson = lessonContext(
    chapter,
    `
<CodeFigure lab="double-charge" handler="check-then-insert" marks={[{ from: 3, to: 3, kind: 'check' }]}>One</CodeFigure>

<Noted><Lab lab="double-charge" handler="check-then-insert"
  schedule="w1 w2 w1">Two</Lab></Noted>

<Duo lab="double-charge" left="a" right="b" schedule="w1" />
`,
  );
  expect(figureOf(lesson, 'Duo', { lab: 'double-charge', left: 'a', right: 'b', schedule: 'w1' })).toEqual({
    name: 'Figure 4.3',
    id: 'figure-4-3',
  });
  expect(
    figureOf(lesson, 'Lab', { schedule: 'w1 w2 w1', lab: 'double-charge', handler: 'check-then-insert' })
      .name,
  ).toBe('Figure 4.2');
  expect(
    figureOf(lesson, 'CodeFigure', { lab: 'double-charge', handler: 'check-then-insert', marks: [] }).name,
  ).toBe('Figure 4.1');
});

test('a tag inside a fence is no figure', () => {
  const lesson = lessonContext(
    chapter,
    '```mdx\n<Lab lab="a" handler="b" schedule="w1" />\n```\n\n<Lab lab="c" handler="d" schedule="w1" />\n',
  );
  expect(figureOf(lesson, 'Lab', { lab: 'c', handler: 'd', schedule: 'w1' }).name).toBe('Figure 4.1');
});

test('a figure drawn for one lesson is numbered like the others', () => {
  const lesson = lessonContext(
    chapter,
    '<LanesFigure lab="a" handler="b" schedule="w1" />\n\n<KeyOutcomesFigure>What is answered.</KeyOutcomesFigure>\n',
  );
  expect(figureOf(lesson, 'KeyOutcomesFigure', {}).name).toBe('Figure 4.2');
});

test('the same figure twice cannot be numbered, and says so', () => {
  const tag = '<Lab lab="a" handler="b" schedule="w1" />';
  const lesson = lessonContext(chapter, `${tag}\n\n${tag}\n`);
  expect(() => figureOf(lesson, 'Lab', { lab: 'a', handler: 'b', schedule: 'w1' })).toThrow(
    'Lesson "races" shows <Lab lab="a" handler="b" schedule="w1"> 2 times. Write its attributes as plain strings, and show it once.',
  );
});

test('a tag outside a lesson says where it belongs', () => {
  expect(() => figureOf(undefined, 'Lab', {})).toThrow(
    '<Lab> stands on a page that is not a lesson. Use it in content/lessons.',
  );
});

test('a lesson takes a minute for 220 words, eight for each lab and one and a half for each question', () => {
  // 440 words make 2 minutes, one lab 8, four questions 6; the interview is not reading.
  const body = `${'word '.repeat(440)}\n<Lab lab="a" />\n<Checkpoint />\n<Interview>${'more '.repeat(900)}</Interview>`;
  expect(minutesFor(body, 4)).toBe(16);
  expect(minutesFor(body.replace('<Checkpoint />', ''), 4)).toBe(10);
});
