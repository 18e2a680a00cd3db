/** When a card is due, between our form and the columns of Anki's `cards` and `revlog`. */
import { creationSeconds, dayMs } from './anki-model.ts';
import type { Review, Scheduling, State } from './shape.ts';

const states: readonly State[] = ['new', 'learning', 'review', 'relearning'];

/** How FSRS-6 forgets, without which Anki takes an older FSRS for the author. */
const decay = 0.154;

/** The columns of `cards` that say when. */
export interface CardColumns {
  type: number;
  queue: number;
  due: number;
  ivl: number;
  factor: number;
  reps: number;
  lapses: number;
  left: number;
  data: string;
}

/** @param position - The card's place in its deck, from 1. */
export function columnsOf(scheduling: Scheduling | null, position: number): CardColumns {
  if (scheduling === null)
    return { type: 0, queue: 0, due: position, ivl: 0, factor: 0, reps: 0, lapses: 0, left: 0, data: '' };
  const { state, due, stability, difficulty, lastReview, suspended, buried } = scheduling;
  const type = states.indexOf(state);
  // A learning step is due at a second, a review on a day.
  const within = type === 1 || type === 3;
  const when =
    type === 0
      ? position
      : within
        ? Math.round(due / 1000)
        : Math.floor((due - creationSeconds * 1000) / dayMs);
  const memory = {
    pos: position,
    ...(stability === null ? {} : { s: stability, decay }),
    ...(difficulty === null ? {} : { d: difficulty }),
    ...(lastReview === null ? {} : { lrt: Math.floor(lastReview / 1000) }),
  };
  return {
    type,
    queue: suspended ? -1 : buried ? -3 : within ? 1 : type,
    due: when,
    ivl: type === 0 ? 0 : Math.max(type === 1 ? 0 : 1, Math.round(scheduling.scheduledDays)),
    factor: type === 0 ? 0 : 2500,
    reps: scheduling.reps,
    lapses: scheduling.lapses,
    left: within ? 1 : 0,
    data: JSON.stringify(memory),
  };
}

export interface Known {
  /** When the collection began, in seconds. */
  created: number;
  /** The card's last answer in the log; null where there is none. */
  lastReview: number | null;
}

/** @returns null for a card that was never seen nor set aside */
export function schedulingOf(
  columns: Pick<CardColumns, 'type' | 'queue' | 'due' | 'ivl' | 'reps' | 'lapses' | 'data'>,
  { created, lastReview }: Known,
): Scheduling | null {
  const { type, queue, due, ivl } = columns;
  const state = states[type] ?? 'new';
  if (state === 'new' && queue >= 0 && columns.reps === 0) return null;
  const memory = memoryOf(columns.data);
  // Above a thousand million, a due number is seconds; below, days of the collection.
  const dueMs = state === 'new' ? created * 1000 : due >= 1e9 ? due * 1000 : created * 1000 + due * dayMs;
  const before =
    lastReview ?? memory.lastReview ?? (state === 'review' && ivl > 0 ? dueMs - ivl * dayMs : null);
  return {
    state,
    due: bounded(dueMs),
    stability: memory.stability,
    difficulty: memory.difficulty,
    scheduledDays: state === 'new' ? 0 : Math.max(0, ivl),
    reps: Math.max(0, columns.reps),
    lapses: Math.max(0, columns.lapses),
    lastReview: before === null ? null : bounded(before),
    suspended: queue === -1,
    buried: queue === -2 || queue === -3,
  };
}

const bounded = (ms: number): number => Math.min(Math.max(Math.round(ms), 0), 8.64e15);

export interface Memory {
  stability: number | null;
  difficulty: number | null;
  lastReview: number | null;
  /** The card's place among the new ones, before it was seen. */
  position: number | null;
}

/** `cards.data`: JSON, or nothing. */
export function memoryOf(data: string): Memory {
  let found: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(data.slice(0, 10_000));
    if (typeof parsed === 'object' && parsed !== null) found = parsed as Record<string, unknown>;
  } catch {
    // Older collections leave it empty.
  }
  const number = (key: string, least: number, most: number) => {
    const value = found[key];
    return typeof value === 'number' && value >= least && value <= most ? value : null;
  };
  const seconds = number('lrt', 0, 8.64e12);
  return {
    stability: number('s', 0, 1e6),
    difficulty: number('d', 1, 10),
    lastReview: seconds === null ? null : seconds * 1000,
    position: number('pos', 0, 1e9),
  };
}

const kinds = ['learning', 'review', 'relearning', 'early'] as const;

/** The columns of `revlog` but for ids. */
export function logColumns({ rating, kind, lastSeconds, nextSeconds, tookMs }: Review) {
  return {
    ease: rating,
    ivl: intervalOf(nextSeconds),
    lastIvl: intervalOf(lastSeconds),
    factor: kind === 'learning' ? 0 : 2500,
    time: Math.min(Math.round(tookMs), 60_000),
    type: kinds.indexOf(kind),
  };
}

/** Whole days are positive, seconds negative. */
const intervalOf = (seconds: number): number =>
  seconds >= 86_400 ? Math.round(seconds / 86_400) : seconds === 0 ? 0 : -Math.round(seconds);
const secondsOf = (interval: number): number => (interval >= 0 ? interval * 86_400 : -interval);

/** @returns null for what was no answer: a due date set by hand */
export function reviewOf(
  card: string,
  columns: { id: number; ease: number; ivl: number; lastIvl: number; time: number; type: number },
): Review | null {
  const kind = kinds[columns.type];
  const rating = [1, 2, 3, 4].find((each) => each === columns.ease) as Review['rating'] | undefined;
  if (kind === undefined || rating === undefined) return null;
  return {
    card,
    at: bounded(columns.id),
    rating,
    kind,
    lastSeconds: secondsOf(columns.lastIvl),
    nextSeconds: secondsOf(columns.ivl),
    tookMs: Math.max(0, columns.time),
  };
}
