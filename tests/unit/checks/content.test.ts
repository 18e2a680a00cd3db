import { expect, test } from 'vitest';
import { contentProblems, termProblems } from '../../../src/checks/content.ts';
import { lessonFile, project } from './project.ts';

const deck = 'content/decks/races.deck';
const checkpoint = 'content/checkpoints/races.yaml';
const lab = 'content/labs/double-charge/lab.yaml';

test('the course has no problem', { timeout: 240_000 }, async () => {
  // Verdicts are explored in the build, and by the tests of the labs.
  expect(await contentProblems(process.cwd(), { verdicts: false })).toEqual([]);
});

test('the list of terms is sorted, and every term is needed', { timeout: 60_000 }, () => {
  expect(termProblems()).toEqual([]);
});

test('a small course without a mistake has no problem', async () => {
  expect(await contentProblems(project().root)).toEqual([]);
});

test.each([
  [
    'a topic that nothing practises',
    [checkpoint, 'covers: [races-gap]', 'covers: [races-cap]'],
    [
      `${checkpoint}, key covers of item races-status: "races-cap" is no topic of a lesson. Correct it, or add it to the lesson's covers.`,
      `${lessonFile}, key covers: "races-gap" is practised nowhere. Let a checkpoint item or an exercise cover it.`,
    ],
  ],
  [
    'a tag that is no topic',
    [deck, 'tags: races-gap', 'tags: races-gab'],
    [
      `${deck}, key tags of card races-where: "races-gab" is no topic of a lesson. Correct it, or add it to the lesson's covers.`,
      `${lessonFile}, key covers: "races-gap" is on no card. Give a card of the lesson's deck this tag.`,
    ],
  ],
  [
    'a card that links to no lab',
    [deck, 'see: double-charge?', 'see: triple-charge?'],
    [`${deck}, key see of card races-where: "triple-charge" is no lab. Choose one of: double-charge.`],
  ],
  [
    'a card that links to no handler',
    [deck, ' check-then-insert w1', ' insert-then-check w1'],
    [
      `${deck}, key see of card races-where: "insert-then-check" is no handler of double-charge. Choose one of: check-then-insert, unique-claim, begin-immediate.`,
    ],
  ],
  [
    'a card that links to no scenario',
    [deck, 'scenario=two-at-once', 'scenario=three-at-once'],
    [
      `${deck}, key see of card races-where: "three-at-once" is no scenario of double-charge. Choose one of: two-at-once.`,
    ],
  ],
  [
    'a card whose schedule cannot run',
    [deck, 'w1 w2 w2 w1', 'w1 w2 w3 w1'],
    [
      `${deck}, key see of card races-where: Unknown task "w3" at position 3 in schedule "w1 w2 w3 w1". The scenario has w1 and w2. Correct the schedule.`,
    ],
  ],
  [
    'a question that goes back to no heading',
    [checkpoint, 'see: where-is-the-gap', 'see: where-was-the-gap'],
    [
      `${checkpoint}, key see of item races-status: "where-was-the-gap" is no heading of the lesson. Choose one of: where-is-the-gap.`,
    ],
  ],
  [
    'an option without its reason',
    [checkpoint, ', why: Nobody was before it.', ''],
    [`${checkpoint}, key options.1.why of item races-status: is missing, expected a text.`],
  ],
  [
    'a promise that the lab does not keep',
    [
      lab,
      'expect: { two-at-once: { kind: holds } }',
      'expect: { two-at-once: { kind: vacuous, property: customer-is-charged } }',
    ],
    [
      `${lab}, key variants.unique-claim.expect.two-at-once: promises "vacuous customer-is-charged", and every schedule says "holds". Correct the handler, or the promise.`,
    ],
  ],
  [
    'a lab that does not load, told once',
    [lab, 'title: Double charge', 'title: 7'],
    [`${lab}, key title: found 7, expected a text.`],
  ],
  [
    'a lesson of the course without a number',
    ['content/course.yaml', 'number: 4', 'number: four'],
    ['content/course.yaml, key races.number: found "four", expected a number.'],
  ],
  [
    'a lesson’s head of another kind',
    [lessonFile, 'covers: [races-gap]', 'covers: races-gap'],
    [`${lessonFile}, key covers: found "races-gap", expected a list.`],
  ],
  [
    'a word that is misspelt',
    [lessonFile, 'two requests write', 'two reqeusts write'],
    [
      `${lessonFile}:12: "reqeusts" is in no dictionary. Correct it to requests or request, or add it to content/words.txt.`,
    ],
  ],
  [
    'a count of schedules in a question',
    [checkpoint, 'What does W2 answer?', 'In 4 of 6 schedules, what does W2 answer?'],
    [`${checkpoint}:6: "4 of 6 schedules" is a number that nobody computes. Leave the number out.`],
  ],
] satisfies [string, [string, string, string], string[]][])('%s', async (_, [file, text, by], says) => {
  const { root, change } = project();
  change(file, text, by);
  expect(await contentProblems(root)).toEqual(says);
});

