/**
 * One schedule, step by step: who may move, and what happens when somebody does. A task runs
 * without interruption between two steps.
 */
import { EngineError } from './errors.ts';
import {
  type Experiment,
  type FaultBudget,
  type FaultKind,
  faultKinds,
  type PropertyId,
  type TaskId,
  type TaskOutcome,
} from './lab.ts';
import type { ProcessMemory, ProcessState } from './memory.ts';
import { type EnginePropertyId, engineProperties, outcomes } from './outcomes.ts';
import type { Call, CallResult, ProcessEvent, TaskProgress } from './ports.ts';
import { canMove, canStrike, failed, hasEnded, rests, whyNot } from './rules.ts';
import { type Choice, printChoice } from './schedule.ts';
import { inspect, type StatementFacts } from './statement.ts';
import { earlyWakes, excerpt, freshTask, listed, plainEnd, type TaskState } from './tasks.ts';
import { type Performed, perform } from './world/perform.ts';
import type { World } from './world/world.ts';

/** What one choice did. `call` is null for a choice in which a task began or woke and made no call. */
export interface StepRecord {
  task: TaskId;
  /** The fault that struck, or null for a step. */
  fault: FaultKind | null;
  woke: boolean;
  call: Call | null;
  facts: StatementFacts | null;
  performed: Performed;
  /** Committed rows may have changed. */
  committed: boolean;
  /** Tasks that ended with this choice. */
  ended: TaskId[];
  logs: string[];
}

export class Execution {
  readonly tasks: ReadonlyMap<TaskId, TaskState>;
  now = 0;
  readonly #world: World;
  readonly #memory: ProcessMemory;
  readonly #limit: number;
  readonly #faults: FaultBudget;
  readonly #shared: boolean;
  /** Faults left to strike. */
  #budget: FaultBudget;
  /** Whose answer is about to leave. */
  #answering: TaskState | null = null;
  readonly #processes = new Map<string, ProcessState>();
  readonly #facts = new Map<string, StatementFacts>();
  readonly #brokenByEngine = new Set<EnginePropertyId>();

  /** @param stepsPerTask - How many steps a task may make while others wait. */
  constructor(experiment: Experiment, world: World, memory: ProcessMemory, stepsPerTask: number) {
    this.#world = world;
    this.#memory = memory;
    this.#limit = stepsPerTask;
    this.#faults = experiment.faults;
    this.#budget = { ...experiment.faults };
    this.#shared = experiment.process === 'shared';
    this.tasks = new Map(
      Object.entries(experiment.tasks).map(([id, spec]) => [
        id,
        { id, spec, process: experiment.process === 'own' ? id : 'server', ...freshTask() },
      ]),
    );
  }

  /** Back to before the first step. */
  restart(): void {
    for (const task of this.tasks.values()) {
      if (task.transaction) this.#world.session(task.id).run('ROLLBACK');
      Object.assign(task, freshTask());
    }
    this.#processes.clear();
    this.#brokenByEngine.clear();
    this.#budget = { ...this.#faults };
    this.#answering = null;
    this.now = 0;
    this.#world.reset();
  }

  /** Engine properties broken so far. */
  get brokenByEngine(): ReadonlySet<EnginePropertyId> {
    return this.#brokenByEngine;
  }

  /** Nobody has anything left to do; an answer may still be about to leave. */
  get complete(): boolean {
    for (const task of this.tasks.values()) if (!rests(this.tasks, task)) return false;
    return true;
  }

