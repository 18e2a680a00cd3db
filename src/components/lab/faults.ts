/** Faults in words: what a choice such as `crash:w1` does, how often it may strike, and why not now. */
import { type FaultBudget, type FaultKind, faultKinds, type TaskId } from '../../engine/lab.ts';
import type { Trace, TraceEvent } from '../../engine/trace.ts';
import { durationPhrase, durationWords } from './time.ts';
import { splitSchedule, workerName } from './words.ts';

/** What there is a budget of. */
export const faultNames: Record<FaultKind, { one: string; many: string }> = {
  crash: { one: 'crash', many: 'crashes' },
  loseRequest: { one: 'lost request', many: 'lost requests' },
  loseResponse: { one: 'lost answer', many: 'lost answers' },
  timeout: { one: 'call that times out', many: 'calls that time out' },
  redeliver: { one: 'redelivery', many: 'redeliveries' },
  reorder: { one: 'overtaking', many: 'overtakings' },
  clockJump: { one: 'jump of the clock', many: 'jumps of the clock' },
};

/** A choice taken apart. `target` is the task that moves or is struck, or where the clock jumps to. */
export function partsOf(choice: string): { fault: FaultKind | null; target: string } {
  const at = choice.indexOf(':');
  const fault = faultKinds.find((kind) => kind === choice.slice(0, Math.max(at, 0)));
  return { fault: fault ?? null, target: choice.slice(at + 1) };
}

/** The task that a choice moves or strikes: `w1` in `crash:w1`. Empty for a jump of the clock. */
export function taskOfChoice(choice: string): TaskId {
  const { fault, target } = partsOf(choice);
  return fault === 'clockJump' ? '' : target;
}

/**
 * A choice as readers meet it, `clockJump:3 d` for the `clockJump:259200000` of a schedule. Its space does not
 * break a line.
 */
export function choiceWords(choice: string): string {
  const { fault, target } = partsOf(choice);
  if (fault !== 'clockJump' || !/^\d+$/.test(target)) return choice;
  return `clockJump:${durationWords(Number(target)).replaceAll(' ', '\u00a0')}`;
}

/** A schedule as readers meet it. What they copy has its numbers. */
export function scheduleWords(schedule: string): string {
  return splitSchedule(schedule).map(choiceWords).join(' ');
}

/** The fault of an event, or null for a step. A call that timed out is both: it took effect. */
export function faultOf(event: TraceEvent): FaultKind | null {
  return partsOf(event.choice).fault;
}

/** Whether a scenario has the fault that a choice names. A choice without a fault always passes. */
export function hasFault(choice: string, faults: FaultBudget): boolean {
  if (!choice.includes(':')) return true;
  const { fault } = partsOf(choice);
  return fault !== null && (faults[fault] ?? 0) > 0;
}

export function idOf(message: unknown): string | null {
  return message !== null && typeof message === 'object' && 'id' in message ? String(message.id) : null;
}

/** The id of the message that a task was handed as it began. */
export function deliveredId({ delivered }: TraceEvent): string | null {
  return delivered === null ? null : idOf(JSON.parse(delivered));
}

/** A fault that has struck, as a sentence without its full stop: "W1’s answer is lost". */
export function struckWords(event: TraceEvent): string {
  const { fault, target } = partsOf(event.choice);
  const name = workerName(target);
  switch (fault) {
    case 'crash':
      return `${name} crashes`;
    case 'loseRequest':
      return `${name}’s request is lost`;
    case 'loseResponse':
      return `${name}’s answer is lost`;
    case 'timeout':
      return `${name}’s ${event.verb} times out`;
    case 'redeliver':
      return `${name}’s message is delivered again`;
    case 'reorder':
      return `${name} overtakes`;
    case 'clockJump':
      return target === 'deadline'
        ? 'the clock jumps to the next deadline'
        : `the clock jumps ${durationPhrase(Number(target))}`;
    case null:
      return '';
  }
}

export const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

function several(fault: FaultKind, count: number): string {
  const { one, many } = faultNames[fault];
  return `${numbers[count] ?? count} ${count === 1 ? one : many}`;
}

/** Kinds that a scenario has a budget for, in the engine's order. */
export function kindsIn(faults: FaultBudget): FaultKind[] {
  return faultKinds.filter((kind) => (faults[kind] ?? 0) > 0);
}

/** "at most one crash and two lost answers", or empty where nothing can fail. */
export function budgetWords(faults: FaultBudget): string {
  const parts = kindsIn(faults).map((kind) => several(kind, faults[kind] ?? 0));
  if (parts.length === 0) return '';
  const last = parts.pop();
  return `at most ${parts.length === 0 ? '' : `${parts.join(', ')} and `}${last}`;
}

/** Whether a task has moved, or may. */
export function hasBegun(task: TaskId, trace: Trace, moment: number): boolean {
  return (
    (trace.moments[moment]?.tasks[task]?.enabled ?? false) ||
    trace.events.slice(0, moment).some((event) => event.task === task)
  );
}
