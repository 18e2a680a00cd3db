import type { Experiment, TaskOutcome } from '../engine/lab.ts';
import type { SqlValue } from '../engine/ports.ts';
import { listed } from '../engine/tasks.ts';
import type { TableState, Trace } from '../engine/trace.ts';
import { chosenExperiment, withRunner } from './choose.ts';
import type { CommandOptions } from './main.ts';
import { CommandError, columns, json, type Report } from './report.ts';

export async function replayCommand(lab: string | undefined, options: CommandOptions): Promise<Report> {
  const experiment = chosenExperiment('replay', lab, options);
  const answer = await withRunner((runner) => runner.replay(experiment, options.schedule ?? null));
  switch (answer.kind) {
    case 'not-loaded':
      throw new CommandError(
        `${at(experiment.handler.file, answer.end.line)} does not load: ${answer.end.detail}`,
      );
    case 'stuck':
      throw new CommandError(
        `A statement or a built-in function of ${experiment.handler.file} ran for ten seconds and was stopped. Look for a query that never ends.`,
      );
    case 'trace': {
      const { trace } = answer;
      const talk = trace.complete ? '' : earlyEnd(trace);
      return { out: options.json ? json(toJson(trace)) : printTrace(experiment, trace), talk, status: 0 };
    }
  }
}

/** `naive.ts:3` */
export const at = (file: string, line: number | null) => (line === null ? file : `${file}:${line}`);

/** Who has not finished, and who may move next. */
export function earlyEnd(trace: Trace): string {
  const open = Object.entries(trace.moments.at(-1)?.tasks ?? {});
  const unfinished = open.filter(([, task]) => task.status !== 'finished').map(([id]) => id);
  const next = open.filter(([, task]) => task.enabled).map(([id]) => id);
  return `The schedule ends after ${trace.events.length} ${trace.events.length === 1 ? 'choice' : 'choices'}, before ${listed(unfinished)} ${unfinished.length === 1 ? 'has' : 'have'} finished. Next may move: ${listed(next, 'or')}.`;
}

/** A trace with its last state on top level: rows of each table as objects. */
export function toJson({ moments, events, ...rest }: Trace) {
  const last = moments.at(-1);
  return {
    ...rest,
    next: Object.entries(last?.tasks ?? {})
      .filter(([, task]) => task.enabled)
      .map(([id]) => id),
    responses: Object.fromEntries(
      Object.entries(last?.tasks ?? {}).map(([id, task]) => [
        id,
        task.end && {
          outcome: task.end.kind,
          status: task.end.status,
          body: task.end.body,
          detail: task.end.detail,
        },
      ]),
    ),
    tables: Object.fromEntries(
      Object.entries(last?.tables ?? {}).map(([name, table]) => [name, rowsOf(table)]),
    ),
    broken: last?.broken ?? [],
    steps: events,
  };
}

function rowsOf({ columns: names, rows }: TableState): Record<string, SqlValue>[] {
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row.values[index] ?? null])));
}

export function printTrace({ handler, lab }: Experiment, trace: Trace): string {
  const lines = [`Schedule: ${trace.schedule}`];
  const steps = trace.events.map((event) => [
    String(event.moment),
    event.task,
    at(handler.file, event.line),
    event.label,
    event.result,
    event.breaks.length > 0
      ? `breaks: ${event.breaks.map((id) => lab.properties[id]?.says ?? id).join(' ')}`
      : '',
  ]);
  if (steps.length > 0) lines.push(columns(steps));
  const last = trace.moments.at(-1);
  for (const [id, task] of Object.entries(last?.tasks ?? {})) {
    if (!task.end) continue;
    lines.push(`${id}: ${endWords(task.end)}`);
  }
  for (const [name, table] of Object.entries(last?.tables ?? {})) {
    lines.push(`${name}: ${table.rows.length === 0 ? 'no rows' : ''}`.trimEnd());
    if (table.rows.length > 0) {
      lines.push(
        columns([
          [...table.columns, 'written by'],
          ...table.rows.map((row) => [...row.values.map((value) => String(value ?? 'NULL')), row.by ?? '']),
        ]),
      );
    }
  }
  return lines.join('\n');
}

/** "201 {…}", "crashed", "threw: no such table", "201 {…} (response-lost)". */
export function endWords({ kind, status, body, detail }: TaskOutcome): string {
  const said = detail ? `${kind}: ${detail}` : kind;
  if (status === null) return said;
  return `${status} ${body ?? ''}`.trim() + (kind === 'answered' ? '' : ` (${said})`);
}
