/** One card's own history, folded from the events that name it. */
import type { CardReason, ProgressEvent, Rating } from '../progress/events.ts';
import { dayAt } from './day.ts';
import { type CardState, newCard, type Phase, remembered, schedulerFor } from './schedule.ts';

export type CardEvent = Extract<ProgressEvent, { deck: string; card: string }>;

export interface CardText {
  question: string;
  answer: string;
  tags: string[];
}

/** A review that counts. */
export interface Rated {
  /** Of its event. */
  id: string;
  instant: number;
  /** Day of learning. */
  day: number;
  /** The latest day of this and those before it: devices are merged, and their clocks differ. */
  latest: number;
  rating: Rating;
  /** What the card was before: only cards in review tell how much is remembered. */
  phase: Phase;
  /** It was asked past the day's limits, since it had been got wrong elsewhere. */
  past: boolean;
  /** Days for which it had been put off. */
  interval: number;
  tookMs: number;
}

export interface CardRecord {
  deck: string;
  card: string;
  state: CardState;
  /** Who took the card out of the review, or null. */
  suspended: 'reader' | 'leech' | null;
  /** The day of learning on which it is not asked again: `2026-11-30`. */
  buriedOn: string | null;
  /** Why a wrong answer brought it forward; until it is rated. */
  forward: CardReason | null;
  /** The reader's own text, and when it was written. */
  text: (CardText & { at: string }) | null;
  /** Oldest first. */
  rated: Rated[];
  /** Reviews in the log, also those taken back and those of a showing that counted already. */
  reviews: number;
  /** Place in the log of the last review that counts, or -1. */
  ratedPlace: number;
}

/** What was got wrong is asked past the day's limits. */
export function isWrong(forward: string | null): boolean {
  return forward === 'wrong' || forward === 'sure-and-wrong';
}

/** A card that was failed this often is put aside, and again after every fourth failure more. */
const leechLapses = 8;
const leechAgain = 4;

export function isLeechAt(lapses: number): boolean {
  return lapses >= leechLapses && (lapses - leechLapses) % leechAgain === 0;
}

export interface History {
  record: CardRecord;
  /** Showings that have their review: the first in the log's order is the one that counts. */
  showings: Set<number>;
}

/** Where in the log an event stands, and what held when it happened. */
export interface Circumstances {
  /** Index in the log. */
  place: number;
  /** The retention asked for. */
  retention: number;
  /** It was taken back. */
  undone: boolean;
}

export function newRecord(deck: string, card: string): CardRecord {
  return {
    deck,
    card,
    state: newCard,
    suspended: null,
    buriedOn: null,
    forward: null,
    text: null,
    rated: [],
    reviews: 0,
    ratedPlace: -1,
  };
}

export function newHistory(deck: string, card: string): History {
  return { record: newRecord(deck, card), showings: new Set() };
}

/**
 * The id of a review. Two tabs that rate one showing of a card alike say the same thing twice, so
 * the log has it once; rated differently, the two differ in their last part and the fold takes the
 * first.
 *
 * @param day - Day of learning: a device that has not heard of the other's review on Monday shows
 *   the card on Wednesday as another showing.
 */
export function reviewId({ deck, card, reviews }: CardRecord, day: number, rating: Rating): string {
  return `review:${encodeURIComponent(deck)}/${encodeURIComponent(card)}/${reviews + 1}/${day}/${rating}`;
}

/** What both tabs rated, its number and its day in one; null for a review that came from elsewhere. */
function showingOf(id: string): number | null {
  if (!id.startsWith('review:')) return null;
  const rating = id.lastIndexOf('/');
  const day = id.lastIndexOf('/', rating - 1);
  const number = id.lastIndexOf('/', day - 1);
  return Number(id.slice(number + 1, day)) * 1e6 + Number(id.slice(day + 1, rating));
}

/** Takes one more event of this card in. One that was taken back leaves its number and nothing else. */
export function takeIn({ record, showings }: History, event: CardEvent, where: Circumstances): void {
  if (event.kind === 'review') {
    record.reviews += 1;
    const showing = showingOf(event.id);
    if (showing !== null) {
      if (showings.has(showing)) return;
      showings.add(showing);
    }
  }
  if (where.undone) return;
  switch (event.kind) {
    case 'review':
      rate(record, event, where);
      return;
    case 'bury':
      record.buriedOn = event.day;
      return;
    case 'suspend':
      record.suspended = event.suspended ? 'reader' : null;
      return;
    case 'forget':
      record.state = newCard;
      return;
    case 'memory':
      record.state = remembered(event.memory);
      return;
    case 'card-forward':
      if (record.forward !== 'sure-and-wrong') record.forward = event.because;
      return;
    case 'card-text': {
      const { question, answer, tags, at } = event;
      record.text = { question, answer, tags, at };
      return;
    }
    case 'card-original':
      record.text = null;
      return;
    case 'card-seen':
      // To have looked at an answer is not to have known it: only a rating counts.
      return;
  }
}

function rate(
  record: CardRecord,
  { id, at, zone, rating, tookMs }: Extract<CardEvent, { kind: 'review' }>,
  { place, retention }: Circumstances,
): void {
  const moment = { instant: Date.parse(at), zone };
  const before = record.state;
  record.state = schedulerFor(retention).rate(before, rating, moment);
  const day = dayAt(moment);
  record.rated.push({
    id,
    instant: moment.instant,
    day,
    latest: Math.max(day, record.rated.at(-1)?.latest ?? day),
    rating,
    phase: before.phase,
    past: isWrong(record.forward),
    interval: before.interval,
    tookMs,
  });
  record.ratedPlace = place;
  record.forward = null;
  const { lapses } = record.state;
  if (lapses > before.lapses && isLeechAt(lapses)) record.suspended = 'leech';
}
