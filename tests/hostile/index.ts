/** The whole table, and the honest handler that is explored after each of its cases. */
import type { HostileCase } from './cases.ts';
import { handlers } from './handlers.ts';
import { migrations } from './migrations.ts';
import { schedules } from './schedules.ts';
import { sources } from './sources.ts';
import { sql } from './statements.ts';
import { tampering } from './tampering.ts';

export const hostileCases: HostileCase[] = [
  ...handlers,
  ...sources,
  ...tampering,
  ...schedules,
  ...sql,
  ...migrations,
];

/** What `check-then-insert` of the lab `double-charge` gets, whatever has run before. */
export const honest = {
  verdict: { kind: 'broken', property: 'one-charge-per-order' },
  schedules: { total: 6, broken: 4, run: 6 },
  counterexample: { schedule: 'w1 w2 w2 w1' },
  // The first worker's two steps, then the second's single one; or both look before either writes.
  map: [
    { schedule: 'w1 w1 w2', broken: [] },
    { schedule: 'w1 w2 w1 w2', broken: ['one-charge-per-order'] },
    { schedule: 'w1 w2 w2 w1', broken: ['one-charge-per-order'] },
    { schedule: 'w2 w1 w1 w2', broken: ['one-charge-per-order'] },
    { schedule: 'w2 w1 w2 w1', broken: ['one-charge-per-order'] },
    { schedule: 'w2 w2 w1', broken: [] },
  ],
};