test('where a lab does not load, everything else is told all the same', async () => {
  const { root, change } = project();
  change(lab, 'title: Double charge', 'title: 7');
  change(lessonFile, 'title: Races', 'titel: Races');
  change('content/course.yaml', 'goal: Close', 'goal: Colse');
  expect(await contentProblems(root)).toEqual([
    `${lab}, key title: found 7, expected a text.`,
    `${lessonFile}, key titel: is not a key of this place. Remove it, or correct its spelling.`,
    'content/course.yaml:5: "Colse" is in no dictionary. Correct it to Close or Coles, or add it to content/words.txt.',
  ]);
});

test('questions for a lesson that is not planned', async () => {
  const { root, write } = project();
  write('content/checkpoints/keys.yaml', 'lesson: keys\n');
  expect(await contentProblems(root, { verdicts: false })).toEqual([
    'content/checkpoints/keys.yaml: content/course.yaml has no lesson "keys". Rename the file.',
  ]);
});

test('an exercise on a lab that does not exist', async () => {
  const { root, write } = project();
  write(
    'content/exercises/close/exercise.yaml',
    'title: Close\nlesson: races\norder: 1\ngoal: Close it.\nminutes: 5\nlab: triple-charge\npoints: {}\nhints: [Look.]\nmutants: {}\n',
  );
  expect(await contentProblems(root, { verdicts: false })).toEqual([
    'content/exercises/close/exercise.yaml, key lab: There is no lab "triple-charge". The labs are: double-charge.',
  ]);
});

test('all problems are told at once, file by file', async () => {
  const { root, change } = project();
  change(lessonFile, 'handler="check-then-insert"', 'handler="check"');
  change(deck, 'w1 w2 w2 w1', 'w9');
  change(checkpoint, 'pass: 1', 'pass: 2');
  expect(await contentProblems(root, { verdicts: false })).toEqual([
    `${lessonFile}:14: <Lab>: "check" is no handler of double-charge. Choose one of: check-then-insert, unique-claim, begin-immediate.`,
    `${checkpoint}, key pass: found 2, expected no more than there are items.`,
    `${deck}, key see of card races-where: Unknown task "w9" at position 1 in schedule "w9". The scenario has w1 and w2. Correct the schedule.`,
  ]);
});

test('terms out of order, and terms that nothing needs', () => {
  const { root, write, change } = project();
  write('content/words.txt', 'upsert\nReims\nwebhook\n');
  change(lessonFile, 'Two requests look', 'An upsert in Reims: two requests look');
  expect(termProblems(root)).toEqual([
    'content/words.txt: "Reims" is not in its place. Sort the words, each once.',
    'content/words.txt: "webhook" is used nowhere. Remove it.',
  ]);
});

test('choices that are written for cards are checked and spelt', async () => {
  const { root, write } = project();
  const choice = `  right: { why: There. }
  wrong:
    - { text: 'In the frist statement.', why: Behind it. }
    - { text: 'Nowhere.', why: Somewhere. }
    - { text: 'Everywhere.', why: Not so. }
`;
  write('content/quiz/races.yaml', `races-where:\n${choice}races-when:\n${choice.replace('frist', 'first')}`);
  write('content/quiz/faces.yaml', '{}\n');
  expect(await contentProblems(root)).toEqual([
    'content/quiz/races.yaml, key races-when: is no card of content/decks/races.deck. Correct the id, or remove it.',
    'content/quiz/faces.yaml: content/course.yaml has no lesson "faces". Rename the file.',
    'content/quiz/races.yaml:4: "frist" is in no dictionary. Correct it to first or frits, or add it to content/words.txt.',
  ]);
});
