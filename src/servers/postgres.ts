/**
 * A lab's application database on a real PostgreSQL: one connection for each task, one more that
 * watches, and a schema of its own, so that nobody's data is touched.
 *
 * A statement that waits for another is seen through `pg_blocking_pids`. It goes on by itself as soon
 * as it can; before the next step is made, everything that can go on has gone on.
 *
 * @see https://www.postgresql.org/docs/15/functions-info.html#FUNCTIONS-INFO-SESSION
 */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { SqlValue } from '../engine/ports.ts';
import { type IsolationLevel, ServerError, where } from './address.ts';
import { serverRefusal, serverSchemaRefusal } from './guard.ts';
import { numbered } from './placeholders.ts';
import { PostgresSession } from './postgres-session.ts';
import type { StepAnswer } from './protocol.ts';
import { coded, connectionAdvice, isConnectionError, typeRules } from './values.ts';

/** A statement that runs longer than this is stopped: 57014. Waiting for a lock counts. */
const longestStatementMs = 20_000;
/** A result is looked for this often; who waits for whom is asked as often. */
const pollMs = 2;
/** PostgreSQL looks for a deadlock after one second, by default. */
const longestDeadlockMs = 15_000;

export interface PostgresSetup {
  url: URL;
  /** Null: as the server has it. */
  isolation: IsolationLevel | null;
  /** SQL that makes the tables and their starting rows, in PostgreSQL's dialect, with where it stands. */
  schema: { file: string; sql: string }[];
  /** Tables that BEGIN IMMEDIATE locks, in one order. */
  tables: string[];
}

export class Postgres {
  /** `PostgreSQL 15.18` */
  version = '';
  isolation: IsolationLevel = 'read committed';
  readonly #setup: PostgresSetup;
  readonly #admin: postgres.Sql;
  readonly #name = `once_${randomBytes(6).toString('hex')}`;
  readonly #sessions = new Map<string, PostgresSession>();
  #foreign: ReadonlySet<string> = new Set();
  /** There may be a schema to drop. */
  #made = false;

  private constructor(setup: PostgresSetup) {
    this.#setup = setup;
    this.#admin = this.#connect('observer', null);
  }

  /** @throws {ServerError} in one sentence: which host, and what to do. */
  static async open(setup: PostgresSetup): Promise<Postgres> {
    const server = new Postgres(setup);
    try {
      await server.#begin();
    } catch (error) {
      await server.close();
      throw error instanceof ServerError ? error : server.#sorry(error);
    }
    return server;
  }

  async #begin(): Promise<void> {
    const [about] = await this.#admin`
      SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
             current_setting('default_transaction_isolation') AS isolation`;
    const [version = ''] = String(about?.version).split(' ');
    if (Number(about?.number) < 90_600)
      throw new ServerError(
        `${this.#who()} is PostgreSQL ${version}. Use 9.6 or later, which tells who waits for whom.`,
      );
    this.version = `PostgreSQL ${version}`;
    this.isolation = this.#setup.isolation ?? (String(about?.isolation) as IsolationLevel);
    const schemas = await this.#admin`SELECT nspname AS name FROM pg_namespace`;
    this.#foreign = new Set(schemas.map(({ name }) => String(name).toLowerCase()));
    for (const { file, sql } of this.#setup.schema) {
      const refusal = serverSchemaRefusal(sql, this.#foreign);
      if (refusal) throw new ServerError(`${file}: ${refusal}`);
    }
    await this.reset();
  }

  /** Starting rows again, and no transaction open. */
  async reset(): Promise<void> {
    for (const session of [...this.#sessions.values()]) if (!session.idle) await this.drop(session.task);
    this.#made = true;
    await this.#guarded(async () => {
      await this.#admin.unsafe(`DROP SCHEMA IF EXISTS ${this.#name} CASCADE; CREATE SCHEMA ${this.#name}`);
    });
    for (const { file, sql } of this.#setup.schema) {
      try {
        await this.#admin.unsafe(sql);
      } catch (error) {
        const known = coded(error);
        if (!known || isConnectionError(error)) throw this.#sorry(error);
        throw new ServerError(
          `PostgreSQL refuses ${file}: ${known.message}. Write SQL that both databases know${file.endsWith('.sql') ? `, or put PostgreSQL’s beside it as ${file.replace(/(\.pg)?\.sql$/, '.pg.sql')}` : ''}.`,
        );
      }
    }
  }

