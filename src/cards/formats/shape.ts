/**
 * The one shape that every file format is read into and written from.
 *
 * Readers return what they understood, and one sentence for everything they left out. They throw
 * `FormatError`, and nothing else, whatever bytes they are given.
 */
import type { Card } from '../deck.ts';

export interface FileCard extends Card {
  /** When the card's text last changed, in milliseconds since 1970; null: as it was first published. */
  changed: number | null;
  /** Null: the file says nothing about when the card is due. */
  scheduling: Scheduling | null;
}

export type State = 'new' | 'learning' | 'review' | 'relearning';

/** Times are milliseconds since 1970. */
export interface Scheduling {
  state: State;
  due: number;
  /** FSRS memory state: days, and 1 to 10. Null where another scheduler was at work. */
  stability: number | null;
  difficulty: number | null;
  /** The interval that led to `due`, in days; 0 within a day. */
  scheduledDays: number;
  reps: number;
  lapses: number;
  lastReview: number | null;
  suspended: boolean;
  buried: boolean;
}

/** One answer that somebody gave. */
export interface Review {
  /** The card's id. */
  card: string;
  /** Milliseconds since 1970. */
  at: number;
  /** 1 again, 2 hard, 3 good, 4 easy. */
  rating: 1 | 2 | 3 | 4;
  kind: 'learning' | 'review' | 'relearning' | 'early';
  /** The interval before and after, in seconds. */
  lastSeconds: number;
  nextSeconds: number;
  /** How long the answer took, in milliseconds. */
  tookMs: number;
}

export interface DeckFile {
  title: string;
  /** As in a deck of ours: a chapter's number, `sky`, or a colour such as #cae4f2. */
  tint: string;
  blurb: string;
  cards: FileCard[];
  /** Oldest first. */
  log: Review[];
}

export interface Reading {
  decks: DeckFile[];
  /** What was left out and why, each with its place. */
  report: string[];
}

export interface Writing {
  bytes: Uint8Array;
  /** What the format cannot hold. */
  report: string[];
}

/** The file cannot be read or written: one sentence with the place, and what to do. */
export class FormatError extends Error {
  constructor(message: string) {
    // A message may quote a line of the file, and a line may be the whole file.
    super(message.length > 700 ? `${message.slice(0, 700)}…` : message);
    this.name = 'FormatError';
  }
}

/** Characters of one question or answer: some seven printed pages, and what a page lays out at once. */
export const mostCardCharacters = 20_000;

const mib = 1024 * 1024;
/** Bounds on what is read. No deck that a person learns comes near them. */
export const limits = {
  fileBytes: 256 * mib,
  /** Text formats, and anything unpacked. */
  unpackedBytes: 128 * mib,
  /** Unpacked to packed, once more than a MiB is unpacked: real collections shrink to a tenth. */
  ratio: 200,
  zipEntries: 50_000,
  cards: 50_000,
  reviews: 1_000_000,
  /** Characters of one field of a file, with its markup. */
  fieldLength: 100_000,
  /** Characters of the notes of all cards together, a note of many cards counted once for each. */
  renderedLength: 50_000_000,
  tags: 100,
  reportLines: 100,
} as const;

/** Collects the sentences of a report, each once, and only so many. */
export class Findings {
  readonly #lines = new Set<string>();
  #more = 0;

  add(sentence: string): void {
    if (this.#lines.has(sentence)) return;
    if (this.#lines.size < limits.reportLines) this.#lines.add(sentence);
    else this.#more += 1;
  }

  get lines(): string[] {
    const more = this.#more === 0 ? [] : [`And ${this.#more} more like these.`];
    return [...this.#lines, ...more];
  }
}

/** "1 card", "2 cards". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A text from a file as a sentence may quote it. */
export function quoted(text: string, most = 40): string {
  const line = text
    .slice(0, most * 8)
    .replace(/\s+/g, ' ')
    .trim();
  const signs = [...line];
  return `"${signs.length > most ? `${signs.slice(0, most).join('')}…` : line}"`;
}
