/** What the engine alone makes of its labs, and how it grows: nothing here has a peer. */
import { prepare } from '../engine/experiment.ts';
import type { Experiment, FaultBudget, Lab } from '../engine/lab.ts';
import type { Tools } from '../engine/laboratory.ts';
import { type Count, defaultLimits, type LimitName } from '../engine/verdict.ts';
import { loadLabs } from '../labs/load.ts';
import { millisecondsOf, type Spread, spread } from './figures.ts';
import { exploreAnew, KnownExperiment } from './ours.ts';
import { benchLab, handlerText, type Step, schema } from './spec.ts';

/** One lab's scenario with one handler, or all of a lab together. */
export interface Reduction {
  lab: string;
  scenario: string;
  handler: string;
  /** Schedules in all, and those that were run to their end. */
  total: Count;
  run: number;
  /** One divided by the other. */
  factor: number;
  states: number;
  /** Edges between states; those of them that were run on SQLite. */
  steps: number;
  stepsRun: number;
  handlerRuns: number;
  /** Set-up included. */
  ms: number;
}

/** Every lab, scenario and handler, with equal states merged. Without those that do not load or end. */
export function reductions(tools: Tools, labs: readonly Lab[] = loadLabs()): Reduction[] {
  return labs.flatMap((lab) =>
    Object.entries(lab.variants).flatMap(([handler, variant]) =>
      Object.keys(variant.expect).flatMap((scenario) => {
        const experiment = prepare(lab, { handler, scenario });
        const { exploration, ms, setUpMs, ran, handlerRuns } = exploreAnew(tools, experiment, {
          kind: 'reduced',
        });
        const { schedules, states, steps } = exploration;
        if (schedules.total === null || schedules.run === 0) return [];
        const { total, run } = schedules;
        return {
          ...{ lab: lab.id, scenario, handler, total, run, factor: factorOf(total, run) },
          ...{ states, steps, stepsRun: ran, handlerRuns, ms: ms + setUpMs },
        };
      }),
    ),
  );
}

/** Totals may be beyond 2^53, and their ratio is not. */
export const factorOf = (total: Count, run: number) => Number((BigInt(total) * 100n) / BigInt(run)) / 100;

/** One row for each lab. */
export function perLab(rows: readonly Reduction[]): Reduction[] {
  return [...new Set(rows.map(({ lab }) => lab))].map((lab) => {
    const own = rows.filter((row) => row.lab === lab);
    const sum = (pick: (row: Reduction) => number) => own.reduce((all, row) => all + pick(row), 0);
    const total = own.reduce((all, row) => all + BigInt(row.total), 0n);
    const run = sum((row) => row.run);
    return {
      lab,
      scenario: `${new Set(own.map(({ scenario }) => scenario)).size}`,
      handler: `${new Set(own.map(({ handler }) => handler)).size}`,
      total: total <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(total) : total.toString(),
      run,
      factor: factorOf(total.toString(), run),
      states: sum((row) => row.states),
      steps: sum((row) => row.steps),
      stepsRun: sum((row) => row.stepsRun),
      handlerRuns: sum((row) => row.handlerRuns),
      ms: sum((row) => row.ms),
    };
  });
}

export interface Growth {
  workers: number;
  steps: number;
  total: Count | null;
  states: number;
  handlerRuns: number;
  ms: number;
  /** What came before the verdict. */
  limit: LimitName | null;
}

/** Look, stop if there is a charge, charge, and go on noting: `steps` in all, for whoever charges. */
export function checkThenInsert(workers: number, steps: number, faults: FaultBudget = {}): Experiment {
  const notes: Step[] = Array.from({ length: steps - 2 }, (_, index) => ({
    name: `note ${index + 1}`,
    sql: `UPDATE charge SET noted_by = '${index + 1}' WHERE task = :task`,
  }));
  const charge = {
    name: 'charge',
    sql: "INSERT INTO charge (order_id, cents, task) VALUES ('order-9', 1000, :task)",
  };
  const source = handlerText([charge, ...notes]).replace(
    '  await',
    [
      "  const [seen] = await sql`SELECT 1 FROM charge WHERE order_id = 'order-9'`;",
      '  if (seen) return Response.json({ skipped: true });',
      '  await',
    ].join('\n'),
  );
  const tasks = Array.from({ length: workers }, (_, index) => `w${index + 1}`);
  const lab = benchLab(
    `check-then-insert ${workers} × ${steps}`,
    tasks,
    { source, schema, faults },
    {
      'one-charge-per-order': {
        says: 'At most one charge per order.',
        always: 'SELECT order_id FROM charge GROUP BY order_id HAVING count(*) > 1',
        when: 'every-state',
      },
    },
  );
  return prepare(lab);
}

/** Enough to see how it grows; the largest would take minutes. */
const growthLimits = { ...defaultLimits, states: 50_000 };

export function* growth(
  tools: Tools,
  workers: readonly number[],
  steps: readonly number[],
): Generator<Growth> {
  for (const w of workers) {
    for (const s of steps) {
      const { exploration, ms, handlerRuns } = exploreAnew(
        tools,
        checkThenInsert(w, s),
        { kind: 'reduced' },
        growthLimits,
      );
      const { schedules, states, properties } = exploration;
      const limit = Object.values(properties).find((each) => each.kind === 'inconclusive');
      yield {
        ...{ workers: w, steps: s, total: schedules.total, states, handlerRuns, ms },
        limit: schedules.total === null ? (limit?.kind === 'inconclusive' ? limit.limit : 'states') : null,
      };
    }
  }
}

export interface CrashFigures {
  total: Count | null;
  states: number;
  handlerRuns: number;
  /** For the first time, set-up included; and once more. */
  firstMs: Spread;
  againMs: Spread;
}

/** Three workers of five steps, one of which may die. */
export function crash(tools: Tools, repetitions: number): CrashFigures {
  const experiment = checkThenInsert(3, 5, { crash: 1 });
  const known = new KnownExperiment(tools, experiment);
  const anew = () => exploreAnew(tools, experiment, { kind: 'exhaustive' });
  const first: number[] = [];
  const again: number[] = [];
  let last = anew();
  for (let n = 0; n < repetitions; n += 1) {
    last = anew();
    first.push(last.setUpMs + last.ms);
    again.push(millisecondsOf(() => known.explore({ kind: 'exhaustive' })));
  }
  known.close();
  return {
    total: last.exploration.schedules.total,
    states: last.exploration.states,
    handlerRuns: last.handlerRuns,
    firstMs: spread(first),
    againMs: spread(again),
  };
}
