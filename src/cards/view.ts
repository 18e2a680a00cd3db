/** A deck as its page gets it: plain data, and only what is drawn. */
import type { See } from './deck.ts';

export interface CardView {
  id: string;
  question: string;
  answer: string;
  /** Where the answer can be watched. */
  see: (See & { title: string; scenario: string }) | null;
}

export interface DeckView {
  /** The lesson's slug: decks and lessons share it. */
  id: string;
  title: string;
  tint: string;
  cards: CardView[];
}

/** A deck's tint as CSS: a chapter's number or `sky` names a token, anything else is a colour. */
export function tintOf(tint: string): string {
  return tint.startsWith('#') ? tint : `var(--tint-${tint})`;
}
