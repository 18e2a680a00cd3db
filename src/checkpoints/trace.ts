/** What a question may ask of a run, and when its answer is settled. */
import type { Trace } from '../engine/trace.ts';

/** One thing about the end of a run. The schema says the same to authors. */
export type Ask =
  | { status: string }
  | { outcome: string }
  | { parked: string }
  | { rows: string }
  | { total: true };

/** The answer, as text; null when the run has no such worker, table or track. */
export function answerOf(trace: Trace, ask: Ask, moment = trace.events.length): string | null {
  const world = trace.moments[moment];
  if (world === undefined) return null;
  if ('rows' in ask) {
    const table = world.tables[ask.rows];
    return table === undefined ? null : String(table.rows.length);
  }
  if ('total' in ask) return world.total === null ? null : String(world.total);
  const name = 'status' in ask ? ask.status : 'outcome' in ask ? ask.outcome : ask.parked;
  const task = world.tasks[name];
  if (task === undefined) return null;
  if ('status' in ask) return String(task.end?.status ?? 'none');
  if ('outcome' in ask) return task.end?.kind ?? 'unfinished';
  return task.status === 'parked' ? 'yes' : 'no';
}

/** The last moment at which the answer was still another one; the one before the last if none was. */
export function momentBefore(trace: Trace, ask: Ask): number {
  const answer = answerOf(trace, ask);
  for (let moment = trace.events.length - 1; moment >= 0; moment -= 1) {
    if (answerOf(trace, ask, moment) !== answer) return moment;
  }
  return Math.max(0, trace.events.length - 1);
}
