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

/**
 * A deck's tint as CSS: a chapter's number or `sky` names a token, anything else is a colour.
 *
 * Ink stands on it in both themes, so a reader's colour is thinned: with paper white where it is
 * too dark for dark ink, and always with the dark paper.
 */
export function tintOf(tint: string): string {
  // A log taken in from elsewhere may call anything a tint, and a style may fetch what it names.
  if (!/^(?:[1-8]|sky|#[0-9a-f]{6})$/i.test(tint)) return 'var(--tint-sky)';
  if (!tint.startsWith('#')) return `var(--tint-${tint})`;
  const light = isPale(tint) ? tint : `color-mix(in oklab, ${tint} 25%, #ffffff)`;
  return `light-dark(${light}, color-mix(in oklab, ${tint} 25%, #13161b))`;
}

/** Relative luminance above a half, by WCAG 2. */
function isPale(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5;
}
