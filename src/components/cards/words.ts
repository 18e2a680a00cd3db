/** Times and states of cards, as a reader says them. */
import type { CardNow } from '../../cards/collection.ts';
import type { Clock } from '../../cards/queue.ts';
import { type CardState, dueDay, dueInstant, isAhead, isLearning } from '../../cards/schedule.ts';
import type { Rating } from '../../progress/events.ts';

export const ratingNames: Record<Rating, string> = { 1: 'Again', 2: 'Hard', 3: 'Good', 4: 'Easy' };

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Days from now: "today", "tomorrow", "in 12 days", "in 2 months", "in 1.4 years". */
export function inDays(days: number): string {
  if (days <= 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days < 31) return `in ${days} days`;
  const months = Math.round(days / 30.44);
  if (months < 12) return `in ${count(months, 'month')}`;
  const years = Number((days / 365.25).toFixed(1));
  return `in ${count(years, 'year')}`;
}

export function inMinutes(minutes: number): string {
  if (minutes <= 0) return 'now';
  return minutes < 60 ? `in ${count(minutes, 'minute')}` : `in ${count(Math.round(minutes / 60), 'hour')}`;
}

/** When a card comes back that was rated at this moment. */
export function comesBack(state: CardState): string {
  if (!isLearning(state)) return inDays(state.interval);
  return inMinutes(Math.round((state.due - (state.last ?? state.due)) / 60_000));
}

export function ago(days: number): string {
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 31) return `${days} days ago`;
  const months = Math.round(days / 30.44);
  if (months < 12) return `${count(months, 'month')} ago`;
  return `${count(Number((days / 365.25).toFixed(1)), 'year')} ago`;
}

/** What the list of cards can be narrowed to. */
export const stateNames = {
  new: 'New',
  learning: 'Learning',
  review: 'In review',
  suspended: 'Suspended',
} as const;
export type StateName = keyof typeof stateNames;

export function stateOf({ record }: CardNow): StateName {
  if (record.suspended !== null) return 'suspended';
  if (record.state.phase === 'new') return 'new';
  return isLearning(record.state) ? 'learning' : 'review';
}

/** When a card is asked again, for a table. */
export function dueWords(card: CardNow, { today, dayName, instant }: Clock): string {
  const { state, suspended, buriedOn } = card.record;
  if (suspended === 'leech') return 'failed too often';
  if (suspended !== null) return 'not asked';
  if (buriedOn === dayName) return 'tomorrow';
  if (card.forward !== null) return 'brought forward';
  if (state.phase === 'new') return 'when its turn comes';
  if (isAhead(state, instant)) return 'today';
  if (isLearning(state)) return inMinutes(Math.ceil((dueInstant(state) - instant) / 60_000));
  return inDays(dueDay(state) - today);
}

/** When there is something to do again: a time of this day, or a day. */
export function nextWords(nextAt: number, { instant, ends, today, zoneAt }: Clock): string {
  if (nextAt < ends || nextAt - instant < 3_600_000) {
    const time = new Date(nextAt + zoneAt(nextAt) * 60_000).toISOString().slice(11, 16);
    return `at ${time}`;
  }
  const days = Math.max(1, Math.round((nextAt - ends) / 86_400_000) + 1);
  const date = new Date((today + days) * 86_400_000);
  const name = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return days < 2 ? inDays(days) : `${inDays(days)}, on ${name}`;
}

/** Time spent, rounded to what anybody remembers. */
export function spent(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 1 ? 'less than a minute' : count(minutes, 'minute');
}
