import type { PropertyId } from '../lab.ts';
import type { Laboratory } from '../laboratory.ts';
import type { Schedule } from '../schedule.ts';
import type { Count, LimitName, PrefixTree, ScheduleOutcome } from '../verdict.ts';

/** What a strategy found, before it is turned into a verdict. */
export interface Findings {
  /** Complete schedules, and those that break a property. Exact, unless a limit came first. */
  total: bigint;
  broken: bigint;
  /** Complete schedules that were run step by step. */
  run: number;
  states: number;
  steps: number;
  /** For each property broken: in how many schedules, and the minimal one. */
  brokenBy: Map<PropertyId, { count: bigint; schedule: Schedule }>;
  /** `sometimes` properties that were seen. */
  seen: Set<PropertyId>;
  map: ScheduleOutcome[] | null;
  /** The beginnings of all schedules, where there are too many for a map. */
  tree: PrefixTree | null;
  /** The limit that came before the end, or null: then the whole space was searched. */
  limit: LimitName | null;
}

/** How far an exploration has come. */
export interface Progress {
  schedules: number;
  steps: number;
}

export function emptyFindings(): Findings {
  return {
    total: 0n,
    broken: 0n,
    run: 0,
    states: 0,
    steps: 0,
    brokenBy: new Map(),
    seen: new Set(),
    map: [],
    tree: null,
    limit: null,
  };
}

/** A number where it is exact, else its decimal digits. */
export function toCount(count: bigint): Count {
  return count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : count.toString();
}

/** Adds what the final state violates, and notes the witnesses that it shows. */
export function judgeEnd(
  laboratory: Laboratory,
  violated: ReadonlySet<PropertyId>,
  seen: Set<PropertyId>,
): Set<PropertyId> {
  const { execution, properties } = laboratory;
  for (const [id, property] of properties) {
    if (property.sometimes !== undefined && !seen.has(id) && execution.returnsRows(property.sometimes))
      seen.add(id);
  }
  return new Set([...violated, ...laboratory.violated('at-end', violated), ...execution.brokenByEngine]);
}
