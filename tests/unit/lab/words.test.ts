import { expect, test } from 'vitest';
import { cutSentence } from '../../../src/components/lab/cut-words.ts';
import { diffOf } from '../../../src/components/lab/Diff.tsx';
import { stepSentence, traceSummary } from '../../../src/components/lab/event-words.ts';
import { tracePrefix } from '../../../src/components/lab/lab-state.ts';
import { fits, mapLabel } from '../../../src/components/lab/ScheduleMap.tsx';
import { propertySql, soFar } from '../../../src/components/lab/verdict-words.ts';
import {
  allSchedules,
  bodyWords,
  brokenIn,
  formatCount,
  laneWords,
  outcomeSentence,
  plural,
  taskWords,
  valueWords,
} from '../../../src/components/lab/words.ts';
import { brokenTrace, lab, lockedTrace, stopped } from './fixtures.ts';

test('a cell of the map says its schedule and its verdict', () => {
  expect(mapLabel({ schedule: 'w1 w2 w2 w1', broken: ['one-charge-per-order'] })).toBe('w1 w2 w2 w1: broken');
  expect(mapLabel({ schedule: 'w1 w1 w2', broken: [] })).toBe('w1 w1 w2: holds');
});

test('a digest below a mark is shown by its start, cut off or not', () => {
  const [read] = brokenTrace.events;
  if (!read) throw new Error('the trace has no events');
  const said = (result: string) => laneWords({ ...read, error: null, parked: false, result });
  const digest = '15c8eca43c09378b24d01308c36e2cc79de8de9c2a929dbd4971e7d13c74db42';
  expect(said(`${digest} 201`)).toBe('15c8eca43c… 201');
  expect(said(`${digest.slice(0, 59)}…`)).toBe('15c8eca43c…');
  expect(said('no row')).toBe('no row');
});

test('a sleep is said in words, and a short one stays as it is', () => {
  const [read] = brokenTrace.events;
  if (!read) throw new Error('the trace has no events');
  const said = (result: string) => laneWords({ ...read, error: null, parked: false, result });
  // A delivery after the first is short, too: its verb says the rest.
  expect(said('msg_1 handed over, delivery 2')).toBe('msg_1, delivery 2');
  expect([said('for 90000 ms'), said('for 50 ms')]).toEqual(['for 1 min 30 s', 'for 50 ms']);
});

test('a digest in a table is shown by its start', () => {
  const digest = '15c8eca43c09378b24d01308c36e2cc79de8de9c2a929dbd4971e7d13c74db42';
  expect(valueWords(digest)).toBe('15c8eca43c…');
  // An id of 32 digits, an amount and anything with other letters stay whole.
  expect(valueWords('15c8eca43c09378b24d01308c36e2cc7')).toBe('15c8eca43c09378b24d01308c36e2cc7');
  expect(valueWords(`${digest}g`)).toBe(`${digest}g`);
  expect(valueWords(4000)).toBe('4000');
  expect(valueWords(null)).toBe('NULL');
});

test('choices rule out the schedules that begin otherwise', () => {
  expect(fits('w1 w2 w2 w1', ['w1', 'w2'])).toBe(true);
  expect(fits('w1 w2 w2 w1', [])).toBe(true);
  expect(fits('w1.2 w2', ['w1'])).toBe(false);
  expect(fits('w1', ['w1', 'w2'])).toBe(false);
});

test('what the ways to go on would do is counted from the map', () => {
  const id = 'one-charge-per-order';
  const map = [
    { schedule: 'w1 w1 w2', broken: [] },
    { schedule: 'w1 w2 w1 w2', broken: [id] },
    { schedule: 'w1 w2 w2 w1', broken: [id] },
  ];
  const says = (moment: number) => soFar(id, 'order-9 was charged twice', brokenTrace, moment, map);
  expect(says(0)).toEqual({ kind: 'open', text: '2 of the 3 ways on break it' });
  expect(says(2)).toEqual({ kind: 'open', text: 'both ways on break it' });
  expect(says(3)).toEqual({ kind: 'open', text: 'the only way on breaks it' });
  expect(says(4)).toEqual({ kind: 'broken', text: 'order-9 was charged twice' });
});

