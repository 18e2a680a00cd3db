import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('webhook-receiver');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });
const counts = (handler: string, scenario: string) => {
  const { total, broken } = explored(handler, scenario).schedules;
  return [total, broken];
};
const rows = (handler: string, scenario: string, schedule: string) => {
  const { moments } = replayLab(lab, schedule, { handler, scenario });
  const end = moments.at(-1);
  return {
    statuses: Object.values(end?.tasks ?? {}).map((task) => task.end?.status),
    letters: end?.tables['letter']?.rows.map(({ values }) => values),
    results: end?.tables['test_result']?.rows.map(({ values }) => values),
  };
};
// A transaction's steps: B I L U C, where I inserts the event and takes the lock until C, L posts the
// letter and U notes the result. S looks, D forgets.

test('the published example is accepted, and a genuine signature between two that do not fit', () => {
  // Each is one transaction of five steps, the second after the first.
  expect(
    rows('one-transaction', 'genuine', Array(5).fill('w1').concat(Array(5).fill('w2')).join(' ')),
  ).toEqual({
    statuses: [200, 200],
    letters: [
      ['msg_p5jXN8AQM9LWM0D4loKWxJek', 2432232314],
      ['msg_2Lh9KRb0pzN4LePd3XiA4v12Axj', 2432232315],
    ],
    results: [
      [2432232314, 1, 'under way'],
      [2432232315, 1, 'under way'],
    ],
  });
});

test('written again without their spaces the same two are refused', () => {
  expect(rows('checks-parsed', 'genuine', 'w1 w2')).toEqual({
    statuses: [401, 401],
    letters: [],
    results: [],
  });
  expect(explored('checks-parsed', 'genuine').verdict).toEqual({
    kind: 'broken',
    property: 'genuine-hears-2xx',
  });
});

test('strangers, and a copy that is a second too old, are told 401 by all who ask', () => {
  expect(rows('one-transaction', 'strangers', 'w1 w2 w3 w4 w5').statuses).toEqual([401, 401, 401, 401, 401]);
  expect(counts('trusts-anybody', 'strangers')).toEqual([1, 1]);
  // Four are refused, and the copy is not: its letter is the only one.
  expect(rows('no-clock', 'strangers', 'w1 w2 w3 w4 w5 w5 w5 w5 w5')).toEqual({
    statuses: [401, 401, 401, 401, 200],
    letters: [['msg_held', 2432232314]],
    results: [[2432232314, 1, 'under way']],
  });
  expect(explored('no-clock', 'strangers')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-for-strangers' },
    schedules: { total: 1, broken: 1 },
  });
});

test('to look before the insert posts two letters in 146 of 148 schedules', () => {
  // S B I L U C. The loser's S comes after the winner's C, and that is all: 2. Otherwise its I comes after
  // the winner's I, L, U or C, its S before the winner's C and its B between: 10 + 15 + 21 + 27, twice.
  expect(counts('look-then-insert', 'twice')).toEqual([148, 146]);
  expect(explored('look-then-insert', 'twice').counterexample?.schedule).toBe(
    'w1 w1 w2 w2 w2 w2 w2 w2 w1 w1 w1 w1',
  );
});

test('an insert that throws answers 500 to every second delivery', () => {
  // The loser's I comes after the winner's I, L, U or C, its B before: 2 · (3 + 4 + 5 + 6).
  expect(counts('fails-on-duplicates', 'twice')).toEqual([36, 36]);
  expect(explored('fails-on-duplicates', 'twice').properties['throws']).toMatchObject({
    kind: 'broken',
    broken: 36,
    end: { status: 500, detail: 'SqlError: UNIQUE constraint failed: webhook_event.id' },
  });
  // A crash after C, before the answer leaves, is one of six; a delivery days later is no better.
  expect(counts('fails-on-duplicates', 'dies-at-work')).toEqual([7, 1]);
  // The clock jumps before any of five steps, or not; with a second delivery, also before its two.
  expect(counts('fails-on-duplicates', 'days-later')).toEqual([6 + 8, 8]);
});

test('a mark before the work loses the event in 2 of 5 schedules', () => {
  // I L U by themselves: dead after I, there is no letter; dead after L, there is no result.
  const found = explored('mark-then-work', 'dies-at-work');
  expect(found.schedules).toEqual({ total: 5, broken: 2, run: 5 });
  expect(found.counterexample?.schedule).toBe('w1 crash:w1 w1.2');
  // With nobody dying it holds: the second delivery is one step, in 3 places. 2 · 3.
  expect(counts('mark-then-work', 'twice')).toEqual([6, 0]);
});

test('the tolerance of a signature is not the time for which an event must be remembered', () => {
  // B D I L U C, then, delivered again, B D I C. No jump: 1 + 1. A jump before one of the first six steps:
  // 6 + 6. Before one of the other four: 4. The time is taken after B: so the second delivery has
  // forgotten the first if the clock jumps behind the first's B (5) or ahead of its own (1).
  const found = explored('forgets-soon', 'days-later');
  expect(found.schedules).toEqual({ total: 18, broken: 6, run: 18 });
  expect(found.counterexample?.schedule).toBe(
    'w1 w1 w1 w1 w1 w1 redeliver:w1 clockJump:259200000 w1.2 w1.2 w1.2 w1.2 w1.2 w1.2',
  );
  // D takes the lock before I does: 2 · (3 + 4 + 5 + 6 + 7).
  expect(counts('forgets-soon', 'twice')).toEqual([50, 0]);
});

test('the result is overwritten by older news in 22 of 54 schedules', () => {
  // B I L U C twice. w2 starts after w1: w1's I first, w2's in the 4 places from then on, its B before,
  // yet not before w1's: 2 + 3 + 4 + 5; or w2's I first, w1's B before everything: 4, broken. With a
  // reorder spent w2 may start first: 18 with w1's I first, 18 with w2's, these broken. 14 + 4 + 36.
  const found = explored('last-arrival-wins', 'out-of-order');
  expect(found.schedules).toEqual({ total: 54, broken: 22, run: 54 });
  expect(found.counterexample?.schedule).toBe('w1 w2 w2 w2 w2 w2 w1 w1 w1 w1');
  expect(rows('last-arrival-wins', 'out-of-order', found.counterexample?.schedule ?? '')).toEqual({
    statuses: [200, 200],
    letters: [
      ['msg_2', 2432232314],
      ['msg_1', 2432232314],
    ],
    results: [[2432232314, 1, 'under way']],
  });
});

test('one transaction holds everywhere', () => {
  // genuine and strangers: one order. twice: as for an insert that throws. dies: six places and none.
  // days: 6 without a second delivery, and with it 6 + 3 for B I C. out-of-order: as above.
  const found = Object.keys(lab.scenarios).map((scenario) => {
    const { verdict, schedules } = explored('one-transaction', scenario);
    return [scenario, verdict.kind, schedules.total];
  });
  expect(found).toEqual([
    ['genuine', 'holds', 1],
    ['strangers', 'holds', 1],
    ['twice', 'holds', 36],
    ['dies-at-work', 'holds', 7],
    ['days-later', 'holds', 15],
    ['out-of-order', 'holds', 54],
  ]);
});
