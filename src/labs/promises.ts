/** What a lab's file promises about its handlers, against what exploring them found. */
import type { ExpectedVerdict, PropertyId } from '../engine/lab.ts';
import type { Exploration } from '../engine/verdict.ts';

/** A handler's verdict, or the property that a mutant must break among others. */
export type Expected = ExpectedVerdict | { kind: 'breaks'; property: PropertyId };

export function agree({ verdict, properties }: Exploration, expected: Expected): boolean {
  if (expected.kind === 'breaks')
    return verdict.kind === 'broken' && properties[expected.property]?.kind === 'broken';
  if (verdict.kind !== expected.kind) return false;
  return expected.kind === 'holds' || ('property' in verdict && verdict.property === expected.property);
}

/** "holds", "broken one-charge-per-order". */
export function promised(expected: { kind: string; property?: PropertyId }): string {
  return expected.property === undefined ? expected.kind : `${expected.kind} ${expected.property}`;
}
