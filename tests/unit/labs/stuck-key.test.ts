import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('stuck-key');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

// An owner claims, charges and stores; a loser tries and looks. Until the claim is answered, time may
// pass: to two minutes after the claim, and with a second jump to an hour after it.

test('without a lease the key of a dead owner answers 409 an hour later, in 9 of 61 schedules', () => {
  // w1 lives: two jumps or fewer among the gaps after claim and charge: 6; w2 tries and looks, and may
  // die before, between and after: 4. 24 in all.
  // w1 dies before its claim: w2 is the owner: 6. After the claim: jumps before the death, after it, and
  // between the steps of w2: 1 + 3 + 6 = 10. After the charge, one gap more: 1 + 4 + 10 = 15. After
  // it has stored: 6. Together 61.
  // 409 after an hour: both jumps before w2 tries: 3 with two such gaps, 6 with three.
  expect(explored('no-lease', 'owner-dies')).toMatchObject({
    verdict: { kind: 'broken', property: 'no-key-is-stuck' },
    properties: { 'one-charge': { kind: 'holds' } },
    schedules: { total: 61, broken: 9 },
    counterexample: { schedule: 'w1 crash:w1 clockJump:deadline clockJump:deadline w2 w2' },
  });
});

test('a short lease charges twice when its owner is only slow, in 24 of 62 schedules', () => {
  // Either of two wins; then no jump: C(4, 2) = 6. A jump before the winner stores: after the loser has
  // tried: 11; before it tries, which it does after the winner has stored: 2. Or it takes the key over:
  // before the winner charges, in the one gap, C(4, 2) = 6 orders of the rest; or between charge and
  // store, in either of two gaps, C(3, 1): 6. 2 · (6 + 11 + 2 + 12) = 62; whoever takes over charges: 24.
  expect(explored('short-lease', 'owner-is-slow')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge' },
    schedules: { total: 62, broken: 24 },
    counterexample: { schedule: 'w1 w1 clockJump:deadline w2 w2 w2 w1' },
  });
});

test('a short lease charges twice when its owner is dead, if the owner died after the charge', () => {
  // As without a lease, but w2 takes over after one jump, and then has two gaps for the other.
  // w1 dies after the claim: no jump before w2 3, one 2 · 3, two 3: 12. After the charge: 3, 3 · 3, 6:
  // 18, of which 15 charge again. 24 + 6 + 12 + 18 + 6 = 66.
  expect(explored('short-lease', 'owner-dies')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge' },
    properties: { 'no-key-is-stuck': { kind: 'holds' }, 'a-key-is-taken-over': { kind: 'holds' } },
    schedules: { total: 66, broken: 15 },
    counterexample: { schedule: 'w1 w1 crash:w1 clockJump:deadline w2 w2 w2' },
  });
});

test('a long lease outlasts a slow owner, keeps the retry of a dead one waiting, and then charges again', () => {
  // Nobody takes over within two minutes. 2 · 6 orders; with a jump before the winner stores: 2 · 20.
  for (const handler of ['no-lease', 'long-lease']) {
    expect(explored(handler, 'owner-is-slow')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 52, broken: 0 },
    });
    // w1 lives: 3 jumps or none, 4 lives of w2: 12. It dies before the claim: 3, after it: 4, after the
    // charge: 5, after it has stored: 3. Told to wait after two minutes: 2 of the 4, and 3 of the 5.
    expect(explored(handler, 'two-minutes-later')).toMatchObject({
      verdict: { kind: 'broken', property: 'two-minutes-are-enough' },
      properties: { 'one-charge': { kind: 'holds' } },
      schedules: { total: 27, broken: 5 },
      counterexample: { schedule: 'w1 crash:w1 clockJump:deadline w2 w2' },
    });
  }
  // Both jumps must come before w2 tries: 3 ways after the claim, harmless; 6 after the charge. With one
  // jump it waits, and another may follow its try. After the claim 3 + 2 · 2 + 3, after the charge
  // 3 + 3 · 2 + 6: 10 and 15, as without a lease.
  expect(explored('long-lease', 'owner-dies')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge' },
    properties: { 'no-key-is-stuck': { kind: 'holds' }, 'a-key-is-taken-over': { kind: 'holds' } },
    schedules: { total: 61, broken: 6 },
    counterexample: { schedule: 'w1 w1 crash:w1 clockJump:deadline clockJump:deadline w2 w2 w2' },
  });
});

test('a lease with an idempotent effect holds, and a key is taken over', () => {
  // As the short lease; besides, once the key is answered, the next deadline is the provider's, which
  // forgets the key after a day. That jump has its place while w2 has a step to go.
  // Slow: after the winner has stored, and no jump before: 4 more on either side: 2 · 35.
  // Dead: w1 lives, one jump before or none: 3; then before w2: 3 · 4 lives, or between its steps: 3 · 3;
  // w1 dies when it has stored: 3 before w2, 3 between its steps. 66 + 12 + 9 + 6 = 93.
  expect(explored('lease-with-idempotent-effect', 'owner-is-slow')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 70, broken: 0 },
  });
  expect(explored('lease-with-idempotent-effect', 'owner-dies')).toMatchObject({
    verdict: { kind: 'holds' },
    properties: {
      'one-charge': { kind: 'holds' },
      'no-key-is-stuck': { kind: 'holds' },
      'a-key-is-taken-over': { kind: 'holds' },
    },
    schedules: { total: 93, broken: 0 },
  });
});

test('within two minutes, a short lease with and without the key', () => {
  // w1 lives: 12; it dies before the claim: 3; after it: 2 + 2; after the charge: 2 + 3; at the end: 3.
  expect(explored('short-lease', 'two-minutes-later')).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge' },
    properties: { 'two-minutes-are-enough': { kind: 'holds' } },
    schedules: { total: 27, broken: 3 },
  });
  // A day may pass instead, once the key is answered: 4 + 3 where w1 lives, 1 + 1 where it dies at the end.
  expect(explored('lease-with-idempotent-effect', 'two-minutes-later')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 36, broken: 0 },
  });
});

test('two rentals under two keys are two charges, in all 20 orders of their steps', () => {
  // Claim, charge and store of each: C(6, 3).
  for (const handler of ['no-lease', 'short-lease', 'long-lease', 'lease-with-idempotent-effect']) {
    expect(explored(handler, 'rents-again')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 20, broken: 0 },
    });
  }
});

test('of two retries that meet a lease which is over, one takes the key over', () => {
  expect(explored('lease-with-idempotent-effect', 'two-retries')).toMatchObject({
    verdict: { kind: 'holds' },
    properties: { 'one-heir': { kind: 'holds' }, 'a-key-is-taken-over': { kind: 'holds' } },
  });
  // Within two minutes nobody takes over from an owner with ten.
  for (const handler of ['no-lease', 'long-lease']) {
    expect(explored(handler, 'two-retries')).toMatchObject({
      verdict: { kind: 'vacuous', property: 'one-heir' },
      properties: {
        'one-charge': { kind: 'holds' },
        'one-heir': { kind: 'vacuous', unseen: 'a-key-is-taken-over' },
      },
    });
  }
});
