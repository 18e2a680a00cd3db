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
import { canStrike, failed, inFlight, mayStart, nextDelivery, whyNot } from './rules.ts';
import { type Choice, printChoice } from './schedule.ts';
import { StateKeys } from './state-key.ts';
import { inspect, type StatementFacts } from './statement.ts';
import { excerpt, freshTask, listed, plainEnd, type TaskState } from './tasks.ts';
import type { Performed } from './world/perform.ts';
import { Questions } from './world/questions.ts';
import type { Steps, Where } from './world/steps.ts';
import type { Struck, World, Record as WorldRecord } from './world/world.ts';

/** What one choice did. `call` is null for a choice in which a task began or woke and made no call. */
export interface StepRecord {
  /** Empty for a fault that befalls nobody in particular. */
  task: TaskId;
  /** The fault that struck, or null for a step. */
  fault: FaultKind | null;
  woke: boolean;
  call: Call | null;
  facts: StatementFacts | null;
  performed: Performed;
  /** What a queue handed over when the task began, as JSON text. */
  delivered: string | null;
  /** Committed rows, of the application or of a service, may have changed. */
  committed: boolean;
  /** Tasks that ended with this choice. */
  ended: TaskId[];
  logs: string[];
}

export const isEngineProperty = (id: PropertyId): id is EnginePropertyId =>
  Object.hasOwn(engineProperties, id);

/** Everything that a schedule has changed, to come back to. */
export interface Saved {
  readonly tasks: readonly TaskState[];
  readonly processes: ReadonlyMap<string, ProcessState>;
  readonly where: Where;
  readonly now: number;
  readonly budget: FaultBudget;
  readonly struck: readonly Struck[];
  readonly justEnded: readonly TaskState[];
  readonly closed: boolean;
}

export class Execution {
  readonly tasks: ReadonlyMap<TaskId, TaskState>;
  readonly steps: Steps;
  readonly questions: Questions;
  now: number;
  readonly #experiment: Experiment;
  readonly #memory: ProcessMemory;
  readonly #limit: number;
  readonly #shared: boolean;
  readonly #keys: StateKeys;
  /** Faults left to strike. */
  #budget: FaultBudget;
  /** Faults that have struck. */
  #struck: readonly Struck[] = [];
  /** Whom the last step ended: a fault may still strike before their answers leave. */
  #justEnded = new Set<TaskState>();
  /** The schedule has been let end. */
  #closed = false;
  #processes = new Map<string, ProcessState>();
  readonly #facts = new Map<string, StatementFacts>();

  /**
   * @param stepsPerTask - How many steps a task may make while others wait.
   * @param makeSteps - What carries the steps of these tasks out.
   */
  constructor(
    experiment: Experiment,
    world: World,
    memory: ProcessMemory,
    stepsPerTask: number,
    makeSteps: (tasks: readonly TaskState[]) => Steps,
  ) {
    this.#experiment = experiment;
    this.#memory = memory;
    this.#limit = stepsPerTask;
    this.#budget = { ...experiment.faults };
    this.#shared = experiment.process === 'shared';
    this.now = experiment.clock.start;
    this.tasks = new Map(
      Object.entries(experiment.tasks).map(([id, spec]) => [
        id,
        { id, spec, process: experiment.process === 'own' ? id : 'server', ...freshTask() },
      ]),
    );
    this.steps = makeSteps([...this.tasks.values()]);
    this.questions = new Questions(world, this.steps, experiment.clock.deadlines);
    this.#keys = new StateKeys(experiment);
  }

  /** Back to before the first step. */
  restart(): void {
    for (const task of this.tasks.values()) Object.assign(task, freshTask());
    this.#processes.clear();
    this.#budget = { ...this.#experiment.faults };
    this.#justEnded.clear();
    this.#struck = [];
    this.#closed = false;
    this.now = this.#experiment.clock.start;
    this.steps.restart();
  }

