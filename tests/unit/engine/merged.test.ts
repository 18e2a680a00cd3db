/** Merging equal states must not change a verdict, a count or a counterexample. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExperimentOptions } from '../../../src/engine/experiment.ts';
import { exhaustive } from '../../../src/engine/explore/exhaustive.ts';
import { runToEnd } from '../../../src/engine/explore/explore.ts';
import type { Findings } from '../../../src/engine/explore/findings.ts';
import { merged } from '../../../src/engine/explore/merged.ts';
import type { FaultBudget, Lab } from '../../../src/engine/lab.ts';
import { printSchedule } from '../../../src/engine/schedule.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { loadLabs } from '../../../src/labs/load.ts';
import { exploreLab, handle, inLaboratory, loadLab, smallLab } from './support.ts';

const limits = { ...defaultLimits, schedules: 4_000 };

/** What both strategies must agree on. */
function essence(findings: Findings | null) {
  if (!findings) return null;
  const { total, broken, brokenBy, seen, limit } = findings;
  return {
    total,
    broken,
    limit,
    seen: [...seen].sort(),
    brokenBy: Object.fromEntries(
      [...brokenBy].sort().map(([id, { count, schedule }]) => [id, [count, printSchedule(schedule)]]),
    ),
  };
}

function both(lab: Lab, options: ExperimentOptions) {
  return inLaboratory(
    lab,
    options,
    (laboratory) => {
      const all = runToEnd(exhaustive(laboratory, limits));
      return { all: essence(all), few: essence(runToEnd(merged(laboratory, limits))), states: all?.states };
    },
    limits,
  );
}

/** Where there are too many schedules to run one by one, there is nothing to compare. */
function agree(lab: Lab, options: ExperimentOptions): void {
  inLaboratory(
    lab,
    options,
    (laboratory) => {
      const all = runToEnd(exhaustive(laboratory, limits));
      if (all) expect(essence(runToEnd(merged(laboratory, limits)))).toEqual(essence(all));
    },
    limits,
  );
}

const cases = loadLabs().flatMap((lab) =>
  Object.keys(lab.variants).flatMap((handler) =>
    Object.entries(lab.scenarios).flatMap(([scenario, { scalable, process }]) =>
      // In a shared process nearly every history is another, and each is run: three tasks take long.
      (scalable && process !== 'shared' ? [undefined, 3] : [undefined]).map((workers) => ({
        lab,
        handler,
        scenario,
        workers,
      })),
    ),
  ),
);

test.each(cases)(
  '$lab.id, $scenario, $handler, $workers: merged and unmerged agree',
  ({ lab, handler, scenario, workers }) => {
    const options = { handler, scenario, ...(workers === undefined ? {} : { workers }) };
    const { all, few } = both(lab, options);
    if (all && all.limit === null) expect(few).toEqual(all);
    else expect(few?.limit).toBeNull();
  },
);

/* ---------- generated handlers ---------- */

