import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('volatile-key');
// One call each: two orders, and what breaks, breaks in both.
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('a key that holds the attempt charges one basket twice', () => {
  const found = explored('hash-of-everything', 'retried-by-the-browser');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'one-charge-per-basket' });
  expect(found.schedules).toEqual({ total: 2, broken: 2, run: 2 });
  expect(found.counterexample?.steps.map(({ task, result }) => [task, result])).toEqual([
    ['w1', 'ch_1'],
    ['w2', 'ch_2'],
  ]);
  expect(explored('hash-of-everything', 'two-baskets').verdict).toEqual({ kind: 'holds' });
});

test('a key of buyer and amount charges one of two equal baskets', () => {
  const found = explored('hash-of-the-purchase', 'two-baskets');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'every-basket-is-charged' });
  expect(found.schedules).toEqual({ total: 2, broken: 2, run: 2 });
  expect(found.counterexample?.steps.map(({ task, result }) => [task, result])).toEqual([
    ['w1', 'ch_1'],
    ['w2', 'ch_1'],
  ]);
  expect(explored('hash-of-the-purchase', 'retried-by-the-browser').verdict).toEqual({ kind: 'holds' });
});

test('a key that names the checkout does both right', () => {
  for (const scenario of ['retried-by-the-browser', 'two-baskets']) {
    expect(explored('the-checkout-itself', scenario)).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 2, broken: 0 },
    });
  }
});
