import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('crash-forever-409');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test.each(['claim-then-work', 'remove-on-error'])(
  '%s: two of five places to die leave a claim that nobody will finish',
  (handler) => {
    // Claim, ship, store. The process lives, or dies before the claim, after it, after the shipment,
    // or after all three. A claim without an answer is left in the second and third.
    const found = explored(handler, 'crash-and-retry');
    expect(found.map).toEqual([
      { schedule: 'w1 w1 w1', broken: [] },
      { schedule: 'w1 w1 w1 crash:w1 w1.2 w1.2', broken: [] },
      {
        schedule: 'w1 w1 crash:w1 w1.2 w1.2',
        broken: ['no-409-from-the-dead', 'a-retry-is-answered'],
      },
      { schedule: 'w1 crash:w1 w1.2 w1.2', broken: ['no-409-from-the-dead', 'a-retry-is-answered'] },
      { schedule: 'crash:w1 w1.2 w1.2 w1.2', broken: [] },
    ]);
    expect(found.counterexample?.schedule).toBe('w1 crash:w1 w1.2 w1.2');
  },
);

test('while nobody dies, the claim does its work in 12 schedules', () => {
  // The winner has two steps left, the loser its attempt and its look: 2 · C(4, 2).
  for (const handler of ['claim-then-work', 'remove-on-error']) {
    expect(explored(handler, 'two-at-once')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 12, broken: 0 },
    });
  }
});

test('one transaction holds wherever the process dies', () => {
  // BEGIN, SELECT, two INSERTs, COMMIT: six places to die, and the life without.
  expect(explored('one-transaction', 'crash-and-retry')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 7, broken: 0 },
  });
  // Say w1 begins first: w2 may ask for the lock before any of w1's four other steps, and wait, or
  // after them: 5, and as many the other way round.
  expect(explored('one-transaction', 'two-at-once')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 10, broken: 0 },
  });
});
