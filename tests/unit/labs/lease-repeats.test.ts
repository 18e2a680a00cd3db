import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('lease-repeats');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });
// Lease, pay, note. Whoever finds the lease held tries, and looks.

test.each(['short-lease', 'hour-lease'])('%s: the money leaves twice', (handler) => {
  // w1 pays and dies, and the lease ends: before w1 pays, or before it dies, or after. 3 of 27. Nobody
  // dies: the clock jumps while the lease is held, in 2 places, or never: 3. w1 dies before its first
  // step: the clock jumps while w2 holds the lease, 2 places, or never: 3. After the first: before it
  // dies, after, after w2 has tried in vain, or never: 4. After the second: 3 + 1 + 1. After the
  // third: 2 + 1. w2 dies in one of 3 places: 3 · 3. 3 + 3 + 4 + 5 + 3 + 9.
  const died = explored(handler, 'died-and-retried');
  expect(died.verdict).toEqual({ kind: 'broken', property: 'one-payout-per-key' });
  expect(died.schedules).toEqual({ total: 27, broken: 3, run: 27 });
  expect(died.counterexample?.schedule).toBe('w1 w1 crash:w1 clockJump:deadline w2 w2 w2');

  // Say w1 has the lease. Its two other steps shuffle with the jump and w2's three in C(6, 2) = 15
  // ways; in 3 of them w1 is done before w2 tries, and w2 does not take over. 12 pay twice. Else w2
  // tries in vain: 6 without a jump, 11 with one after that, 2 with one before and w1 done. 2 · 31.
  const slow = explored(handler, 'slow-owner');
  expect(slow.verdict).toEqual({ kind: 'broken', property: 'one-payout-per-key' });
  expect(slow.schedules).toEqual({ total: 62, broken: 24, run: 62 });
  expect(slow.counterexample?.schedule).toBe('w1 w1 clockJump:deadline w2 w2 w2 w1');
});

test('with the key passed on, whoever may try again does no harm', () => {
  // There is one deadline more: the bank forgets its key after a day, so that the clock may also jump
  // once the answer is noted. 27 + 9, and 2 · (31 + 4).
  expect(explored('key-passed-on', 'died-and-retried')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 36, broken: 0 },
  });
  expect(explored('key-passed-on', 'slow-owner')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 70, broken: 0 },
  });
});
