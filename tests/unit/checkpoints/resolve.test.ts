import { describe, expect, test } from 'vitest';
import { checkpointFile } from '../../../src/checkpoints/load.ts';
import { type CheckpointSources, resolveCheckpoint } from '../../../src/checkpoints/resolve.ts';
import type { Exploration } from '../../../src/engine/verdict.ts';
import { ContentError } from '../../../src/schemas/read.ts';
import { lab, traceOf } from './fixtures.ts';

const file = 'content/checkpoints/races.yaml';

const exploration: Exploration = {
  lab: 'double-charge',
  handler: 'check-then-insert',
  scenario: 'two-at-once',
  verdict: { kind: 'broken', property: 'one-charge-per-order' },
  properties: {
    'one-charge-per-order': { kind: 'broken', broken: 4, schedule: 'w1 w2 w2 w1', end: null },
    'customer-is-charged': { kind: 'holds' },
  },
  schedules: { total: 6, broken: 4, run: 6 },
  states: 1,
  steps: 1,
  counterexample: null,
  map: null,
  tree: null,
};

const sources: CheckpointSources = {
  labs: [lab],
  replayed: (_, { schedule }) =>
    schedule.includes('w9')
      ? Promise.reject(new Error('Unknown worker "w9" in schedule "w9". Correct the schedule.'))
      : Promise.resolve(
          schedule === ''
            ? traceOf('', [{}])
            : traceOf(schedule, [
                {},
                { rows: 1 },
                { rows: 1 },
                { rows: 1, ends: { w2: 409 } },
                { rows: 1, ends: { w1: 201, w2: 409 } },
              ]),
        ),
  explored: () => Promise.resolve(exploration),
  headings: [{ slug: 'loser', text: 'What to tell the loser' }],
  cards: [
    {
      id: 'races-running',
      question: 'And while it runs?',
      answer: '409.',
      see: null,
      tags: [],
      foreignId: null,
    },
  ],
};

const predict = `
  - id: races-predict
    kind: predict
    question: What does W2 answer?
    covers: [loser]
    card: races-running
    see: loser
    lab: double-charge
    handler: unique-claim
    schedule: w1 w2 w2 w1
    ask: { status: w2 }
    options:
      - { value: 201, why: "Not yet." }
      - { value: 409, text: "409, ask again", why: "It is running." }
`;
const breakIt = `
  - id: races-break
    kind: break-it
    question: Break it.
    covers: [gap]
    lab: double-charge
    handler: check-then-insert
    property: one-charge-per-order
    why: So.
`;
const spot = `
  - id: races-spot
    kind: spot-line
    question: Which line?
    covers: [gap]
    lab: double-charge
    handler: check-then-insert
    right: [3]
    lines: { 3: "This one." }
    otherwise: Not here.
`;
const single = `
  - id: races-single
    kind: single
    question: Which?
    covers: [gap]
    figure: { lab: double-charge, handler: unique-claim, schedule: w1 w2, says: "Both have reached for it." }
    options:
      - { text: A, why: "No." }
      - { text: B, right: true, why: "Yes." }
`;

function read(...items: string[]) {
  return checkpointFile(file, `lesson: races\npass: 1\nitems:${items.join('')}`);
}

/** The error that names the file, then `key: what`. */
function mistake(said: string) {
  const at = said.indexOf(': ');
  return new ContentError(file, said.slice(0, at), said.slice(at + 2));
}

function resolve(...items: string[]) {
  return resolveCheckpoint(read(...items), sources);
}

describe('resolving', () => {
  test('the right answer of a prediction is what the run gives', async () => {
    const { questions } = await resolve(predict);
    expect(questions[0]).toMatchObject({
      kind: 'predict',
      shown: 2,
      options: [
        { text: '201', right: false, why: 'Not yet.' },
        { text: '409, ask again', right: true, why: 'It is running.' },
      ],
      card: { id: 'races-running', question: 'And while it runs?' },
      see: { heading: 'loser', title: 'What to tell the loser' },
      figure: { scenario: 'two-at-once', labels: { w1: 'request', w2: 'retry' } },
    });
  });

  test('a figure beside a question is a run of the lab', async () => {
    const { questions } = await resolve(single);
    expect(questions[0]?.figure).toMatchObject({ schedule: 'w1 w2', says: 'Both have reached for it.' });
  });

  test('break-it gets the handler’s text, the start and the minimal counterexample', async () => {
    const { questions } = await resolve(breakIt);
    expect(questions[0]).toMatchObject({
      scenario: 'two-at-once',
      handler: { name: 'check-then-insert', source: 'one\ntwo\nthree\n', migration: '' },
      property: { id: 'one-charge-per-order', says: 'At most one charge per order.' },
      start: { schedule: '' },
      counterexample: 'w1 w2 w2 w1',
    });
  });

  test('spot-line gets the handler’s lines', async () => {
    const { questions } = await resolve(spot);
    expect(questions[0]).toMatchObject({
      file: 'check-then-insert.ts',
      code: ['one', 'two', 'three'],
      right: [3],
    });
  });

  test('a mended explanation keeps the edition, another option changes it', async () => {
    const { edition } = await resolve(single);
    expect((await resolve(single.replace('"Yes."', '"Yes, since it is unique."'))).edition).toBe(edition);
    expect((await resolve(single.replace('text: B', 'text: Z'))).edition).not.toBe(edition);
  });
});

