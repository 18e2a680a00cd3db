/**
 * One schedule, step by step: who may move, and what happens when somebody does. A task runs
 * without interruption between two steps.
 */
import { EngineError } from './errors.ts';
import type { Experiment, PropertyId, TaskId, TaskOutcome, TaskSpec } from './lab.ts';
import type { ProcessMemory, ProcessState } from './memory.ts';
import { type EnginePropertyId, engineProperties, outcomes } from './outcomes.ts';
import type { Call, ProcessEvent, SqlValue, TaskProgress } from './ports.ts';
import { type Choice, printChoice } from './schedule.ts';
import { inspect, type StatementFacts } from './statement.ts';
import { type Performed, perform, type Transaction } from './world/perform.ts';
import type { World } from './world/world.ts';

/** Endings of a sleep that come while others could move; later ones wait until nobody can. */
export const earlyWakes = 2;

export interface TaskState {
  readonly id: TaskId;
  readonly spec: TaskSpec;
  readonly process: string;
  started: boolean;
  status: 'ready' | 'parked' | 'asleep' | 'waiting' | 'finished';
  /** The call it has made and that waits to be performed. */
  call: Call | null;
  transaction: Transaction | null;
  /** A transaction has ended since it was parked. */
  mayRetry: boolean;
  wakeAt: number;
  earlyWakesLeft: number;
  /** Steps made; an attempt that a lock refused is none. */
  steps: number;
  /** The first thing the engine refused, which decides how the task ends whatever its code did. */
  fault: TaskOutcome | null;
  end: TaskOutcome | null;
}

/** What one choice did. `call` is null for a choice in which a task began or woke and made no call. */
export interface StepRecord {
  task: TaskId;
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
  readonly #processes = new Map<string, ProcessState>();
  readonly #facts = new Map<string, StatementFacts>();
  readonly #brokenByEngine = new Set<EnginePropertyId>();

  /** @param stepsPerTask - How many steps a task may make while others wait. */
  constructor(experiment: Experiment, world: World, memory: ProcessMemory, stepsPerTask: number) {
    this.#world = world;
    this.#memory = memory;
    this.#limit = stepsPerTask;
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
    this.now = 0;
    this.#world.reset();
  }

  /** Engine properties broken so far. */
  get brokenByEngine(): ReadonlySet<EnginePropertyId> {
    return this.#brokenByEngine;
  }

  get complete(): boolean {
    for (const task of this.tasks.values()) if (task.status !== 'finished') return false;
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
      if (!this.#canMove(task)) continue;
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

  #canMove(task: TaskState): boolean {
    switch (task.status) {
      case 'finished':
      case 'waiting':
        return false;
      case 'parked':
        return task.mayRetry;
      case 'asleep':
        return true;
      case 'ready':
        return task.started || task.spec.after.every((id) => this.tasks.get(id)?.status === 'finished');
    }
  }

  /** Why a task may not move; empty when it may. */
  whyNot(id: TaskId): string {
    const task = this.tasks.get(id);
    if (!task) return 'there is no such task';
    if (this.enabled().includes(id)) return '';
    switch (task.status) {
      case 'finished':
        return `${id} has finished`;
      case 'waiting':
        return `${id} waits its turn behind another task of its process`;
      case 'parked':
        return `${id} is parked until a transaction ends`;
      case 'asleep':
        return `${id} is asleep, and goes on sleeping while others can move`;
      case 'ready': {
        if (task.started) return `${id} has made as many steps as a task may while others can move`;
        const before = task.spec.after.filter((other) => this.tasks.get(other)?.status !== 'finished');
        return `${id} starts only after ${listed(before)} ${before.length === 1 ? 'has' : 'have'} finished`;
      }
    }
  }

  /**
   * Performs one choice.
   *
   * @param position - Of the choice in its schedule, from 1, for the error.
   * @throws {EngineError} `unknown-task`, `cannot-move`, `unsupported-fault`
   */
  choose(choice: Choice, position: number, schedule: string): StepRecord {
    if (choice.kind === 'fault') {
      throw new EngineError(
        'unsupported-fault',
        `Choice ${position}, "${printChoice(choice)}", is a fault, and this scenario has no budget for it. Remove it.`,
      );
    }
    const task = this.tasks.get(choice.task);
    if (!task) {
      const names = [...this.tasks.keys()];
      throw new EngineError(
        'unknown-task',
        `Unknown task "${choice.task}" at position ${position} in schedule "${excerpt(schedule, position)}". The scenario has ${listed(names)}. Correct the schedule.`,
      );
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

  #move(task: TaskState): StepRecord {
    const logsBefore = this.#logCount(task);
    const record: StepRecord = {
      task: task.id,
      woke: task.status === 'asleep',
      call: null,
      facts: null,
      performed: { kind: 'nothing' },
      committed: false,
      ended: [],
      logs: [],
    };
    if (task.status === 'asleep') this.#wake(task, record);
    else if (!task.started) {
      task.started = true;
      this.#deliver(task, { kind: 'start', task: task.id, now: this.now }, record);
    }
    if (task.call && task.status === 'ready') this.#perform(task, task.call, record);
    else if (task.call && task.status === 'parked') this.#perform(task, task.call, record);
    if (record.performed.kind !== 'parked') task.steps += 1;
    // Steps beyond the limit were all made alone.
    if (task.status !== 'finished' && task.steps >= 2 * this.#limit) {
      this.#finish(
        task,
        plainEnd('never-finishes', `${task.id} made ${task.steps} steps.`, task.call),
        record,
      );
    }
    while (this.enabled().length === 0 && this.#stall(record));
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
          { kind: 'result', task: task.id, call: call.id, result: performed.result, now: this.now },
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
      if (other.process !== task.process || !other.started || other.status === 'finished') continue;
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
    task.status = 'finished';
    task.call = null;
    task.end = outcome;
    if (breaks) this.#brokenByEngine.add(breaks);
    this.#world.recordEnd(task.id, outcome);
    record.ended.push(task.id);
  }

  /** Nobody can move any more: whoever has not finished never will. */
  #stall(record: StepRecord): boolean {
    const left = [...this.tasks.values()].filter((task) => task.started && task.status !== 'finished');
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
    if (!task || task.status === 'finished' || task.status === 'waiting') return null;
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
    for (const task of this.tasks.values()) {
      const process = this.#processes.get(task.process);
      key += `|${process?.id ?? '-'}${task.started ? task.status[0] : '.'}`;
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

function freshTask() {
  return {
    started: false,
    status: 'ready' as const,
    call: null,
    transaction: null,
    mayRetry: false,
    wakeAt: 0,
    earlyWakesLeft: earlyWakes,
    steps: 0,
    fault: null,
    end: null,
  };
}

function plainEnd(kind: TaskOutcome['kind'], detail: string, call: Call | null): TaskOutcome {
  return { kind, status: null, body: null, detail, line: call?.line ?? null, column: call?.column ?? null };
}

/** A long schedule is quoted around the choice in question. */
function excerpt(schedule: string, position: number): string {
  const words = schedule.split(' ');
  if (words.length <= 16) return schedule;
  const [from, to] = [Math.max(0, position - 6), position + 5];
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`;
}

/** `w1, w2 and w3`. */
export function listed(names: readonly string[], joiner = 'and'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${joiner} ${names.at(-1)}`;
}

export const isEngineProperty = (id: PropertyId): id is EnginePropertyId =>
  Object.hasOwn(engineProperties, id);
export type { SqlValue };
