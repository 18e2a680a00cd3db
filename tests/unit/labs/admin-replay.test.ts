import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('admin-replay');
const counts = (handler: string, scenario: string) => {
  const { total, broken } = exploreLab(lab, { handler, scenario }).schedules;
  return [total, broken];
};
const counterexample = (handler: string, scenario: string) =>
  exploreLab(lab, { handler, scenario }).counterexample?.schedule;
// An event's steps: A accepts it, then B U I C, a transaction that marks it and adds the lessons. U takes
// the lock until C. A button's: S looks the event up, where it does.

test('two buttons add the lessons again whenever all was well', () => {
  expect(counts('new-event', 'all-was-well')).toEqual([1, 1]);
  expect(counts('straight-to-work', 'all-was-well')).toEqual([1, 1]);
  const { moments } = replayLab(lab, 'w1 w1 w1 w1 w1 w2 w2 w2 w2 w2 w2', {
    handler: 'new-event',
    scenario: 'all-was-well',
  });
  // A second event with an id of its own, and nothing wrong with either.
  const events = moments.at(-1)?.tables['webhook_event']?.rows.map(({ values }) => values);
  expect(events?.map(([, , student, , done]) => [student, done])).toEqual([
    ['Ben', 0],
    ['Amina', 1],
    ['Amina', 1],
  ]);
  expect(new Set(events?.map(([id]) => id)).size).toBe(3);
});

test('a button that copies the event repeats it in 60 of 61 schedules where it comes too early', () => {
  // S before A finds nothing: 1. Otherwise S A B U I C follow whatever w1 does. w1's U first: the
  // button's A comes in the 3 places from then on, S before it in 3, 4, 5 places after w1's A: 12; or its
  // A comes before w1's U, behind w1's A or its B, S before it, B after it, and its U in the 3 places:
  // 12 + 18. The button's U first: w1's U comes in the 3 places, its B before: 5 + 6 + 7. 60.
  expect(counts('new-event', 'too-early')).toEqual([61, 60]);
  expect(counterexample('new-event', 'too-early')).toBe('w1 w1 w1 w1 w1 w2 w2 w2 w2 w2 w2');
});

test('a button that works by itself repeats it in 15 of 16', () => {
  // S I. S before A: 1. Otherwise S and I, in this order, in the 5 places after w1's steps: 15.
  expect(counts('straight-to-work', 'too-early')).toEqual([16, 15]);
});

test('a button that looks first is no better where two are at it', () => {
  // S, then B I U C. S before A, or after C, and that is all: 2. Otherwise S comes before C. w1's U first:
  // I in the 3 places from then on, S and B before: 6 + 10 + 14 = 30, all broken. The button's I first:
  // w1's U in the 3 places after it, its B before: 4 + 5 + 6 = 15, and finds the mark.
  expect(counts('looks-first', 'too-early')).toEqual([47, 30]);
  expect(counterexample('looks-first', 'too-early')).toBe('w1 w1 w1 w1 w2 w1 w2 w2 w2 w2');
  // Two buttons: one finds the mark of the other, 2. Otherwise the loser's I comes in the 3 places after
  // the winner's, its S before the winner's C, its B between: 2 · (10 + 15 + 20), all broken.
  expect(counts('looks-first', 'two-clicks')).toEqual([92, 90]);
});

test('a second click repeats what the first has done', () => {
  // S I each: C(4, 2). With a copy, S A B U I C each: the loser's A comes after the winner's U, 5 + 6 + 7,
  // or a steps of the winner before, with a + 1 places for S and 18 - 3a for B and U: 18 + 30 + 36 + 36.
  expect(counts('straight-to-work', 'two-clicks')).toEqual([6, 6]);
  expect(counts('new-event', 'two-clicks')).toEqual([276, 276]);
});

test('after a crash the button mends what it should, and repeats what it should not in 3 schedules', () => {
  // Nobody dies; or w1 does, in 6 places; or w2, in one place more than it has steps. Lessons are added
  // twice where w1 has done its work, and w2 too: nobody dies, w1 after C, w2 after its last step.
  expect(counts('new-event', 'dies-at-work')).toEqual([1 + 6 + 7, 3]);
  expect(counts('straight-to-work', 'dies-at-work')).toEqual([1 + 6 + 3, 3]);
  // These find the mark: S; S A B U C; B U C.
  expect(counts('looks-first', 'dies-at-work')).toEqual([1 + 6 + 2, 0]);
  expect(counts('front-door', 'dies-at-work')).toEqual([1 + 6 + 6, 0]);
  expect(counts('same-path', 'dies-at-work')).toEqual([1 + 6 + 4, 0]);
});

test('the front door is shut three days later', () => {
  expect(counts('front-door', 'days-later')).toEqual([1, 1]);
  const { moments } = replayLab(lab, 'w1', { handler: 'front-door', scenario: 'days-later' });
  expect(moments.at(-1)?.tasks['w1']?.end).toMatchObject({ status: 400, body: '{"error":"too old"}' });
  // Before that it holds: as with a copy, 61, and the mark is found.
  expect(counts('front-door', 'too-early')).toEqual([61, 0]);
});

test('the path that every event walks holds in every schedule', () => {
  // too-early: w1's U first, then the button's U in the 3 places, its B before: 4 + 5 + 6. The button's U
  // before A: 2. Between: w1's A in 2 places, its U in 3, its B between: 12 + 9. 38.
  // two-clicks: 2 · (3 + 4 + 5).
  expect(Object.keys(lab.scenarios).map((scenario) => counts('same-path', scenario))).toEqual([
    [1, 0],
    [38, 0],
    [11, 0],
    [1, 0],
    [24, 0],
  ]);
});
