/** Logs of cards, for tests. */
import type { ShippedDeck } from '../../../src/cards/collection.ts';
import { advance, type Collection, collectionOf, type Fold, newFold } from '../../../src/cards/collection.ts';
import type { ZoneAt } from '../../../src/cards/day.ts';
import { type Clock, clockAt } from '../../../src/cards/queue.ts';
import type { Happening, ProgressEvent, Rating } from '../../../src/progress/events.ts';
import { wall, zoneOf } from './zones.ts';

export const utc: ZoneAt = zoneOf('UTC');

export function clock(time: string, zoneAt = utc): Clock {
  return clockAt(wall(time, zoneAt), zoneAt);
}

/** Events in order, each with the wall clock's time (UTC) at which it happened. */
export function logOf(...happened: readonly [time: string, happening: Happening & { id?: string }][]) {
  return happened.map(([time, happening], index): ProgressEvent => {
    const at = new Date(wall(time, utc)).toISOString();
    return { id: `e${index + 1}`, v: 1, at, n: index + 1, ...happening };
  });
}

export function rated(card: string, rating: Rating, deck = 'races', id?: string) {
  const review = { kind: 'review' as const, deck, card, rating, zone: 0, tookMs: 5000 };
  return id === undefined ? review : { ...review, id };
}

/** A deck of ours with cards `a`, `b`, … */
export function deckOf(id: string, ...cards: string[]): ShippedDeck {
  return {
    id,
    title: id,
    tint: '4',
    blurb: '',
    lesson: null,
    cards: cards.map((card) => ({
      id: card,
      question: `${card}?`,
      answer: `${card}.`,
      tags: [],
      see: null,
    })),
  };
}

export function foldOf(log: readonly ProgressEvent[]): Fold {
  return advance(newFold(), log);
}

export function collected(log: readonly ProgressEvent[], ...decks: ShippedDeck[]): Collection {
  return collectionOf(decks, foldOf(log));
}

/** What a fold says, in a form that can be compared. */
export function said({ histories, own, confidence, settings }: Fold) {
  const records = [...histories.values()].flatMap((cards) => [...cards.values()].map(({ record }) => record));
  return structuredClone({ records, own, confidence, settings });
}
