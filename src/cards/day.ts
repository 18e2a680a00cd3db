/**
 * Days of learning. One begins at 04:00 by the reader's clock: who answers cards past midnight has
 * not begun tomorrow.
 *
 * *Learner time* is milliseconds on a clock whose days are days of learning: an instant, moved by
 * the zone it was lived in and by the four hours. Its UTC date is the day of learning, which is
 * also what the scheduler counts. Daylight saving moves the zone and so never splits a day.
 */

export const dayMs = 86_400_000;
const minuteMs = 60_000;
const rolloverMs = 4 * 60 * minuteMs;

/** Minutes east of UTC at an instant. */
export type ZoneAt = (instant: number) => number;

/** The zone of this machine. */
export const zoneHere: ZoneAt = (instant) => -Math.round(new Date(instant).getTimezoneOffset());

/** An instant, and where the reader was at it. */
export interface Moment {
  /** Milliseconds since 1970, UTC. */
  instant: number;
  /** Minutes east of UTC. */
  zone: number;
}

export function momentAt(instant: number, zoneAt: ZoneAt = zoneHere): Moment {
  return { instant, zone: zoneAt(instant) };
}

export function learnerTime({ instant, zone }: Moment): number {
  return instant + zone * minuteMs - rolloverMs;
}

/** The inverse of `learnerTime`. */
export function instantOf(learner: number, zone: number): number {
  return learner - zone * minuteMs + rolloverMs;
}

/** Number of a day of learning, counted from 1970-01-01. */
export function dayOf(learner: number): number {
  return Math.floor(learner / dayMs);
}

export function dayAt(moment: Moment): number {
  return dayOf(learnerTime(moment));
}

/** `2026-11-30`, as the log writes days. */
export function dayName(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The instant at which a day of learning begins. */
export function startOfDay(day: number, zoneAt: ZoneAt = zoneHere): number {
  // The zone is that of the instant asked for: look with a guess, and once more with what it says.
  const guess = instantOf(day * dayMs, zoneAt(day * dayMs));
  return instantOf(day * dayMs, zoneAt(guess));
}

/** When the day of learning ends that this instant is part of. */
export function nextRollover(instant: number, zoneAt: ZoneAt = zoneHere): number {
  const today = dayAt(momentAt(instant, zoneAt));
  return startOfDay(today + 1, zoneAt);
}
