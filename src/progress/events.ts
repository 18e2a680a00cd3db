/**
 * The log's vocabulary. Everything the site remembers about a reader is a list of these, and
 * nothing is ever changed or removed: what holds now is derived by folding them in order.
 */

/** How well a reader says they know a lesson. */
export const confidenceLevels = ['new', 'getting-there', 'confident'] as const;
export type ConfidenceLevel = (typeof confidenceLevels)[number];

/** How sure a reader was, asked before the answer was marked. */
export const sureness = ['guess', 'fairly', 'certain'] as const;
export type Sureness = (typeof sureness)[number];

/** What a reader answered. Options and steps are named by their place in the checkpoint's file. */
export type Answer =
  | { kind: 'single'; option: number }
  | { kind: 'multiple'; options: number[] }
  | { kind: 'predict'; option: number }
  | { kind: 'order'; order: number[] }
  | { kind: 'spot-line'; line: number }
  | { kind: 'break-it'; schedule: string };

/** Why a card comes forward. A confident mistake is the one worth asking again tomorrow. */
export type CardReason = 'wrong' | 'sure-and-wrong';

/** 1 Again, 2 Hard, 3 Good, 4 Easy. */
export const ratings = [1, 2, 3, 4] as const;
export type Rating = (typeof ratings)[number];

/** How well a card is known, where it comes with a history of its own: an import. */
export interface Memory {
  /** Days until recall falls to 90 %. */
  stability: number;
  /** 1 to 10. */
  difficulty: number;
  /** Instants in ISO 8601. */
  due: string;
  last: string;
  reps: number;
  lapses: number;
}

/** What happened. */
export type Happening =
  /** The reader has come to a section. `fraction` is how far down the page, 0 to 1. */
  | { kind: 'position'; lesson: string; heading: string | null; fraction: number }
  | { kind: 'confidence'; lesson: string; level: ConfidenceLevel }
  /** A checkpoint was begun. `ordinal` counts from 1 and seeds the shuffle. */
  | {
      kind: 'attempt';
      checkpoint: string;
      attempt: string;
      ordinal: number;
      /** Digest of the questions: another edition cannot resume this attempt. */
      edition: string;
    }
  | {
      kind: 'answer';
      checkpoint: string;
      attempt: string;
      item: string;
      answer: Answer;
      sure: Sureness;
      right: boolean;
    }
  /** Every question of the attempt has an answer. Only first answers count. */
  | {
      kind: 'finish';
      checkpoint: string;
      attempt: string;
      right: number;
      of: number;
      passed: boolean;
    }
  | { kind: 'edit'; lab: string; handler: string; source: string; migration: string }
  /** The edit was given up for the original text. */
  | { kind: 'reset'; lab: string; handler: string }
  /** An exercise was graded. The text graded is the edit before it. */
  | { kind: 'graded'; exercise: string; version: number; points: number; of: number }
  /** Another hint was asked for; or, after the last of them, the solution. */
  | { kind: 'helped'; exercise: string; hints: number; solution: boolean }
  /** A card's answer was looked at. */
  | { kind: 'card-seen'; deck: string; card: string }
  /** A wrong answer brings a card forward. */
  | { kind: 'card-forward'; deck: string; card: string; because: CardReason }
  /**
   * A card was rated. `zone` is the reader's clock in minutes east of UTC, since a day of learning is
   * the reader's day wherever the log is read; `tookMs` is from the question to the rating.
   */
  | { kind: 'review'; deck: string; card: string; rating: Rating; zone: number; tookMs: number }
  /** The event of this id, a review or what was done to a card, is taken back. */
  | { kind: 'undo'; event: string }
  /** Not to be asked again on this day of learning (`2026-11-30`). */
  | { kind: 'bury'; deck: string; card: string; day: string }
  | { kind: 'suspend'; deck: string; card: string; suspended: boolean }
  /** As new again. */
  | { kind: 'forget'; deck: string; card: string }
  /** A history from elsewhere takes the place of what was known of the card. */
  | { kind: 'memory'; deck: string; card: string; memory: Memory }
  /** The reader's own text, of a card of ours or of a new one. */
  | { kind: 'card-text'; deck: string; card: string; question: string; answer: string; tags: string[] }
  /** Back to our text; a card of the reader's own goes. */
  | { kind: 'card-original'; deck: string; card: string }
  /** A deck of the reader's own, or its new name. */
  | { kind: 'deck'; deck: string; title: string; tint: string; blurb: string }
  | { kind: 'deck-removed'; deck: string }
  /** The last one for a name holds. */
  | { kind: 'setting'; name: string; value: string | number | boolean }
  /** An interview question was answered aloud or in writing; `ticked` are places in its rubric. */
  | { kind: 'interview'; session: string; question: string; ticked: number[]; of: number; tookMs: number }
  /** One answer of a review quiz. `level` is how hard it was, from 1. */
  | { kind: 'quiz'; session: string; lesson: string; item: string; level: number; right: boolean }
  /** The log was written to a file. */
  | { kind: 'exported' };

/** What every entry of the log carries. */
export interface Envelope {
  /** A UUID. Adding the same id twice adds it once. */
  id: string;
  v: 1;
  /** The reader's clock, in ISO 8601. Clocks go backwards, so it never decides the order. */
  at: string;
  /** One more than the highest number known when it was written; decides the order. */
  n: number;
}

/**
 * No reader gets here by reading. A record with a higher number is damaged: taken at its word, it
 * would stay the latest for ever, and the numbers after it would be no safe integers.
 */
export const highestNumber = 1e12;

export type ProgressEvent = Envelope & Happening;
export type EventKind = Happening['kind'];

