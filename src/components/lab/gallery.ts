/** What the gallery says of a lab, computed while the site is built. */
import { type FaultKind, type Lab, type ServiceName, serviceNames } from '../../engine/lab.ts';
import type { Count, Exploration } from '../../engine/verdict.ts';
import { kindsIn, numbers } from './faults.ts';

type VerdictKind = Exploration['verdict']['kind'];

const worstFirst: VerdictKind[] = ['broken', 'inconclusive', 'vacuous', 'holds'];

/** Each handler with the worst of its verdicts, in the lab's order. */
export function handlerVerdicts(
  verdicts: readonly { handler: string; exploration: Exploration }[],
): { handler: string; kind: VerdictKind }[] {
  return [...new Set(verdicts.map(({ handler }) => handler))].map((handler) => {
    const kinds = verdicts
      .filter((each) => each.handler === handler)
      .map(({ exploration }) => exploration.verdict.kind);
    return { handler, kind: worstFirst.find((kind) => kinds.includes(kind)) ?? 'holds' };
  });
}

interface Found {
  handler: string;
  scenario: string;
  exploration: Exploration;
}

/** A line in a table of verdicts: one scenario, or those of a handler that hold, together. */
export interface VerdictRow<Each extends Found> {
  handler: string;
  /** The only one, or the first of those that hold. */
  first: Each;
  scenarios: string[];
  /** The handler holds in all of the lab's. */
  every: boolean;
  /** How many schedules there are in all of them. */
  total: Count;
}

/**
 * Verdicts in fewer lines: of each handler those that do not hold, one by one, and then the others in one. What
 * holds differs only in its count, which the lab itself shows.
 */
export function verdictRows<Each extends Found>(verdicts: readonly Each[]): VerdictRow<Each>[] {
  return [...new Set(verdicts.map(({ handler }) => handler))].flatMap((handler) => {
    const all = verdicts.filter((each) => each.handler === handler);
    const holding = all.filter(({ exploration }) => exploration.verdict.kind === 'holds');
    const others = all.filter((each) => !holding.includes(each));
    return [...others.map((each) => [each]), holding].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      return {
        handler,
        first,
        scenarios: group.map(({ scenario }) => scenario),
        every: group.length === all.length,
        total: sumOf(group.map(({ exploration }) => exploration.schedules.total)),
      };
    });
  });
}

/** "every scenario", "the other 5 scenarios": where several verdicts hold. */
export function scenarioWords({ scenarios, every }: Pick<VerdictRow<Found>, 'scenarios' | 'every'>): string {
  if (every) return scenarios.length === 2 ? 'In both scenarios' : `In all ${scenarios.length} scenarios`;
  return `In the other ${numbers[scenarios.length] ?? scenarios.length} scenarios`;
}

/** Every kind of fault that one of its scenarios has, in the engine's order. */
export function faultsOf(lab: Lab): FaultKind[] {
  const all = Object.assign({}, ...Object.values(lab.scenarios).map(({ faults }) => positive(faults)));
  return kindsIn(all);
}

function positive(faults: Partial<Record<FaultKind, number>>): Partial<Record<FaultKind, number>> {
  return Object.fromEntries(Object.entries(faults).filter(([, count]) => count > 0));
}

export function servicesOf(lab: Lab): ServiceName[] {
  return serviceNames.filter((name) => name in lab.services);
}

/** Exact, however large. Explorations that met a limit first say nothing. */
export function sumOf(counts: readonly (Count | null)[]): Count {
  const sum = counts.reduce<bigint>((all, count) => all + BigInt(count ?? 0), 0n);
  return sum > BigInt(Number.MAX_SAFE_INTEGER) ? sum.toString() : Number(sum);
}
