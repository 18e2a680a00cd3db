import { expect, test } from 'vitest';
import { tracePrefix } from '../../../src/components/lab/lab-state.ts';
import { layoutLanes } from '../../../src/components/lab/lanes-layout.ts';
import { brokenTrace, finished, lockedTrace, ready, stopped, traceOf } from './fixtures.ts';
import { crashTrace, redeliveryTrace, withWorld } from './world-fixtures.ts';

// Moment m takes columns 2m and 2m+1; its mark stands on line 2m+1.
test('a belief runs from its read to the write that trusts it, and is hatched from the moment it is stale', () => {
  const { lanes } = layoutLanes(brokenTrace);
  expect(lanes[0]?.beliefs).toEqual([
    { a: 3, b: 7, says: 'none yet', stale: false },
    { a: 7, b: 9, says: 'no longer true', stale: true },
  ]);
  expect(lanes[1]?.beliefs).toEqual([{ a: 5, b: 7, says: 'none yet', stale: false }]);
});

test('before it goes stale a belief is whole, and a held one reaches to the step that may be chosen', () => {
  const { lanes } = layoutLanes(tracePrefix(brokenTrace, 2), { ghosts: true });
  expect(lanes[0]?.beliefs).toEqual([{ a: 3, b: 7, says: 'none yet', stale: false }]);
});

test('scrubbing back hides what was not believed yet and fades later steps', () => {
  const { lanes, breaksAt } = layoutLanes(brokenTrace, { moment: 1 });
  expect(lanes[1]?.beliefs).toEqual([]);
  expect(lanes[1]?.events.map((step) => step.later)).toEqual([true, true]);
  expect(breaksAt).toBeNull();
});

test('the red line stands at the moment the property breaks', () => {
  expect(layoutLanes(brokenTrace).breaksAt).toBe(4);
});

test('levels change at the marks of the writes', () => {
  expect(layoutLanes(brokenTrace, { limit: 1, slots: 5 }).levels).toEqual([
    { level: 0, a: 2, b: 7, bad: false, shown: false },
    { level: 1, a: 7, b: 9, bad: false, shown: true },
    { level: 2, a: 9, b: 11, bad: true, shown: true },
  ]);
  expect(
    layoutLanes(brokenTrace).lanes.flatMap((lane) =>
      lane.events.filter((step) => step.drops).map((step) => step.event.moment),
    ),
  ).toEqual([4, 3]);
});

test('a refused worker waits until it may ask again', () => {
  expect(layoutLanes(lockedTrace).lanes[1]?.waits).toEqual([{ kind: 'parked', a: 5, b: 9 }]);
  expect(layoutLanes(lockedTrace, { moment: 3 }).lanes[1]?.waits).toEqual([{ kind: 'parked', a: 5, b: 10 }]);
});

test('there is room for the step to come, and a ghost only for those who may move', () => {
  const { ticks, lanes } = layoutLanes(tracePrefix(brokenTrace, 3), { ghosts: true });
  expect(ticks).toBe(4);
  expect(lanes.map((lane) => lane.ghost)).toEqual([{ a: 8, b: 10, verb: 'INSERT', service: null }, null]);
});

test('a rail ends in dots once its task has answered', () => {
  const { lanes } = layoutLanes(tracePrefix(brokenTrace, 3), { slots: 5 });
  expect(lanes[0]?.tail).toBeNull();
  expect(lanes[0]?.rail).toEqual({ a: 2, b: 12 });
  expect(lanes[1]?.rail).toEqual({ a: 2, b: 7 });
  expect(lanes[1]?.tail).toEqual({ a: 7, b: 12 });
});

test('a worker that starts after another has no rail before that', () => {
  const trace = traceOf({ w1: ready('INSERT', 5), w2: stopped('waiting', 'starts after w1') }, [
    {
      task: 'w1',
      verb: 'INSERT',
      result: '1 row',
      tasks: { w1: stopped('asleep', '', true), w2: ready('SELECT', 3) },
      level: 1,
    },
  ]);
  const { lanes } = layoutLanes(trace);
  expect(lanes[1]?.rail.a).toBe(3);
  expect(lanes[0]?.waits).toEqual([{ kind: 'asleep', a: 3, b: 4 }]);
});

test('a worker that has to queue in its process is drawn as one that waits, not as one that acted', () => {
  const queued = stopped('waiting', 'w2 waits its turn');
  const trace = traceOf({ w1: ready('SELECT', 3), w2: ready('RUN', 1) }, [
    {
      task: 'w2',
      verb: 'RUN',
      result: 'waits its turn',
      tasks: { w1: ready('SELECT', 3), w2: queued },
      level: 0,
    },
    { task: 'w1', verb: 'SELECT', result: 'no row', tasks: { w1: finished, w2: queued }, level: 0 },
  ]);
  const { lanes } = layoutLanes(trace, { slots: 3 });
  expect(lanes[1]?.waits).toEqual([{ kind: 'queued', a: 3, b: 8 }]);
  expect(lanes[1]?.events.map((step) => step.waits)).toEqual([true]);
  expect(lanes[0]?.events.map((step) => step.waits)).toEqual([false]);
});

