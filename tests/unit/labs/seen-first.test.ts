import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('seen-first');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('seen, then effect: of five lives, the death between the two loses the points', () => {
  // Delivery, note, add, acknowledge: it lives, or dies after each. Once there is a note, the next delivery
  // only finds it and acknowledges.
  const { map, counterexample } = explored('seen-then-effect', 'dies');
  expect(map).toEqual([
    { schedule: 'w1 w1 w1 w1', broken: [] },
    { schedule: 'w1 w1 w1 w1 crash:w1', broken: [] },
    { schedule: 'w1 w1 w1 crash:w1 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 crash:w1 w2 w2 w2', broken: ['nothing-is-lost'] },
    { schedule: 'w1 crash:w1 w2 w2 w2 w2', broken: [] },
  ]);
  expect(counterexample?.schedule).toBe('w1 w1 crash:w1 w2 w2 w2');
});

test('effect, then seen: of six lives, the death between the two doubles the points', () => {
  // Delivery, look, add, note, acknowledge.
  const { map, counterexample } = explored('effect-then-seen', 'dies');
  expect(map).toEqual([
    { schedule: 'w1 w1 w1 w1 w1', broken: [] },
    { schedule: 'w1 w1 w1 w1 w1 crash:w1', broken: [] },
    { schedule: 'w1 w1 w1 w1 crash:w1 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 crash:w1 w2 w2 w2 w2 w2', broken: ['nothing-is-repeated'] },
    { schedule: 'w1 w1 crash:w1 w2 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 crash:w1 w2 w2 w2 w2 w2', broken: [] },
  ]);
  expect(counterexample?.schedule).toBe('w1 w1 w1 crash:w1 w2 w2 w2 w2 w2');
});

test('one transaction: seven lives, all of them safe', () => {
  // Delivery, BEGIN, note, add, COMMIT, acknowledge. Before COMMIT the second delivery does all of it, after
  // it nothing: its add falls away.
  const { map } = explored('one-transaction', 'dies');
  expect(map).toEqual([
    { schedule: 'w1 w1 w1 w1 w1 w1', broken: [] },
    { schedule: 'w1 w1 w1 w1 w1 w1 crash:w1', broken: [] },
    { schedule: 'w1 w1 w1 w1 w1 crash:w1 w2 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 w1 crash:w1 w2 w2 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 w1 crash:w1 w2 w2 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 w1 crash:w1 w2 w2 w2 w2 w2 w2', broken: [] },
    { schedule: 'w1 crash:w1 w2 w2 w2 w2 w2 w2', broken: [] },
  ]);
});

test('while nobody dies, seen-then-effect holds in 38 schedules', () => {
  // Delivered again just after the first delivery: w1 notes first, and w2's three steps meet w1's three,
  // less the C(4, 1) orders in which w2 notes first: 20 − 4; or w2 notes first, and has two steps left, as
  // w1 has: C(4, 2). 22. After w1's note: C(5, 2). After it has added: C(4, 1). After the end: 1. Not at
  // all: 1.
  expect(explored('seen-then-effect', 'comes-again')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 38, broken: 0 },
  });
});

test('effect-then-seen doubles the points in 150 of 189 schedules though nobody dies', () => {
  // Whoever looks after the other's note makes two steps fewer. Broken is where both look before a note.
  // "w1's note first" counts the orders of w2's delivery before its look, w1 done by then, or not yet.
  // Delivered again just after the first delivery. Both look in time: C(9, 4), less 5 in which w2's note
  // comes before w1's look, less 5 + 4 · 4 in which w1's comes before w2's: 100. Else w2's note first: 3;
  // w1's first: 5 + 4 · 2. 116.
  // After w1's look: C(8, 3) − (4 + 3 · 4) = 40; w1's note first: 4 + 3 · 2. 50.
  // After it has added: C(7, 2) − (3 + 2 · 4) = 10; w1's note first: 3 + 2 · 2. 17.
  // After its note: C(4, 1). After the end: 1. Not at all: 1.
  // 116 + 50 + 17 + 4 + 1 + 1 = 189, broken 100 + 40 + 10.
  // The smallest has two switches of task, as the first life of w1 must have added and not noted.
  expect(explored('effect-then-seen', 'comes-again')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-repeated' },
    schedules: { total: 189, broken: 150 },
    counterexample: { schedule: 'w1 w1 w1 redeliver:w1 w2 w2 w2 w2 w2 w1 w1' },
  });
});

test('one transaction holds in all 355 schedules of a second delivery', () => {
  // The first to note holds the lock until its COMMIT; the other's note fails, or tries once under the lock
  // and waits for that COMMIT. Whoever notes second adds nothing.
  // Delivered again just after the first delivery. w1 notes first: w2 notes after w1's COMMIT, its delivery
  // and BEGIN among w1's steps: C(7, 2) with w1 done by then, C(6, 2) · 3 if not: 66; or it tries under the
  // lock, before w1 adds or after: C(4, 2) + C(5, 2), and then meets w1's last step: · 4: 64. w2 notes
  // first: of w1 a duplicate is left: 7 + 6 · 3 = 25, and (4 + 5) · 4 = 36 under the lock. 191.
  // After w1's BEGIN: C(6, 2) + C(5, 2) · 3 and (3 + 6) · 4; w2 first: 1 + 3, and 2 · 4. 93.
  // After its note: C(5, 2) + C(4, 2) · 3, and (1 + 3) · 4. 44. After it has added: C(4, 2) + 3 · 3, and 4. 19.
  // After COMMIT: C(6, 1). After the end: 1. Not at all: 1. 191 + 93 + 44 + 19 + 6 + 1 + 1 = 355.
  expect(explored('one-transaction', 'comes-again')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 355, broken: 0 },
  });
});

test('with a death and another delivery at once, only one transaction holds', () => {
  expect(explored('seen-then-effect', 'both')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-lost' },
    properties: { 'nothing-is-repeated': { kind: 'holds' } },
    counterexample: { schedule: 'w1 w1 crash:w1 w2 w2 w2' },
  });
  expect(explored('effect-then-seen', 'both')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-repeated' },
    properties: { 'nothing-is-lost': { kind: 'holds' } },
    counterexample: { schedule: 'w1 w1 w1 crash:w1 w2 w2 w2 w2 w2' },
  });
  expect(explored('one-transaction', 'both')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { broken: 0 },
  });
});
