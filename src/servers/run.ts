/** Replays and explores experiments on servers (Node only): the engine in a thread, the connections here. */
import type { Experiment, TaskOutcome } from '../engine/lab.ts';
import type { Trace } from '../engine/trace.ts';
import type { Exploration } from '../engine/verdict.ts';
import { type Addresses, type IsolationLevel, ServerError } from './address.ts';
import type { Fitted } from './fit.ts';
import { Postgres } from './postgres.ts';
import type { Answer, Answerer, Question } from './protocol.ts';
import { RealRedis } from './redis.ts';
import { postgresSchema } from './schema.ts';
import { type Carried, carryOut } from './thread.ts';
import type { Job } from './worker.ts';

/** What was used, for reports. */
export interface ServersUsed {
  postgres: { version: string; isolation: IsolationLevel } | null;
  redis: { version: string } | null;
}

/** What a replay on one database, or on several, came to. */
export type Ran =
  | { kind: 'replayed'; trace: Trace; fitted: Fitted }
  | { kind: 'not-loaded'; end: TaskOutcome };

export class Servers implements Answerer {
  readonly #experiment: Experiment;
  readonly #postgres: Postgres | null;
  readonly #redis: RealRedis | null;

  private constructor(experiment: Experiment, postgres: Postgres | null, redis: RealRedis | null) {
    this.#experiment = experiment;
    this.#postgres = postgres;
    this.#redis = redis;
  }

  /**
   * Connects, and makes the lab's tables in a schema of their own, which `close` drops.
   *
   * @param isolation - Null: as the server has it.
   * @throws {ServerError}
   */
  static async open(
    experiment: Experiment,
    addresses: Addresses,
    isolation: IsolationLevel | null,
  ): Promise<Servers> {
    const { lab } = experiment;
    if (addresses.redis && lab.services.redis === undefined)
      throw new ServerError(
        `Lab "${lab.id}" does not use redis. Leave --on ${addresses.redis.protocol}//… out.`,
      );
    if (isolation && !addresses.postgres)
      throw new ServerError('--isolation is PostgreSQL’s. Add --on postgres://…, or leave it out.');
    const redis = addresses.redis && (await RealRedis.open(addresses.redis));
    try {
      const setup = { isolation, schema: postgresSchema(experiment), tables: tablesOf(experiment) };
      const postgres = addresses.postgres && (await Postgres.open({ ...setup, url: addresses.postgres }));
      return new Servers(experiment, postgres, redis);
    } catch (error) {
      await redis?.close();
      throw error;
    }
  }

  get used(): ServersUsed {
    const postgres = this.#postgres;
    return {
      postgres: postgres && { version: postgres.version, isolation: postgres.isolation },
      redis: this.#redis && { version: this.#redis.version },
    };
  }

  /** @throws {ServerError} */
  async replay(schedule: string | null, finish: boolean): Promise<Ran> {
    return replayed(await this.#run({ kind: 'replay', schedule, finish }));
  }

  /** Every schedule, each from fresh rows. @throws {ServerError} */
  async explore(mostSteps: number): Promise<Exploration> {
    const answer = await this.#run({ kind: 'explore', mostSteps });
    if (answer.kind === 'explored') return answer.exploration;
    throw new Error(`The thread answered ${answer.kind} to explore.`);
  }

  /** Every schedule, and one of them step by step. @throws {ServerError} */
  async record(mostSteps: number, schedule: string): Promise<{ exploration: Exploration; trace: Trace }> {
    const answer = await this.#run({ kind: 'record', mostSteps, schedule });
    if (answer.kind === 'recorded') return answer;
    if (answer.kind === 'not-loaded')
      throw new ServerError(`${this.#experiment.handler.file} does not load: ${answer.end.detail}`);
    throw new Error(`The thread answered ${answer.kind} to record.`);
  }

  #run(job: Job): Promise<Carried> {
    const real = { sql: this.#postgres !== null, redis: this.#redis !== null };
    return carryOut({ job, experiment: this.#experiment }, { answerer: this, real });
  }

  async answer(question: Question): Promise<Answer> {
    const { kind } = question;
    if (kind === 'reset') {
      await this.#redis?.reset();
      await this.#postgres?.reset();
      return { kind: 'done', ended: false };
    }
    if (kind === 'redis') {
      if (!this.#redis) throw new ServerError('No Redis was named. Add --on redis://….');
      return this.#redis.perform(question.operation, JSON.parse(question.args) as unknown[], question.now);
    }
    const server = this.#postgres;
    if (!server) throw new ServerError('No PostgreSQL was named. Add --on postgres://….');
    switch (kind) {
      case 'begin':
        return server.begin(question.task, question.mode);
      case 'statement':
        return server.statement(question.task, question.sql, question.params);
      case 'commit':
        return server.end(question.task, 'COMMIT');
      case 'rollback':
        return server.end(question.task, 'ROLLBACK');
      case 'collect':
        return server.collect(question.task);
      case 'drop':
        return { kind: 'done', ended: await server.drop(question.task) };
      case 'rows':
        return { kind: 'tables', tables: await server.rows(question.tables) };
    }
  }

  /** Drops what was made, and hangs up. */
  async close(): Promise<void> {
    await Promise.all([this.#postgres?.close(), this.#redis?.close()]);
  }
}

/** The same on SQLite and the models, by the same rules for choices that cannot be made. */
export async function replayOnSqlite(
  experiment: Experiment,
  schedule: string | null,
  finish: boolean,
): Promise<Ran> {
  return replayed(await carryOut({ job: { kind: 'replay', schedule, finish }, experiment }, null));
}

function replayed(answer: Carried): Ran {
  if (answer.kind === 'replayed' || answer.kind === 'not-loaded') return answer;
  throw new Error(`The thread answered ${answer.kind} to replay.`);
}

/** Every table that the schema makes: what BEGIN IMMEDIATE locks. */
function tablesOf({ lab, handler }: Experiment): string[] {
  const made = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?([a-z_][a-z0-9_]*)"?/gi;
  return [...`${lab.schema}\n${handler.migration}`.matchAll(made)].map(([, name = '']) => name);
}
