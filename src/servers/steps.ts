/**
 * Steps that are carried out on servers instead of on SQLite. Everything else of a schedule, tasks,
 * faults, services and time, is the engine's own, so that one schedule means the same everywhere.
 *
 * A server cannot be put back into a state as SQLite can. To come back to one, it is given its
 * starting rows again and told all that had happened.
 */
import type { Call, CallResult, SqlValue } from '../engine/ports.ts';
import type { StatementFacts } from '../engine/statement.ts';
import type { TaskState } from '../engine/tasks.ts';
import { handlerCaps, type Performed, refuse } from '../engine/world/perform.ts';
import { services } from '../engine/world/services/index.ts';
import type { Json } from '../engine/world/services/service.ts';
import { Steps, type Where } from '../engine/world/steps.ts';
import type { World } from '../engine/world/world.ts';
import { ServerError } from './address.ts';
import { Mirror } from './mirror.ts';
import type { Answer, Question, StepAnswer } from './protocol.ts';

export type Ask = (question: Question) => Answer;

/** Which calls go to a server. */
export interface Real {
  sql: boolean;
  redis: boolean;
}

/** Something that a server was told since its starting rows. */
interface Happening {
  readonly previous: Happening | null;
  readonly question: Question;
  readonly answer: string;
}

/** Where a schedule is, and how the servers come there. Never mutated. */
interface ServerWhere extends Where {
  readonly history: Happening | null;
  /** Tasks with a call that waits on the server. */
  readonly pending: readonly string[];
}

type SqlCall = Exclude<Call, { kind: 'sleep' } | { kind: 'service' }>;
type Answered = Performed & { kind: 'answered' };

export class ServerSteps extends Steps {
  declare where: ServerWhere;
  readonly #world: World;
  readonly #tasks: readonly TaskState[];
  readonly #ask: Ask;
  readonly #real: Real;
  readonly #mirror: Mirror;
  readonly #start: ServerWhere;
  /** The last thing that the servers were told. */
  #told: Happening | null = null;

  constructor(world: World, tasks: readonly TaskState[], ask: Ask, real: Real) {
    super(world, tasks, true);
    this.#world = world;
    this.#tasks = tasks;
    this.#ask = ask;
    this.#real = real;
    this.#mirror = new Mirror(world);
    this.where = { ...this.where, history: null, pending: [] };
    this.#tell({ kind: 'reset' });
    this.#look();
    this.#start = this.where;
  }

  override restart(): void {
    this.where = this.#start;
  }

  override perform(task: TaskState, call: Call, facts: StatementFacts | null, now: number): Performed {
    if (call.kind === 'sleep') return super.perform(task, call, facts, now);
    if (call.kind === 'service') {
      if (call.service === 'redis' && this.#real.redis) return this.#redis(task, call, now);
      return super.perform(task, call, facts, now);
    }
    if (!this.#real.sql) return super.perform(task, call, facts, now);
    this.#dropLeftovers();
    return this.#sql(task, call, facts);
  }

  /** It ends inside a transaction: its connection closes, and the server rolls back. */
  override rollBack(task: TaskState): void {
    if (!this.#real.sql) super.rollBack(task);
    else {
      task.transaction = null;
      this.#drop(task.id);
    }
  }

  override arrive(): void {
    if (!this.#real.sql) super.arrive();
    else {
      this.#dropLeftovers();
      this.#world.restoreApp(this.where.app);
      this.#world.outside.restore(this.where.outside);
    }
  }

  #sql(task: TaskState, call: SqlCall, facts: StatementFacts | null): Performed {
    const refused = call.kind === 'statement' ? refuse(call, facts) : null;
    if (refused) return this.#failed(task, refused);
    const waited = this.where.pending.includes(task.id);
    const answer = this.#step(waited ? { kind: 'collect', task: task.id } : question(task.id, call));
    if (answer.kind === 'waits') {
      this.#setPending(task.id, true);
      this.#markHolders(answer.for);
      if (answer.ended) this.#look();
      return { kind: 'parked' };
    }
    this.#setPending(task.id, false);
    const { transaction } = task;
    const wrote = facts?.writes === true && answer.kind === 'rows' && answer.count > 0;
    if (call.kind === 'begin') {
      const locks = call.mode === 'immediate';
      task.transaction =
        answer.kind === 'error' ? null : { snapshot: null, stale: false, wrote: false, locks, state: 0 };
    } else if (call.kind !== 'statement' || answer.kind === 'error') {
      task.transaction = null;
    } else if (transaction && wrote) {
      task.transaction = { ...transaction, wrote, locks: true };
    }
    // A read shows nothing to others. What waited may have gone on by itself, and so may whoever waits.
    const others = answer.ended || waited || this.where.pending.length > 0;
    const committed = (others || (!task.transaction && !facts?.reads)) && this.#look();
    if (answer.kind === 'rows' && isTooMuch(answer.rows)) return this.#failed(task, tooMuch(call));
    const transactionEnded = transaction !== null && task.transaction === null;
    return { kind: 'answered', result: resultOf(answer), committed, wrote, transactionEnded, fault: null };
  }

  /** The engine itself refuses, and rolls the transaction back as any error does. */
  #failed(task: TaskState, { result, fault }: Pick<Answered, 'result' | 'fault'>): Performed {
    const transactionEnded = task.transaction !== null;
    if (transactionEnded) this.#step({ kind: 'rollback', task: task.id });
    task.transaction = null;
    return { kind: 'answered', result, committed: this.#look(), wrote: false, transactionEnded, fault };
  }

  /** The model judges the arguments; Redis answers; the model's table shows what Redis holds. */
  #redis(task: TaskState, call: Call & { kind: 'service' }, now: number): Performed {
    this.#world.outside.restore(this.where.outside);
    const db = this.#world.servant('redis');
    const operation = services.redis.operations[call.operation];
    if (!db || !operation) return super.perform(task, call, null, now);
    db.run('BEGIN IMMEDIATE');
    const context = { now, task: task.id, request: call.request };
    const judged = operation.perform(db, JSON.parse(call.args) as Json[], context);
    db.run('ROLLBACK');
    if (judged.kind === 'error' && judged.code === 'INVALID_ARGUMENT')
      return super.perform(task, call, null, now);
    const answer = this.#happen({ kind: 'redis', operation: call.operation, args: call.args, now });
    if (answer.kind !== 'redis') throw unexpected(answer);
    db.run('BEGIN IMMEDIATE');
    db.run('DELETE FROM entry');
    for (const entry of answer.entries) db.run('INSERT INTO entry VALUES (?, ?, ?)', entry);
    db.run('COMMIT');
    this.#world.outside.changed();
    this.where = { ...this.where, outside: this.#world.outside.number() };
    const result: CallResult =
      'json' in answer.result
        ? { kind: 'value', json: answer.result.json }
        : { kind: 'error', ...answer.result };
    return { kind: 'answered', result, committed: false, wrote: false, transactionEnded: false, fault: null };
  }

  /** Copies what is committed now. @returns whether it is other than before. */
  #look(): boolean {
    if (!this.#real.sql) return false;
    const answer = this.#tell({ kind: 'rows', tables: this.#mirror.tables });
    if (answer.kind !== 'tables') throw unexpected(answer);
    this.#world.restoreApp(this.where.app);
    this.#mirror.show(answer.tables);
    const app = this.#world.app.number();
    const changed = app !== this.where.app;
    this.where = { ...this.where, app, base: app, since: null };
    return changed;
  }

  /** Whoever ended while its statement waited has gone, and its statement with it. */
  #dropLeftovers(): void {
    for (const { id, status } of this.#tasks)
      if (status === 'finished' && this.where.pending.includes(id)) this.#drop(id);
  }

  #drop(task: string): void {
    this.#setPending(task, false);
    this.#happen({ kind: 'drop', task });
    this.#look();
  }

  #setPending(task: string, waits: boolean): void {
    const others = this.where.pending.filter((other) => other !== task);
    this.where = { ...this.where, pending: waits ? [...others, task] : others };
  }

  /** So that a trace can say for whom somebody waits. */
  #markHolders(holders: readonly string[]): void {
    for (const task of this.#tasks)
      if (task.transaction) task.transaction = { ...task.transaction, locks: holders.includes(task.id) };
  }

  #step(asked: Question): StepAnswer {
    const answer = this.#happen(asked);
    if (answer.kind === 'tables' || answer.kind === 'redis' || answer.kind === 'failed')
      throw unexpected(answer);
    return answer;
  }

