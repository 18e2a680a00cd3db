/** Why a schedule could be followed only so far. */
import type { FaultBudget } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { choiceWords, hasFault, taskOfChoice } from './faults.ts';
import type { Cut } from './lab-state.ts';
import { plural, splitSchedule, workerName } from './words.ts';

/** "Your handler ended after 2 of that schedule's 4 moves." @param own - The reader has written it. @param faults - The scenario's. */
export function cutSentence(
  { wanted, made, next }: Cut,
  trace: Trace,
  own: boolean,
  faults: FaultBudget = {},
): string {
  const handler = own ? 'Your handler' : 'This handler';
  const moves = plural(wanted, 'move');
  if (trace.complete) {
    return made === 0
      ? `${handler} made none of that schedule’s ${moves}: it ended before the first.`
      : `${handler} ended after ${made} of that schedule’s ${moves}.`;
  }
  const why = hasFault(next, faults)
    ? taskOfChoice(next) === ''
      ? `the clock could not make the jump “${choiceWords(next).slice(0, 30)}”`
      : `${workerName(taskOfChoice(next))} ${whyNot(next, trace)}`
    : `this scenario has no such fault as “${next.slice(0, 20)}”`;
  return made === 0
    ? `${handler} could make none of that schedule’s ${moves}: ${why}.`
    : `${handler} followed ${made} of that schedule’s ${moves}: then ${why}.`;
}

/** What kept a worker from its turn, in the past tense, after its name. */
function whyNot(choice: string, trace: Trace): string {
  const at = splitSchedule(trace.schedule).length;
  const tasks = trace.moments[at]?.tasks ?? {};
  const task = taskOfChoice(choice);
  const view = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
  if (view && choice !== task) return `could not be struck by “${choice}” at that moment`;
  switch (view?.status) {
    case 'finished':
      return 'had nothing left to do';
    case 'parked':
      return 'was waiting for the lock';
    case 'waiting':
      return 'was waiting its turn in the process';
    case 'listening':
      return 'was waiting for a message';
    case 'asleep':
      return 'was asleep';
    case 'ready':
      return 'had to wait for another worker to finish first';
    case undefined:
      return 'was no worker of this scenario';
  }
}
