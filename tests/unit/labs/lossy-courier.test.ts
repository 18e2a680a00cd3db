import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('lossy-courier');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('ack first loses the payment in one of three ways to faint, and never repeats it', () => {
  // Delivery, signature, entry. The bookkeeper stays on their feet, or faints after one of the three; with
  // the slip unsigned a colleague does all of it.
  for (const scenario of ['faint', 'one-more-visitor']) {
    const { map } = explored('ack-first', scenario);
    expect(map).toEqual([
      { schedule: 'w1 w1 w1', broken: [] },
      { schedule: 'w1 w1 w1 crash:w1', broken: [] },
      { schedule: 'w1 w1 crash:w1', broken: scenario === 'faint' ? ['nothing-is-lost'] : [] },
      { schedule: 'w1 crash:w1 w2 w2 w2', broken: [] },
    ]);
  }
});

test('ack last repeats it there instead, and never loses it', () => {
  for (const scenario of ['faint', 'one-more-visitor']) {
    const { map, counterexample } = explored('ack-last', scenario);
    expect(map).toEqual([
      { schedule: 'w1 w1 w1', broken: [] },
      { schedule: 'w1 w1 w1 crash:w1', broken: [] },
      { schedule: 'w1 w1 crash:w1 w2 w2 w2', broken: ['nothing-is-repeated'] },
      { schedule: 'w1 crash:w1 w2 w2 w2', broken: [] },
    ]);
    expect(counterexample?.schedule).toBe('w1 w1 crash:w1 w2 w2 w2');
  }
});

test('a lost slip repeats the entry in 15 of 16 schedules, whichever comes first', () => {
  // The courier keeps the slip: 1. It loses it when w1 is done: 1. It loses it while w2 has three steps
  // to go and w1 one: C(4, 1) = 4, or w1 two: C(5, 2) = 10. Every second delivery writes.
  for (const handler of ['ack-first', 'ack-last']) {
    expect(explored(handler, 'lost-slip')).toMatchObject({
      verdict: { kind: 'broken', property: 'nothing-is-repeated' },
      schedules: { total: 16, broken: 15 },
      counterexample: { schedule: 'w1 w1 w1 redeliver:w1 w2 w2 w2' },
    });
  }
});

test('over every fault, ack first loses twice and repeats 135 times', () => {
  // One life alone: 1 without faults to spend, 2 with a timeout (signed, or signed unheard), 4 with a
  // faint (none, or after one of three steps), 7 with both (1 + 2 · 3).
  // The slip is kept. w1 signs (2) and ends, or faints before the entry, or after it: 6; it faints before
  // it signs, and w2 has a timeout to spend: 2. 8, of which 2 lose.
  // Lost between the lives. w1 signed and ended: w2 has 7 lives, or 4: 11, of which 4 + 2 write again.
  // w1 fainted after its entry: 2 + 1, all again; before it, signed or not: 3 + 2, none. 19, repeated 9.
  // Lost while w2 is at work, after w1 fainted unsigned: at 2 places, signed in 2 ways: 4, repeated 0.
  // Lost while w1 has an entry to write and w2 all three steps; × 3 says whose signature is unheard.
  // Nobody faints: 4 · 3. w1 faints before its entry: 4 · 3; after: 4 · 3. w2 faints unsigned: 3 · 2;
  // before its entry: 4 · 3; after: 4 · 3. 66; both write where nobody faints before an entry: 36.
  // Lost while w1 has to sign as well. Nobody faints: 10 · 3. w1 faints unsigned: 4 · 2; before its entry:
  // 10 · 3; after: 10 · 3. w2: 6 · 2, 10 · 3, 10 · 3. 170, repeated 90.
  // 8 + 19 + 4 + 66 + 170 = 267; lost in 2, repeated in 9 + 36 + 90.
  expect(explored('ack-first', 'everything')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-lost' },
    properties: { 'nothing-is-lost': { broken: 2 }, 'nothing-is-repeated': { broken: 135 } },
    schedules: { total: 267, broken: 137 },
    counterexample: { schedule: 'w1 w1 crash:w1' },
  });
});

test('over every fault, ack last repeats in all but 40 of 241, and with a unique note in none', () => {
  // One life alone: 1 without faults to spend, 2 with a timeout, 4 with a faint, 6 with both (after the
  // delivery; after the entry; signed in 2 ways, and faint after it or not).
  // The slip is kept. w1 signs and ends, or faints just after: 2 · 2; it faints without an entry, or with
  // one, and w2 signs in 2 ways: 2 + 2. 8, of which the last 2 repeat.
  // Lost between the lives. w1 ended: w2 has 6 lives, or 4: 10, and writes in 5 + 3; w1 fainted signed:
  // 2 + 1, with an entry: 2, without one: 2. 17, repeated 8 + 3 + 2.
  // Lost at 2 places of w2's work, after w1 fainted without an entry, or with one: 4 + 4, repeated 4.
  // Lost while w1 has to sign and w2 all three steps; × 3 says whose signature is unheard. Nobody faints:
  // 4 · 3. w1 faints unsigned: 4 · 2; after: 4 · 3. w2 faints without an entry: 3 · 2; unsigned: 4 · 2;
  // after: 4 · 3. 58, and only the six have one entry: 52.
  // Lost while w1 has to write as well. Nobody faints: 10 · 3. w1 faints without an entry: 4 · 2;
  // unsigned: 10 · 2; after: 10 · 3. w2: 6 · 2, 10 · 2, 10 · 3. 150, repeated in all but 8 + 12: 130.
  // 8 + 17 + 8 + 58 + 150 = 241, repeated 2 + 13 + 4 + 52 + 130 = 201.
  expect(explored('ack-last', 'everything')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-repeated' },
    properties: { 'nothing-is-lost': { kind: 'holds' } },
    schedules: { total: 241, broken: 201 },
    counterexample: { schedule: 'w1 w1 crash:w1 w2 w2 w2' },
  });
  expect(explored('ack-last-dedupe', 'everything')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 241, broken: 0 },
  });
});

test('ack last and dedupe holds in the small scenarios, in as many schedules', () => {
  for (const [scenario, total] of [
    ['faint', 4],
    ['lost-slip', 16],
    ['one-more-visitor', 4],
  ] as const) {
    expect(explored('ack-last-dedupe', scenario)).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total, broken: 0 },
    });
  }
});
