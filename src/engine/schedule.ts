import { EngineError } from './errors.ts';
import { type FaultKind, faultKinds, type TaskId } from './lab.ts';

/**
 * A schedule is a list of choices: somebody's step, or a fault that strikes somebody. A jump of the
 * clock strikes nobody in particular: its `task` is `deadline`, or a number of milliseconds.
 */
export type Choice = { kind: 'step'; task: TaskId } | { kind: 'fault'; fault: FaultKind; task: TaskId };
export type Schedule = Choice[];

const taskName = /^[a-z][a-z0-9]*(\.[0-9]+)?$/;

export function printChoice(choice: Choice): string {
  return choice.kind === 'step' ? choice.task : `${choice.fault}:${choice.task}`;
}

/** `w1 w2 crash:w1 w1.2`: short enough for a URL, plain enough to say aloud. */
export function printSchedule(schedule: Schedule): string {
  return schedule.map(printChoice).join(' ');
}

/**
 * The inverse of `printSchedule`. An empty text is the empty schedule.
 *
 * @throws {EngineError} `malformed-schedule`, naming the choice and its position.
 */
export function parseSchedule(text: string): Schedule {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map((word, index) => parseChoice(word, index, words));
}

function parseChoice(word: string, index: number, words: string[]): Choice {
  const [head = '', tail, ...rest] = word.split(':');
  if (tail === undefined && taskName.test(head)) return { kind: 'step', task: head };
  const fault = faultKinds.find((kind) => kind === head);
  const victim = fault === 'clockJump' ? /^(deadline|[1-9][0-9]{0,14})$/ : taskName;
  if (fault && tail !== undefined && rest.length === 0 && victim.test(tail)) {
    return { kind: 'fault', fault, task: tail };
  }
  const around = words.slice(Math.max(0, index - 3), index + 4).join(' ');
  throw new EngineError(
    'malformed-schedule',
    `Choice ${index + 1}, "${word.slice(0, 40)}", in schedule "${around.slice(0, 120)}" is not a choice. ` +
      `Write a task such as w1, or a fault and its task such as crash:w1, with spaces between.`,
  );
}

/** How often another task takes over. A fault is no switch. */
export function countSwitches(schedule: Schedule): number {
  let switches = 0;
  let last: TaskId | null = null;
  for (const choice of schedule) {
    if (choice.kind === 'fault') continue;
    if (last !== null && choice.task !== last) switches += 1;
    last = choice.task;
  }
  return switches;
}

export function countFaults(schedule: Schedule): number {
  return schedule.filter((choice) => choice.kind === 'fault').length;
}

/** Orders choices at one place of a schedule: by task, a step before a fault that strikes it; the clock comes last. */
export function rankChoice(choice: Choice | null, order: readonly TaskId[]): number {
  if (!choice) return -1;
  if (choice.kind === 'fault' && choice.fault === 'clockJump') {
    const last = order.length * (faultKinds.length + 1);
    return choice.task === 'deadline' ? last : last + 1 + Number(choice.task);
  }
  const fault = choice.kind === 'fault' ? 1 + faultKinds.indexOf(choice.fault) : 0;
  return order.indexOf(choice.task) * (faultKinds.length + 1) + fault;
}

/**
 * Orders schedules by how much they ask of a reader: fewest faults, then fewest switches of task,
 * then fewest steps, then the lab's task order.
 *
 * @param order - The tasks, in the lab's order.
 */
export function compareSchedules(a: Schedule, b: Schedule, order: readonly TaskId[]): number {
  const byCost =
    countFaults(a) - countFaults(b) || countSwitches(a) - countSwitches(b) || a.length - b.length;
  if (byCost !== 0) return byCost;
  for (let i = 0; i < a.length; i += 1) {
    const difference = rankChoice(a[i] ?? null, order) - rankChoice(b[i] ?? null, order);
    if (difference !== 0) return difference;
  }
  return 0;
}
