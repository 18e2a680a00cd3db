/** What a reader can do to cards and decks, each as one more event of the log. */
import type { CardNow } from '../../cards/collection.ts';
import { type CardText, reviewId } from '../../cards/history.ts';
import type { Clock } from '../../cards/queue.ts';
import type { Rating } from '../../progress/events.ts';
import type { Progress } from '../../progress/progress.ts';
import { uuid } from '../../progress/uuid.ts';

/** Who goes away with a card open has not thought about it for an hour. */
const longestMs = 10 * 60_000;

function nameOf({ deck, id }: CardNow) {
  return { deck: deck.id, card: id };
}

export function rateCard(
  progress: Progress,
  card: CardNow,
  rating: Rating,
  { today, zone }: Clock,
  tookMs: number,
): Promise<void> {
  return progress.append({
    id: reviewId(card.record, today, rating),
    kind: 'review',
    ...nameOf(card),
    rating,
    zone,
    tookMs: Math.round(Math.min(longestMs, Math.max(0, tookMs))),
  });
}

export function buryCard(progress: Progress, card: CardNow, { dayName }: Clock): Promise<void> {
  return progress.append({ kind: 'bury', ...nameOf(card), day: dayName });
}

export function suspendCard(progress: Progress, card: CardNow, suspended: boolean): Promise<void> {
  return progress.append({ kind: 'suspend', ...nameOf(card), suspended });
}

export function resetCard(progress: Progress, card: CardNow): Promise<void> {
  return progress.append({ kind: 'forget', ...nameOf(card) });
}

export function writeCard(
  progress: Progress,
  deck: string,
  card: string | null,
  text: CardText,
): Promise<void> {
  return progress.append({ kind: 'card-text', deck, card: card ?? uuid(), ...text });
}

/** Back to our text; a card of the reader's own goes. */
export function restoreCard(progress: Progress, card: CardNow): Promise<void> {
  return progress.append({ kind: 'card-original', ...nameOf(card) });
}

/** @returns the deck's id, once it is saved or held because it could not be */
export async function writeDeck(
  progress: Progress,
  deck: string | null,
  named: { title: string; tint: string; blurb: string },
): Promise<string> {
  const id = deck ?? uuid();
  await progress.append({ kind: 'deck', deck: id, ...named });
  return id;
}

export function removeDeck(progress: Progress, deck: string): Promise<void> {
  return progress.append({ kind: 'deck-removed', deck });
}

export function set(progress: Progress, name: string, value: string | number): Promise<void> {
  return progress.append({ kind: 'setting', name, value });
}