describe('a mistake about the course names file, key and what to do', () => {
  test.each([
    [
      'no option that the run gives',
      predict.replace('value: 409', 'value: 500'),
      'options of item races-predict: has none with the value "409", which is what double-charge gives under "w1 w2 w2 w1". Add it.',
    ],
    [
      'a worker that the lab does not have',
      predict.replace('status: w2', 'status: w9'),
      'ask of item races-predict: asks about something that double-charge does not have. Its workers are w1, w2, its tables charge.',
    ],
    [
      'a schedule that cannot run',
      predict.replace('w1 w2 w2 w1', 'w9'),
      'schedule of item races-predict: Unknown worker "w9" in schedule "w9". Correct the schedule.',
    ],
    [
      'no such lab',
      predict.replace('lab: double', 'lab: triple'),
      'lab of item races-predict: "triple-charge" does not exist. Choose one of: double-charge.',
    ],
    [
      'no such handler',
      predict.replace('handler: unique-claim', 'handler: hope'),
      'handler of item races-predict: "hope" is no handler of double-charge. Choose one of: check-then-insert, unique-claim.',
    ],
    [
      'no such handler beside the question',
      single.replace('handler: unique-claim', 'handler: hope'),
      'figure.handler of item races-single: "hope" is no handler of double-charge. Choose one of: check-then-insert, unique-claim.',
    ],
    [
      'no such scenario',
      predict.replace('schedule:', 'scenario: none\n    schedule:'),
      'scenario of item races-predict: "none" is no scenario of double-charge. Choose one of: two-at-once.',
    ],
    [
      'no such card',
      predict.replace('races-running', 'races-x'),
      'card of item races-predict: "races-x" is not in the lesson\'s deck. Add the card, or correct its id.',
    ],
    [
      'no such heading',
      predict.replace('see: loser', 'see: winner'),
      'see of item races-predict: "winner" is no heading of the lesson. Choose one of: loser.',
    ],
    [
      'no such property',
      breakIt.replace('one-charge-per-order', 'no-charge'),
      'property of item races-break: "no-charge" is no property of double-charge. Choose one of: one-charge-per-order, customer-is-charged.',
    ],
    [
      'a property that nobody can break',
      breakIt.replace('one-charge-per-order', 'customer-is-charged'),
      'property of item races-break: "customer-is-charged" is not broken by any schedule of check-then-insert, so nobody can break it. Ask about another handler.',
    ],
    [
      'a line past the end',
      spot.replace('{ 3:', '{ 3: "x", 9:'),
      'lines of item races-spot: names line 9, but check-then-insert.ts has 3. Correct the number.',
    ],
    [
      'a right line without its reason',
      spot.replace('{ 3:', '{ 2:'),
      'lines of item races-spot: does not explain line 3, which is right. Add its explanation.',
    ],
  ])('%s', async (_, item, message) => {
    await expect(resolve(item)).rejects.toThrow(mistake(message));
  });
});

describe('a mistake in the file names file, key and what was expected', () => {
  test.each([
    [
      'an unknown key',
      single.replace('covers', 'topics: [x]\n    covers'),
      'topics of item races-single: is not a key of this place. Remove it, or correct its spelling.',
    ],
    [
      'a misspelt key, which is a missing one too',
      predict.replace('question:', 'qestion:').replace('schedule:', 'shedule:'),
      'qestion, shedule of item races-predict: is not a key of this place. Remove it, or correct its spelling.',
    ],
    [
      'a misspelt key of an option',
      single.replace('why: "No."', 'wy: "No."'),
      'options.0.wy of item races-single: is not a key of this place. Remove it, or correct its spelling.',
    ],
    [
      'an id that is none',
      single.replace('races-single', 'Races single'),
      'items.0.id: found "Races single", expected a kebab-case name such as races-loser.',
    ],
    [
      'an item without an id',
      single.replace('id: races-single\n    kind', 'kind'),
      'items.0.id: is missing, expected a text.',
    ],
    [
      'no right option',
      single.replace('right: true, ', ''),
      'options of item races-single: found a list of 2, expected exactly one option with right: true.',
    ],
    [
      'an unknown kind',
      single.replace('kind: single', 'kind: essay'),
      'kind of item races-single: found "essay", expected kind: single, multiple, order, predict, break-it or spot-line.',
    ],
    [
      'an option without its reason',
      single.replace(', why: "No."', ''),
      'options.0.why of item races-single: is missing, expected a text.',
    ],
    [
      'no topic',
      single.replace('[gap]', '[]'),
      'covers of item races-single: found an empty list, expected at least one topic of the curriculum.',
    ],
    [
      'a thing nobody can ask',
      predict.replace('{ status: w2 }', '{ body: w2 }'),
      'ask of item races-predict: found the keys body, expected one of status, outcome, parked, rows (each with its name) or total: true.',
    ],
    [
      'the same option twice',
      predict.replace('value: 201', 'value: 409'),
      'options of item races-predict: found a list of 2, expected options whose values differ.',
    ],
  ])('%s', (_, item, message) => {
    expect(() => read(item)).toThrow(mistake(message));
  });

  test('the same id twice', () => {
    expect(() => read(single, single)).toThrow(
      mistake(`items: found a list of 2, expected items whose ids differ.`),
    );
  });

  test('a pass mark that nobody can reach', () => {
    const text = `lesson: races\npass: 2\nitems:${single}`;
    expect(() => checkpointFile(file, text)).toThrow(
      mistake(`pass: found 2, expected no more than there are items.`),
    );
  });

  test('a lesson that is not the file’s', () => {
    const text = `lesson: keys\npass: 1\nitems:${single}`;
    expect(() => checkpointFile(file, text)).toThrow(
      mistake(`lesson: "keys" is not the file's name. Write races.`),
    );
  });

  test('no YAML at all', () => {
    expect(() => checkpointFile(file, 'lesson: [')).toThrow(
      /^content\/checkpoints\/races\.yaml: .* Correct the YAML\.$/,
    );
  });
});
