import { expect, test } from 'vitest';
import { runsIn } from '../../../src/checks/runs.ts';
import { interviewProblems } from '../../../src/interview/problems.ts';
import { loadLab } from '../../../src/labs/load.ts';
import { project } from '../checks/project.ts';

function problems(root: string): Promise<string[]> {
  return interviewProblems(root, {
    labs: new Map([['double-charge', loadLab('double-charge', root)]]),
    course: new Map([['races', 4]]),
    runs: runsIn(root),
  });
}

const rubric = "rubric={['one', 'two', 'three']}";
const file = 'content/interview/races.mdx';

test('the small course has nothing wrong with its questions', async () => {
  expect(await problems(project().root)).toEqual([]);
});

test('an id that two questions have, and a topic that no lesson has, are named with their places', async () => {
  const { root, write } = project();
  write(
    file,
    `<Question id="races-who" topics="races-gab" ask="Who?" short="W1." ${rubric}>W1.</Question>\n`,
  );
  expect(await problems(root)).toEqual([
    expect.stringMatching(
      /^content\/interview\/races\.mdx:1: the id "races-who" is used already, at content\/lessons\/04-races\/index\.mdx:\d+\. Give the question its own\.$/,
    ),
    `${file}:1: "races-gab" is no topic of a lesson. Correct it, or add it to the lesson's covers.`,
  ]);
});

test('a file of questions is named after a lesson of the course', async () => {
  const { root, write } = project();
  write('content/interview/trains.mdx', '');
  expect(await problems(root)).toEqual([
    'content/interview/trains.mdx: content/course.yaml has no lesson "trains". Rename the file.',
  ]);
});

test.each([
  [
    'double-charge',
    'is incomplete. Write the lab, the handler and the schedule, as in "double-charge check-then-insert w1 w2 w1 w2".',
  ],
  ['double-charg unique-claim w1', ': "double-charg" is no lab. Choose one of: double-charge.'],
  [
    'double-charge claim w1',
    ': "claim" is no handler of double-charge. Choose one of: check-then-insert, unique-claim, begin-immediate.',
  ],
])('a run that cannot be is refused: %s', async (proves, says) => {
  const { root, write } = project();
  write(
    file,
    `<Question id="q" topics="races-gap" ask="Who?" short="W1." proves="${proves}" ${rubric}>W1.</Question>\n`,
  );
  const [only = '', ...others] = await problems(root);
  expect(others).toEqual([]);
  expect(only).toBe(`${file}:1: proves="${proves}"${says.startsWith(':') ? '' : ' '}${says}`);
});

test('a design prompt is checked against its schema, its topics and its runs', async () => {
  const { root, write } = project();
  const stage = (id: string, more = '') =>
    `  - {id: ${id}, title: T, minutes: 2, task: T, asks: [A], answer: A, rubric: [a, b, c], covers: [races-gap]${more}}\n`;
  const head = 'title: T\ndescription: D\nstory: S\nstages:\n';
  const prompt = 'content/interview/prompts/pay.yaml';
  write(prompt, head + stage('a') + stage('a') + stage('c', ', proves: double-charge unique-claim w3'));
  const found = await problems(root);
  expect(found[0]).toBe(`${prompt}, stage a: is there twice. Give each stage an id of its own.`);
  expect(found[1]).toContain(`${prompt}, stage c: `);
  expect(found[1]).toContain('w3');
  expect(found).toHaveLength(2);
  write(prompt, `${head + stage('a') + stage('b')}  - {id: c}\n`);
  expect((await problems(root))[0]).toContain(`${prompt}, key stages.2.title: is missing, expected`);
});