const statement = fc.constantFrom(
  'SELECT count(*) AS n FROM t',
  'SELECT a FROM t WHERE a = 1',
  'INSERT INTO t VALUES (1, 0)',
  'INSERT INTO t VALUES (2, 0) ON CONFLICT DO NOTHING',
  'UPDATE t SET b = b + 1',
  'UPDATE t SET b = 0 WHERE a = 1',
  'DELETE FROM t WHERE a = 2',
);
/** A statement; one that ends the handler when it finds or changes nothing; a caught one; a sleep. */
const step = fc.oneof(
  { weight: 4, arbitrary: statement.map((sql) => ({ sql, kind: 'plain' as const })) },
  { weight: 2, arbitrary: statement.map((sql) => ({ sql, kind: 'stop' as const })) },
  { weight: 2, arbitrary: statement.map((sql) => ({ sql, kind: 'caught' as const })) },
  { weight: 1, arbitrary: fc.constant({ sql: '', kind: 'sleep' as const }) },
);
const body = fc.record({
  before: fc.array(step, { maxLength: 1 }),
  inside: fc.array(step, { maxLength: 2 }),
  mode: fc.constantFrom('none', 'deferred', 'immediate'),
  rollback: fc.boolean(),
  after: fc.array(step, { maxLength: 1 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function code(steps: Step[], sql: string): string {
  return steps
    .map((each) => {
      if (each.kind === 'sleep') return 'await env.clock.sleep(10);';
      const call = `await ${sql}\`${each.sql}\``;
      if (each.kind === 'stop') return `if ((${call}).count === 0) return Response.json('stopped');`;
      return each.kind === 'caught'
        ? `try { ${call}; } catch (error) { console.log(error.code); }`
        : `${call};`;
    })
    .join('\n');
}

function handlerOf({
  before,
  inside,
  mode,
  rollback,
  after,
}: typeof body extends fc.Arbitrary<infer T> ? T : never): string {
  const end = rollback ? "throw new Error('back');" : '';
  const transaction = `try { await env.sql.begin(${mode === 'immediate' ? "'immediate', " : ''}async (sql) => {\n${code(inside, 'sql')}\n${end}\n}); } catch (error) { console.log(error.message); }`;
  return `${code(before, 'env.sql')}\n${mode === 'none' ? code(inside, 'env.sql') : transaction}\n${code(after, 'env.sql')}\nreturn Response.json('done');`;
}

/** No fault for half of them; and who is asked again. */
const faults = fc.tuple(
  fc.oneof(
    fc.constant<FaultBudget>({}),
    fc.constantFrom<FaultBudget[]>(
      { crash: 1 },
      { loseResponse: 1 },
      { loseRequest: 1, crash: 1 },
      { timeout: 1 },
    ),
  ),
  fc.constantFrom(undefined, undefined, 'after-failure' as const, 'concurrently' as const),
);

test('merged and unmerged agree on generated handlers, tables, processes, faults and retries', () => {
  fc.assert(
    fc.property(
      body,
      faults,
      fc.boolean(),
      fc.constantFrom<['own' | 'shared', number][]>(['own', 2], ['own', 3], ['shared', 2]),
      (parts, [budget, retries], unique, [process, tasks]) => {
        const lab = smallLab(tasks, {
          process,
          schema: `CREATE TABLE t (a, b); INSERT INTO t VALUES (2, 5); ${unique ? 'CREATE UNIQUE INDEX i ON t (a);' : ''}`,
          properties: {
            small: { says: 'Small.', always: 'SELECT 1 FROM t WHERE b > 6', when: 'every-state' },
            few: { says: 'Few.', always: 'SELECT 1 FROM t LIMIT 1 OFFSET 2', when: 'at-end' },
            done: {
              says: 'Done.',
              always: "SELECT 1 FROM world.response WHERE body = '\"stopped\"' AND task = 'w1'",
              when: 'every-state',
            },
            gone: { says: 'Gone.', sometimes: 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = 2)' },
          },
        });
        const { only } = lab.scenarios;
        if (!only) throw new Error('The small lab has a scenario.');
        only.faults = budget;
        if (only.tasks.w1 && retries)
          only.tasks.w1 = { ...only.tasks.w1, retries: { attempts: 1, when: retries } };
        agree(lab, handle(handlerOf(parts)));
      },
    ),
    { numRuns: 60, seed: 4, endOnFailure: true },
  );
}, 120_000);

/* ---------- beyond what can be run one by one ---------- */

test('five workers check-then-insert: the exact counts are paths through the graph', () => {
  // In every schedule some k ≥ 1 workers look before the first insert. Those k looks come first,
  // in any of k! orders; the other 5 − k workers find a row and make one step each. After the
  // first insert of the k (k ways to choose whose), the k − 1 inserts and 5 − k looks left come in
  // any order: (k − 1 + 5 − k)! = 4! = 24. Choosing the k: C(5, k).
  //   total  = Σ C(5, k) · k! · k · 24 = 24 · (5·1·1 + 10·2·2 + 10·6·3 + 5·24·4 + 1·120·5) = 24 · 1305 = 31320
  //   safe   = the term k = 1: 24 · 5 = 120
  const found = exploreLab(loadLab('double-charge'), { handler: 'check-then-insert', workers: 5 });
  expect(found).toMatchObject({
    verdict: { kind: 'broken', property: 'one-charge-per-order' },
    schedules: { total: 31_320, broken: 31_200 },
    counterexample: { schedule: 'w1 w2 w2 w1 w3 w4 w5' },
    map: null,
  });
});

test('six workers unique-claim hold in 12! / 2⁶ schedules', () => {
  // Each worker makes two steps, whatever happens: 12! / (2!)⁶ = 479001600 / 64 = 7484400.
  const found = exploreLab(loadLab('double-charge'), { handler: 'unique-claim', workers: 6 });
  expect(found).toMatchObject({ verdict: { kind: 'holds' }, schedules: { total: 7_484_400, broken: 0 } });
});

test('a count above 2⁵³ − 1 is a decimal string', () => {
  // Three workers of 20 steps each: 60! / (20!)³, by BigInt.
  const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));
  const source = handle(
    '  for (let n = 0; n < 20; n += 1) await env.sql`SELECT 1`;\n  return Response.json({});',
  );
  const found = exploreLab(smallLab(3, { properties: {} }), source);
  expect(found.schedules).toMatchObject({ total: String(factorial(60) / factorial(20) ** 3n), broken: 0 });
});
