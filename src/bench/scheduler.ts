/**
 * fast-check's `scheduler` on the same race: the lab's own handler file, imported as the module it is,
 * each of its SQL calls held back until the scheduler lets it go, on the same SQLite.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Scheduler } from 'fast-check';
import { prepare } from '../engine/experiment.ts';
import type { Tools } from '../engine/laboratory.ts';
import type { Session, SqlValue } from '../engine/ports.ts';
import { loadLab } from '../labs/load.ts';
import { BenchError, type Missing, millisecondsOf, type Spread, spread } from './figures.ts';
import { exploreAnew, KnownExperiment } from './ours.ts';

export interface SchedulerComparison {
  lab: string;
  handler: string;
  workers: number;
  /** Schedules that break it, of all. */
  schedules: { broken: number; total: number };
  fastCheck: SchedulerFigures | Missing;
  /** Every schedule, and the smallest that breaks it. */
  ours: { firstMs: Spread; againMs: Spread; counterexample: string };
}

export interface SchedulerFigures {
  seeds: number;
  /** Seeds with which it found the bug within `mostRuns`. */
  found: number;
  mostRuns: number;
  /** Until found, or `mostRuns`. */
  runs: Spread;
  ms: Spread;
  /** Seeds whose counterexample has no more switches of worker and no more steps than the smallest. */
  minimal: number;
}

type Handle = (request: { json(): Promise<unknown> }, env: object) => Promise<unknown>;

const mostRuns = 1000;
const oursEvery = 20;

/** @param seeds - From 1 on, one search each. */
export async function compareScheduler(
  tools: Tools,
  labId: string,
  handler: string,
  workers: number,
  seeds: number,
): Promise<SchedulerComparison> {
  const experiment = prepare(loadLab(labId), { handler, workers });
  const known = new KnownExperiment(tools, experiment);
  const first: number[] = [];
  const again: number[] = [];
  const measureOurs = () => {
    const { ms, setUpMs, exploration } = exploreAnew(tools, experiment, { kind: 'exhaustive' });
    first.push(setUpMs + ms);
    again.push(millisecondsOf(() => known.explore({ kind: 'exhaustive' })));
    return exploration;
  };
  const { schedules, counterexample } = measureOurs();
  const { total, broken } = schedules;
  if (typeof total !== 'number' || typeof broken !== 'number')
    throw new BenchError(`Lab "${labId}" was not explored to its end. There are no figures.`);
  const smallest = counterexample?.schedule ?? '';
  const search = await searchWith(tools, experiment.lab.id, handler, experiment);
  const found: Found[] = [];
  try {
    for (let seed = 1; seed <= seeds; seed += 1) {
      if (typeof search !== 'string') found.push(await search.run(seed));
      if (seed % oursEvery === 0) measureOurs();
    }
  } finally {
    if (typeof search !== 'string') search.close();
    known.close();
  }
  return {
    lab: labId,
    handler,
    workers,
    schedules: { broken, total },
    fastCheck: typeof search === 'string' ? { missing: search } : figuresOfSearches(found, smallest),
    ours: { firstMs: spread(first), againMs: spread(again), counterexample: smallest },
  };
}

export interface Found {
  /** Null where no run broke the property. */
  schedule: string | null;
  runs: number;
  ms: number;
}

export function figuresOfSearches(found: readonly Found[], smallest: string): SchedulerFigures {
  return {
    seeds: found.length,
    found: found.filter(({ schedule }) => schedule !== null).length,
    mostRuns,
    runs: spread(found.map(({ runs }) => runs)),
    ms: spread(found.map(({ ms }) => ms)),
    minimal: found.filter(({ schedule }) => schedule !== null && !isLarger(schedule, smallest)).length,
  };
}

/** More switches of worker, or as many and more steps. */
export function isLarger(schedule: string, than: string): boolean {
  const size = (text: string) => {
    const tasks = text.split(' ');
    return {
      steps: tasks.length,
      switches: tasks.filter((task, n) => n > 0 && task !== tasks[n - 1]).length,
    };
  };
  const [one, other] = [size(schedule), size(than)];
  return one.switches > other.switches || (one.switches === other.switches && one.steps > other.steps);
}

interface Search {
  run(seed: number): Promise<Found>;
  close(): void;
}

/** Or what is missing. */
async function searchWith(
  { openDatabase }: Tools,
  lab: string,
  handler: string,
  { tasks, handler: { migration }, lab: { schema } }: ReturnType<typeof prepare>,
): Promise<Search | string> {
  const fc = await import('fast-check').catch(() => null);
  if (!fc) return 'not installed: npm install --save-dev fast-check';
  const path = resolve('content/labs', lab, 'handlers', `${handler}.ts`);
  const { handle } = (await import(pathToFileURL(path).href)) as { handle: Handle };
  const file = openDatabase();
  const keeper = file.session();
  keeper.script(`${schema}\n${migration}`);
  const workers = Object.entries(tasks).map(([task, { request }]) => ({
    task,
    body: request?.body,
    session: file.session(),
  }));
  const chargedTwice = 'SELECT 1 FROM charge GROUP BY order_id HAVING count(*) > 1';
  return {
    async run(seed) {
      let schedule: string[] = [];
      const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        keeper.run('DELETE FROM charge');
        schedule = [];
        const answers = workers.map(({ task, body, session }) => {
          const sql = heldBack(scheduler, task, schedule, session);
          return handle({ json: async () => body }, { sql });
        });
        await scheduler.waitFor(Promise.all(answers));
        return keeper.run(chargedTwice).rows.length === 0;
      });
      const start = performance.now();
      const { failed, numRuns } = await fc.check(property, { seed, numRuns: mostRuns });
      const ms = performance.now() - start;
      return { schedule: failed ? schedule.join(' ') : null, runs: numRuns, ms };
    },
    close: () => file.close(),
  };
}

/** A `sql` tag whose every statement waits its turn, and notes when that came. */
function heldBack(scheduler: Scheduler, task: string, schedule: string[], session: Session) {
  return async (strings: readonly string[], ...values: SqlValue[]) => {
    await scheduler.schedule(Promise.resolve(), task);
    schedule.push(task);
    const { columns, rows } = session.run(strings.join('?'), values);
    return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  };
}
