/** Whether two databases came to the same under one schedule: what callers were told, and the rows. */
import type { TaskOutcome } from '../engine/lab.ts';
import type { SqlValue } from '../engine/ports.ts';
import type { TableState, Trace } from '../engine/trace.ts';

export interface Difference {
  /** `w2`, or a table. */
  what: string;
  here: string;
  there: string;
}

/**
 * What differs at the end, in words; empty when they agree. The order of rows and the wording of
 * errors are each database's own business.
 */
export function differences(here: Trace, there: Trace): Difference[] {
  const [a, b] = [here.moments.at(-1), there.moments.at(-1)];
  const found: Difference[] = [];
  for (const task of Object.keys(a?.tasks ?? {})) {
    const [one, other] = [told(a?.tasks[task]?.end), told(b?.tasks[task]?.end)];
    if (one !== other) found.push({ what: task, here: one, there: other });
  }
  for (const table of Object.keys(a?.tables ?? {})) {
    const [one, other] = [rowsOf(a?.tables[table]), rowsOf(b?.tables[table])];
    if (one.join() !== other.join()) found.push({ what: table, here: shown(one), there: shown(other) });
  }
  return found;
}

/** `201 {"charged":1000}`, `500 (threw)`, `crashed`, `not finished`. */
export function told(end: TaskOutcome | null | undefined): string {
  if (!end) return 'not finished';
  if (end.status === null) return end.kind;
  const answer = [end.status, end.body ?? ''].join(' ').trim();
  return end.kind === 'answered' ? answer : `${answer} (${end.kind})`;
}

function rowsOf(table: TableState | undefined): string[] {
  return (table?.rows ?? []).map(({ values }) => values.map(text).join(' ')).sort();
}

const text = (value: SqlValue) => (value === null ? 'NULL' : String(value));

function shown(rows: readonly string[]): string {
  if (rows.length === 0) return 'no rows';
  return `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}: ${rows.join(', ')}`;
}
