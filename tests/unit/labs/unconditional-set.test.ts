import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('unconditional-set');
const explored = (handler: string) => exploreLab(lab, { handler });

test.each(['get-then-set', 'set-nx-unread'])('%s prints twice in 40 of 46 schedules', (handler) => {
  // Get, set, print, set. Both get nothing if both get before either sets: 2 orders, and the other
  // three steps of each shuffle in C(6, 3) = 20 ways. Otherwise the later one gets "running", in one of
  // the 2 places between its rival's sets, or the answer after the last, and stops: 3, twice.
  const found = explored(handler);
  expect(found.verdict).toEqual({ kind: 'broken', property: 'printed-once' });
  expect(found.schedules).toEqual({ total: 46, broken: 40, run: 46 });
  expect(found.counterexample?.schedule).toBe('w1 w2 w2 w2 w2 w1 w1 w1');
});

test('Redis says OK to both, or nothing to the one that does not listen', () => {
  const results = (handler: string) =>
    explored(handler)
      .counterexample?.steps.filter(({ label }) => label.includes('running'))
      .map(({ task, result }) => [task, result]);
  expect(results('get-then-set')).toEqual([
    ['w2', 'OK'],
    ['w1', 'OK'],
  ]);
  expect(results('set-nx-unread')).toEqual([
    ['w2', 'OK'],
    ['w1', 'not set'],
  ]);
});

test('a claim whose answer is read prints once in all 12 schedules', () => {
  // The winner has two steps left, the other its attempt and its look: 2 · C(4, 2).
  expect(explored('set-nx')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 12, broken: 0 },
  });
});