  /**
   * What the scheduler may choose now: steps in the lab's order, then faults. Null, first, stands
   * for letting the schedule end although a fault could still strike. Empty: it has ended.
   */
  choices(): (Choice | null)[] {
    const steps = this.enabled().map((task): Choice => ({ kind: 'step', task }));
    const faults = faultKinds.flatMap((fault) =>
      [...this.tasks.values()]
        .filter((task) => this.#mayStrike(fault, task))
        .map(({ id }): Choice => ({ kind: 'fault', fault, task: id })),
    );
    const end = steps.length === 0 && faults.length > 0 ? [null] : [];
    return [...end, ...steps, ...faults];
  }

  #mayStrike(fault: FaultKind, task: TaskState): boolean {
    return (this.#budget[fault] ?? 0) > 0 && canStrike(this.tasks, fault, task, this.#shared);
  }

  /**
   * The answer that was about to leave has left: whatever is chosen next, unless a fault strikes
   * just it.
   *
   * @returns whether there was one.
   */
  settle(next: Choice | null): boolean {
    const task = this.#answering;
    if (!task || (next?.kind === 'fault' && next.fault !== 'timeout' && next.task === task.id)) return false;
    if (next?.kind === 'fault' && next.fault === 'crash' && this.#shared) return false;
    this.#answering = null;
    this.#close(task);
    return true;
  }

  /**
   * Who may move now, in the lab's order. Late sleepers wake only when nobody else can move, and
   * the earliest deadline first; a task past its step limit goes on only when it is alone.
   */
  enabled(): TaskId[] {
    const ready: TaskId[] = [];
    const asleep: TaskState[] = [];
    const tired: TaskState[] = [];
    for (const task of this.tasks.values()) {
      if (!canMove(this.tasks, task)) continue;
      if (task.status === 'asleep' && task.earlyWakesLeft === 0) asleep.push(task);
      else if (task.steps >= this.#limit) tired.push(task);
      else ready.push(task.id);
    }
    if (ready.length > 0) return ready;
    if (asleep.length > 0) {
      const first = Math.min(...asleep.map((task) => task.wakeAt));
      return asleep.filter((task) => task.wakeAt === first).map((task) => task.id);
    }
    return tired.map((task) => task.id);
  }

  /** Why a task may not move; empty when it may. */
  whyNot(id: TaskId): string {
    const task = this.tasks.get(id);
    if (!task) return 'there is no such task';
    if (this.enabled().includes(id)) return '';
    return whyNot(this.tasks, task);
  }

  /**
   * Performs one choice.
   *
   * @param position - Of the choice in its schedule, from 1, for the error.
   * @throws {EngineError} `unknown-task`, `cannot-move`, `unsupported-fault`
   */
  choose(choice: Choice, position: number, schedule: string): StepRecord {
    const task = this.tasks.get(choice.task);
    if (!task) {
      const names = [...this.tasks.keys()];
      throw new EngineError(
        'unknown-task',
        `Unknown task "${choice.task}" at position ${position} in schedule "${excerpt(schedule, position)}". The scenario has ${listed(names)}. Correct the schedule.`,
      );
    }
    if (choice.kind === 'fault') {
      if (this.#mayStrike(choice.fault, task)) return this.#strike(choice.fault, task);
      throw new EngineError('cannot-move', this.#whyNoFault(choice, position));
    }
    const enabled = this.enabled();
    if (!enabled.includes(task.id)) {
      const others =
        enabled.length > 0
          ? `Let ${listed(enabled, 'or')} move there instead.`
          : 'Nobody can move there; end the schedule before it.';
      throw new EngineError(
        'cannot-move',
        `Choice ${position} of schedule "${excerpt(schedule, position)}" asks ${task.id} to move, but ${this.whyNot(task.id)}. ${others}`,
      );
    }
    return this.#move(task);
  }

  #whyNoFault(choice: Choice & { kind: 'fault' }, position: number): string {
    const what = `Choice ${position}, "${printChoice(choice)}",`;
    if (!this.#faults[choice.fault])
      return `${what} is a fault, and this scenario has no budget for it. Remove it.`;
    if (!this.#budget[choice.fault]) {
      return `${what} is one ${choice.fault} more than the ${this.#faults[choice.fault]} that this scenario has. Remove one.`;
    }
    const may = this.choices()
      .filter((other) => other?.kind === 'fault')
      .map((other) => (other ? printChoice(other) : ''));
    return `${what} cannot strike there. ${may.length > 0 ? `There may strike: ${listed(may, 'or')}.` : 'No fault can.'}`;
  }

  #strike(fault: FaultKind, task: TaskState): StepRecord {
    const record = newRecord(task, fault);
    this.#budget[fault] = (this.#budget[fault] ?? 0) - 1;
    this.#world.recordFault(fault, task.id, task.steps);
    switch (fault) {
      case 'crash': {
        this.#answering = null;
        const victims = this.#shared
          ? [...this.tasks.values()].filter((other) => other.started && other.status !== 'finished')
          : [task];
        for (const victim of victims) this.#end(victim, plainEnd('crashed', '', victim.call), record);
        if (this.#shared) this.#processes.delete(task.process);
        break;
      }
      case 'loseRequest':
        this.#end(task, plainEnd('request-lost', '', null), record);
        break;
      case 'loseResponse':
        this.#answering = null;
        if (task.end) this.#end(task, { ...task.end, kind: 'response-lost' }, record);
        break;
      case 'timeout':
        if (task.call) this.#perform(task, task.call, record);
        task.steps += 1;
        break;
      case 'redeliver':
      case 'reorder':
      case 'clockJump':
        break;
    }
    while (this.choices().length === 0 && this.#stall(record));
    return record;
  }

  #move(task: TaskState): StepRecord {
    const logsBefore = this.#logCount(task);
    const record = newRecord(task, null);
    if (task.status === 'asleep') this.#wake(task, record);
    else if (!task.started) {
      task.started = true;
      this.#deliver(task, { kind: 'start', task: task.id, now: this.now }, record);
    }
    if (task.call && task.status === 'ready') this.#perform(task, task.call, record);
    else if (task.call && task.status === 'parked') this.#perform(task, task.call, record);
    if (record.performed.kind !== 'parked') task.steps += 1;
    // Steps beyond the limit were all made alone.
    if (task.started && !hasEnded(task) && task.steps >= 2 * this.#limit) {
      this.#finish(
        task,
        plainEnd('never-finishes', `${task.id} made ${task.steps} steps.`, task.call),
        record,
      );
    }
    while (this.choices().length === 0 && this.#stall(record));
    record.logs = (this.#progress(task)?.logs ?? []).slice(logsBefore);
    return record;
  }

  #wake(task: TaskState, record: StepRecord): void {
    if (task.earlyWakesLeft > 0) task.earlyWakesLeft -= 1;
    if (task.wakeAt > this.now) {
      this.now = task.wakeAt;
      this.#world.recordTime(this.now);
      record.committed = true;
    }
    task.status = 'ready';
    const call = task.call;
    if (call)
      this.#deliver(
        task,
        { kind: 'result', task: task.id, call: call.id, result: { kind: 'done' }, now: this.now },
        record,
      );
  }

  #perform(task: TaskState, call: Call, record: StepRecord): void {
    record.call = call;
    record.facts = call.kind === 'statement' ? this.#factsOf(call.sql) : null;
    const performed = perform(this.#world, task, call, record.facts, this.now);
    record.performed = performed;
    record.committed ||= performed.kind === 'answered' && performed.committed;
    switch (performed.kind) {
      case 'parked':
        task.status = 'parked';
        task.mayRetry = false;
        return;
      case 'asleep':
        task.status = 'asleep';
        task.wakeAt = performed.until;
        return;
      case 'answered':
        task.status = 'ready';
        if (performed.fault && !task.fault) task.fault = performed.fault;
        if (performed.transactionEnded) this.#releaseParked();
        this.#deliver(
          task,
          {
            kind: 'result',
            task: task.id,
            call: call.id,
            result: record.fault === 'timeout' ? answerLost : performed.result,
            now: this.now,
          },
          record,
        );
        return;
      case 'nothing':
        return;
    }
  }

  #releaseParked(): void {
    for (const task of this.tasks.values()) if (task.status === 'parked') task.mayRetry = true;
  }

  /** Tells a process what happened, and takes in what all of its tasks did in answer. */
  #deliver(task: TaskState, event: ProcessEvent, record: StepRecord): void {
    const before = this.#processes.get(task.process) ?? this.#memory.root(task.process);
    this.#processes.set(task.process, this.#memory.after(before, event));
    for (const other of this.tasks.values()) {
      if (other.process !== task.process || !other.started) continue;
      if (hasEnded(other)) continue;
      // The call of a parked or sleeping task goes on waiting.
      if (other !== task && other.status !== 'waiting') continue;
      this.#takeIn(other, record);
    }
  }

  #takeIn(task: TaskState, record: StepRecord): void {
    const progress = this.#progress(task);
    task.call = progress?.end ? null : (progress?.calls[0] ?? null);
    if (progress?.end) this.#finish(task, progress.end, record);
    else task.status = task.call ? 'ready' : 'waiting';
  }

