import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('outside-effect');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

// Intent, charge, store: three steps; with a look at the provider before the charge, four.

test('a transaction takes back the booking and not the charge', () => {
  // BEGIN, intent, charge, store, COMMIT. It lives, or dies in one of six places; the charge stands alone
  // when it dies after the charge, or after it has stored.
  for (const scenario of ['asks-again', 'next-day']) {
    expect(explored('charge-in-transaction', scenario)).toMatchObject({
      verdict: { kind: 'broken', property: 'one-charge' },
      schedules: { total: 7, broken: 2 },
      counterexample: { schedule: 'w1 w1 w1 crash:w1 w1.2 w1.2 w1.2 w1.2 w1.2' },
    });
  }
  // The charge, or COMMIT, is not answered. After the first the handler rolls back, which is a step.
  expect(explored('charge-in-transaction', 'no-answer').map).toEqual([
    { schedule: 'w1 w1 w1 w1 w1', broken: [] },
    { schedule: 'w1 w1 w1 w1 timeout:w1 w1.2 w1.2 w1.2', broken: [] },
    { schedule: 'w1 w1 timeout:w1 w1 w1.2 w1.2 w1.2 w1.2 w1.2', broken: ['one-charge'] },
  ]);
  // Six deaths of w1, and three lives of the job, which looks once.
  expect(explored('charge-in-transaction', 'goes-away')).toMatchObject({
    verdict: { kind: 'broken', property: 'who-is-charged-is-booked' },
    schedules: { total: 9, broken: 2 },
    counterexample: { schedule: 'w1 w1 w1 crash:w1 w2' },
  });
  // The job looks in one of six places.
  expect(explored('charge-in-transaction', 'job-is-early')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 6, broken: 0 },
  });
});

test('an intent without a key charges again wherever the charge was not written down', () => {
  // Without a key the provider remembers nothing, so that no day passes.
  for (const scenario of ['asks-again', 'next-day']) {
    expect(explored('intent-without-key', scenario).map).toEqual([
      { schedule: 'w1 w1 w1', broken: [] },
      { schedule: 'w1 w1 w1 crash:w1 w1.2', broken: [] },
      { schedule: 'w1 w1 crash:w1 w1.2 w1.2 w1.2', broken: ['one-charge'] },
      { schedule: 'w1 crash:w1 w1.2 w1.2 w1.2', broken: [] },
      { schedule: 'crash:w1 w1.2 w1.2 w1.2', broken: [] },
    ]);
  }
  expect(explored('intent-without-key', 'no-answer').map).toEqual([
    { schedule: 'w1 w1 w1', broken: [] },
    { schedule: 'w1 timeout:w1 w1.2 w1.2 w1.2', broken: ['one-charge'] },
  ]);
  // Four deaths of w1, three lives of the job.
  expect(explored('intent-without-key', 'goes-away')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge' },
    schedules: { total: 7, broken: 1 },
    counterexample: { schedule: 'w1 w1 crash:w1 w2 w2 w2' },
  });
  // The job looks before the intent, or after all: 1 each. Between intent and charge: C(4, 2) orders of
  // the rest; between charge and store: C(3, 1).
  expect(explored('intent-without-key', 'job-is-early')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge' },
    schedules: { total: 11, broken: 9 },
    counterexample: { schedule: 'w1 w1 w2 w2 w2 w1' },
  });
});

test('no answer taken for a no leaves Lena charged and not booked', () => {
  expect(explored('error-is-final', 'no-answer').map).toEqual([
    { schedule: 'w1 w1 w1', broken: [] },
    { schedule: 'w1 timeout:w1 w1', broken: ['who-is-charged-is-booked'] },
  ]);
});

test('asking the provider first is check-then-act: the job that is early charges again', () => {
  // Alone it holds: it dies in one of five places, or either call is not answered.
  for (const [scenario, total] of [
    ['asks-again', 6],
    ['no-answer', 3],
    ['goes-away', 8],
    ['next-day', 6],
  ] as const) {
    expect(explored('intent-and-find', scenario)).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total, broken: 0 },
    });
  }
  // The job looks before the intent, or after all: 1 each. Between intent and find: both find nothing, in
  // 2 orders, then C(4, 2) = 6 orders of the rest, or one finds the other's charge: 3 each: 18. Between
  // find and charge: 6 where it finds nothing, 3 where it does. Between charge and store: 3.
  expect(explored('intent-and-find', 'job-is-early')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge' },
    schedules: { total: 32, broken: 18 },
    counterexample: { schedule: 'w1 w1 w2 w2 w2 w2 w1 w1' },
  });
});

test('the key passed on holds, until the provider forgets it', () => {
  for (const handler of ['intent-and-key', 'error-is-final']) {
    for (const [scenario, total] of [
      ['asks-again', 5],
      ['goes-away', 7],
      ['job-is-early', 11],
    ] as const) {
      expect(explored(handler, scenario)).toMatchObject({
        verdict: { kind: 'holds' },
        schedules: { total, broken: 0 },
      });
    }
    // A day may pass while somebody is at work, or may begin, and the provider knows the key. w1 lives: 2.
    // It dies before the intent: 2, after it: 2. After the charge: before the death, after it, after the
    // second intent, after the second charge, or never: 5, and the first three charge again. At the end: 3.
    expect(explored(handler, 'next-day')).toMatchObject({
      verdict: { kind: 'broken', property: 'one-charge' },
      schedules: { total: 14, broken: 3 },
      counterexample: { schedule: 'w1 w1 crash:w1 w1.2 clockJump:deadline w1.2 w1.2' },
    });
  }
  expect(explored('intent-and-key', 'no-answer')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 2, broken: 0 },
  });
});

test('the look and the key together hold in all', () => {
  // Next day, as with the key alone, and one more place to die, after the look: 2.
  for (const [scenario, total] of [
    ['asks-again', 6],
    ['no-answer', 3],
    ['goes-away', 8],
    ['job-is-early', 32],
    ['next-day', 16],
  ] as const) {
    expect(explored('find-and-key', scenario)).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total, broken: 0 },
    });
  }
});

test('two bookings that were left open are both finished by the job, unless it dies too', () => {
  // Nobody dies: the job looks, and may die before or after: 3. One request dies, in 4 places: where
  // nothing is open, 3; after the intent or the charge the job has 3 steps, so 5. Either: 2 · 16. Both: 16.
  for (const handler of ['intent-and-key', 'error-is-final']) {
    expect(explored(handler, 'two-go-away')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 51, broken: 0 },
    });
  }
  // With the look, 5 places: 3 + 6 + 6 + 5 + 3 = 23 where one dies, since a charge that is found is not
  // made again. 3 + 2 · 23 + 25.
  for (const handler of ['intent-and-find', 'find-and-key']) {
    expect(explored(handler, 'two-go-away')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 74, broken: 0 },
    });
  }
  // Without a key the job charges again what had been charged. One dies there: in 3 of 5 lives of the job,
  // 2 · 3. Both die, one of them there: 16 - 9.
  expect(explored('intent-without-key', 'two-go-away')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge' },
    schedules: { total: 51, broken: 13 },
  });
  // Six places to die, and the job only looks: 3 + 2 · 6 · 3 + 36. The charge stands alone after 2 of them:
  // 2 · 2 · 1 where the job lives, and 36 - 16 where both die.
  expect(explored('charge-in-transaction', 'two-go-away')).toMatchObject({
    verdict: { kind: 'broken', property: 'the-job-finishes' },
    schedules: { total: 75, broken: 24 },
  });
});
