/** What is asked next, and how much is left today. Pure: a collection and a moment give the answer. */
import type { CardNow, Collection, DeckNow } from './collection.ts';
import { dayAt, dayName, momentAt, nextRollover, startOfDay, type ZoneAt, zoneHere } from './day.ts';
import { type CardRecord, isWrong, type Rated } from './history.ts';
import { dueDay, dueInstant, isAhead, isLearning } from './schedule.ts';

/** A moment, and the day of learning it is part of. */
export interface Clock {
  instant: number;
  zone: number;
  /** Day of learning, by number and by name. */
  today: number;
  dayName: string;
  /** When the next day of learning begins. */
  ends: number;
  zoneAt: ZoneAt;
}

export function clockAt(instant: number, zoneAt: ZoneAt = zoneHere): Clock {
  const moment = momentAt(instant, zoneAt);
  const today = dayAt(moment);
  return { ...moment, today, dayName: dayName(today), ends: nextRollover(instant, zoneAt), zoneAt };
}

/** With nothing else to ask, a card in learning is asked this much early: nobody waits for ten minutes. */
export const aheadMs = 20 * 60_000;

/** Cards still to be asked on this day, within its limits. */
export interface Counts {
  learning: number;
  review: number;
  new: number;
}

export type QueueKind = keyof Counts;

export interface Queue {
  counts: Counts;
  /** What to ask now, or null. */
  next: CardNow | null;
  /** Which of the counts it is part of. */
  kind: QueueKind | null;
  /** When there is something to ask again, if nothing is now: an instant, or null for never. */
  nextAt: number | null;
  /** Cards that were rated today and are not to be asked again today. */
  done: number;
  /** New cards that wait behind the limit, and cards to review that do. */
  beyond: { review: number; new: number };
}

/** How much of the day's limits was used, over all decks. What was asked past them is no part of it. */
export interface Used {
  new: number;
  review: number;
}

export function usedToday({ decks }: Collection, { today }: Clock): Used {
  const used: Used = { new: 0, review: 0 };
  for (const { cards } of decks) {
    for (const { record } of cards) {
      for (const { phase, past } of ratedOn(record, today)) {
        if (past) continue;
        if (phase === 'new') used.new += 1;
        else if (phase === 'review') used.review += 1;
      }
    }
  }
  return used;
}

/** What was rated on a day, the latest first, without a look at what is all older. */
function* ratedOn({ rated }: CardRecord, day: number): Generator<Rated> {
  for (let index = rated.length - 1; index >= 0; index -= 1) {
    const each = rated[index];
    if (each === undefined || each.latest < day) return;
    if (each.day === day) yield each;
  }
}

function wasRatedOn(record: CardRecord, day: number): boolean {
  return !ratedOn(record, day).next().done;
}

/**
 * @param only - Id of the one deck to ask from; all of them, mixed, when absent. The limits are
 *   those of the whole day either way.
 */
export function queueOf(
  collection: Collection,
  clock: Clock,
  only?: string,
  used = usedToday(collection, clock),
): Queue {
  const { settings } = collection;
  const extra = settings.extra?.day === clock.dayName ? settings.extra.cards : 0;
  const learning = new Pile(byMinute);
  const review = new Pile(byDay(clock.today), settings.reviewsPerDay - used.review);
  const fresh = new Pile(byLesson, settings.newPerDay + extra - used.new);
  let ahead: CardNow | null = null;
  let later = Number.POSITIVE_INFINITY;
  let firstDay = Number.POSITIVE_INFINITY;
  let waiting = 0;
  let done = 0;
  const soon = (instant: number) => {
    later = Math.min(later, instant);
  };
  for (const deck of collection.decks) {
    if (only !== undefined && deck.id !== only) continue;
    for (const card of deck.cards) {
      const { state, suspended, buriedOn } = card.record;
      // When it was asked is not known, so it is asked now: its next time would be as wrong.
      const isLost = isAhead(state, clock.instant);
      const isMinutes = isLearning(state);
      const due = isLost ? clock.instant : dueInstant(state);
      const comesToday = isMinutes && due < clock.ends + aheadMs;
      const isBuried = buriedOn === clock.dayName;
      if ((suspended || isBuried || !comesToday) && !isLost && wasRatedOn(card.record, clock.today))
        done += 1;
      if (suspended !== null) continue;
      if (isBuried) soon(clock.ends);
      else if (state.phase === 'new') fresh.add(card);
      else if (comesToday) {
        soon(due);
        if (due <= clock.instant) learning.add(card);
        else {
          waiting += 1;
          const isNear = due <= clock.instant + aheadMs;
          if (isNear && (ahead === null || byMinute(card, ahead) < 0)) ahead = card;
        }
      } else if (isMinutes) soon(due);
      else if (card.forward !== null || isLost || dueDay(state) <= clock.today) review.add(card);
      else firstDay = Math.min(firstDay, dueDay(state));
    }
  }
  const counts = { learning: learning.left + waiting, review: review.left, new: fresh.left };
  if (review.beyond + fresh.beyond > 0) soon(clock.ends);
  if (Number.isFinite(firstDay)) soon(startOfDay(firstDay, clock.zoneAt));
  const piles = { learning, review, new: fresh };
  const kind = choose(piles, settings.order, used);
  const next = kind === null ? ahead : piles[kind].first;
  return {
    counts,
    next,
    kind: kind ?? (ahead === null ? null : 'learning'),
    nextAt: next !== null || later === Number.POSITIVE_INFINITY ? null : later,
    done,
    beyond: { review: review.beyond, new: fresh.beyond },
  };
}