  /** Something new, from where the schedule is. */
  #happen(asked: Question): Answer {
    if (this.#told !== this.where.history) this.#comeBack();
    const answer = this.#tell(asked);
    const history = { previous: this.where.history, question: asked, answer: JSON.stringify(answer) };
    this.where = { ...this.where, history };
    this.#told = history;
    return answer;
  }

  #comeBack(): void {
    const { history } = this.where;
    const all: Happening[] = [];
    for (let at = history; at; at = at.previous) all.push(at);
    this.#tell({ kind: 'reset' });
    for (const { question: asked, answer } of all.reverse()) {
      if (JSON.stringify(this.#tell(asked)) === answer) continue;
      throw new ServerError(
        'The server did something else when the same steps were made again, as it may where several wait for one. Replay single schedules there.',
      );
    }
    this.#told = history;
  }

  #tell(asked: Question): Answer {
    const answer = this.#ask(asked);
    if (answer.kind === 'failed') throw new ServerError(answer.message);
    return answer;
  }
}

function question(task: string, call: SqlCall): Question {
  switch (call.kind) {
    case 'begin':
      return { kind: 'begin', task, mode: call.mode };
    case 'statement':
      return { kind: 'statement', task, sql: call.sql, params: call.params };
    case 'commit':
    case 'rollback':
      return { kind: call.kind, task };
  }
}

function resultOf(answer: Exclude<StepAnswer, { kind: 'waits' }>): CallResult {
  switch (answer.kind) {
    case 'rows':
      return { kind: 'rows', columns: answer.columns, rows: answer.rows, count: answer.count };
    case 'done':
      return { kind: 'done' };
    case 'error':
      return { kind: 'error', code: answer.code, message: answer.message };
  }
}

function isTooMuch(rows: readonly SqlValue[][]): boolean {
  const size = (value: SqlValue) => (typeof value === 'string' ? value.length : 8);
  const bytes = rows.flat().reduce<number>((sum, value) => sum + size(value), 0);
  return rows.length > handlerCaps.rows || bytes > handlerCaps.bytes;
}

function tooMuch({ line, column }: Call): Pick<Answered, 'result' | 'fault'> {
  const message = `The statement returned more than ${handlerCaps.rows} rows or ${handlerCaps.bytes} bytes.`;
  const fault = { kind: 'too-much-data' as const, status: null, body: null, detail: message, line, column };
  return { result: { kind: 'error', code: 'TOO_MUCH_DATA', message }, fault };
}

const unexpected = (answer: Answer) => new Error(`A server answered ${answer.kind} to another question.`);
