import { describe, expect, test } from 'vitest';
import {
  answersByDay,
  forecast,
  heat,
  remembered,
  standingOf,
  streak,
  summaryOf,
} from '../../../src/cards/stats.ts';
import { clock, collected, deckOf, logOf, rated } from './log.ts';

const races = deckOf('races', 'a', 'b', 'c', 'd');
// 2026-11-30, a Monday, is day 20787.
const monday = 20_787;

const log = logOf(
  ['2026-11-20 12:00', rated('a', 4)], // back on the 28th
  ['2026-11-20 12:01', rated('b', 4)], // back on the 28th
  ['2026-11-28 12:00', rated('a', 3)], // remembered; its stability is now 38.9: back in 39 days
  ['2026-11-28 12:01', rated('b', 1)], // forgotten, again in 10 minutes
  ['2026-11-28 12:11', rated('b', 3)],
  ['2026-11-30 03:00', rated('c', 3)], // the night of the 29th
);
const collection = collected(log, races);
const now = clock('2026-11-30 12:00');

test('the day used here is a Monday', () => {
  expect([now.today, now.dayName, new Date('2026-11-30T12:00:00Z').getUTCDay()]).toEqual([
    monday,
    '2026-11-30',
    1,
  ]);
});

test('answers are counted by day of learning', () => {
  expect([...answersByDay(collection)].sort()).toEqual([
    [monday - 10, 2],
    [monday - 2, 3],
    [monday - 1, 1],
  ]);
});

describe('the heat map', () => {
  const weeks = heat(answersByDay(collection), monday, 3);

  test('has weeks from Monday to Sunday, the last one up to today', () => {
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 1]);
    expect(weeks[0]?.[0]?.day).toBe(monday - 14);
    expect(weeks[2]?.[0]).toEqual({ day: monday, answers: 0, level: 0 });
  });

  test('has four levels, the fullest day in the highest', () => {
    // Of 3 answers at most: 3 is level 4; 2 is 4 × 2 / 3, up to 3; 1 is 4 / 3, up to 2.
    const levels = weeks.flat().flatMap(({ answers, level }) => (answers > 0 ? [[answers, level]] : []));
    expect(levels).toEqual([
      [2, 3],
      [3, 4],
      [1, 2],
    ]);
  });
});

describe('the streak', () => {
  const days = (...list: number[]) => new Map(list.map((day) => [day, 1]));

  test('counts days in a row up to today', () => {
    expect(streak(days(10, 11, 12), 12)).toEqual({ days: 3, today: true, ofThirty: 3 });
  });

  test('stands while today is open, and a missed day costs the row and not the month', () => {
    expect(streak(days(10, 11), 12)).toEqual({ days: 2, today: false, ofThirty: 2 });
    expect(streak(days(8, 9, 10), 12)).toEqual({ days: 0, today: false, ofThirty: 3 });
    expect(streak(new Map(), 12)).toEqual({ days: 0, today: false, ofThirty: 0 });
  });

  test('looks back over thirty days and no further', () => {
    expect(streak(days(70, 71, 99, 100), 100)).toEqual({ days: 2, today: true, ofThirty: 3 });
  });
});

test('only cards that came back after days tell how much is remembered', () => {
  // a and b on the 28th: one known, one not. First answers and those after minutes say nothing.
  expect(remembered(collection, monday)).toEqual({ right: 1, of: 2 });
  expect(remembered(collection, monday, 2)).toEqual({ right: 0, of: 0 });
});

test('the forecast has what is overdue today, and no new cards', () => {
  // b: forgotten and learnt again on the 28th with a stability of 1.4: back on the 29th, so overdue.
  // c: in learning, due. a: back 39 days after the 28th, 37 from now.
  const days = forecast(collection, now, 60);
  expect(days[0]).toBe(2);
  expect(days.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(days.indexOf(1)).toBe(37);
});

test('cards stand where their last answer left them', () => {
  expect(standingOf(collection.decks[0]?.cards ?? [])).toEqual({
    new: 1,
    learning: 1,
    review: 2,
    known: 1,
    suspended: 0,
  });
});

test('a day is summed up by deck', () => {
  expect(summaryOf(collection, monday - 2)).toEqual({
    answers: 3,
    cards: 2,
    newCards: 0,
    remembered: { right: 1, of: 2 },
    tookMs: 15_000,
  });
  expect(summaryOf(collection, monday - 1, 'races')).toMatchObject({ answers: 1, cards: 1, newCards: 1 });
  expect(summaryOf(collection, monday, 'races')).toMatchObject({ answers: 0, cards: 0 });
});
