import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('marked-then-threw');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });
// The steps of a payment: M marks, L looks for the booking, I issues the ticket.

test('a mark before the work turns the retry of a failure into "received"', () => {
  // The checkout comes before M or before L, and all is well; after L, M L has failed, the retry is one
  // step, and the checkout comes before it or after it: 2 + 2, of which 2 break.
  const found = explored('mark-then-work', 'sooner-than-the-booking');
  expect(found.map).toEqual([
    { schedule: 'w1 w1 w1.2 w2', broken: ['received-means-ticket'] },
    { schedule: 'w1 w1 w2 w1.2', broken: ['received-means-ticket'] },
    { schedule: 'w1 w2 w1 w1', broken: [] },
    { schedule: 'w2 w1 w1 w1', broken: [] },
  ]);
  const { moments } = replayLab(lab, 'w1 w1 w1.2 w2', { handler: 'mark-then-work' });
  expect(moments.at(-1)?.tasks['w1']?.end).toMatchObject({ status: 503 });
  expect(moments.at(-1)?.tasks['w1.2']?.end).toMatchObject({ status: 200, body: '{"received":"before"}' });
});

test('a crash behind the mark does the same in 2 of 5 schedules, whether errors are caught or not', () => {
  // M L I: four places to die, and none. After M and after L there is a mark without a ticket.
  for (const handler of ['mark-then-work', 'take-the-mark-back']) {
    const found = explored(handler, 'dies-at-work');
    expect(found.schedules).toEqual({ total: 5, broken: 2, run: 5 });
    expect(found.counterexample?.schedule).toBe('w1 crash:w1 w1.2');
  }
});

test('a mark that is taken back has been believed by somebody meanwhile', () => {
  // w1 always fails: the checkout, w3, starts after it. D takes the mark back.
  // w1 marks first, 6: w2 comes before L or before D, is told "before", and no ticket ever follows: 2
  // broken; or after D, with w3 before M, before L, before D or after it: 4.
  // w2 marks first, 6: w1 is told "before" ahead of L, and w3 comes before L (a ticket), before D, after
  // D: 3, 2 broken; or ahead of D, and w3 before D or after it: 2 broken; or w1 comes after D: 1.
  const found = explored('take-the-mark-back', 'one-fails-one-waits');
  expect(found.schedules).toEqual({ total: 12, broken: 6, run: 12 });
  expect(found.counterexample?.schedule).toBe('w1 w1 w2 w1 w3');
  // Without D. w1 first: w2's one step in 3 places, all broken. w2 first: w1 and w3 around L: 3, 2 broken.
  expect(explored('mark-then-work', 'one-fails-one-waits').schedules).toEqual({
    total: 6,
    broken: 5,
    run: 6,
  });
  // It does help the one who fails and comes again: 2 + 1 (checkout before D) + 4 (around M L D).
  expect(explored('take-the-mark-back', 'sooner-than-the-booking')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 7, broken: 0 },
  });
});

test('a mark after the work lets two deliveries work in 68 of 70 schedules', () => {
  // The checkout that follows both deliveries adds a step to every schedule.
  // S, L, I, M, where S asks for the mark. Only in the 2 serial ones does the second find it, and stop.
  const found = explored('work-then-mark', 'delivered-twice');
  expect(found.schedules).toEqual({ total: 70, broken: 68, run: 70 });
  expect(found.counterexample?.schedule).toBe('w1 w1 w1 w2 w2 w2 w2 w1 w3');
  // And a crash between I and M makes a second ticket: one place of five.
  const crash = explored('work-then-mark', 'dies-at-work');
  expect(crash.schedules).toEqual({ total: 6, broken: 1, run: 6 });
  expect(crash.counterexample?.schedule).toBe('w1 w1 w1 crash:w1 w1.2 w1.2 w1.2 w1.2');
  // A failure by itself is harmless: the checkout before S, before L, or around the retry's S L.
  expect(explored('work-then-mark', 'sooner-than-the-booking').schedules.total).toBe(5);
  // S L of w1, then w3, among S L of w2: C(5, 2).
  expect(explored('work-then-mark', 'one-fails-one-waits').schedules.total).toBe(10);
});

test('a mark first, with two deliveries and nobody failing, issues one ticket', () => {
  // The second delivery's only step comes in one of the 3 places after the winner's M: 2 · 3.
  for (const handler of ['mark-then-work', 'take-the-mark-back'])
    expect(explored(handler, 'delivered-twice')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 6, broken: 0 },
    });
});

test('mark and work in one transaction hold everywhere', () => {
  const totals = Object.keys(lab.scenarios).map((scenario) => {
    const { verdict, schedules } = explored('one-transaction', scenario);
    expect(verdict).toEqual({ kind: 'holds' });
    return [scenario, schedules.total];
  });
  // B M L, then I C, or R for the rollback. Whoever asks for the lock that M took is parked until C or R.
  // sooner: the checkout before B or before M: 2. Otherwise it asks after M, after L or after R: 3 ways to
  // fail, each with a retry that it meets before B, before M, after M, after L or after R: 3 · 5.
  // one-fails: w1 marks first. w2 asks after M or after L, with its B in any of 3 or 4 places before, and
  // w3 comes before its M, L, R or after it: 7 · 4. Or w2 asks after R, with its B in one of 4 places
  // before R: 4 · 4; or after R: 5. Or w2 marks first, and fails: w1 asks after M, L, R: 3 + 4 + 5.
  // twice: the loser asks after the winner's M, L, I or C, its B before: 2 · (3 + 4 + 5 + 6).
  // dies: six places, and none.
  expect(totals).toEqual([
    ['sooner-than-the-booking', 17],
    ['one-fails-one-waits', 61],
    ['delivered-twice', 36],
    ['dies-at-work', 7],
  ]);
});
