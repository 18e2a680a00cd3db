/** Predict first: what the reader expected of a handler, beside what every schedule says. */
import type { Exploration } from '../../engine/verdict.ts';
import { formatCount, plural } from './words.ts';

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
  if (verdict.kind === 'holds')
    return total === 1 ? 'in the only schedule' : `in all ${formatCount(total)} schedules`;
  if (verdict.kind === 'broken') return `in ${formatCount(broken)} of ${plural(total, 'schedule')}`;
  if (verdict.kind === 'vacuous') return 'what the properties are about never happened';
  return 'a limit came before the end';
}
