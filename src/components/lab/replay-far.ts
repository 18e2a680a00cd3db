/** Replays a schedule as far as a handler goes along with it. */
import type { Trace } from '../../engine/trace.ts';
import type { LabProblem } from './lab-state.ts';

/** What the runner answers to one schedule. */
export type ReplayAnswer =
  | { kind: 'trace'; trace: Trace }
  | { kind: 'problem'; message: string; end?: LabProblem['end'] | undefined };

export type FarAnswer = { kind: 'trace'; trace: Trace } | { kind: 'problem'; problem: LabProblem };

/**
 * The longest beginning of `choices` that replays. What begins a schedule that replays also
 * replays, so halving finds it in few tries.
 *
 * @returns a problem only when not even the empty schedule replays.
 */
export async function replayFar(
  replay: (schedule: string) => Promise<ReplayAnswer>,
  choices: string[],
): Promise<FarAnswer> {
  const whole = await replay(choices.join(' '));
  if (whole.kind === 'trace') return whole;
  const problem = { kind: 'problem' as const, problem: { message: whole.message, end: whole.end ?? null } };
  if (choices.length === 0) return problem;
  let best = await replay('');
  if (best.kind === 'problem') return problem;
  let good = 0;
  let bad = choices.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const answer = await replay(choices.slice(0, middle).join(' '));
    if (answer.kind === 'trace') {
      best = answer;
      good = middle;
    } else bad = middle;
  }
  return best;
}
