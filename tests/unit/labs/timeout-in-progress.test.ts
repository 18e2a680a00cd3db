import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('timeout-in-progress');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });
// Claim, BEGIN, UPDATE, INSERT, COMMIT; whoever finds the key claims and looks.

test('a key that lives for an hour sends the retry away for an hour in 26 of 72 schedules', () => {
  // The retry comes when w1 has ended. Nobody dies: 7 choices, the clock jumps before one of them or
  // never: 8. w1 dies after k steps. k = 0, then 5 of w2: 6 choices, 7 schedules. k = 1 to 4, then 2:
  // k + 3 choices, k + 4 schedules, 26, and these are broken. k = 5, then 2: 8 choices, and no jump
  // comes between COMMIT and the crash: 8. w2 dies after j of its 2 steps: 6 + j choices, 7 + 8 + 9
  // schedules less the one that jumps between its last step and its crash: 23. 8 + 7 + 26 + 8 + 23.
  const found = explored('one-lifetime', 'killed-and-retried');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'wait-ends-with-the-function' });
  expect(found.schedules).toEqual({ total: 72, broken: 26, run: 72 });
  expect(found.counterexample?.schedule).toBe('w1 crash:w1 w2 w2');
});

test('a key that lives as long as its function can serves the retry of a dead one', () => {
  for (const handler of ['until-killed', 'until-killed-if-owned']) {
    expect(explored(handler, 'killed-and-retried')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 72, broken: 0 },
    });
  }
});

test('a function that outlives its time sells the seat again in 16 of 156 schedules', () => {
  // Say w1 claims. For w2 to take over, the clock jumps and w2 claims before w1 begins; then both sell
  // in a transaction of 4 steps, one after the other: 8 schedules. Twice 8.
  const found = explored('until-killed', 'slow-to-die');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'one-ticket-per-key' });
  expect(found.schedules).toEqual({ total: 156, broken: 16, run: 156 });
  expect(found.counterexample?.schedule).toBe('w1 clockJump:30000 w2 w2 w2 w2 w2 w1 w1 w1 w1');
});

test('whoever has lost the key does not sell', () => {
  // As before, but w1 stops after BEGIN, UPDATE and COMMIT. If it begins first, w2 asks for the lock
  // in one of 2 places, or after it: 3, not 4. 156 − 2.
  expect(explored('until-killed-if-owned', 'slow-to-die')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 154, broken: 0 },
  });
});

test('an hour is long enough for a function that is only slow', () => {
  // No take-over: for each of the 2 · 8 schedules that had one, w2 claims in vain, and looks in one of
  // the 5 places from there on: 2 · 5 take their place. 156 − 16 + 10.
  expect(explored('one-lifetime', 'slow-to-die')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 150, broken: 0 },
  });
});