test('from the moment a property breaks the level is bad, whatever the limit', () => {
  const { levels } = layoutLanes(brokenTrace, { limit: 2, slots: 5 });
  expect(levels.map((level) => level.bad)).toEqual([false, false, true]);
});

test('a retry has the shape of its first, begins when it may, and is dim until then', () => {
  const { lanes } = layoutLanes(crashTrace);
  expect(lanes.map(({ task, row, index, again }) => [task, row, index, again])).toEqual([
    ['w1', 0, 0, false],
    ['w1.2', 1, 0, true],
    ['w2', 2, 1, false],
    ['w3', 3, 2, false],
  ]);
  // It may begin with the crash, at moment 2, whose mark stands on line 5.
  expect(lanes[1]?.rail.a).toBe(5);
  expect(lanes.map(({ dim }) => dim)).toEqual([false, false, true, false]);
  expect(layoutLanes(crashTrace, { moment: 1 }).lanes[1]?.dim).toBe(true);
});

test('nothing comes after a crash, and a retry that was not needed has no rail', () => {
  expect(layoutLanes(crashTrace).lanes[0]?.tail).toBeNull();
  const end = {
    kind: 'not-needed' as const,
    status: null,
    body: null,
    detail: '',
    line: null,
    column: null,
  };
  const moments = brokenTrace.moments.map((moment) => ({
    ...moment,
    tasks: { ...moment.tasks, w3: { ...finished, end } },
  }));
  const lane = layoutLanes({ ...brokenTrace, moments }).lanes[2];
  expect(lane?.dim).toBe(true);
  expect(lane?.tail).toBeNull();
  expect(lane?.rail).toEqual({ a: 2, b: 2 });
});

test('a fault has its own mark, and a call says whom it called', () => {
  const steps = layoutLanes(crashTrace).lanes[0]?.events.map(({ fault, service }) => [fault, service]);
  expect(steps).toEqual([
    [null, 'payments'],
    ['crash', null],
  ]);
});

test('a jump of the clock is a band across all lanes, and the time stands at the moment that moved it', () => {
  const { jumps, times } = layoutLanes(crashTrace, { moment: 3 });
  expect(jumps).toEqual([{ a: 6, b: 8, says: '+10 min', later: false, now: true }]);
  expect(times).toEqual([{ moment: 3, says: '+10 min' }]);
  expect(layoutLanes(brokenTrace).times).toEqual([]);
});

test('an arrow runs from a delivery to the next one of its message', () => {
  // W3 is handed m1 at moment 3, and W2 had been handed it at moment 1.
  expect(layoutLanes(redeliveryTrace).arrows).toEqual([
    { a: 6, b: 8, from: 2, to: 3, onto: true, later: false },
  ]);
  expect(layoutLanes(redeliveryTrace, { moment: 2 }).arrows[0]?.later).toBe(true);
  expect(layoutLanes(crashTrace).arrows).toEqual([]);
});

test('an arrow runs to the attempt that a redelivery lets begin', () => {
  const waits = stopped('ready', 'w1.2 starts only if w1 is delivered again');
  const trace = traceOf({ w1: ready('INSERT', 5), 'w1.2': waits }, [
    {
      task: 'w1',
      verb: 'AGAIN',
      result: 'delivered again',
      tasks: { w1: ready('INSERT', 5), 'w1.2': ready('INSERT', 5) },
      level: 0,
    },
  ]);
  const struck = withWorld(trace, [{ choice: 'redeliver:w1', kind: 'fault' }]);
  expect(layoutLanes(struck).arrows).toEqual([{ a: 2, b: 4, from: 0, to: 1, onto: false, later: false }]);
});

test('a task that waits for a message has done nothing yet', () => {
  const waits = stopped('listening', 'w2 waits for a message of jobs');
  const trace = traceOf({ w1: ready('SELECT', 3), w2: ready('RECEIVE', 1) }, [
    {
      task: 'w2',
      verb: 'RECEIVE',
      result: 'nothing yet',
      tasks: { w1: ready('SELECT', 3), w2: waits },
      level: 0,
    },
  ]);
  const lane = layoutLanes(trace, { slots: 3 }).lanes[1];
  expect(lane?.waits).toEqual([{ kind: 'listening', a: 3, b: 6 }]);
  expect(lane?.events.map(({ waits: still }) => still)).toEqual([true]);
});
