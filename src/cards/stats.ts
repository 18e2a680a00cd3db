/** What the answers so far say: how much, how regularly, how well, and what is coming. */
import type { CardNow, Collection } from './collection.ts';
import type { Rated } from './history.ts';
import type { Clock } from './queue.ts';
import { dueDay, dueInstant, isAhead, isLearning } from './schedule.ts';

/** Every rating that counts, card by card. */
function* ratings({ decks }: Collection, only?: string): Generator<Rated> {
  for (const deck of decks) {
    if (only !== undefined && deck.id !== only) continue;
    for (const { record } of deck.cards) yield* record.rated;
  }
}

/** How many answers there were on each day of learning. */
export function answersByDay(collection: Collection): Map<number, number> {
  const days = new Map<number, number>();
  for (const { day } of ratings(collection)) days.set(day, (days.get(day) ?? 0) + 1);
  return days;
}

export interface HeatDay {
  day: number;
  answers: number;
  /** 0 none, 4 as many as on the fullest days. */
  level: 0 | 1 | 2 | 3 | 4;
}

/** Weeks from Monday to Sunday, the last one ends with today. */
export function heat(days: ReadonlyMap<number, number>, today: number, weeks = 26): HeatDay[][] {
  // 1970-01-01 was a Thursday.
  const monday = today - ((today + 3) % 7);
  const first = monday - 7 * (weeks - 1);
  const counts: number[] = [];
  for (let day = first; day <= today; day += 1) counts.push(days.get(day) ?? 0);
  const most = Math.max(1, ...counts);
  return Array.from({ length: weeks }, (_, week) =>
    counts.slice(week * 7, week * 7 + 7).map((answers, index): HeatDay => {
      const level = answers === 0 ? 0 : (Math.ceil((4 * answers) / most) as HeatDay['level']);
      return { day: first + week * 7 + index, answers, level };
    }),
  );
}

export interface Streak {
  /** Days in a row, up to today, or to yesterday while today is still open. */
  days: number;
  /** Something was answered today. */
  today: boolean;
  /** Days with answers among the last thirty: a missed day is no lost year. */
  ofThirty: number;
}

export function streak(days: ReadonlyMap<number, number>, today: number): Streak {
  const isActive = (day: number) => (days.get(day) ?? 0) > 0;
  let last = isActive(today) ? today : today - 1;
  let inRow = 0;
  for (; isActive(last); last -= 1) inRow += 1;
  let ofThirty = 0;
  for (let day = today - 29; day <= today; day += 1) if (isActive(day)) ofThirty += 1;
  return { days: inRow, today: isActive(today), ofThirty };
}

export interface Share {
  right: number;
  of: number;
}

/** How many cards were still known when they came back, of those asked after days. */
export function remembered(collection: Collection, today: number, days = 30): Share {
  const share: Share = { right: 0, of: 0 };
  for (const { day, phase, rating } of ratings(collection)) {
    if (phase !== 'review' || day <= today - days || day > today) continue;
    share.of += 1;
    if (rating > 1) share.right += 1;
  }
  return share;
}

/** Cards due on each of the coming days, today with all that is overdue. New ones are not foreseen. */
export function forecast({ decks }: Collection, { today, ends, instant }: Clock, days = 14): number[] {
  const due = new Array<number>(days).fill(0);
  for (const { cards } of decks) {
    for (const { record, forward } of cards) {
      const { state, suspended } = record;
      if (suspended !== null || state.phase === 'new') continue;
      const later = isLearning(state) ? Number(dueInstant(state) >= ends) : dueDay(state) - today;
      const day = forward === null && !isAhead(state, instant) ? Math.max(0, later) : 0;
      if (day < days) due[day] = (due[day] ?? 0) + 1;
    }
  }
  return due;
}

/** How far the cards of a deck have come. */
export interface Standing {
  new: number;
  learning: number;
  /** Remembered over days; `known` of them for three weeks and more. */
  review: number;
  known: number;
  suspended: number;
}

/** An interval of three weeks counts as known. */
export const knownDays = 21;

export function standingOf(cards: readonly CardNow[]): Standing {
  const standing: Standing = { new: 0, learning: 0, review: 0, known: 0, suspended: 0 };
  for (const { record } of cards) {
    const { state, suspended } = record;
    if (suspended !== null) standing.suspended += 1;
    else if (state.phase === 'new') standing.new += 1;
    else if (isLearning(state)) standing.learning += 1;
    else {
      standing.review += 1;
      if (state.interval >= knownDays) standing.known += 1;
    }
  }
  return standing;
}

/** What was done on one day, in one deck or in all. */
export interface DaySummary {
  answers: number;
  cards: number;
  newCards: number;
  /** Of the cards asked after days. */
  remembered: Share;
  tookMs: number;
}

export function summaryOf({ decks }: Collection, today: number, only?: string): DaySummary {
  const summary: DaySummary = {
    answers: 0,
    cards: 0,
    newCards: 0,
    remembered: { right: 0, of: 0 },
    tookMs: 0,
  };
  for (const deck of decks) {
    if (only !== undefined && deck.id !== only) continue;
    for (const { record } of deck.cards) {
      let isCounted = false;
      for (let index = record.rated.length - 1; index >= 0; index -= 1) {
        const rated = record.rated[index];
        if (rated === undefined || rated.day < today) break;
        if (rated.day > today) continue;
        summary.answers += 1;
        summary.tookMs += rated.tookMs;
        if (rated.phase === 'new') summary.newCards += 1;
        if (rated.phase === 'review') {
          summary.remembered.of += 1;
          if (rated.rating > 1) summary.remembered.right += 1;
        }
        isCounted = true;
      }
      if (isCounted) summary.cards += 1;
    }
  }
  return summary;
}
