/** Merging equal states must not change a verdict, a count, a counterexample or an end. */
import { expect, test } from 'vitest';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { loadLabs } from '../../../src/labs/load.ts';
import { differences } from './agree.ts';
import { explored } from './oracle.ts';
import { exploreLab, handle, inLaboratory, loadLab, smallLab } from './support.ts';

const limits = { ...defaultLimits, schedules: 4_000 };

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
    inLaboratory(
      lab,
      options,
      (laboratory) => {
        const graph = explored(laboratory, 'graph', limits);
        // Null would say that a limit came before the end.
        expect(graph).not.toBeNull();
        const tree = explored(laboratory, 'tree', limits);
        if (graph && tree) expect(differences('the graph', graph, tree)).toEqual([]);
        else expect(graph?.total).toBeGreaterThan(BigInt(limits.schedules));
      },
      limits,
    );
  },
);

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
