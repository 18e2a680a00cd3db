/** One schedule on servers and on SQLite, side by side. */
import type { Experiment, TaskOutcome } from '../engine/lab.ts';
import type { Trace } from '../engine/trace.ts';
import { type Difference, differences } from './compare.ts';
import type { Fitted } from './fit.ts';
import { replayOnSqlite, type Servers } from './run.ts';

export interface Side {
  trace: Trace;
  fitted: Fitted;
}

export type Both =
  | { kind: 'replayed'; server: Side; sqlite: Side; differences: Difference[] }
  | { kind: 'not-loaded'; end: TaskOutcome };

/**
 * Each makes the choices of the schedule that it can. When they bring everybody to an end on one of
 * the two, the other goes on after them until everybody has come to an end there, too.
 *
 * @param schedule - Null: each task in turn, as on SQLite.
 * @throws {ServerError}
 */
export async function replayBoth(
  servers: Servers,
  experiment: Experiment,
  schedule: string | null,
): Promise<Both> {
  let sqlite = await replayOnSqlite(experiment, schedule, false);
  if (sqlite.kind === 'not-loaded') return sqlite;
  const wish = schedule ?? sqlite.fitted.schedule;
  const server = await servers.replay(wish, sqlite.fitted.complete);
  if (server.kind === 'not-loaded') return server;
  if (server.fitted.complete && !sqlite.fitted.complete) {
    sqlite = await replayOnSqlite(experiment, wish, true);
    if (sqlite.kind === 'not-loaded') return sqlite;
  }
  return { kind: 'replayed', server, sqlite, differences: differences(server.trace, sqlite.trace) };
}
