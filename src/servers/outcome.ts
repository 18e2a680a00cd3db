/** One handler's exploration and its telling schedule, as the data that a recording keeps. */
import type { Trace } from '../engine/trace.ts';
import type { Exploration } from '../engine/verdict.ts';
import type { Outcome } from '../schemas/recorded.ts';
import { told } from './compare.ts';

export function outcomeOf(
  handler: string,
  isolation: Outcome['isolation'],
  { verdict, schedules }: Exploration,
  trace: Trace,
): Outcome {
  const end = trace.moments.at(-1);
  const step = ({ moment, task, verb }: Trace['events'][number]) => ({ moment, task, step: verb });
  return {
    handler,
    isolation,
    verdict: { kind: verdict.kind, ...('property' in verdict ? { property: verdict.property } : {}) },
    schedules: { total: Number(schedules.total), broken: Number(schedules.broken) },
    schedule: trace.schedule,
    told: Object.fromEntries(Object.entries(end?.tasks ?? {}).map(([id, task]) => [id, told(task.end)])),
    rows: Object.fromEntries(
      Object.entries(end?.tables ?? {}).map(([name, { rows }]) => [name, rows.map(({ values }) => values)]),
    ),
    refusals: trace.events.flatMap((event) =>
      event.error === null
        ? []
        : [
            {
              ...step(event),
              code: event.error,
              message: event.result.replace(/^refused: (.*) \(\w+\)$/, '$1'),
            },
          ],
    ),
    waits: trace.events.filter(({ parked }) => parked).map(step),
  };
}
