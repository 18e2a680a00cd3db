import { expect, test } from 'vitest';
import {
  headingsOf,
  type LessonText,
  lengthProblems,
  lessonProblems,
  unprovenProblems,
} from '../../../src/checks/lessons.ts';
import { runsIn } from '../../../src/checks/runs.ts';
import { loadLab } from '../../../src/labs/load.ts';
import { project } from './project.ts';

const file = 'content/lessons/04-races/index.mdx';
const head = '---\ntitle: Races\nsubtitle: One\ngoal: Two.\nyouHave: three\n---\n\n';

function lesson(body: string, change: Partial<LessonText> = {}): LessonText {
  return { file, slug: 'races', number: 4, source: head + body, ...change };
}

function problems(text: LessonText): Promise<string[]> {
  return lessonProblems(text, {
    labs: new Map([['double-charge', loadLab('double-charge')]]),
    unread: new Set(['broken-lab']),
    course: new Map([['races', 4]]),
    runs: runsIn(process.cwd()),
  });
}

const handlers = 'Choose one of: check-then-insert, unique-claim, begin-immediate.';

test.each([
  [
    '<CodeFigure lab="double-charg" handler="unique-claim" />',
    '<CodeFigure>: "double-charg" is no lab. Choose one of: double-charge.',
  ],
  [
    '<CodeFigure lab="double-charge" handler="claim" marks={[]} />',
    `<CodeFigure>: "claim" is no handler of double-charge. ${handlers}`,
  ],
  [
    'It breaks in <Stat lab="double-charge" handler="check" />.',
    `<Stat>: "check" is no handler of double-charge. ${handlers}`,
  ],
  [
    '<Duo lab="double-charge" left="unique-claim" right="claim" schedule="w1" />',
    `<Duo>: "claim" is no handler of double-charge. ${handlers}`,
  ],
  [
    '<LanesFigure lab="double-charge" handler="unique-claim" scenario="three" schedule="w1" />',
    '<LanesFigure>: "three" is no scenario of double-charge. Choose one of: two-at-once.',
  ],
  [
    '<Lab lab="double-charge" handler="unique-claim" schedule="w1 w3" />',
    'Unknown task "w3" at position 2 in schedule "w1 w3". The scenario has w1 and w2. Correct the schedule.',
  ],
  [
    '<Question ask="Who?" proves="double-charge unique-claim">W1.</Question>',
    '<Question proves="double-charge unique-claim"> is incomplete. Write the lab, the handler and the schedule, as in "double-charge check-then-insert w1 w2 w1 w2".',
  ],
  [
    '<Question ask="Who?" proves="double-charge claim w1">W1.</Question>',
    `<Question proves="double-charge claim w1">: "claim" is no handler of double-charge. ${handlers}`,
  ],
  [
    'See [it](../../labs/double-charge/?handler=claim).',
    'the link to "../../labs/double-charge/?handler=claim" does not open there. The link names a handler, “claim”, that this lab does not have; here is check-then-insert.',
  ],
  [
    'See [it](/labs/double-charge/?handler=unique-claim&schedule=w1+w1+w1+w1+w1+w1+w1+w1).',
    'Choice 3 of schedule "w1 w1 w1 w1 w1 w1 w1 w1" asks w1 to move, but w1 has finished. Let w2 move there instead.',
  ],
])('%s', async (body, says) => {
  expect(await problems(lesson(body))).toEqual([`${file}:8: ${says}`]);
});

test('a lesson whose names exist and whose schedules run has no problem', async () => {
  const body = '<Lab lab="double-charge" handler="unique-claim" schedule="w1 w2" />\n\n[It](/labs/other/).';
  expect(await problems(lesson(body))).toEqual([]);
});

test('a lab that does not load is told where it is read, and not where it is named', async () => {
  const body = '<CodeFigure lab="broken-lab" handler="a" />';
  expect(
    await problems(lesson(body, { source: `${head.replace('title', 'labs: [broken-lab]\ntitle')}${body}` })),
  ).toEqual([]);
});

test.each([
  ['labs: [double-charg]', `${file}, key labs: "double-charg" is no lab. Choose one of: double-charge.`],
  [
    'buildsOn: [keys]',
    `${file}, key buildsOn: "keys" is no lesson of content/course.yaml. Choose one of: races.`,
  ],
])('the head of a lesson with %s', async (line, says) => {
  expect(await problems(lesson('', { source: head.replace('title', `${line}\ntitle`) }))).toEqual([says]);
});

test('the folder of a lesson that the course does not have, or has in another place', async () => {
  expect(await problems(lesson('', { slug: 'racing' }))).toEqual([
    `${file}: content/course.yaml has no lesson "racing". Add it there, or rename the folder.`,
  ]);
  expect(await problems(lesson('', { number: 3 }))).toEqual([
    `${file}: content/course.yaml gives "races" the number 4. Rename the folder.`,
  ]);
});

test('a lesson of more than an hour is refused', () => {
  // 9,240 words make 42 minutes, two labs 16, and one question 1.5: 59.5 minutes, told as 60.
  const { root } = project();
  const words = (count: number) =>
    `${'word '.repeat(count)}\n<Lab lab="a" />\n<Lab lab="b" />\n<Checkpoint />\n`;
  expect(lengthProblems(lesson(words(9_240)), root)).toEqual([]);
  // 220 words more make a minute more.
  expect(lengthProblems(lesson(words(9_460)), root)).toEqual([
    `${file}: takes 61 minutes, with its 2 labs and 1 question. Bring it under 61.`,
  ]);
});

test('code that the labs could run must be run by one', () => {
  const body = '```sh\ncurl x\n```\n\n```ts\nconst a = 1;\n```\n';
  expect(unprovenProblems(lesson(body))).toEqual([
    `${file}:12: is ts that nobody runs. Make it a handler of a lab, and show it with <CodeFigure>.`,
  ]);
});

test('a typed count of schedules is refused, and one in words is style', () => {
  const body =
    'It breaks in 4 of 6 schedules, in all 6 schedules, and in 20 schedules.\nThere are six schedules, `4 of 6 schedules`.\n';
  const says = 'is a number that nobody computes. Write <Stat> or <Verdict>, which compute it.';
  expect(unprovenProblems(lesson(body))).toEqual([
    `${file}:8: "4 of 6 schedules" ${says}`,
    `${file}:8: "all 6 schedules" ${says}`,
    `${file}:8: "20 schedules" ${says}`,
  ]);
});

test('headings get the ids that the page gives them', () => {
  const body =
    '## Where is the gap?\n\n### `SELECT`, then *write*: it’s 2×2\n\n## Where is the gap?\n\n```md\n## No\n```\n';
  expect(headingsOf(head + body)).toEqual([
    { slug: 'where-is-the-gap', text: 'Where is the gap?' },
    { slug: 'select-then-write-its-22', text: 'SELECT, then write: it’s 2×2' },
    { slug: 'where-is-the-gap-1', text: 'Where is the gap?' },
  ]);
});
