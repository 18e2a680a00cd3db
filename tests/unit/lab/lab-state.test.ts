import { expect, test } from 'vitest';
import {
  initialState,
  isCurrent,
  type LabAction,
  type LabState,
  reduce,
  shownMoment,
  tracePrefix,
} from '../../../src/components/lab/lab-state.ts';
import { brokenTrace, ready, traceOf } from './fixtures.ts';
import { crashTrace } from './world-fixtures.ts';

const subject = { scenario: 'two-at-once', handler: 'check-then-insert' };
const start = initialState(subject, brokenTrace);
const play = (state: LabState, ...actions: LabAction[]) => actions.reduce(reduce, state);
const w1 = { type: 'move', choice: 'w1' } as const;
const w2 = { type: 'move', choice: 'w2' } as const;

test('undoing and going back need no engine', () => {
  const state = play(start, { type: 'undo' }, { type: 'undo' });
  expect(state.choices).toEqual(['w1', 'w2']);
  expect(state.trace).toEqual(tracePrefix(brokenTrace, 2));
  expect(isCurrent(state)).toBe(true);
  expect(play(state, { type: 'reset' }).choices).toEqual([]);
});

test('a move asks the engine; moves made before it answers are not lost', () => {
  const empty = play(start, { type: 'reset' });
  const state = play(empty, w1, w2, w2);
  expect(state.choices).toEqual(['w1', 'w2', 'w2']);
  expect(state.asked).toBe(3);
  expect(shownMoment(state)).toBe(0);
  // The answers to the first two questions come late, and change nothing.
  const late = play(state, { type: 'answered', asked: 1, trace: tracePrefix(brokenTrace, 1) });
  expect(late).toEqual(state);
  const done = play(state, { type: 'answered', asked: 3, trace: tracePrefix(brokenTrace, 3) });
  expect(shownMoment(done)).toBe(3);
  expect(isCurrent(done)).toBe(true);
});

test('a move that the engine would not make is dropped without a word', () => {
  const state = play(start, { type: 'undo' }, w1, w1, w1);
  const done = play(state, { type: 'answered', asked: state.asked, trace: brokenTrace });
  expect(done.choices).toEqual(['w1', 'w2', 'w2', 'w1']);
  expect(done.cut).toBeNull();
});

test('a worker that may not move does not', () => {
  expect(play(start, w2)).toBe(start);
});

test('moving from an earlier moment forgets what came after', () => {
  const state = play(start, { type: 'seek', moment: 2 }, w1);
  expect(state.choices).toEqual(['w1', 'w2', 'w1']);
});

test('seeking stays within the schedule', () => {
  expect(play(start, { type: 'seek', moment: 9 }).cursor).toBe(4);
  expect(play(start, { type: 'seek', moment: -1 }).cursor).toBe(0);
});

test('another handler replays the same schedule, and says when it was cut short', () => {
  const other = { ...subject, handler: 'unique-claim' };
  const state = play(start, { type: 'choose', subject: other });
  expect(state.choices).toEqual(['w1', 'w2', 'w2', 'w1']);
  expect(isCurrent(state)).toBe(false);
  const done = play(state, { type: 'answered', asked: state.asked, trace: tracePrefix(brokenTrace, 3) });
  expect(done.cut).toEqual({ wanted: 4, made: 3, next: 'w1' });
  expect(state.foreign).toBe(true);
  expect(done.foreign).toBe(false);
});

test('after a failure the choices are kept and may be tried again', () => {
  const state = play(start, { type: 'choose', subject: { ...subject, handler: 'yours:check-then-insert' } });
  const failed = play(state, { type: 'failed', asked: state.asked, problem: { message: 'No.', end: null } });
  expect(failed.problem?.message).toBe('No.');
  expect(isCurrent(failed)).toBe(false);
  const again = play(failed, { type: 'again' });
  expect(again.problem).toBeNull();
  expect(again.choices).toEqual(start.choices);
});

test('"found" belongs to the schedule that was found, and to no other', () => {
  const state = play(start, { type: 'reset' }, { type: 'load', schedule: 'w1 w2 w2 w1', found: true });
  expect(state.found).toBe(true);
  const done = play(state, { type: 'answered', asked: state.asked, trace: brokenTrace });
  expect(done.found).toBe(true);
  expect(play(done, { type: 'undo' }).found).toBe(false);
});

test('a beginning of a trace forgets what happened later', () => {
  const two = tracePrefix(brokenTrace, 2);
  expect(two.schedule).toBe('w1 w2');
  expect(two.complete).toBe(false);
  expect(two.beliefs).toEqual([
    { task: 'w1', from: 1, to: null, staleAt: null, says: 'none yet' },
    { task: 'w2', from: 2, to: null, staleAt: null, says: 'none yet' },
  ]);
  expect(tracePrefix(brokenTrace, 9)).toBe(brokenTrace);
  expect(tracePrefix(traceOf({ w1: ready('SELECT', 3) }, []), 0).schedule).toBe('');
});

test('a fault strikes where the engine says that it may, and only there', () => {
  const open = tracePrefix(brokenTrace, 2);
  const moments = open.moments.map((moment) => ({ ...moment, faults: ['crash:w1'] }));
  const state = initialState(subject, { ...open, moments });
  expect(play(state, { type: 'move', choice: 'crash:w1' }).choices).toEqual(['w1', 'w2', 'crash:w1']);
  expect(play(state, { type: 'move', choice: 'crash:w2' })).toBe(state);
});

test('undoing a fault asks the engine, since a fault takes back what the step before it did', () => {
  const state = initialState({ scenario: 'shop', handler: 'naive' }, crashTrace);
  // The jump of the clock is the third choice and the crash the second.
  const before = play(state, { type: 'undo' }, { type: 'undo' });
  expect([before.asked, before.choices.length]).toEqual([1, 2]);
  const plain = play(state, { type: 'undo' });
  expect([plain.asked, plain.choices.length]).toEqual([0, 3]);
});
