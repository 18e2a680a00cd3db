import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('opposite-fixes');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });
const counts = (handler: string, scenario: string) => {
  const { total, broken } = explored(handler, scenario).schedules;
  return [total, broken];
};
// The work: B begins, L looks for a rider, I sends one, C commits; R rolls back where there is none.

test('200 for every error loses the order of whoever comes before the rider: 6 of 7', () => {
  // The rider signs in before B: 1. While the lock is held, after B or after L, the rider waits until R;
  // or comes after R; and then before the first worker or after it: 3 · 2, and nothing is left to do.
  expect(counts('always-200', 'nobody-on-duty')).toEqual([7, 6]);
  expect(explored('always-200', 'nobody-on-duty').counterexample?.schedule).toBe('w1 w1 w1 w2 w3 w4');
  // 500 at least says so.
  expect(counts('always-500', 'nobody-on-duty')).toEqual([7, 0]);
});

test('500 for every error repeats what was done: 15 of 16', () => {
  // C may be done without a word. The retry makes four steps, and two workers come by among them, in
  // this order: C(6, 2).
  const found = explored('always-500', 'done-but-not-heard');
  expect(found.schedules).toEqual({ total: 16, broken: 15, run: 16 });
  expect(found.counterexample?.schedule).toBe('w1 w1 w1 timeout:w1 w1.2 w1.2 w1.2 w1.2 w2 w3');
  expect(counts('always-200', 'done-but-not-heard')).toEqual([2, 0]);
});

test('neither knows an order again after a crash behind the commit', () => {
  // w1 dies in 5 places, 15 each; a worker before or after its one choice, 4; nobody, 1. Dead after C: 15.
  for (const handler of ['always-500', 'always-200']) {
    expect(counts(handler, 'dies-at-work')).toEqual([80, 15]);
  }
});

test('to answer at once from memory loses the order with the process', () => {
  // Nobody dies: 1; the second worker: 2; the first: before B, after B, L, I: 4 broken, after C: 1. w1
  // before or after its only choice: the retry comes before, between or after the workers: 2 · 3, and
  // after them the order is in memory alone: 2 broken.
  const found = explored('kept-in-memory', 'dies-at-work');
  expect(found.schedules).toEqual({ total: 14, broken: 6, run: 14 });
  expect(found.verdict).toEqual({ kind: 'broken', property: 'accepted-means-kept' });
  expect(found.counterexample?.schedule).toBe('w1 crash:w2 w3');
  const { moments } = replayLab(lab, 'w1 crash:w2 w3', {
    handler: 'kept-in-memory',
    scenario: 'dies-at-work',
  });
  expect(moments.at(-1)?.tasks['w1']?.end).toMatchObject({ status: 200, body: '{"accepted":"ev-13"}' });
  expect(moments.at(-1)?.tables['dispatch']?.rows).toEqual([]);
  // And memory cannot tell whether a commit was done.
  expect(counts('kept-in-memory', 'done-but-not-heard')).toEqual([2, 1]);
  expect(explored('kept-in-memory', 'done-but-not-heard').counterexample?.schedule).toBe(
    'w1 w2 w2 w2 timeout:w2 w3 w3 w3 w3',
  );
});

test('an event that is kept before it is acknowledged survives everything', () => {
  const scenarios = Object.keys(lab.scenarios);
  for (const scenario of scenarios)
    expect([scenario, explored('kept-in-a-table', scenario).verdict]).toEqual([scenario, { kind: 'holds' }]);
  // A worker: S lists, B begins, M marks as done, then L I C.
  // nobody: the rider before the order, or before S, or before B: 3; after B, M or L, waiting: 3; after R: 1.
  // done: with and without. dies: w1 before its insert, 3 places for the retry; after it, the retry
  // before S or B, 2, after B, M, L, I, waiting for C, and before or after the other worker, 4 · 2, or
  // after C, 2; the first worker in 7 places, the second in 2; nobody.
  // two: the other lists before C and begins after the winner's B, M, L, I or C: 3 + 4 + 5 + 6 + 6; or
  // lists after C: 1. Twice.
  expect(scenarios.map((scenario) => counts('kept-in-a-table', scenario)[0])).toEqual([
    7,
    2,
    3 + 2 + 8 + 2 + 7 + 2 + 1,
    50,
  ]);
});
