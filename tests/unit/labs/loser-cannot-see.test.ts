import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('loser-cannot-see');
const explored = (handler: string) => exploreLab(lab, { handler });

test('to look again in the lost transaction fails in 40 of 50 schedules', () => {
  // B, S, I and C stand for BEGIN, SELECT, INSERT and COMMIT. Safe: w1 commits before w2 looks; w2's
  // B may lie before any of w1's four steps or after them: 5, and as many the other way round.
  // Otherwise both look before either commits. Say w1 inserts first; w2's I is then refused, and is
  // its last step. Of the C(7, 3) = 35 shuffles of B S I C with B S I, w2 looks after C in 5 and
  // inserts first in C(5, 2) = 10: 20 are left. 2 · 20 = 40 broken, 40 + 10 = 50.
  const found = explored('reselect-inside');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'everybody-gets-the-page' });
  expect(found.schedules).toEqual({ total: 50, broken: 40, run: 50 });
  expect(found.counterexample?.schedule).toBe('w1 w1 w1 w2 w2 w2 w1');
});

test('to wait in a transaction is to look at one snapshot: 8 of 16 schedules', () => {
  // Say w1 wins. The loser's steps are INSERT, BEGIN, sleep, look, sleep, look, sleep, look, COMMIT;
  // its third sleep ends only when nobody else can move. w1's UPDATE fits before the first look in
  // 4 places, and is seen; after it in 4, and never is. 2 · (4 + 4) = 16, of which 2 · 4 break.
  const found = explored('wait-inside');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'everybody-gets-the-page' });
  expect(found.schedules).toEqual({ total: 16, broken: 8, run: 16 });
  expect(found.counterexample?.schedule).toBe('w1 w2 w2 w2 w2 w1 w2 w2 w2 w2 w2');
  const { moments } = replayLab(lab, found.counterexample?.schedule ?? '', { handler: 'wait-inside' });
  expect(moments.at(-1)?.tasks.w2?.end).toMatchObject({ status: 409 });
});

test('the same wait without the transaction holds in 14 schedules', () => {
  // No BEGIN and no COMMIT: the UPDATE fits in 7 places before the last look. 2 · 7.
  expect(explored('wait-outside')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 14, broken: 0 },
  });
});

test('a new transaction sees the winner in all of 70 schedules', () => {
  // The 10 safe ones as before. Otherwise w1 inserts first, and w2's B and S lie in the four places
  // before w1's C: 10 ways. If w2's I comes after C, BEGIN IMMEDIATE, SELECT and COMMIT follow: 10.
  // If it comes before C, w2 may ask for the lock before C, and wait, or after: 10 · 2. 2 · 30 + 10.
  expect(explored('new-transaction')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 70, broken: 0 },
  });
});
