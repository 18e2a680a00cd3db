/** What the gallery says of a lab, computed while the site is built. */
import { type FaultKind, type Lab, type ServiceName, serviceNames } from '../../engine/lab.ts';
import type { Count, Exploration } from '../../engine/verdict.ts';
import { kindsIn } from './faults.ts';

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
