/** How tasks begin, go on and end. Whoever schedules decides who moves; this is what then happens. */
import type { FaultKind, TaskId, TaskOutcome } from './lab.ts';
import type { ProcessMemory, ProcessState } from './memory.ts';
import { outcomes } from './outcomes.ts';
import type { Call, CallResult, ProcessEvent, TaskProgress } from './ports.ts';
import { failed, inFlight } from './rules.ts';
import { inspect, type StatementFacts } from './statement.ts';
import { freshTask, plainEnd, type TaskState } from './tasks.ts';
import type { Performed } from './world/perform.ts';
import type { Questions } from './world/questions.ts';
import type { Steps } from './world/steps.ts';

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

export class Flow {
  now = 0;
  processes = new Map<string, ProcessState>();
  /** Whom the last step ended: a fault may still strike before their answers leave. */
  justEnded = new Set<TaskState>();
  readonly tasks: ReadonlyMap<TaskId, TaskState>;
  readonly steps: Steps;
  readonly questions: Questions;
  readonly #memory: ProcessMemory;
  readonly #facts = new Map<string, StatementFacts>();

  constructor(
    tasks: ReadonlyMap<TaskId, TaskState>,
    steps: Steps,
    questions: Questions,
    memory: ProcessMemory,
  ) {
    this.tasks = tasks;
    this.steps = steps;
    this.questions = questions;
    this.#memory = memory;
  }

  /** Lines that a task has written. */
  logsOf(task: TaskState): string[] {
    return this.#progress(task)?.logs ?? [];
  }

  start(task: TaskState, record: StepRecord): void {
    task.started = true;
    const { from } = task.spec;
    if (from !== undefined) {
      this.passTime(this.questions.deliversAt(from), record);
      task.message = this.broker(task, 'receive', JSON.stringify(from), record);
      record.delivered = task.message;
    }
    const message = task.message === null ? {} : { message: task.message };
    this.#deliver(task, { kind: 'start', task: task.id, now: this.now, ...message }, record);
  }

  /** What the broker does by itself. @returns its answer, as JSON text. */
  broker(task: TaskState, operation: string, argument: string, record: StepRecord): string | null {
    const place = { id: -1, line: null, column: null, endLine: null, request: '' };
    const args = `[${argument}]`;
    const call: Call = { ...place, kind: 'service', service: 'queue', operation, args };
    const performed = this.steps.perform(task, call, null, this.now);
    record.committed = true;
    return performed.kind === 'answered' && performed.result.kind === 'value' ? performed.result.json : null;
  }

  passTime(to: number | null, record: StepRecord): void {
    if (to === null || to <= this.now) return;
    this.now = to;
    record.committed = true;
  }

  /** When a service would answer a call. */
  answersAt(call: Call | null): number {
    return call?.kind === 'service' ? this.questions.answersAt(call) : 0;
  }

  wake(task: TaskState, record: StepRecord): void {
    if (task.earlyWakesLeft > 0) task.earlyWakesLeft -= 1;
    this.passTime(task.wakeAt, record);
    task.status = 'ready';
    const call = task.call;
    if (call)
      this.#deliver(
        task,
        { kind: 'result', task: task.id, call: call.id, result: { kind: 'done' }, now: this.now },
        record,
      );
  }

  perform(task: TaskState, call: Call, record: StepRecord): void {
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
    const before = this.processes.get(task.process) ?? this.#memory.root(task.process);
    this.processes.set(task.process, this.#memory.after(before, event));
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
    if (progress?.end) this.finish(task, progress.end, record);
    else task.status = task.call ? 'ready' : 'waiting';
  }

  #progress(task: TaskState): TaskProgress | undefined {
    const state = this.processes.get(task.process);
    return state && this.#memory.progressOf(state, task.id);
  }

  finish(task: TaskState, end: TaskOutcome, record: StepRecord): void {
    let outcome = task.fault ?? end;
    if (task.transaction && outcomes[outcome.kind].breaks === null) {
      outcome = plainEnd('transaction-left-open', 'The task ended before its transaction did.', null);
    }
    const breaks = outcomes[outcome.kind].breaks;
    // A server that catches what escapes from a handler answers 500.
    if (breaks === 'throws' && task.spec.entry === 'handle')
      outcome = { ...outcome, status: 500, body: null };
    this.end(task, outcome, record);
    if (outcome.kind === 'answered' || outcome.kind === 'done' || breaks === 'throws')
      this.justEnded.add(task);
  }

  end(task: TaskState, outcome: TaskOutcome, record: StepRecord): void {
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
    for (const other of this.tasks.values()) {
      const { retry } = other.spec;
      if (retry?.of !== task.id || retry.when === 'concurrently' || other.started) continue;
      if (failed(task, retry.when)) continue;
      other.end = plainEnd('not-needed', '', null);
      this.#close(other);
    }
  }

  /** Nobody can move any more: whoever has begun never ends, and whoever has not never does. */
  stall(record: StepRecord): boolean {
    const left = [...this.tasks.values()].filter(inFlight);
    // Whoever waits for its process goes first: its rollback may free the lock that others wait for.
    const waiting = left.filter((task) => task.status === 'waiting');
    for (const task of waiting.length > 0 ? waiting : left) {
      this.finish(
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

  /** What a task's end told the world is untold. */
  retract(task: TaskState): void {
    task.status = 'ready';
    task.end = null;
    for (const other of this.tasks.values()) {
      if (other.spec.retry?.of !== task.id || other.end?.kind !== 'not-needed') continue;
      Object.assign(other, freshTask());
      this.retract(other); // and the retries of a retry
    }
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
    const before = this.processes.get(task.process) ?? this.#memory.root(task.process);
    return this.#memory.progressOf(this.#memory.after(before, event), id)?.calls[0] ?? null;
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

export function newRecord(task: TaskState | undefined, fault: FaultKind | null): StepRecord {
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
