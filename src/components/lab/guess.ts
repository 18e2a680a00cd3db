/** Predict first: what the reader expected, beside what happened or what every schedule says. */
import type { Track } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import type { Exploration } from '../../engine/verdict.ts';
import { allSchedules, brokenIn, outcomeWords, tasksOf, workerName } from './words.ts';

export const guesses = ['none', 'some', 'all'] as const;
export type Guess = (typeof guesses)[number];

/** What a guess would have to be to be right; null where a limit came before the answer. */
export function rightGuess({ schedules: { total, broken } }: Exploration): Guess | null {
  if (total === null || broken === null || total === 0) return null;
  if (String(broken) === '0') return 'none';
  return String(broken) === String(total) ? 'all' : 'some';
}

export function guessSentence(guess: Guess, found: Exploration): string {
  const right = rightGuess(found);
  if (right === null) return `You guessed “${guess}”. It cannot be told.`;
  return guess === right
    ? `You guessed “${guess}”, and so it is.`
    : `You guessed “${guess}”; it is “${right}”.`;
}

/** The whole exploration in the words beside its verdict. */
export function overallWords({ verdict, schedules: { total, broken } }: Exploration): string {
  if (total === null || broken === null) return 'a limit came before the end';
  if (total === 0) return 'no schedule could begin';
  if (verdict.kind === 'holds') return `in ${allSchedules(total)}`;
  if (verdict.kind === 'broken') return brokenIn(broken, total);
  if (verdict.kind === 'vacuous') return 'what the properties are about never happened';
  return 'a limit came before the end';
}

/** How a run ended, without a word on the guess: "2 charges for order-9; W1 201, W2 201." */
export function happenedWords(trace: Trace, track: Track | null): string {
  const last = trace.moments[trace.events.length];
  const answers = tasksOf(trace).flatMap((task) => {
    const end = last?.tasks[task]?.end;
    return end ? [`${workerName(task)} ${outcomeWords(end).head}`] : [];
  });
  const level = track ? (last?.level ?? null) : null;
  const counted =
    track && level !== null ? [`${level} ${level === 1 ? singular(track.says) : track.says}`] : [];
  return `${[...counted, answers.join(', ')].join('; ')}.`;
}

/** "charge for order-9" of "charges for order-9": a track names many of a thing. */
function singular(says: string): string {
  return says.replace(/^(\w+)s\b/, '$1');
}
