/**
 * The same schedules as bare calls of SQLite: connections kept, statements prepared, WAL, rows reset
 * by SQL, the invariant asked once at each end. What an engine could reach that costs nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { OpenDatabase } from '../engine/ports.ts';
import type { Missing } from './figures.ts';
import { temporaryFolder } from './folder.ts';
import { type BenchSpec, invariant, parameterised, reset, schedulesOf, schema } from './spec.ts';

/** One database with a connection for each task. */
interface Bare {
  reset(): void;
  /** Whether the invariant's query returns a row. */
  breaks(): boolean;
  /** A step of a task, ready to be run any number of times. */
  step(task: string, sql: string, params: string[]): () => void;
  close(): void;
}

export interface BareRun {
  /** Runs every schedule. @returns how many break the property. */
  run(): number;
  close(): void;
}

/** Through the engine's own driver. */
export function bareSqlJs(spec: BenchSpec, open: OpenDatabase): BareRun {
  const file = open();
  const keeper = file.session();
  keeper.script(schema);
  const observer = file.session();
  const sessions = new Map(spec.tasks.map((task) => [task, file.session()]));
  return everySchedule(spec, {
    reset: () => void keeper.run(reset),
    breaks: () => observer.run(invariant).rows.length > 0,
    step: (task, sql, params) => () => void sessions.get(task)?.run(sql, params),
    close: () => file.close(),
  });
}

/** SQLite without WebAssembly, on a file in memory where the system has such a folder. */
export async function bareNative(spec: BenchSpec): Promise<BareRun | Missing> {
  const sqlite = await import('node:sqlite').catch(() => null);
  if (!sqlite) return { missing: 'not installed: node:sqlite comes with Node 22.5 or later' };
  const folder = temporaryFolder(existsSync('/dev/shm') ? '/dev/shm' : undefined);
  const open: DatabaseSync[] = [];
  const connect = () => {
    const database = new sqlite.DatabaseSync(join(folder.path, 'bench.db'));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    open.push(database);
    return database;
  };
  const keeper = connect();
  keeper.exec(schema);
  const clear = keeper.prepare(reset);
  const question = connect().prepare(invariant);
  const connections = new Map(spec.tasks.map((task) => [task, connect()]));
  return everySchedule(spec, {
    reset: () => void clear.run(),
    breaks: () => question.all().length > 0,
    step(task, sql, params) {
      const statement = connections.get(task)?.prepare(sql);
      return sql.startsWith('SELECT')
        ? () => void statement?.all(...params)
        : () => void statement?.run(...params);
    },
    close() {
      for (const database of open) database.close();
      folder.remove();
    },
  });
}

function everySchedule(spec: BenchSpec, bare: Bare): BareRun {
  const steps = new Map(
    spec.tasks.map((task) => [
      task,
      spec.steps.map((step) => {
        const { sql, params } = parameterised(step, task);
        return bare.step(task, sql, params);
      }),
    ]),
  );
  const schedules = schedulesOf(spec).map((schedule) => {
    const next = new Map(spec.tasks.map((task) => [task, 0]));
    return schedule.map((task) => {
      const index = next.get(task) ?? 0;
      next.set(task, index + 1);
      return steps.get(task)?.[index] ?? (() => undefined);
    });
  });
  return {
    run() {
      let broken = 0;
      for (const schedule of schedules) {
        bare.reset();
        for (const step of schedule) step();
        if (bare.breaks()) broken += 1;
      }
      return broken;
    },
    close: () => bare.close(),
  };
}
