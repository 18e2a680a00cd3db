/** One task's own connection to PostgreSQL, and the statement that it waits for. */
import type postgres from 'postgres';
import type { SqlValue } from '../engine/ports.ts';
import { errorResult, isConnectionError } from './values.ts';

export type Outcome =
  | { kind: 'rows'; columns: string[]; rows: SqlValue[][]; count: number }
  | { kind: 'done' }
  | { kind: 'error'; code: string; message: string };

/** A call under way. */
interface Pending {
  outcome: Outcome | null;
  /** The server or the way to it failed. */
  failure: unknown;
  settled: Promise<void>;
}

export class PostgresSession {
  readonly task: string;
  readonly pid: number;
  readonly #sql: postgres.Sql;
  #inTransaction = false;
  #pending: Pending | null = null;
  /** A transaction has ended since this was last asked: by COMMIT, by ROLLBACK or by an error. */
  #ended = false;

  constructor(task: string, pid: number, sql: postgres.Sql) {
    this.task = task;
    this.pid = pid;
    this.#sql = sql;
  }

  /** Whether a call is under way whose result has not come. */
  get waits(): boolean {
    return this.#pending !== null && this.#pending.outcome === null && this.#pending.failure === null;
  }

  /** Whether nothing is left of what it did: no transaction open, and no call under way. */
  get idle(): boolean {
    return this.#pending === null && !this.#inTransaction;
  }

  /** @param lock - A statement that takes the write lock, or null. */
  begin(lock: string | null): void {
    this.#start(async () => {
      await this.#sql.unsafe('BEGIN');
      this.#inTransaction = true;
      if (lock !== null) await this.#sql.unsafe(lock);
      return { kind: 'done' };
    });
  }

  statement(sql: string, params: SqlValue[]): void {
    this.#start(async () => {
      const result = await this.#sql.unsafe(sql, params as postgres.ParameterOrJSON<never>[]).values();
      const columns = (result.columns ?? []).map(({ name }) => name);
      return { kind: 'rows', columns, rows: result as unknown as SqlValue[][], count: result.count ?? 0 };
    });
  }

  end(verb: 'COMMIT' | 'ROLLBACK'): void {
    this.#start(async () => {
      // Whatever comes of it, PostgreSQL's transaction is over.
      this.#inTransaction = false;
      this.#ended = true;
      await this.#sql.unsafe(verb);
      return { kind: 'done' };
    });
  }

  #start(work: () => Promise<Outcome>): void {
    const pending: Pending = { outcome: null, failure: null, settled: Promise.resolve() };
    pending.settled = work()
      .catch((error: unknown) => this.#failed(error))
      .then(
        (outcome) => {
          pending.outcome = outcome;
        },
        (failure: unknown) => {
          pending.failure = failure;
        },
      );
    this.#pending = pending;
  }

  /** As the postgres library does, any error inside a transaction rolls it back. */
  async #failed(error: unknown): Promise<Outcome> {
    if (isConnectionError(error)) throw error;
    if (this.#inTransaction) {
      this.#inTransaction = false;
      this.#ended = true;
      await this.#sql.unsafe('ROLLBACK');
    }
    return errorResult(error);
  }

  /** Resolves when the call under way has come to its end, or after so many milliseconds. */
  async rest(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.#pending?.settled, pause]);
    clearTimeout(timer);
  }

  /** Takes the result of the last call; null while it waits. @throws what the connection failed with */
  take(): Outcome | null {
    const pending = this.#pending;
    if (pending?.failure) throw pending.failure;
    const outcome = pending?.outcome ?? null;
    if (outcome) this.#pending = null;
    return outcome;
  }

  takeEnded(): boolean {
    const ended = this.#ended;
    this.#ended = false;
    return ended;
  }

  async close(): Promise<void> {
    this.#pending?.settled.catch(() => {});
    await this.#sql.end({ timeout: 0 });
  }
}
