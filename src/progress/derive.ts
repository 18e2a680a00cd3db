/** What holds now, folded from the log. Pure: the same events give the same answer. */
import type { Answer, CardReason, ConfidenceLevel, ProgressEvent, Sureness } from './events.ts';

type Events = readonly ProgressEvent[];
type Of<Kind extends ProgressEvent['kind']> = Extract<ProgressEvent, { kind: Kind }>;

export interface Edit {
  source: string;
  migration: string;
}

/** The reader's own text of a handler, or null where the original stands. */
export function latestEdit(events: Events, lab: string, handler: string): Edit | null {
  const last = events.findLast(
    (event) =>
      (event.kind === 'edit' || event.kind === 'reset') && event.lab === lab && event.handler === handler,
  );
  return last?.kind === 'edit' ? { source: last.source, migration: last.migration } : null;
}

/** Where the reader was last, in one lesson or in any. */
export function lastPosition(events: Events, lesson?: string): Of<'position'> | null {
  const last = events.findLast(
    (event): event is Of<'position'> =>
      event.kind === 'position' && (lesson === undefined || event.lesson === lesson),
  );
  return last ?? null;
}

export function latestConfidence(events: Events, lesson: string): ConfidenceLevel | null {
  const last = events.findLast((event) => event.kind === 'confidence' && event.lesson === lesson);
  return last?.kind === 'confidence' ? last.level : null;
}

/** One answer to one question. */
export interface Tried {
  answer: Answer;
  sure: Sureness;
  right: boolean;
}

export interface Attempt {
  id: string;
  ordinal: number;
  edition: string;
  /** Answers to each question, the first one first. */
  tries: Record<string, Tried[]>;
  /** Set once every question had an answer. */
  result: Result | null;
}

export interface Result {
  right: number;
  of: number;
  passed: boolean;
  at: string;
}

/** Every attempt at a checkpoint, the earliest first. */
export function attemptsOf(events: Events, checkpoint: string): Attempt[] {
  const attempts = new Map<string, Attempt>();
  for (const event of events) {
    if (!('checkpoint' in event) || event.checkpoint !== checkpoint) continue;
    if (event.kind === 'attempt') {
      if (!attempts.has(event.attempt)) {
        const { attempt: id, ordinal, edition } = event;
        attempts.set(id, { id, ordinal, edition, tries: Object.create(null), result: null });
      }
      continue;
    }
    const attempt = attempts.get(event.attempt);
    if (attempt === undefined) continue;
    if (event.kind === 'answer') {
      const { answer, sure, right } = event;
      const tries = attempt.tries[event.item] ?? [];
      attempt.tries[event.item] = tries;
      tries.push({ answer, sure, right });
    } else if (attempt.result === null) {
      const { right, of, passed, at } = event;
      attempt.result = { right, of, passed, at };
    }
  }
  return [...attempts.values()];
}

export interface CheckpointSummary {
  /** Finished attempts. */
  finished: number;
  first: Result;
  best: Result;
  last: Result;
}

/** First, best and last finished attempt, or null before the first. The earliest of equals is best. */
export function checkpointSummary(events: Events, checkpoint: string): CheckpointSummary | null {
  const results = attemptsOf(events, checkpoint).flatMap(({ result }) => result ?? []);
  const [first] = results;
  const last = results.at(-1);
  if (first === undefined || last === undefined) return null;
  const best = results.reduce((a, b) => (b.right * a.of > a.right * b.of ? b : a));
  return { finished: results.length, first, best, last };
}

/** Cards that a wrong answer brought forward and that have been neither looked at nor rated since. */
export function cardsForward(events: Events, deck: string): Record<string, CardReason> {
  const forward: Record<string, CardReason> = Object.create(null);
  for (const event of events) {
    if (event.kind === 'card-forward' && event.deck === deck) {
      if (forward[event.card] !== 'sure-and-wrong') forward[event.card] = event.because;
    } else if ((event.kind === 'card-seen' || event.kind === 'review') && event.deck === deck) {
      delete forward[event.card];
    }
  }
  return forward;
}

/** The card whose answer was looked at last, or null. */
export function lastCard(events: Events, deck: string): string | null {
  const last = events.findLast((event) => event.kind === 'card-seen' && event.deck === deck);
  return last?.kind === 'card-seen' ? last.card : null;
}

export interface ExerciseSummary {
  attempts: number;
  /** The most points, and out of how many; the earliest of equals. */
  best: { points: number; of: number; at: string } | null;
  /** Hints that have been shown, and whether the solution has. */
  hints: number;
  solution: boolean;
}

/** What is known of an exercise. Attempts at an older version count as attempts, not as results. */
export function exerciseSummary(events: Events, exercise: string, version: number): ExerciseSummary {
  const summary: ExerciseSummary = { attempts: 0, best: null, hints: 0, solution: false };
  for (const event of events) {
    if (event.kind === 'graded' && event.exercise === exercise) {
      summary.attempts += 1;
      if (event.version !== version) continue;
      const { points, of, at } = event;
      if (summary.best === null || points > summary.best.points) summary.best = { points, of, at };
    } else if (event.kind === 'helped' && event.exercise === exercise) {
      summary.hints = Math.max(summary.hints, event.hints);
      summary.solution ||= event.solution;
    }
  }
  return summary;
}
