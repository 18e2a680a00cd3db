import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('redis-claim');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('while nobody sleeps, every handler holds', () => {
  // The owner makes n steps, from taking the lock to freeing it. The other is turned away after one
  // step, in any of the n − 1 places between, or comes after the last, finds the charge and is done
  // in one way: n schedules, and as many with the other as owner.
  for (const [handler, n] of [
    ['lease', 4],
    ['longer-lease', 4],
    ['look-at-the-lock', 5],
    ['numbered-lease', 5],
    ['number-checked', 6],
    ['unique-index', 3],
  ] as const) {
    expect(explored(handler, 'nobody-sleeps')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 2 * n, broken: 0 },
    });
  }
});

test.each(['lease', 'longer-lease'])('%s: a lease that ends under its owner breaks 48 of 120', (handler) => {
  // Say w1 has the lock. To charge twice, the clock jumps and w2 takes the lock and looks, in this
  // order, before w1 charges; w1 looks in one of 4 places among these; and the last two steps of both
  // shuffle in C(4, 2) = 6 ways: 24. The lock may be anybody's first: 48.
  const found = explored(handler, 'slow-owner');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'one-charge-per-order' });
  expect(found.schedules).toEqual({ total: 120, broken: 48, run: 120 });
  expect(found.counterexample?.schedule).toBe('w1 w1 clockJump:deadline w2 w2 w2 w2 w1 w1');
});

test('to look at the lock before charging is one more check before one more act', () => {
  const found = explored('look-at-the-lock', 'slow-owner');
  expect(found.schedules).toEqual({ total: 130, broken: 26, run: 130 });
  expect(found.properties['one-charge-per-order']).toMatchObject({
    kind: 'broken',
    broken: 20,
    schedule: 'w1 w1 w1 clockJump:deadline w2 w2 w2 w2 w2 w1 w1',
  });
  // And where w1 notices, w2 may have given way long before: nobody charges.
  expect(found.properties['the-order-is-charged']).toMatchObject({
    kind: 'broken',
    broken: 6,
    schedule: 'w1 w1 w2 clockJump:deadline w1',
  });
});

test('a number that nobody compares saves nobody', () => {
  expect(explored('numbered-lease', 'slow-owner')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge-per-order' },
    schedules: { total: 402, broken: 180 },
  });
});

test('a number that the database compares, or a unique index, holds', () => {
  expect(explored('number-checked', 'slow-owner')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 952, broken: 0 },
  });
  expect(explored('unique-index', 'slow-owner')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 44, broken: 0 },
  });
});
