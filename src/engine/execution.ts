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
import { canMove, canStrike, failed, inFlight, whyNot } from './rules.ts';
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
  /** Whom the last step ended: a fault may still strike before their answers leave. */
  readonly #justEnded = new Set<TaskState>();
  /** Faults that have struck, for the key. */
  readonly #struck: string[] = [];
  /** The schedule has been let end. */
  #closed = false;
  readonly #bodies = new Map<string, number>();
  readonly #processes = new Map<string, ProcessState>();
  readonly #facts = new Map<string, StatementFacts>();

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
    this.#budget = { ...this.#faults };
    this.#justEnded.clear();
    this.#struck.length = 0;
    this.#closed = false;
    this.now = 0;
    this.#world.reset();
  }

  /** Engine properties broken so far. */
  get brokenByEngine(): ReadonlySet<EnginePropertyId> {
    const broken = new Set<EnginePropertyId>();
    for (const { end } of this.tasks.values()) {
      const breaks = end && outcomes[end.kind].breaks;
      if (breaks) broken.add(breaks);
    }
    return broken;
  }

  get complete(): boolean {
    for (const task of this.tasks.values()) if (task.status !== 'finished') return false;
    return true;
  }

  /**
   * What the scheduler may choose now: steps in the lab's order, then faults. Null, first, stands
   * for letting things be where nobody can move but a fault could strike. Empty: it has ended.
   */
  choices(): (Choice | null)[] {
    if (this.#closed) return [];
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
    if ((this.#budget[fault] ?? 0) === 0) return false;
    if (this.#mayRetract(fault, task)) return true;
    if (fault === 'timeout') {
      return (
        (task.status === 'ready' || task.status === 'asleep') &&
        this.enabled().includes(task.id) &&
        task.started &&
        this.peek(task.id)?.kind === 'commit'
      );
    }
    return canStrike(this.tasks, fault, task, this.#shared);
  }

  /** Whether a fault would strike between a task's last step and its answer's leaving. */
  #mayRetract(fault: FaultKind, task: TaskState): boolean {
    if (!this.#justEnded.has(task)) return false;
    if (fault === 'loseResponse') return task.spec.entry === 'handle' && task.end?.status != null;
    return fault === 'crash' && (!this.#shared || [...this.#justEnded][0] === task);
  }

  /** Whether a choice takes back what the last step ended, so that what that broke was never broken. */
  retracts(choice: Choice | null): boolean {
    const task = choice && this.tasks.get(choice.task);
    return choice?.kind === 'fault' && task != null && this.#mayRetract(choice.fault, task);
  }

  /** No fault strikes where nobody can move: whoever waits never goes on, or the schedule ends. */
  letBe(): StepRecord {
    const record = newRecord([...this.tasks.values()][0], null);
    this.#justEnded.clear();
    if (this.complete || !this.#stall(record)) this.#closed = true;
    return record;
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
      return `${what} is a fault, and this scenario has no budget for it. Remove it, or give the scenario faults: { ${choice.fault}: 1 }.`;
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
    const logsBefore = this.#logCount(task);
    this.#budget[fault] = (this.#budget[fault] ?? 0) - 1;
    const ended = [...this.#justEnded];
    const retracts = this.#justEnded.has(task);
    this.#justEnded.clear();
    switch (fault) {
      case 'crash': {
        const victims = new Set([task]);
        if (this.#shared) {
          for (const other of this.tasks.values()) if (inFlight(other)) victims.add(other);
          if (retracts) for (const other of ended) victims.add(other);
          this.#processes.delete(task.process);
        }
        for (const victim of victims) {
          this.#tell(fault, victim);
          if (victim.status === 'finished') this.#retract(victim);
          this.#end(victim, plainEnd('crashed', '', victim.call), record);
        }
        break;
      }
      case 'loseRequest':
        this.#tell(fault, task);
        this.#end(task, plainEnd('request-lost', '', null), record);
        break;
      case 'loseResponse': {
        const { end } = task;
        this.#tell(fault, task);
        this.#retract(task);
        if (end) this.#end(task, { ...end, kind: 'response-lost' }, record);
        break;
      }
      case 'timeout':
        this.#tell(fault, task);
        if (task.status === 'asleep') this.#wake(task, record);
        if (task.call) this.#perform(task, task.call, record);
        task.steps += 1;
        record.logs = (this.#progress(task)?.logs ?? []).slice(logsBefore);
        break;
      case 'redeliver':
      case 'reorder':
      case 'clockJump':
        break;
    }
    while (this.choices().length === 0 && this.#stall(record));
    return record;
  }

  /** Each victim has a row of its own, for properties that excuse it. */
  #tell(fault: FaultKind, task: TaskState): void {
    this.#struck.push(`${fault}:${task.id}:${task.steps}`);
    this.#world.recordFault(fault, task.id, task.steps);
  }

  /** What a task's end told the world is untold. */
  #retract(task: TaskState): void {
    this.#world.forget(task.id);
    task.status = 'ready';
    task.end = null;
    for (const other of this.tasks.values()) {
      if (other.spec.retry?.of !== task.id || other.end?.kind !== 'not-needed') continue;
      this.#world.forget(other.id);
      Object.assign(other, freshTask());
    }
  }

  #move(task: TaskState): StepRecord {
    this.#justEnded.clear();
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
    if (inFlight(task) && task.steps >= 2 * this.#limit) {
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
      if (other.status === 'finished') continue;
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
    this.#end(task, outcome, record);
    if (outcome.kind === 'answered' || outcome.kind === 'done' || breaks === 'throws')
      this.#justEnded.add(task);
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
    const left = [...this.tasks.values()].filter(inFlight);
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
    if (this.#struck.length > 0) key += `,${this.#struck.toSorted().join()}`;
    if (this.#closed) key += '.';
    for (const task of this.tasks.values()) {
      const process = this.#processes.get(task.process);
      key += `|${process?.id ?? '-'}${task.started ? task.status[0] : '.'}`;
      // A crash forgets the history of a shared process, so an end must name itself.
      if (task.end) key += this.#endKey(task.end);
      if (this.canRetract && this.#justEnded.has(task)) key += '?';
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

  /** Whether a fault could still take back what the last step ended. */
  get canRetract(): boolean {
    return (
      this.#justEnded.size > 0 && ((this.#budget.crash ?? 0) > 0 || (this.#budget.loseResponse ?? 0) > 0)
    );
  }

  #endKey({ kind, status, body, detail }: TaskOutcome): string {
    const text = `${kind} ${status} ${body} ${detail}`;
    let number = this.#bodies.get(text);
    if (number === undefined) {
      number = this.#bodies.size;
      this.#bodies.set(text, number);
    }
    return `=${number}`;
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

function newRecord(task: TaskState | undefined, fault: FaultKind | null): StepRecord {
  return {
    task: task?.id ?? '',
    fault,
    woke: fault === null && task?.status === 'asleep',
    call: null,
    facts: null,
    performed: { kind: 'nothing' },
    committed: false,
    ended: [],
    logs: [],
  };
}