/** What reading one stored record gave. */
export type Reading =
  | { kind: 'event'; event: ProgressEvent }
  /** Written by a newer version of the site: kept, and left alone. */
  | { kind: 'unknown'; n: number }
  /** Not an event at all: kept, skipped and counted. */
  | { kind: 'unreadable' };

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
/** Names become parts of addresses and ids, and half a character cannot be written into either. */
const name: Check = (value) => typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value);
const flag: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const place: Check = (value) => count(value) && Number(value) <= highestNumber;
const fraction: Check = (value) => typeof value === 'number' && value >= 0 && value <= 1;
const oneOf =
  (allowed: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && allowed.includes(value);
const counts: Check = (value) => Array.isArray(value) && value.every(count);
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const rating: Check = (value) => (ratings as readonly unknown[]).includes(value);
const day: Check = (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
/** No place on earth is further from UTC. */
const zone: Check = (value) => Number.isSafeInteger(value) && Math.abs(Number(value)) <= 16 * 60;
const setting: Check = (value) => text(value) || flag(value) || number(value);

const answers: Record<Answer['kind'], Record<string, Check>> = {
  single: { option: count },
  multiple: { options: counts },
  predict: { option: count },
  order: { order: counts },
  'spot-line': { line: count },
  'break-it': { schedule: text },
};

const answer: Check = (value) => {
  if (!isRecord(value)) return false;
  const shape = lookUp(answers, value['kind']);
  return shape !== undefined && fits(value, shape);
};

const memory: Check = (value) =>
  isRecord(value) &&
  fits(value, {
    stability: (days) => number(days) && Number(days) > 0,
    difficulty: (level) => number(level) && Number(level) >= 1 && Number(level) <= 10,
    due: isTime,
    last: isTime,
    reps: count,
    lapses: count,
  });

const happenings: Record<EventKind, Record<string, Check>> = {
  position: { lesson: name, heading: (value) => value === null || text(value), fraction },
  confidence: { lesson: name, level: oneOf(confidenceLevels) },
  attempt: { checkpoint: name, attempt: name, ordinal: count, edition: text },
  answer: { checkpoint: name, attempt: name, item: name, answer, sure: oneOf(sureness), right: flag },
  finish: { checkpoint: name, attempt: name, right: count, of: count, passed: flag },
  edit: { lab: name, handler: name, source: text, migration: text },
  reset: { lab: name, handler: name },
  graded: { exercise: name, version: count, points: count, of: count },
  helped: { exercise: name, hints: count, solution: flag },
  'card-seen': { deck: name, card: name },
  'card-forward': { deck: name, card: name, because: oneOf(['wrong', 'sure-and-wrong']) },
  review: { deck: name, card: name, rating, zone, tookMs: count },
  undo: { event: name },
  bury: { deck: name, card: name, day },
  suspend: { deck: name, card: name, suspended: flag },
  forget: { deck: name, card: name },
  memory: { deck: name, card: name, memory },
  'card-text': { deck: name, card: name, question: text, answer: text, tags: texts },
  'card-original': { deck: name, card: name },
  deck: { deck: name, title: name, tint: name, blurb: text },
  'deck-removed': { deck: name },
  setting: { name, value: setting },
  interview: { session: name, question: name, ticked: counts, of: count, tookMs: count },
  quiz: { session: name, lesson: name, item: name, level: count, right: flag },
  exported: {},
};

/** Reads one stored record. Never throws: a log with a bad entry is still a log. */
export function readEvent(raw: unknown): Reading {
  if (!isRecord(raw) || !name(raw['id'])) return { kind: 'unreadable' };
  const { v, kind, n } = raw;
  if (!place(n) || !name(kind) || !count(v) || v === 0) return { kind: 'unreadable' };
  const shape = lookUp(happenings, kind);
  if (isTooMuch(raw)) return { kind: 'unreadable' };
  if (v !== 1 || shape === undefined) return { kind: 'unknown', n: Number(n) };
  if (!isTime(raw['at']) || !fits(raw, shape)) return { kind: 'unreadable' };
  return { kind: 'event', event: raw as unknown as ProgressEvent };
}

/** The log's order: by number, then by clock, then by id, so that every tab agrees. */
export function byOrder(a: ProgressEvent, b: ProgressEvent): number {
  return a.n - b.n || compare(a.at, b.at) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Some way from the last instant that a date can hold, since cards are put off for up to a century. */
export const furthestTime = 8e15;

function isTime(value: unknown): boolean {
  return typeof value === 'string' && Math.abs(Date.parse(value)) <= furthestTime;
}

/** Characters, and parts within parts. Browsers store no record that goes far beyond, nor any that was to be saved with it. */
const mostCharacters = 20_000_000;
const mostDepth = 50;

function isTooMuch(record: object): boolean {
  let characters = 0;
  let level: readonly object[] = [record];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= mostDepth) return true;
    const below: object[] = [];
    for (const whole of level) {
      // Keys and values apart: `for in` takes five times as long, and a log has a hundred thousand records.
      for (const key of Object.keys(whole)) characters += key.length;
      for (const part of Object.values(whole) as unknown[]) {
        if (typeof part === 'string') characters += part.length;
        else if (typeof part === 'object' && part !== null) below.push(part);
      }
    }
    if (characters > mostCharacters) return true;
    level = below;
  }
  return false;
}

/** Own keys only: a record that calls itself `constructor` has no shape. */
function lookUp<Value>(table: Record<string, Value>, key: unknown): Value | undefined {
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;
}

function fits(value: Record<string, unknown>, shape: Record<string, Check>): boolean {
  return Object.entries(shape).every(([key, check]) => Object.hasOwn(value, key) && check(value[key]));
}
