/** Zones by name, so that a test depends on no machine's clock. */
import type { ZoneAt } from '../../../src/cards/day.ts';

/** @param name - As the IANA database calls it: `Asia/Kathmandu`. */
export function zoneOf(name: string): ZoneAt {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, +value]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const local = Date.UTC(year, month - 1, day, hour, minute, second);
    return Math.round((local - Math.floor(instant / 1000) * 1000) / 60_000);
  };
}

/** UTC, a zone of quarter hours, and one with daylight saving. */
export const zoneNames = ['UTC', 'Asia/Kathmandu', 'America/New_York'] as const;

/** The instant of a wall clock's time in a zone: `2026-11-30 04:00`. */
export function wall(time: string, zoneAt: ZoneAt): number {
  const asUtc = Date.parse(`${time.replace(' ', 'T')}:00Z`);
  const guess = asUtc - zoneAt(asUtc) * 60_000;
  return asUtc - zoneAt(guess) * 60_000;
}