  #progress(task: TaskState): TaskProgress | undefined {
    const state = this.#processes.get(task.process);
    return state && this.#memory.progressOf(state, task.id);
  }

  #logCount(task: TaskState): number {
    return this.#progress(task)?.logs.length ?? 0;
  }

  #finish(task: TaskState, end: TaskOutcome, record: StepRecord): void {
    let outcome = task.fault ?? end;
    if (task.transaction) {
      this.#world.session(task.id).run('ROLLBACK');
      task.transaction = null;
      this.#releaseParked();
      if (outcomes[outcome.kind].breaks === null) {
        outcome = plainEnd('transaction-left-open', 'The task ended before its transaction did.', null);
      }
    }
    const breaks = outcomes[outcome.kind].breaks;
    // A server that catches what escapes from a handler answers 500.
    if (breaks === 'throws' && task.spec.entry === 'handle')
      outcome = { ...outcome, status: 500, body: null };
    if (this.#mayStillFail(task, outcome)) {
      // Only one answer can be on its way: in a shared process a step may end two tasks.
      this.settle(null);
      this.#answering = task;
      task.status = 'answering';
      task.call = null;
      task.end = outcome;
      record.ended.push(task.id);
      return;
    }
    this.#end(task, outcome, record);
  }

  /** Whether a fault could strike between the last step and the answer's leaving. */
  #mayStillFail(task: TaskState, { kind }: TaskOutcome): boolean {
    if (kind !== 'answered' && kind !== 'done' && outcomes[kind].breaks !== 'throws') return false;
    return (
      (this.#budget.crash ?? 0) > 0 || ((this.#budget.loseResponse ?? 0) > 0 && task.spec.entry === 'handle')
    );
  }

  #end(task: TaskState, outcome: TaskOutcome, record: StepRecord): void {
    if (task.transaction) {
      this.#world.session(task.id).run('ROLLBACK');
      task.transaction = null;
      this.#releaseParked();
    }
    task.call = null;
    task.end = outcome;
    this.#close(task);
    if (!record.ended.includes(task.id)) record.ended.push(task.id);
  }

  /** What an outsider may know from now on. */
  #close(task: TaskState): void {
    task.status = 'finished';
    if (!task.end) return;
    const { breaks } = outcomes[task.end.kind];
    if (breaks) this.#brokenByEngine.add(breaks);
    this.#world.recordEnd(task.id, task.end);
    if (failed(task)) return;
    for (const other of this.tasks.values()) {
      const { retry } = other.spec;
      if (retry?.of !== task.id || retry.when !== 'after-failure' || other.started) continue;
      other.end = plainEnd('not-needed', '', null);
      this.#close(other);
    }
  }

  /** Nobody can move any more: whoever has not finished never will. */
  #stall(record: StepRecord): boolean {
    const left = [...this.tasks.values()].filter((task) => task.started && !hasEnded(task));
    // Whoever waits for its process goes first: its rollback may free the lock that others wait for.
    const waiting = left.filter((task) => task.status === 'waiting');
    for (const task of waiting.length > 0 ? waiting : left) {
      this.#finish(
        task,
        plainEnd('stalled', `${task.id} waits for something that nobody will do.`, task.call),
        record,
      );
    }
    return left.length > 0;
  }

  /** What a task would call if it moved now; null where that is not known without moving it. */
  peek(id: TaskId): Call | null {
    const task = this.tasks.get(id);
    if (!task || hasEnded(task) || task.status === 'waiting') return null;
    if (task.status === 'parked') return task.call;
    let event: ProcessEvent | null = null;
    if (!task.started) event = { kind: 'start', task: id, now: this.now };
    else if (task.status === 'asleep' && task.call) {
      event = {
        kind: 'result',
        task: id,
        call: task.call.id,
        result: { kind: 'done' },
        now: Math.max(this.now, task.wakeAt),
      };
    }
    if (!event) return task.call;
    const before = this.#processes.get(task.process) ?? this.#memory.root(task.process);
    return this.#memory.progressOf(this.#memory.after(before, event), id)?.calls[0] ?? null;
  }

  /**
   * Names everything that decides what can still happen: equal keys have equal futures. What a task
   * has seen is its history; what is uncommitted follows from that and from the snapshot.
   */
  key(): string {
    let key = `${this.#world.contents()}@${this.now}`;
    for (const fault of faultKinds) if (this.#faults[fault]) key += `,${this.#budget[fault]}`;
    for (const task of this.tasks.values()) {
      const process = this.#processes.get(task.process);
      key += `|${process?.id ?? '-'}${task.started ? task.status[0] : '.'}`;
      if (task.end && task.end.kind !== 'answered') key += task.end.kind;
      if (task.status === 'answering') key += '?';
      if (task.status === 'parked' && task.mayRetry) key += '!';
      if (task.status === 'asleep') key += task.wakeAt;
      if (task.earlyWakesLeft !== earlyWakes) key += `e${task.earlyWakesLeft}`;
      const { transaction } = task;
      if (!transaction) continue;
      key += `t${transaction.locks ? 'l' : ''}${transaction.wrote ? 'w' : ''}`;
      if (transaction.snapshot) {
        const stale = transaction.snapshot.commits !== this.#world.commits;
        key += `${transaction.snapshot.contents}${stale ? 's' : ''}`;
      }
    }
    return key;
  }

  #factsOf(sql: string): StatementFacts {
    let facts = this.#facts.get(sql);
    if (!facts) {
      facts = inspect(sql);
      this.#facts.set(sql, facts);
    }
    return facts;
  }
}

export const isEngineProperty = (id: PropertyId): id is EnginePropertyId =>
  Object.hasOwn(engineProperties, id);

/** What a handler is told when the answer to its COMMIT is lost: it cannot tell whether it committed. */
const answerLost: CallResult = { kind: 'error', code: 'TIMEOUT', message: 'No answer came in time.' };

function newRecord(task: TaskState, fault: FaultKind | null): StepRecord {
  return {
    task: task.id,
    fault,
    woke: fault === null && task.status === 'asleep',
    call: null,
    facts: null,
    performed: { kind: 'nothing' },
    committed: false,
    ended: [],
    logs: [],
  };
}
