import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('lossy-courier');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('ack first loses the payment in one of three ways to faint, and never repeats it', () => {
  // The delivery comes with the first call. The bookkeeper stays on their feet, or faints between the
  // signature and the entry, or after both.
  for (const scenario of ['faint', 'one-more-visitor']) {
    const { map } = explored('ack-first', scenario);
    expect(map).toEqual([
      { schedule: 'w1 w1', broken: [] },
      { schedule: 'w1 w1 crash:w1', broken: [] },
      { schedule: 'w1 crash:w1', broken: scenario === 'faint' ? ['nothing-is-lost'] : [] },
    ]);
  }
});

test('ack last repeats it there instead, and never loses it', () => {
  for (const scenario of ['faint', 'one-more-visitor']) {
    const { map, counterexample } = explored('ack-last', scenario);
    expect(map).toEqual([
      { schedule: 'w1 w1', broken: [] },
      { schedule: 'w1 w1 crash:w1', broken: [] },
      { schedule: 'w1 crash:w1 w2 w2', broken: ['nothing-is-repeated'] },
    ]);
    expect(counterexample?.schedule).toBe('w1 crash:w1 w2 w2');
  }
});

test('a lost slip repeats the entry in 4 of 5 schedules, whichever comes first', () => {
  // The courier keeps the slip: 1. It loses it when w1 is done: 1. It loses it while w1 has one step
  // to go and w2 two: C(3, 1) = 3. Every second delivery writes.
  for (const handler of ['ack-first', 'ack-last']) {
    expect(explored(handler, 'lost-slip')).toMatchObject({
      verdict: { kind: 'broken', property: 'nothing-is-repeated' },
      schedules: { total: 5, broken: 4 },
      counterexample: { schedule: 'w1 w1 redeliver:w1 w2 w2' },
    });
  }
});

test('over every fault, ack first loses once and repeats twelve times', () => {
  // Nobody loses the slip: w1 ends, or faints in either place: 3; broken: the first place.
  // It is lost after w1's end: w2 alone has 3 lives, or 1 where w1 has fainted at the end: 4, of which
  // 3 write again. After w1 fainted between: w2 writes the only entry: 1.
  // It is lost while w1 has an entry to write and w2 both steps: 3 orders without a faint; w1 faints
  // before its entry, at 3 places among w2's steps, or just after it: 3; w2 between its steps: 3, or
  // just after them: 3. Together 15; both write in 9.
  // 3 + 4 + 1 + 15 = 23; lost in 1, repeated in 3 + 9.
  const found = explored('ack-first', 'everything');
  expect(found).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-lost' },
    properties: { 'nothing-is-lost': { broken: 1 }, 'nothing-is-repeated': { broken: 12 } },
    schedules: { total: 23, broken: 13 },
    counterexample: { schedule: 'w1 crash:w1' },
  });
});

test('over every fault, ack last repeats in all but 4 of 60, and with a unique note in none', () => {
  // w2 alone writes and signs: 1 life without faults to spend, 2 with a timeout, 3 with a faint, 5 with
  // both (faint between; sign, or sign unheard, and faint after it or not).
  // The slip is lost, if at all, after w1's end. w1 signs: it ends, or faints: 2; lost then: 5, or 2: 9
  // in all. It signs unheard: 2; lost then: 3, or 1: 6 in all.
  // w1 faints between: w2 comes in time, or is sent again before it starts, or while it is at work:
  // 3 · 2 ways to sign: 6.
  // Lost while w1 has to sign and w2 has both steps: 3 orders · 3 choices of whose signature is unheard
  // = 9; w1 faints before signing, at 3 places, w2's heard or not: 6, or just after: 9; w2 likewise 6
  // and 9. 39. Together 60.
  // Only four have a single entry: w1 signs, heard or not, faints or not, and the slip is kept.
  expect(explored('ack-last', 'everything')).toMatchObject({
    verdict: { kind: 'broken', property: 'nothing-is-repeated' },
    properties: { 'nothing-is-lost': { kind: 'holds' } },
    schedules: { total: 60, broken: 56 },
    counterexample: { schedule: 'w1 crash:w1 w2 w2' },
  });
  expect(explored('ack-last-dedupe', 'everything')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 60, broken: 0 },
  });
});

test('ack last and dedupe holds in the small scenarios, in as many schedules', () => {
  for (const [scenario, total] of [
    ['faint', 3],
    ['lost-slip', 5],
    ['one-more-visitor', 3],
  ] as const) {
    expect(explored('ack-last-dedupe', scenario)).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total, broken: 0 },
    });
  }
});
