import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('webhook-order');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });
const everything = ['booked-and-gone', 'old-one-again', 'held-and-released'];

test('the last arrival wins in 1 of 3 schedules with a reorder', () => {
  // One statement each. The second starts after the first; once a reorder is spent, also before it.
  for (const scenario of ['booked-and-gone', 'held-and-released']) {
    const found = explored('last-arrival-wins', scenario);
    expect(found.map).toEqual([
      { schedule: 'w1 w2', broken: [] },
      { schedule: 'reorder:w2 w1 w2', broken: [] },
      { schedule: 'reorder:w2 w2 w1', broken: ['newest-status-stands'] },
    ]);
    expect(found.counterexample?.schedule).toBe('reorder:w2 w2 w1');
  }
});

test('a second delivery of the old event wins when it comes last', () => {
  expect(explored('last-arrival-wins', 'old-one-again').map).toEqual([
    { schedule: 'w1 w2', broken: [] },
    { schedule: 'w1 w2 redeliver:w1 w1.2', broken: ['newest-status-stands'] },
    { schedule: 'w1 redeliver:w1 w1.2 w2', broken: [] },
    { schedule: 'w1 redeliver:w1 w2 w1.2', broken: ['newest-status-stands'] },
  ]);
});

test('to wait for "booked" rests on how often the carrier comes back', () => {
  // Refused once, "on the road" comes again: after "booked", or before it, for the last time.
  const found = explored('wait-for-booked', 'booked-and-gone');
  expect(found.map).toEqual([
    { schedule: 'w1 w2', broken: [] },
    { schedule: 'reorder:w2 w1 w2', broken: [] },
    { schedule: 'reorder:w2 w2 w1 w2.2', broken: [] },
    {
      schedule: 'reorder:w2 w2 w2.2 w1',
      broken: ['newest-status-stands', 'every-event-is-accepted'],
    },
  ]);
  // Where a row is there already, every change is written over it, whatever it is.
  expect(explored('wait-for-booked', 'held-and-released').counterexample?.schedule).toBe('reorder:w2 w2 w1');
});

test('seconds do not order what happened within one, nor what two clocks have noted', () => {
  expect(explored('later-second-wins', 'booked-and-gone').schedules).toEqual({ total: 3, broken: 1, run: 3 });
  expect(explored('later-second-wins', 'old-one-again').schedules).toEqual({ total: 4, broken: 2, run: 4 });
  // By the clock of the customs the parcel was held after it was released, in whichever order that arrives.
  expect(explored('later-second-wins', 'held-and-released').schedules).toEqual({
    total: 3,
    broken: 3,
    run: 3,
  });
});

test('a parcel that goes back to an earlier status is held at customs for ever, in every order', () => {
  const found = explored('furthest-status-wins', 'held-and-released');
  expect(found.schedules).toEqual({ total: 3, broken: 3, run: 3 });
  // Without any fault.
  expect(found.counterexample?.schedule).toBe('w1 w2');
  expect(explored('furthest-status-wins', 'booked-and-gone').verdict).toEqual({ kind: 'holds' });
});

test('to look and then to write lets the old one write last, with no reorder at all', () => {
  // Look and write. w2 starts after w1: w1 first, then 3 shuffles, of which w2 writes before w1 in 1.
  // With a reorder: the 6 shuffles, one of them serial and a step shorter; w1 looks before w2 writes,
  // and writes after it, in 2. 3 + 6 = 9, of which 1 + 2 = 3 break.
  for (const scenario of ['booked-and-gone', 'held-and-released']) {
    const found = explored('look-then-write', scenario);
    expect(found.schedules).toEqual({ total: 9, broken: 3, run: 9 });
    expect(found.counterexample?.schedule).toBe('w1 w2 w2 w1');
  }
  // w1.2 looks, finds its own version or a newer one, and stops. After w1 w1, w1.2 is sent before w2's
  // first step (3 places), before its second (2), after both (1), or never: 7. After w1 w2 w1: 2 + 1 + 1.
  // After w1 w2 w2 w1, which is broken: 1 + 1. Together 13, of which 2 break.
  expect(explored('look-then-write', 'old-one-again').schedules).toEqual({ total: 13, broken: 2, run: 13 });
});

test('a version that is compared by the statement that writes holds in every order', () => {
  expect(everything.map((scenario) => explored('version-decides', scenario))).toMatchObject([
    { verdict: { kind: 'holds' }, schedules: { total: 3, broken: 0 } },
    { verdict: { kind: 'holds' }, schedules: { total: 4, broken: 0 } },
    { verdict: { kind: 'holds' }, schedules: { total: 3, broken: 0 } },
  ]);
});
