/** The lab's clock in words. Milliseconds in, never a real clock. */
import type { Lab } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';

const units: [name: string, ms: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

/**
 * "10 min", "1 min 30 s", "250 ms": the two largest units that say something. Less than a thousandth
 * is left out: the instant after a lease of 30 s is "30 s".
 */
export function durationWords(ms: number): string {
  let left = Math.abs(Math.round(ms));
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0 && size * count * 1000 >= Math.abs(ms)) parts.push(`${count} ${name}`);
  }
  return parts.length === 0 ? '0 s' : `${ms < 0 ? '−' : ''}${parts.slice(0, 2).join(' ')}`;
}

const phrases: Record<string, string> = { d: 'day', h: 'hour' };

/** "3 days", "1 hour", "10 min": a duration in a sentence or on a button. */
export function durationPhrase(ms: number): string {
  return durationWords(ms).replace(/(\d+) (d|h)\b/g, (_, count: string, unit: string) => {
    return `${count} ${phrases[unit]}${count === '1' ? '' : 's'}`;
  });
}

/**
 * An instant of the lab's clock, as a handler keeps it: "+30 s" after a clock that starts at 0, else a date.
 * There a number too small for milliseconds since 1970 counts seconds, and one too small for that is no instant.
 *
 * @param start - Of the lab's clock.
 */
export function instantWords(value: number, start: number): string | null {
  if (start === 0) return `+${durationWords(value)}`;
  if (value >= 1e11) return dateWords(value);
  return value >= 1e9 ? dateWords(value * 1000) : null;
}

/** "+30 s", and "+0 s" at the start. */
export function sinceStart(trace: Trace, moment: number): string {
  const start = trace.moments[0]?.now ?? 0;
  return `+${durationWords((trace.moments[moment]?.now ?? start) - start)}`;
}

/** "2025-11-01 12:10:00 UTC" */
export function dateWords(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** By how much the clock has moved with this moment. */
export function movedBy(trace: Trace, moment: number): number {
  const now = trace.moments[moment]?.now ?? 0;
  return moment === 0 ? 0 : now - (trace.moments[moment - 1]?.now ?? now);
}

/** Whether time passes in a trace. */
export function timePasses(trace: Trace): boolean {
  const start = trace.moments[0]?.now;
  return trace.moments.some(({ now }) => now !== start);
}

/** Whether a lab has anything to do with time, so that its clock is worth a look. */
export function hasTime(lab: Lab, trace: Trace): boolean {
  const { clock, services, scenarios } = lab;
  return (
    clock.start > 0 ||
    clock.jumps.length > 0 ||
    clock.deadlines !== undefined ||
    'queue' in services ||
    'redis' in services ||
    (scenarios[trace.scenario]?.faults.clockJump ?? 0) > 0 ||
    timePasses(trace)
  );
}