  /**
   * PostgreSQL has no BEGIN IMMEDIATE. What comes nearest is a lock that keeps every other writer of
   * the lab's tables out and lets readers in, taken before the first look: LOCK TABLE fixes no
   * snapshot, so that even under REPEATABLE READ the look sees what the last holder committed.
   *
   * @see https://www.postgresql.org/docs/15/sql-lock.html
   */
  async begin(task: string, mode: 'deferred' | 'immediate'): Promise<StepAnswer> {
    const tables = this.#setup.tables.map(quoted).join(', ');
    const lock =
      mode === 'immediate' && tables !== '' ? `LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE` : null;
    return this.#step(task, (session) => session.begin(lock));
  }

  async statement(task: string, sql: string, params: SqlValue[]): Promise<StepAnswer> {
    const refusal = serverRefusal(sql, this.#foreign);
    if (refusal) throw new ServerError(refusal);
    return this.#step(task, (session) => session.statement(numbered(sql), params));
  }

  async end(task: string, verb: 'COMMIT' | 'ROLLBACK'): Promise<StepAnswer> {
    return this.#step(task, (session) => session.end(verb));
  }

  /** What has become of a call that had to wait. */
  async collect(task: string): Promise<StepAnswer> {
    return this.#step(task, () => {});
  }

  /**
   * Ends a task's connection from the server's side, as a crash of its process would end it from the
   * other, and waits until its locks are free.
   */
  async drop(task: string): Promise<boolean> {
    const session = this.#sessions.get(task);
    if (!session) return false;
    this.#sessions.delete(task);
    await this.#guarded(async () => {
      await this.#admin`SELECT pg_terminate_backend(${session.pid})`;
      for (;;) {
        const [alive] = await this.#admin`SELECT 1 FROM pg_stat_activity WHERE pid = ${session.pid}`;
        if (!alive) break;
        await pause(pollMs);
      }
      await session.close();
    });
    await this.#settle();
    return this.#takeEnded();
  }

  /** Committed rows of each table, in the order in which they lie. */
  async rows(tables: { name: string; columns: string[] }[]): Promise<SqlValue[][][]> {
    return this.#guarded(async () => {
      const all: SqlValue[][][] = [];
      for (const { name, columns } of tables) {
        const query = `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)} ORDER BY ctid`;
        try {
          all.push((await this.#admin.unsafe(query).values()) as unknown as SqlValue[][]);
        } catch (error) {
          const known = coded(error);
          if (!known || isConnectionError(error)) throw error;
          throw new ServerError(
            `PostgreSQL cannot read what SQLite has: ${known.message}. Give app.pg.sql the tables and columns of app.sql.`,
          );
        }
      }
      return all;
    });
  }

  /** Drops the schema and closes every connection. Never throws: there is nobody left to tell. */
  async close(): Promise<void> {
    try {
      for (const task of [...this.#sessions.keys()]) await this.drop(task);
      if (this.#made) await this.#admin.unsafe(`DROP SCHEMA IF EXISTS ${this.#name} CASCADE`);
    } catch {
      // The server is gone, or was never there.
    }
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
    await this.#admin.end({ timeout: 1 });
  }

  async #step(task: string, start: (session: PostgresSession) => void): Promise<StepAnswer> {
    return this.#guarded(async () => {
      const session = this.#sessions.get(task) ?? (await this.#open(task));
      start(session);
      const waitsFor = await this.#settle();
      const outcome = session.take();
      const ended = this.#takeEnded();
      if (outcome) return { ...outcome, ended };
      return { kind: 'waits', for: waitsFor.get(task) ?? [], ended };
    });
  }

  /**
   * Waits until every call under way has come to its end or waits for somebody, and returns who waits
   * for whom. Calls that wait for each other in a circle end when PostgreSQL has found the deadlock.
   */
  async #settle(): Promise<Map<string, string[]>> {
    const started = performance.now();
    for (;;) {
      const waiting = [...this.#sessions.values()].filter((session) => session.waits);
      if (waiting.length === 0) return new Map();
      await Promise.race(waiting.map((session) => session.rest(pollMs)));
      // Whoever was under way before the question was asked must be blocked in its answer: an answer
      // about somebody who has since gone on says nothing about those behind.
      const before = [...this.#sessions.values()].filter((session) => session.waits);
      if (before.length === 0) return new Map();
      const blockers = await this.#blockers(before);
      if (before.some(({ pid }) => (blockers.get(pid) ?? []).length === 0)) continue;
      const inCircle = (start: number) => reaches(start, start, blockers);
      if (!before.some(({ pid }) => inCircle(pid))) {
        const names = new Map([...this.#sessions.values()].map(({ pid, task }) => [pid, task]));
        return new Map(
          before.map(({ task, pid }) => [
            task,
            (blockers.get(pid) ?? []).flatMap((blocker) => names.get(blocker) ?? []),
          ]),
        );
      }
      if (performance.now() - started > longestDeadlockMs)
        throw new ServerError(
          `Tasks wait for each other and ${this.#who()} has not found the deadlock in ${longestDeadlockMs / 1000} s. Set its deadlock_timeout to 1s.`,
        );
    }
  }

  async #blockers(sessions: PostgresSession[]): Promise<Map<number, number[]>> {
    const pids = sessions.map(({ pid }) => pid);
    const rows = await this.#admin.unsafe(
      `SELECT pid, array_to_string(pg_blocking_pids(pid), ' ') AS by FROM unnest('{${pids.join()}}'::int[]) AS pid`,
    );
    return new Map(
      rows.map(({ pid, by }) => [
        Number(pid),
        String(by)
          .split(' ')
          .filter((text) => text !== '')
          .map(Number),
      ]),
    );
  }

  #takeEnded(): boolean {
    return [...this.#sessions.values()].map((session) => session.takeEnded()).includes(true);
  }

  async #open(task: string): Promise<PostgresSession> {
    const sql = this.#connect(task, this.isolation);
    const [backend] = await sql`SELECT pg_backend_pid() AS pid`;
    const session = new PostgresSession(task, Number(backend?.pid), sql);
    this.#sessions.set(task, session);
    return session;
  }

  #connect(who: string, isolation: IsolationLevel | null): postgres.Sql {
    return postgres(this.#setup.url.href, {
      max: 1,
      fetch_types: false,
      prepare: false,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 10,
      onnotice: () => {},
      // The library knows its own types only; these are ours.
      types: typeRules as unknown as Record<string, postgres.PostgresType>,
      connection: {
        application_name: `effectively-once ${who}`,
        search_path: this.#name,
        statement_timeout: longestStatementMs,
        standard_conforming_strings: 'on',
        TimeZone: 'UTC',
        DateStyle: 'ISO',
        ...(isolation === null ? {} : { default_transaction_isolation: isolation }),
      },
    }) as unknown as postgres.Sql;
  }

  /** Turns what the connection fails with into a sentence. */
  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServerError || !coded(error)) throw error;
      throw this.#sorry(error);
    }
  }

  #sorry(error: unknown): ServerError {
    return new ServerError(`PostgreSQL at ${where(this.#setup.url)}: ${connectionAdvice(error)}`);
  }

  #who(): string {
    return `The server at ${where(this.#setup.url)}`;
  }
}

/** A name as PostgreSQL would read it without quotes. */
const quoted = (name: string) => `"${name.toLowerCase().replaceAll('"', '""')}"`;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether following who waits for whom leads from one to another. */
function reaches(from: number, to: number, blockers: ReadonlyMap<number, number[]>): boolean {
  const seen = new Set<number>();
  const queue = [...(blockers.get(from) ?? [])];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    queue.push(...(blockers.get(next) ?? []));
  }
  return false;
}
