import { describe, expect, test } from 'vitest';
import {
  dayAt,
  dayName,
  instantOf,
  learnerTime,
  momentAt,
  nextRollover,
  startOfDay,
  zoneHere,
} from '../../../src/cards/day.ts';
import { wall, zoneNames, zoneOf } from './zones.ts';

const hour = 3_600_000;

for (const name of zoneNames) {
  const zoneAt = zoneOf(name);
  const day = (time: string) => dayName(dayAt(momentAt(wall(time, zoneAt), zoneAt)));

  describe(`in ${name}`, () => {
    // eudoxia0/hashcards#95: an evening that runs past midnight was split into two days.
    test('hashcards#95: midnight splits no evening', () => {
      expect(day('2026-11-29 23:50')).toBe('2026-11-29');
      expect(day('2026-11-30 00:10')).toBe('2026-11-29');
    });

    test('a day of learning begins at 04:00', () => {
      expect(day('2026-11-30 03:59')).toBe('2026-11-29');
      expect(day('2026-11-30 04:00')).toBe('2026-11-30');
    });

    test('the next rollover is the next 04:00, at 04:00 too', () => {
      const next = (time: string) => nextRollover(wall(time, zoneAt), zoneAt);
      expect(next('2026-11-30 03:59')).toBe(wall('2026-11-30 04:00', zoneAt));
      expect(next('2026-11-30 04:00')).toBe(wall('2026-12-01 04:00', zoneAt));
      expect(next('2026-12-31 23:59')).toBe(wall('2027-01-01 04:00', zoneAt));
    });

    test('a day starts where the one before it ends, on every day of a year', () => {
      let instant = wall('2026-01-01 12:00', zoneAt);
      for (let count = 0; count < 366; count += 1) {
        const next = nextRollover(instant, zoneAt);
        const today = dayAt(momentAt(instant, zoneAt));
        expect(dayAt(momentAt(next - 1, zoneAt))).toBe(today);
        expect(dayAt(momentAt(next, zoneAt))).toBe(today + 1);
        expect(startOfDay(today + 1, zoneAt)).toBe(next);
        instant = next;
      }
    });

    test('learner time can be turned back', () => {
      const moment = momentAt(wall('2026-11-30 17:03', zoneAt), zoneAt);
      expect(instantOf(learnerTime(moment), moment.zone)).toBe(moment.instant);
    });
  });
}

// ankitects/anki PR 416: the day was counted in hours, and daylight saving moved its start.
describe('anki PR 416: daylight saving moves no start of a day', () => {
  const zoneAt = zoneOf('America/New_York');

  test('when clocks go forward, 2026-03-08 02:00 to 03:00, the day before has 23 hours', () => {
    const start = wall('2026-03-07 04:00', zoneAt);
    expect(nextRollover(start, zoneAt) - start).toBe(23 * hour);
    expect(nextRollover(start, zoneAt)).toBe(Date.parse('2026-03-08T08:00:00Z'));
    expect(nextRollover(wall('2026-03-08 00:30', zoneAt), zoneAt)).toBe(Date.parse('2026-03-08T08:00:00Z'));
  });

  test('when clocks go back, 2026-11-01 02:00 to 01:00, the day before has 25 hours', () => {
    const start = wall('2026-10-31 04:00', zoneAt);
    expect(nextRollover(start, zoneAt) - start).toBe(25 * hour);
    expect(nextRollover(start, zoneAt)).toBe(Date.parse('2026-11-01T09:00:00Z'));
    // The hour from one to two comes twice; both are part of the same evening.
    for (const instant of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
      expect(dayName(dayAt(momentAt(Date.parse(instant), zoneAt)))).toBe('2026-10-31');
  });

  test('an answer at nine each evening is one a day over both changes', () => {
    for (const [from, to] of [
      ['2026-03-06', '2026-03-10'],
      ['2026-10-30', '2026-11-03'],
    ] as const) {
      const first = dayAt(momentAt(wall(`${from} 21:00`, zoneAt), zoneAt));
      const last = dayAt(momentAt(wall(`${to} 21:00`, zoneAt), zoneAt));
      expect(last - first).toBe(4);
    }
  });
});

test('the machine’s own zone is read in minutes east of UTC', () => {
  const before = process.env['TZ'];
  try {
    process.env['TZ'] = 'Asia/Kathmandu';
    expect(zoneHere(Date.parse('2026-11-30T00:00:00Z'))).toBe(5 * 60 + 45);
    process.env['TZ'] = 'America/New_York';
    expect(zoneHere(Date.parse('2026-11-30T00:00:00Z'))).toBe(-5 * 60);
    expect(zoneHere(Date.parse('2026-06-30T00:00:00Z'))).toBe(-4 * 60);
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});
