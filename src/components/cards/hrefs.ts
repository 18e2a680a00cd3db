/** Addresses of the pages about cards. */
import type { DeckNow } from '../../cards/collection.ts';
import { base } from './useCards.ts';

/** Ours have pages of their own; the reader's share one. */
export function deckHref({ id, own }: Pick<DeckNow, 'id' | 'own'>): string {
  return own ? `${base}/cards/own/?deck=${encodeURIComponent(id)}` : `${base}/cards/${id}/`;
}

export function reviewHref(deck?: string): string {
  return `${base}/cards/review/${deck === undefined ? '' : `?deck=${encodeURIComponent(deck)}`}`;
}
