/**
 * Names states: equal keys have equal futures. What a task has seen is its history, what is
 * uncommitted is named by its transaction; what has ended counts only as far as somebody can see it.
 */

import { propertiesOf } from './experiment.ts';
import { type Experiment, type FaultBudget, faultKinds, type TaskOutcome } from './lab.ts';
import type { ProcessState } from './memory.ts';
import { outcomes } from './outcomes.ts';
import { earlyWakes, type TaskState } from './tasks.ts';
import type { Where } from './world/steps.ts';
import type { Struck, Record as WorldRecord } from './world/world.ts';

interface Parts {
  tasks: Iterable<TaskState>;
  processes: ReadonlyMap<string, ProcessState>;
  where: Where;
  now: number;
  budget: FaultBudget;
  struck: readonly Struck[];
  closed: boolean;
  /** Faults that have been let pass. */
  passed: ReadonlySet<string>;
  /** Whose end a fault could still take back; null when none can. */
  retractable: ReadonlySet<TaskState> | null;
}

export class StateKeys {
  readonly #numbers = new Map<string, number>();
  /** Which part of the record some property can see. */
  readonly #seesEnds: boolean;
  readonly #seesFaults: boolean;
  readonly #seesMoments: boolean;

  constructor(experiment: Experiment) {
    const queries = propertiesOf(experiment).map(([, { always, sometimes }]) => always ?? sometimes);
    const text = [...queries, experiment.clock.deadlines ?? ''].join('\n');
    this.#seesEnds = /\b(response|outcome)\b/i.test(text);
    this.#seesFaults = /\bfault\b/i.test(text);
    this.#seesMoments = this.#seesFaults && /\bmoment\b|\*/i.test(text);
  }

  ofState({ tasks, processes, where, now, budget, struck, closed, passed, retractable }: Parts): string {
    let key = `${where.app},${where.outside}@${now}${closed ? '.' : ''}`;
    for (const [index, kind] of faultKinds.entries()) if (budget[kind]) key += `f${index}:${budget[kind]}`;
    if (passed.size > 0) key += `p${[...passed].join()}`;
    if (this.#seesFaults && struck.length > 0) key += this.#faults(struck);
    for (const task of tasks) {
      const { end, transaction } = task;
      if (end) {
        key += `|=${this.#end(task, end)}`;
        if (task.spec.from !== undefined && budget.redeliver) key += `m${this.#number(task.message ?? '')}`;
        const retracts = retractable?.has(task) ?? false;
        if (retracts) key += '?';
        // A fault that takes it back, or delivers it again, would name the moment.
        if ((retracts || budget.redeliver) && this.#seesMoments) key += `r${task.steps}`;
        continue;
      }
      key += `|${processes.get(task.process)?.id ?? '-'}${task.started ? task.status[0] : '.'}`;
      if (task.delivered) key += 'd';
      if (task.overtakes) key += 'o';
      if (task.status === 'parked' && task.mayRetry) key += '!';
      if (task.status === 'asleep') key += task.wakeAt;
      if (task.earlyWakesLeft !== earlyWakes) key += `e${task.earlyWakesLeft}`;
      if (transaction)
        key += `t${transaction.state}${transaction.stale ? 's' : ''}${transaction.locks ? 'l' : ''}`;
    }
    return key;
  }

  /** Names what `world` says. */
  ofRecord({ ends, faults, now }: WorldRecord): string {
    return `${ends.map(([task, end]) => `${task}=${this.#whole(end)}`).join()}@${now}${this.#faults(faults)}`;
  }

  #faults(struck: readonly Struck[]): string {
    const told = struck.map(
      ({ kind, task, moment }) => `${kind}:${task}${this.#seesMoments ? `:${moment}` : ''}`,
    );
    return `,${told.sort().join()}`;
  }

  #end(task: TaskState, end: TaskOutcome): string {
    if (this.#seesEnds) return String(this.#whole(end));
    const breaks = outcomes[end.kind].breaks ?? '';
    // Retries ask whether it went well; a lost answer asks whether there is one.
    const well = end.kind === 'not-needed' ? 'n' : end.kind === 'answered' || end.kind === 'done' ? 'w' : 'f';
    return `${breaks}${well}${end.status === null ? '' : Math.floor(end.status / 100)}${task.started ? '' : '.'}`;
  }

  #whole({ kind, status, body, detail }: TaskOutcome): number {
    return this.#number(`${kind} ${status} ${body} ${detail}`);
  }

  #number(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
    }
    return number;
  }
}
