import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('seen-first');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('seen, then effect: of four lives, the death between the two loses the points', () => {
  // Note, add, acknowledge: it lives, or dies after each. The next delivery finds the note and only acknowledges.
  const { map, counterexample } = explored('seen-then-effect', 'dies');
  expect(map).toEqual([
    { schedule: 'w1 w1 w1', broken: [] },
    { schedule: 'w1 w1 w1 crash:w1', broken: [] },
    { schedule: 'w1 w1 crash:w1 w2 w2', broken: [] },
    { schedule: 'w1 crash:w1 w2 w2', broken: ['nothing-is-lost'] },
  ]);
  expect(counterexample?.schedule).toBe('w1 crash:w1 w2 w2');
});

test('effect, then seen: of five lives, the death between the two doubles the points', () => {
  // Look, add, note, acknowledge.
  const { map, counterexample } = explored('effect-then-seen', 'dies');
  expect(map).toEqual([
    { schedule: 'w1 w1 w1 w1', broken: [] },
    { schedule: 'w1 w1 w1 w1 crash:w1', broken: [] },
    { schedule: 'w1 w1 w1 crash:w1 w2 w2', broken: [] },
    { schedule: 'w1 w1 crash:w1 w2 w2 w2 w2', broken: ['nothing-is-repeated'] },
    { schedule: 'w1 crash:w1 w2 w2 w2 w2', broken: [] },
  ]);
  expect(counterexample?.schedule).toBe('w1 w1 crash:w1 w2 w2 w2 w2');
});

test('one transaction: six lives, all of them safe', () => {
  // BEGIN, note, add, COMMIT, acknowledge. Before COMMIT the second delivery does all of it, after it nothing.
  const { map } = explored('one-transaction', 'dies');
  expect(map).toEqual([
    { schedule: 'w1 w1 w1 w1 w1', broken: [] },
    { schedule: 'w1 w1 w1 w1 w1 crash:w1', broken: [] },
    { schedule: 'w1 w1 w1 w1 crash:w1 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 crash:w1 w2 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 crash:w1 w2 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 crash:w1 w2 w2 w2 w2 w2', broken: [] },
  ]);
});

test('while nobody dies, seen-then-effect holds in 11 schedules', () => {
  // Delivered again after one, two or three steps of w1, whose rest meets the two of w2:
  // C(4, 2) + C(3, 1) + 1, and the life without.
  expect(explored('seen-then-effect', 'comes-again')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 11, broken: 0 },
  });
});

test('effect-then-seen doubles the points in 40 of 51 schedules though nobody dies', () => {
  // w2 makes four steps if it looks before w1 has noted, else two.
  // Delivered again after one step of w1: w2 looks first: C(6, 3), or after w1 has added: C(5, 2), both
  // broken; after w1 has noted: 2; after w1 has acknowledged: 1. After two: C(5, 2) broken, 2, 1. After
  // three: C(3, 1). After four: 1. Not at all: 1. 33 + 13 + 3 + 1 + 1 = 51, broken 20 + 10 + 10.
  // The smallest has two switches of task, as the first life of w1 must have added and not noted.
  expect(explored('effect-then-seen', 'comes-again')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-repeated' },
    schedules: { total: 51, broken: 40 },
    counterexample: { schedule: 'w1 w1 redeliver:w1 w2 w2 w2 w2 w1 w1' },
  });
});

test('one transaction holds in all 94 schedules of a second delivery', () => {
  // The first to note holds the lock until its COMMIT; the other's note fails, or waits for that COMMIT.
  // Delivered again after BEGIN of w1. w1 notes first: w2 notes after w1's COMMIT, and begins and ends
  // around w1's last step: 5 + 4 · 3; or tries under the lock, at 5 places, and then meets that step at
  // 4: 20. w2 notes first, of w1 a duplicate is left: after the COMMIT 4, under the lock 2 · 4. 49.
  // After w1's note: 4 + 3 · 3, and 3 · 4: 25. After it has added: 3 + 2 · 3, and 4: 13.
  // After COMMIT: C(5, 1). After the end: 1. Not at all: 1. 49 + 25 + 13 + 5 + 1 + 1 = 94.
  expect(explored('one-transaction', 'comes-again')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 94, broken: 0 },
  });
});

test('with a death and another delivery at once, only one transaction holds', () => {
  expect(explored('seen-then-effect', 'both')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-lost' },
    properties: { 'nothing-is-repeated': { kind: 'holds' } },
    counterexample: { schedule: 'w1 crash:w1 w2 w2' },
  });
  expect(explored('effect-then-seen', 'both')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-repeated' },
    properties: { 'nothing-is-lost': { kind: 'holds' } },
    counterexample: { schedule: 'w1 w1 crash:w1 w2 w2 w2 w2' },
  });
  expect(explored('one-transaction', 'both')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { broken: 0 },
  });
});
