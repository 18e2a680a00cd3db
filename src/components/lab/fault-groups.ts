/** The faults that may be pressed: what each is called, how often it may strike, and why not now. */
import type { FaultKind, Lab, Scenario, TaskId, TaskSpec } from '../../engine/lab.ts';
import type { Moment, Trace } from '../../engine/trace.ts';
import { deliveredId, faultNames, hasBegun, idOf, kindsIn, numbers, partsOf } from './faults.ts';
import { durationPhrase } from './time.ts';
import { firstOf, splitSchedule, tasksOf, workerIndex, workerName } from './words.ts';

/** Pressed before the worker's number. */
export const faultKeys: Record<FaultKind, string> = {
  crash: 'c',
  loseRequest: 'q',
  loseResponse: 'a',
  timeout: 't',
  redeliver: 'd',
  reorder: 'o',
  clockJump: 'j',
};

/** What it does, for the legend and the buttons' titles. */
export const faultSays: Record<FaultKind, string> = {
  crash: 'the process dies: what it had not committed is undone, and its caller hears nothing',
  loseRequest: 'the request never arrives',
  loseResponse: 'the handler has answered, and the answer never arrives',
  timeout: 'the call takes effect, and the handler is told that it timed out',
  redeliver: 'the same message is delivered once more',
  reorder: 'a delivery starts before an earlier one of the same sender',
  clockJump: 'time passes, and nobody moves',
};

/** What the button of a fault says: "Crash W1". @param trace - Names the message that a queue has handed out. */
export function faultLabel(choice: string, scenario?: Scenario, trace?: Trace): string {
  const { fault, target } = partsOf(choice);
  const name = workerName(target);
  switch (fault) {
    case 'crash':
      return `Crash ${name}`;
    case 'loseRequest':
      return `Lose ${name}’s request`;
    case 'loseResponse':
      return `Lose ${name}’s answer`;
    case 'timeout':
      return `Time out ${name}’s call`;
    case 'redeliver':
      return `Deliver ${messageName(target, scenario?.tasks[firstOf(target)], trace)} again`;
    case 'reorder':
      return `Let ${name} overtake`;
    case 'clockJump':
      return target === 'deadline' ? 'Jump to the next deadline' : `Jump ${durationPhrase(Number(target))}`;
    case null:
      return choice;
  }
}

/** "m2" where the message has a short id, else "W1’s message". */
function messageName(task: TaskId, spec: TaskSpec | undefined, trace: Trace | undefined): string {
  const { message, request, from, says } = spec ?? {};
  const handed = trace?.events.findLast((event) => event.task === task && event.delivered !== null);
  const name =
    from === undefined
      ? (idOf(message) ?? request?.sign?.id ?? request?.headers['webhook-id'] ?? says)
      : handed && deliveredId(handed);
  return typeof name === 'string' && /^\S{1,12}$/.test(name) ? name : `${workerName(task)}’s message`;
}

export interface FaultChoice {
  /** As printed in a schedule. */
  choice: string;
  label: string;
  /** The worker's number, or the jump's place among the jumps: pressed after the fault's letter. */
  digit: number;
  /** It is about a later attempt: pressed together with Shift. */
  again: boolean;
  /** It may strike now. */
  may: boolean;
  /** Why it may not, in a few words; empty when it may. */
  why: string;
}

export interface FaultGroup {
  fault: FaultKind;
  /** How often it may still strike, and how often at most. */
  left: number;
  of: number;
  choices: FaultChoice[];
}

/** The faults of a scenario at a moment: kind by kind, then in the lab's order of tasks. */
export function faultGroups(lab: Lab, scenario: string, trace: Trace, moment: number): FaultGroup[] {
  const plan = lab.scenarios[scenario];
  const state = trace.moments[moment];
  if (!plan || !state) return [];
  const tasks = tasksOf(trace);
  const spent = splitSchedule(trace.schedule)
    .slice(0, moment)
    .map((choice) => partsOf(choice).fault);
  return kindsIn(plan.faults).map((fault) => {
    const of = plan.faults[fault] ?? 0;
    const left = Math.max(0, of - spent.filter((kind) => kind === fault).length);
    const targets =
      fault === 'clockJump'
        ? jumpTargets(lab, trace)
        : tasks.filter((task) => concerns(fault, task, plan, trace, moment));
    return {
      fault,
      left,
      of,
      choices: targets.map((target, index) => {
        const choice = `${fault}:${target}`;
        const may = state.faults.includes(choice);
        return {
          choice,
          label: faultLabel(choice, plan, trace),
          digit: fault === 'clockJump' ? index + 1 : workerIndex(tasks, target) + 1,
          again: target !== firstOf(target),
          may,
          why: may ? '' : left === 0 ? spentWords(fault, of) : whyNot(fault, target, state, trace, moment),
        };
      }),
    };
  });
}

function spentWords(fault: FaultKind, of: number): string {
  const { one, many } = faultNames[fault];
  return of === 1 ? `the one ${one} is spent` : `all ${numbers[of] ?? of} ${many} are spent`;
}

/** Where the clock may jump: to the next deadline, of which every service has some, and by what the lab lists. */
function jumpTargets({ clock, services }: Lab, trace: Trace): string[] {
  const seen = trace.moments.some(({ faults }) => faults.includes('clockJump:deadline'));
  const some = seen || clock.deadlines !== undefined || Object.keys(services).length > 0;
  return [...(some || clock.jumps.length === 0 ? ['deadline'] : []), ...clock.jumps.map(String)];
}

/** Whether a fault could strike a task at all. A later attempt is asked about once there is one. */
function concerns(fault: FaultKind, task: TaskId, plan: Scenario, trace: Trace, moment: number): boolean {
  if (trace.moments[moment]?.faults.includes(`${fault}:${task}`)) return true;
  const spec = plan.tasks[firstOf(task)];
  if (!spec || (task !== firstOf(task) && !hasBegun(task, trace, moment))) return false;
  switch (fault) {
    case 'crash':
    case 'timeout':
      return true;
    case 'loseRequest':
    case 'loseResponse':
      return spec.entry === 'handle';
    case 'redeliver':
      return spec.from !== undefined || (spec.redelivery !== undefined && task === firstOf(task));
    case 'reorder':
      return spec.sender !== undefined && firstOfSender(spec.sender, plan) !== task;
    case 'clockJump':
      return false;
  }
}

function firstOfSender(sender: string, plan: Scenario): TaskId | undefined {
  return Object.keys(plan.tasks).find((task) => plan.tasks[task]?.sender === sender);
}

function whyNot(fault: FaultKind, target: string, state: Moment, trace: Trace, moment: number): string {
  const name = workerName(target);
  if (fault === 'clockJump') return target === 'deadline' ? 'no deadline is ahead' : 'not at this moment';
  if (fault === 'redeliver') return `${name} has not been delivered yet, or is still at work`;
  if (state.tasks[target]?.end) return `${name} has finished`;
  const moved = trace.events.slice(0, moment).some((event) => event.task === target);
  switch (fault) {
    case 'loseRequest':
      return moved ? `${name}’s request has arrived` : 'not at this moment';
    case 'loseResponse':
      return `${name} has no answer on its way`;
    case 'timeout':
      return `${name} is not about to commit, nor to call anybody`;
    case 'reorder':
      return moved ? `${name} has started` : `it is ${name}’s turn anyway`;
    case 'crash':
      return moved ? 'not at this moment' : `${name} has not started`;
  }
}
