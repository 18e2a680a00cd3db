import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('same-instant');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('a cache that is asked first and told last makes two jobs in 18 of 20 schedules', () => {
  // Get, insert, set. Only if one has set before the other gets does the other stop, after one step:
  // 2 serial schedules. The other C(6, 3) - 2 = 18 shuffles make two jobs.
  const found = explored('get-then-set', 'same-instant');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'one-job-per-event' });
  expect(found.schedules).toEqual({ total: 20, broken: 18, run: 20 });
  // As many switches as w1 w2 w2 w2 w1 w1, and as many steps; w1 goes first for longer.
  expect(found.counterexample?.schedule).toBe('w1 w1 w2 w2 w2 w1');
});

test('a cache that is told at once still makes two jobs in 12 of 16 schedules', () => {
  // Get, set, insert. Both get first, in 2 orders, then C(4, 2) = 6 shuffles: 12 broken. Otherwise the
  // second gets after the first has set: before its insert or after it, 2 · 2 = 4.
  const found = explored('set-at-once', 'same-instant');
  expect(found.schedules).toEqual({ total: 16, broken: 12, run: 16 });
  expect(found.counterexample?.schedule).toBe('w1 w2 w2 w2 w1 w1');
});

test('set with nx lets one through, and its crash loses the event in 1 of 4 schedules', () => {
  // The loser's only step comes before the winner's insert or after it: 2 · 2.
  expect(explored('set-nx', 'same-instant')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 4, broken: 0 },
  });
  expect(explored('set-nx', 'crash-and-retry').map).toEqual([
    { schedule: 'w1 w1', broken: [] },
    { schedule: 'w1 w1 crash:w1 w1.2', broken: [] },
    { schedule: 'w1 crash:w1 w1.2', broken: ['acknowledged-means-kept'] },
    { schedule: 'crash:w1 w1.2 w1.2', broken: [] },
  ]);
});

test('three steps have four places to die, and each order of them has a wrong one', () => {
  // After the insert the job is there and the hash is not: it is made again.
  const late = explored('get-then-set', 'crash-and-retry');
  expect(late.schedules).toEqual({ total: 5, broken: 1, run: 5 });
  expect(late.counterexample?.schedule).toBe('w1 w1 crash:w1 w1.2 w1.2 w1.2');
  expect(late.verdict).toEqual({ kind: 'broken', property: 'one-job-per-event' });
  // After the set the hash is there and the job is not: it is never made.
  const early = explored('set-at-once', 'crash-and-retry');
  expect(early.schedules).toEqual({ total: 5, broken: 1, run: 5 });
  expect(early.counterexample?.schedule).toBe('w1 w1 crash:w1 w1.2');
  expect(early.verdict).toEqual({ kind: 'broken', property: 'acknowledged-means-kept' });
});

test('one row that is mark and job holds in both', () => {
  // One statement: 2 orders; and it lives, or dies before it or after it.
  expect(explored('unique-job', 'same-instant')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 2, broken: 0 },
  });
  expect(explored('unique-job', 'crash-and-retry')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 3, broken: 0 },
  });
});