  save(): Saved {
    return {
      tasks: [...this.tasks.values()].map((task) => ({ ...task })),
      processes: new Map(this.#processes),
      where: this.steps.where,
      now: this.now,
      budget: { ...this.#budget },
      struck: this.#struck,
      justEnded: [...this.#justEnded],
      closed: this.#closed,
    };
  }

  /** Back to a state of the same execution. */
  load(saved: Saved): void {
    for (const task of saved.tasks) Object.assign(this.tasks.get(task.id) ?? {}, task);
    this.#processes = new Map(saved.processes);
    this.steps.where = saved.where;
    this.now = saved.now;
    this.#budget = { ...saved.budget };
    this.#struck = saved.struck;
    this.#justEnded = new Set(saved.justEnded);
    this.#closed = saved.closed;
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

  /** Faults left to strike. */
  get budget(): Readonly<FaultBudget> {
    return this.#budget;
  }

  /** What `world` says. */
  record(): WorldRecord {
    const ends = [...this.tasks.values()].flatMap(({ id, end }) => (end ? [[id, end] as const] : []));
    return { ends, faults: this.#struck, now: this.now };
  }

  /** Whether a property's query returns a row now. @throws {EngineError} `bad-property` */
  returnsRows(query: string): boolean {
    return this.questions.returnsRows(
      query,
      () => this.record(),
      () => this.#keys.ofRecord(this.record()),
    );
  }

  /**
   * What the scheduler may choose now: steps in the lab's order, then faults. Null, first, stands
   * for letting things be where nobody can move but a fault could strike. Empty: it has ended.
   */
  choices(): (Choice | null)[] {
    if (this.#closed) return [];
    const enabled = this.enabled();
    const steps = enabled.map((task): Choice => ({ kind: 'step', task }));
    const faults = faultKinds.flatMap((fault) =>
      this.#victims(fault, enabled).map((task): Choice => ({ kind: 'fault', fault, task })),
    );
    const end = steps.length === 0 && faults.length > 0 ? [null] : [];
    return [...end, ...steps, ...faults];
  }

  /** Whom a fault may strike now; for the clock, how far it may jump. */
  #victims(fault: FaultKind, enabled: readonly TaskId[]): string[] {
    if (!this.#budget[fault]) return [];
    if (fault === 'clockJump') {
      // Time that passes where nobody is at work, and nobody could be, is no fault.
      if (![...this.tasks.values()].some((task) => inFlight(task) || mayStart(this.tasks, task))) return [];
      const jumps = this.#experiment.clock.jumps.map(String);
      return this.#nextDeadline() === null ? jumps : ['deadline', ...jumps];
    }
    const victims: string[] = [];
    for (const task of this.tasks.values()) if (this.#mayStrike(fault, task, enabled)) victims.push(task.id);
    return victims;
  }

  #mayStrike(fault: FaultKind, task: TaskState, enabled: readonly TaskId[]): boolean {
    if (this.#mayRetract(fault, task)) return true;
    if (fault === 'timeout') {
      if (!enabled.includes(task.id)) return false;
      const call = this.peek(task.id);
      if (call?.kind !== 'service') return call?.kind === 'commit';
      // Whoever listens has not been answered yet.
      return this.#answersAt(call) <= this.now;
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

  /** Just past the next instant at which something expires; null when nothing does. */
  #nextDeadline(): number | null {
    const next = this.questions.deadlines().find((instant) => instant >= this.now);
    return next === undefined ? null : next + 1;
  }

  /** No fault strikes where nobody can move: whoever waits never goes on, or the schedule ends. */
  letBe(): StepRecord {
    const record = newRecord([...this.tasks.values()][0], null);
    this.#justEnded.clear();
    if (this.complete || !this.#stall(record)) this.#closed = true;
    return record;
  }

  /**
   * Who may move now, in the lab's order. Whoever waits for an instant that has not come, and late
   * sleepers, move only when nobody else can, and the earliest first; a task past its step limit goes
   * on only when it is alone.
   */
  enabled(): TaskId[] {
    const ready: TaskId[] = [];
    const late: { id: TaskId; at: number }[] = [];
    const tired: TaskId[] = [];
    for (const task of this.tasks.values()) {
      const at = this.#movesAt(task);
      if (at === null) continue;
      if (at > this.now || (task.status === 'asleep' && task.earlyWakesLeft === 0))
        late.push({ id: task.id, at });
      else if (task.steps >= this.#limit) tired.push(task.id);
      else ready.push(task.id);
    }
    if (ready.length > 0) return ready;
    if (late.length > 0) {
      const first = Math.min(...late.map(({ at }) => at));
      return late.filter(({ at }) => at === first).map(({ id }) => id);
    }
    return tired;
  }

  /** From which instant on a task may move; null while it waits for somebody. */
  #movesAt(task: TaskState): number | null {
    switch (task.status) {
      case 'finished':
      case 'waiting':
        return null;
      case 'parked':
        return task.mayRetry ? this.now : null;
      case 'asleep':
        return task.earlyWakesLeft > 0 ? this.now : task.wakeAt;
      case 'listening':
        return this.#answersAt(task.call);
      case 'ready':
        if (task.started) return this.now;
        if (!mayStart(this.tasks, task)) return null;
        return task.spec.from === undefined ? this.now : this.questions.deliversAt(task.spec.from);
    }
  }

  /** When a service would answer a call. */
  #answersAt(call: Call | null): number {
    return call?.kind === 'service' ? this.questions.answersAt(call) : 0;
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
   * @throws {EngineError} `unknown-task`, `cannot-move`
   */
  choose(choice: Choice, position: number, schedule: string): StepRecord {
    if (choice.kind === 'fault') {
      const task = this.tasks.get(choice.task);
      if (!task && choice.fault !== 'clockJump') throw this.#unknownTask(choice.task, position, schedule);
      if (this.#victims(choice.fault, this.enabled()).includes(choice.task))
        return task ? this.#strike(choice.fault, task) : this.#jump(choice.task);
      throw new EngineError('cannot-move', this.#whyNoFault(choice, position));
    }
    const task = this.tasks.get(choice.task);
    if (!task) throw this.#unknownTask(choice.task, position, schedule);
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

  #unknownTask(task: TaskId, position: number, schedule: string): EngineError {
    return new EngineError(
      'unknown-task',
      `Unknown task "${task}" at position ${position} in schedule "${excerpt(schedule, position)}". The scenario has ${listed([...this.tasks.keys()])}. Correct the schedule.`,
    );
  }

  #whyNoFault(choice: Choice & { kind: 'fault' }, position: number): string {
    const what = `Choice ${position}, "${printChoice(choice)}",`;
    const whole = this.#experiment.faults[choice.fault];
    if (!whole)
      return `${what} is a fault, and this scenario has no budget for it. Remove it, or give the scenario faults: { ${choice.fault}: 1 }.`;
    if (!this.#budget[choice.fault])
      return `${what} is one ${choice.fault} more than the ${whole} that this scenario has. Remove one.`;
    const may = this.choices()
      .filter((other) => other?.kind === 'fault')
      .map((other) => (other ? printChoice(other) : ''));
    return `${what} cannot strike there. ${may.length > 0 ? `There may strike: ${listed(may, 'or')}.` : 'No fault can.'}`;
  }

  #spend(fault: FaultKind): void {
    this.#budget[fault] = (this.#budget[fault] ?? 0) - 1;
  }

  #jump(how: string): StepRecord {
    const record = newRecord(undefined, 'clockJump');
    this.#spend('clockJump');
    const moment = this.#struck.filter(({ kind }) => kind === 'clockJump').length;
    this.#struck = [...this.#struck, { kind: 'clockJump', task: how, moment }];
    this.#justEnded.clear();
    const to = how === 'deadline' ? this.#nextDeadline() : this.now + Number(how);
    this.now = Math.min(to ?? this.now, Number.MAX_SAFE_INTEGER);
    record.committed = true;
    this.#settle(record);
    return record;
  }

  #strike(fault: FaultKind, task: TaskState): StepRecord {
    const record = newRecord(task, fault);
    const logsBefore = this.#logCount(task);
    this.#spend(fault);
    const ended = [...this.#justEnded];
    const retracts = this.#mayRetract(fault, task);
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
        if (!task.started) this.#start(task, record);
        else if (task.status === 'asleep') this.#wake(task, record);
        if (task.call) this.#perform(task, task.call, record);
        task.steps += 1;
        record.logs = (this.#progress(task)?.logs ?? []).slice(logsBefore);
        break;
      case 'redeliver':
        this.#tell(fault, task);
        if (task.message !== null) this.#broker(task, 'redeliver', task.message, record);
        else Object.assign(nextDelivery(this.tasks, task) ?? {}, { delivered: true });
        break;
      case 'reorder':
        this.#tell(fault, task);
        task.overtakes = true;
        break;
      case 'clockJump':
        break;
    }
    this.#settle(record);
    return record;
  }

  /** Each victim has a row of its own, for properties that excuse it. */
  #tell(kind: FaultKind, task: TaskState): void {
    this.#struck = [...this.#struck, { kind, task: task.id, moment: task.steps }];
  }

  /** Where nobody can move, and no fault can strike, the schedule ends. */
  #settle(record: StepRecord): void {
    while (this.choices().length === 0 && this.#stall(record));
  }

  /** What a task's end told the world is untold. */
  #retract(task: TaskState): void {
    task.status = 'ready';
    task.end = null;
    for (const other of this.tasks.values()) {
      if (other.spec.retry?.of !== task.id || other.end?.kind !== 'not-needed') continue;
      Object.assign(other, freshTask());
    }
  }

  #move(task: TaskState): StepRecord {
    this.#justEnded.clear();
    const logsBefore = this.#logCount(task);
    const record = newRecord(task, null);
    if (task.status === 'asleep') this.#wake(task, record);
    else if (!task.started) this.#start(task, record);
    else if (task.status === 'listening') this.#passTime(this.#answersAt(task.call), record);
    if (task.call && task.status !== 'finished' && task.status !== 'asleep')
      this.#perform(task, task.call, record);
    if (record.performed.kind !== 'parked') task.steps += 1;
    // Steps beyond the limit were all made alone.
    if (inFlight(task) && task.steps >= 2 * this.#limit) {
      this.#finish(
        task,
        plainEnd('never-finishes', `${task.id} made ${task.steps} steps.`, task.call),
        record,
      );
    }
    this.#settle(record);
    record.logs = (this.#progress(task)?.logs ?? []).slice(logsBefore);
    return record;
  }

  #start(task: TaskState, record: StepRecord): void {
    task.started = true;
    const { from } = task.spec;
    if (from !== undefined) {
      this.#passTime(this.questions.deliversAt(from), record);
      task.message = this.#broker(task, 'receive', JSON.stringify(from), record);
      record.delivered = task.message;
    }
    const message = task.message === null ? {} : { message: task.message };
    this.#deliver(task, { kind: 'start', task: task.id, now: this.now, ...message }, record);
  }

  /** What the broker does by itself. @returns its answer, as JSON text. */
  #broker(task: TaskState, operation: string, argument: string, record: StepRecord): string | null {
    const place = { id: -1, line: null, column: null, endLine: null, request: '' };
    const args = `[${argument}]`;
    const call: Call = { ...place, kind: 'service', service: 'queue', operation, args };
    const performed = this.steps.perform(task, call, null, this.now);
    record.committed = true;
    return performed.kind === 'answered' && performed.result.kind === 'value' ? performed.result.json : null;
  }

  #passTime(to: number | null, record: StepRecord): void {
    if (to === null || to <= this.now) return;
    this.now = to;
    record.committed = true;
  }

  #wake(task: TaskState, record: StepRecord): void {
    if (task.earlyWakesLeft > 0) task.earlyWakesLeft -= 1;
    this.#passTime(task.wakeAt, record);
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
    const inTransaction = task.transaction !== null;
    const performed = this.steps.perform(task, call, record.facts, this.now);
    record.performed = performed;
    switch (performed.kind) {
      case 'parked':
        task.status = 'parked';
        task.mayRetry = false;
        return;
      case 'asleep':
        task.status = 'asleep';
        task.wakeAt = performed.until;
        return;
      case 'listening':
        task.status = 'listening';
        return;
      case 'answered':
        record.committed ||= performed.committed || call.kind === 'service';
        task.status = 'ready';
        if (performed.fault && !task.fault) task.fault = performed.fault;
        if (inTransaction && !task.transaction) this.#releaseParked();
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
    if (task.transaction && outcomes[outcome.kind].breaks === null) {
      outcome = plainEnd('transaction-left-open', 'The task ended before its transaction did.', null);
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
      this.steps.rollBack(task);
      this.#releaseParked();
    }
    task.call = null;
    task.end = outcome;
    this.#close(task);
    if (!record.ended.includes(task.id)) record.ended.push(task.id);
  }

  #close(task: TaskState): void {
    task.status = 'finished';
    if (failed(task)) return;
    for (const other of this.tasks.values()) {
      const { retry } = other.spec;
      if (retry?.of !== task.id || retry.when !== 'after-failure' || other.started) continue;
      other.end = plainEnd('not-needed', '', null);
      this.#close(other);
    }
  }

  /** Nobody can move any more: whoever has begun never ends, and whoever has not never does. */
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
    if (left.length > 0) return true;
    for (const task of this.tasks.values()) {
      if (task.status === 'finished') continue;
      task.end = plainEnd('not-needed', '', null);
      task.status = 'finished';
    }
    return false;
  }

  /** What a task would call if it moved now; null where that is not known without moving it. */
  peek(id: TaskId): Call | null {
    const task = this.tasks.get(id);
    if (!task || task.status === 'finished' || task.status === 'waiting') return null;
    if (task.status === 'parked' || task.status === 'listening') return task.call;
    let event: ProcessEvent | null = null;
    if (!task.started) {
      if (task.spec.from !== undefined) return null;
      event = { kind: 'start', task: id, now: this.now };
    } else if (task.status === 'asleep' && task.call) {
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

  /** Names everything that decides what can still happen: equal keys have equal futures. */
  key(): string {
    return this.#keys.ofState({
      tasks: this.tasks.values(),
      processes: this.#processes,
      where: this.steps.where,
      now: this.now,
      budget: this.#budget,
      struck: this.#struck,
      closed: this.#closed,
      retractable: this.canRetract ? this.#justEnded : null,
    });
  }

  /** Whether a fault could still take back what the last step ended. */
  get canRetract(): boolean {
    return (
      this.#justEnded.size > 0 && ((this.#budget.crash ?? 0) > 0 || (this.#budget.loseResponse ?? 0) > 0)
    );
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

/** What a handler is told when an answer is lost: it cannot tell whether what it asked for was done. */
const answerLost: CallResult = { kind: 'error', code: 'TIMEOUT', message: 'No answer came in time.' };

function newRecord(task: TaskState | undefined, fault: FaultKind | null): StepRecord {
  return {
    task: task?.id ?? '',
    fault,
    woke: fault === null && task?.status === 'asleep',
    call: null,
    facts: null,
    performed: { kind: 'nothing' },
    delivered: null,
    committed: false,
    ended: [],
    logs: [],
  };
}
