/** Faults: what may befall whom, and what then happens. Each is spent from the scenario's budget. */

import { type Flow, newRecord, type StepRecord } from './flow.ts';
import { type Experiment, type FaultBudget, type FaultKind, faultKinds, type TaskId } from './lab.ts';
import { canStrike, inFlight, mayStart, nextDelivery } from './rules.ts';
import { type Choice, printChoice } from './schedule.ts';
import { listed, plainEnd, type TaskState } from './tasks.ts';
import type { Struck } from './world/world.ts';

const none: Choice[] = [];

export class Faults {
  /** Faults left to strike. */
  budget: FaultBudget;
  /** Faults that have struck. Never mutated. */
  struck: readonly Struck[] = [];
  readonly #experiment: Experiment;
  readonly #flow: Flow;
  readonly #shared: boolean;

  constructor(experiment: Experiment, flow: Flow) {
    this.#experiment = experiment;
    this.#flow = flow;
    this.#shared = experiment.process === 'shared';
    this.budget = { ...experiment.faults };
  }

  restart(): void {
    this.budget = { ...this.#experiment.faults };
    this.struck = [];
  }

  /** Every fault that may strike now. */
  choices(enabled: readonly TaskId[]): Choice[] {
    if (!faultKinds.some((fault) => this.budget[fault])) return none;
    return faultKinds.flatMap((fault) =>
      this.victims(fault, enabled).map((task): Choice => ({ kind: 'fault', fault, task })),
    );
  }

  /** Whom a fault may strike now; for the clock, how far it may jump. */
  victims(fault: FaultKind, enabled: readonly TaskId[]): string[] {
    if (!this.budget[fault]) return [];
    if (fault === 'clockJump') {
      // Time that passes where nobody is at work, and nobody could be, is no fault.
      if (![...this.#flow.tasks.values()].some((task) => inFlight(task) || mayStart(this.#flow.tasks, task)))
        return [];
      const jumps = this.#experiment.clock.jumps.map(String);
      return this.#nextDeadline() === null ? jumps : ['deadline', ...jumps];
    }
    const victims: string[] = [];
    for (const task of this.#flow.tasks.values())
      if (this.#mayStrike(fault, task, enabled)) victims.push(task.id);
    return victims;
  }

  #mayStrike(fault: FaultKind, task: TaskState, enabled: readonly TaskId[]): boolean {
    if (this.mayRetract(fault, task)) return true;
    if (fault === 'timeout') {
      if (!enabled.includes(task.id)) return false;
      const call = this.#flow.peek(task.id);
      if (call?.kind !== 'service') return call?.kind === 'commit';
      // Whoever listens has not been answered yet.
      const at = task.status === 'asleep' ? Math.max(this.#flow.now, task.wakeAt) : this.#flow.now;
      return this.#flow.answersAt(call) <= at;
    }
    return canStrike(this.#flow.tasks, fault, task, this.#shared);
  }

  /** Whether a fault would strike between a task's last step and its answer's leaving. */
  mayRetract(fault: FaultKind, task: TaskState): boolean {
    if (!this.#flow.justEnded.has(task)) return false;
    if (fault === 'loseResponse') return task.spec.entry === 'handle' && task.end?.status != null;
    if (fault !== 'crash') return false;
    // A crash of a shared process goes by the first, in the order of tasks.
    return (
      !this.#shared ||
      [...this.#flow.tasks.values()].find((other) => this.#flow.justEnded.has(other)) === task
    );
  }

  /** Just past the next instant at which something expires; null when nothing does. */
  #nextDeadline(): number | null {
    const next = this.#flow.questions.deadlines().find((instant) => instant >= this.#flow.now);
    return next === undefined ? null : next + 1;
  }

  jump(how: string): StepRecord {
    const record = newRecord(undefined, 'clockJump');
    this.#spend('clockJump');
    const moment = this.struck.filter(({ kind }) => kind === 'clockJump').length;
    this.struck = [...this.struck, { kind: 'clockJump', task: how, moment }];
    this.#flow.justEnded.clear();
    const to = how === 'deadline' ? this.#nextDeadline() : this.#flow.now + Number(how);
    this.#flow.now = Math.min(to ?? this.#flow.now, Number.MAX_SAFE_INTEGER);
    record.committed = true;
    return record;
  }

  strike(fault: FaultKind, task: TaskState): StepRecord {
    const record = newRecord(task, fault);
    const logsBefore = this.#flow.logsOf(task).length;
    this.#spend(fault);
    const ended = [...this.#flow.justEnded];
    const retracts = this.mayRetract(fault, task);
    this.#flow.justEnded.clear();
    switch (fault) {
      case 'crash': {
        const victims = new Set([task]);
        if (this.#shared) {
          for (const other of this.#flow.tasks.values()) if (inFlight(other)) victims.add(other);
          if (retracts) for (const other of ended) victims.add(other);
          this.#flow.processes.delete(task.process);
        }
        for (const victim of victims) {
          this.#tell(fault, victim);
          if (victim.status === 'finished') this.#flow.retract(victim);
          this.#flow.end(victim, plainEnd('crashed', '', victim.call), record);
        }
        break;
      }
      case 'loseRequest':
        this.#tell(fault, task);
        this.#flow.end(task, plainEnd('request-lost', '', null), record);
        break;
      case 'loseResponse': {
        const { end } = task;
        this.#tell(fault, task);
        this.#flow.retract(task);
        if (end) this.#flow.end(task, { ...end, kind: 'response-lost' }, record);
        break;
      }
      case 'timeout':
        this.#tell(fault, task);
        if (!task.started) this.#flow.start(task, record);
        else if (task.status === 'asleep') this.#flow.wake(task, record);
        if (task.call) this.#flow.perform(task, task.call, record);
        task.steps += 1;
        record.logs = this.#flow.logsOf(task).slice(logsBefore);
        break;
      case 'redeliver':
        this.#tell(fault, task);
        if (task.message !== null) this.#flow.broker(task, 'redeliver', task.message, record);
        else Object.assign(nextDelivery(this.#flow.tasks, task) ?? {}, { delivered: true });
        break;
      case 'reorder':
        this.#tell(fault, task);
        task.overtakes = true;
        break;
      case 'clockJump':
        break;
    }
    return record;
  }

  /** Each victim has a row of its own, for properties that excuse it. */
  #tell(kind: FaultKind, task: TaskState): void {
    this.struck = [...this.struck, { kind, task: task.id, moment: task.steps }];
  }

  #spend(fault: FaultKind): void {
    this.budget[fault] = (this.budget[fault] ?? 0) - 1;
  }

  whyNot(choice: Choice & { kind: 'fault' }, position: number, choices: readonly (Choice | null)[]): string {
    const what = `Choice ${position}, "${printChoice(choice)}",`;
    const whole = this.#experiment.faults[choice.fault];
    if (!whole)
      return `${what} is a fault, and this scenario has no budget for it. Remove it, or give the scenario faults: { ${choice.fault}: 1 }.`;
    if (!this.budget[choice.fault])
      return `${what} is one ${choice.fault} more than the ${whole} that this scenario has. Remove one.`;
    const may = choices
      .filter((other) => other?.kind === 'fault')
      .map((other) => (other ? printChoice(other) : ''));
    return `${what} cannot strike there. ${may.length > 0 ? `There may strike: ${listed(may, 'or')}.` : 'No fault can.'}`;
  }
}
