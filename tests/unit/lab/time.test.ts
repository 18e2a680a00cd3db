import { expect, test } from 'vitest';
import {
  dateWords,
  durationPhrase,
  durationWords,
  hasTime,
  instantWords,
  movedBy,
  sinceStart,
  timePasses,
} from '../../../src/components/lab/time.ts';
import { brokenTrace, lab } from './fixtures.ts';
import { crashTrace, shop } from './world-fixtures.ts';

test('durations are said in their two largest units, and less than a thousandth is left out', () => {
  expect([0, 250, 1_500, 30_000, 30_001, 90_000, 600_000, 86_400_001, 93_600_000].map(durationWords)).toEqual(
    ['0 s', '250 ms', '1 s 500 ms', '30 s', '30 s', '1 min 30 s', '10 min', '1 d', '1 d 2 h'],
  );
  expect(durationWords(-1_000)).toBe('−1 s');
});

test('in a sentence days and hours are words', () => {
  expect([259_200_000, 86_400_000, 3_600_000, 93_600_000, 600_000].map(durationPhrase)).toEqual([
    '3 days',
    '1 day',
    '1 hour',
    '1 day 2 hours',
    '10 min',
  ]);
});

test('an instant is told from the clock’s start, or as the date it is', () => {
  expect([0, 30_001, 86_400_000].map((value) => instantWords(value, 0))).toEqual(['+0 s', '+30 s', '+1 d']);
  const start = Date.UTC(2021, 1, 25, 15, 2, 10);
  expect(instantWords(start + 259_200_000, start)).toBe('2021-02-28 15:02:10 UTC');
  // Seconds since 1970, as some senders write them; and a number that is no date.
  expect(instantWords(start / 1000, start)).toBe('2021-02-25 15:02:10 UTC');
  expect(instantWords(300, start)).toBeNull();
});

test('the clock is read from the start, and as a date where it starts at one', () => {
  expect(sinceStart(crashTrace, 2)).toBe('+0 s');
  expect(sinceStart(crashTrace, 4)).toBe('+10 min');
  expect([0, 2, 3, 4].map((moment) => movedBy(crashTrace, moment))).toEqual([0, 0, 600_000, 0]);
  expect(dateWords(Date.UTC(2025, 10, 3, 12, 0, 30))).toBe('2025-11-03 12:00:30 UTC');
});

test('a lab has time when its clock, its services or its trace have', () => {
  expect(timePasses(crashTrace)).toBe(true);
  expect(timePasses(brokenTrace)).toBe(false);
  expect(hasTime(lab, brokenTrace)).toBe(false);
  expect(hasTime(lab, crashTrace)).toBe(true);
  expect(hasTime({ ...lab, services: { queue: '' } }, brokenTrace)).toBe(true);
  // Keys of a payment provider live for a day: no reason for a clock.
  expect(hasTime({ ...lab, services: { payments: '' } }, brokenTrace)).toBe(false);
  expect(hasTime({ ...lab, clock: { start: 0, jumps: [1] } }, brokenTrace)).toBe(true);
  expect(hasTime(shop, { ...brokenTrace, scenario: 'shop' })).toBe(true);
});