test('answers are said in the width of a lane', () => {
  expect(bodyWords('{"charged":1000}')).toBe('charged 1000');
  expect(bodyWords('{"skipped":true}')).toBe('skipped');
  expect(bodyWords('{"error":"still running"}')).toBe('still running');
  expect(bodyWords('plain text')).toBe('plain text');
  expect(bodyWords(null)).toBe('');
  // Instants of the lab's clock, and an amount that is none.
  expect(bodyWords('{"error":"in progress","now":0,"askAgainAt":3600000}')).toBe(
    'in progress, now +0 s, askAgainAt +1 h',
  );
  expect(bodyWords('{"since":1614265330000,"at":7}')).toBe('since 2021-02-25 15:02:10 UTC, at 7');
});

test('counts have thousands apart, also beyond what a number holds', () => {
  expect(formatCount(3924)).toBe('3,924');
  expect(formatCount('90071992547409930')).toBe('90,071,992,547,409,930');
  expect(plural(1, 'schedule')).toBe('1 schedule');
});

test('an outcome says what happened, where, and what to do', () => {
  const end = {
    kind: 'does-not-load' as const,
    status: null,
    body: null,
    detail: 'Unexpected token.',
    line: 3,
    column: 9,
  };
  expect(outcomeSentence(end)).toBe('Unexpected token (line 3, column 9). Mend what the message names.');
});

test('the lanes have a text of their own', () => {
  expect(traceSummary(brokenTrace, 1)).toBe('Moment 1. W1 SELECT: no row.');
  expect(traceSummary(brokenTrace)).toContain(
    'Moment 4. W1 INSERT: 1 row written. W1 answered 201, charged 1000. Here a property breaks.',
  );
});

test('properties are shown with how they are asked', () => {
  expect(propertySql(lab, ['customer-is-charged'])).toBe(
    '-- The customer is charged.\n-- sometimes: this must return a row in at least one schedule\nSELECT 1 FROM charge;',
  );
});

test('a comparison marks lines added and taken away', () => {
  expect(diffOf('a\nb\n', 'a\nc')).toEqual([
    { sign: ' ', text: 'a', at: 0 },
    { sign: '−', text: 'b', at: 1 },
    { sign: '+', text: 'c', at: 1 },
  ]);
  expect(diffOf('', 'x').map((line) => line.sign)).toEqual(['+']);
});

test('all of one, of two and of more schedules', () => {
  expect([1, 2, 6].map(allSchedules)).toEqual(['the only schedule', 'both schedules', 'all 6 schedules']);
  expect(brokenIn(2, 2)).toBe('in both schedules');
  expect(brokenIn(4, 6)).toBe('in 4 of 6 schedules');
});

test('readers meet W1, not w1, also in the engine’s sentences', () => {
  const why = 'w2 starts only after w1 has finished';
  expect(taskWords(stopped('waiting', why), ['w1', 'w2'])).toBe('starts only after W1 has finished');
  const refused = lockedTrace.events[1];
  expect(refused && stepSentence(refused)).toBe('Moment 2. W2 BEGIN: waits for W1.');
});

test('a schedule that was cut says where, and why', () => {
  const two = tracePrefix(brokenTrace, 3);
  expect(cutSentence({ wanted: 6, made: 4, next: 'w1' }, brokenTrace, true)).toBe(
    'Your handler ended after 4 of that schedule’s 6 moves.',
  );
  expect(cutSentence({ wanted: 4, made: 3, next: 'w2' }, two, false)).toBe(
    'This handler followed 3 of that schedule’s 4 moves: then W2 had nothing left to do.',
  );
  expect(cutSentence({ wanted: 4, made: 2, next: 'w2' }, tracePrefix(lockedTrace, 2), false)).toBe(
    'This handler followed 2 of that schedule’s 4 moves: then W2 was waiting for the lock.',
  );
});

test('a cut at a fault says whether the scenario has it', () => {
  const cut = { wanted: 4, made: 2, next: 'crash:w2' };
  const two = tracePrefix(brokenTrace, 2);
  expect(cutSentence(cut, two, false)).toBe(
    'This handler followed 2 of that schedule’s 4 moves: then this scenario has no such fault as “crash:w2”.',
  );
  expect(cutSentence(cut, two, false, { crash: 1 })).toContain('W2 could not be struck by “crash:w2”');
  expect(cutSentence({ wanted: 4, made: 2, next: 'constructor' }, two, false)).toContain(
    'was no worker of this scenario',
  );
});