function choose(
  { learning, review, new: fresh }: Record<QueueKind, Pile>,
  order: Collection['settings']['order'],
  used: Used,
): QueueKind | null {
  if (learning.first !== null) return 'learning';
  if (review.left === 0 || fresh.left === 0) {
    if (review.left > 0) return 'review';
    return fresh.left > 0 ? 'new' : null;
  }
  // What the reader got wrong comes before anything that only waits.
  if (wasWrong(review.first) !== wasWrong(fresh.first)) return wasWrong(review.first) ? 'review' : 'new';
  switch (order) {
    case 'reviews-first':
      return 'review';
    case 'new-first':
      return 'new';
    case 'mixed':
      // Whichever is behind: new cards are spread evenly among the others.
      return used.new * (used.review + review.left) < used.review * (used.new + fresh.left)
        ? 'new'
        : 'review';
  }
}

function wasWrong(card: CardNow | null): boolean {
  return card !== null && isWrong(card.forward);
}

/** Cards of one kind. Only the first of them is ever asked for, so nothing is sorted. */
class Pile {
  private best: CardNow | null = null;
  private wrong = 0;
  private others = 0;
  private readonly room: number;
  private readonly comesBefore: Order;

  /** @param room - How many the day's limit leaves. What was got wrong goes past it. */
  constructor(comesBefore: Order, room = Number.POSITIVE_INFINITY) {
    this.comesBefore = comesBefore;
    this.room = Math.max(0, room);
  }

  add(card: CardNow): void {
    if (wasWrong(card)) this.wrong += 1;
    else this.others += 1;
    if (this.best === null || isBefore(card, this.best, this.comesBefore)) this.best = card;
  }

  get left(): number {
    return this.wrong + Math.min(this.others, this.room);
  }

  get beyond(): number {
    return Math.max(0, this.others - this.room);
  }

  get first(): CardNow | null {
    return this.left > 0 ? this.best : null;
  }
}

/** Less than 0 where the first card comes first; 0 leaves them in the order of their deck. */
type Order = (a: CardNow, b: CardNow) => number;

const ranks = { 'sure-and-wrong': 0, wrong: 1, 'new-to-it': 2 } as const;

function rank({ forward }: CardNow): number {
  return forward === null ? 3 : ranks[forward];
}

function isBefore(a: CardNow, b: CardNow, order: Order): boolean {
  return (rank(a) - rank(b) || order(a, b)) < 0;
}

const byMinute: Order = (a, b) => dueInstant(a.record.state) - dueInstant(b.record.state);

/** The longest due first; those of one day shuffled, or cards learnt together would stay together. */
function byDay(today: number): Order {
  return (a, b) =>
    dueDay(a.record.state) - dueDay(b.record.state) || digest(a.id, today) - digest(b.id, today);
}

/** New cards of lessons that are still shaky before those of others. */
const byLesson: Order = (a, b) => shaky(b.deck) - shaky(a.deck);

function shaky({ confidence }: DeckNow): number {
  return confidence === 'getting-there' || confidence === 'new' ? 1 : 0;
}

/** FNV-1a, 32 bits. */
function digest(text: string, seed: number): number {
  let hash = (2166136261 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619) >>> 0;
  // Ids that differ in their last letter alone would stay neighbours.
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}
