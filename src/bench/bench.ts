/** The whole benchmark, as data. */
import { cpus, loadavg } from 'node:os';
import { nodeTools } from '../runner/node-tools.ts';
import { type CrashFigures, crash, type Growth, growth, type Reduction, reductions } from './explorations.ts';
import type { Missing, Spread } from './figures.ts';
import { IsolationTester } from './isolation.ts';
import { type MemoryRun, type MemorySample, memory } from './memory.ts';
import { findIsolationTester, startPostgres } from './postgres.ts';
import { compareScheduler, type SchedulerComparison } from './scheduler.ts';
import { type Contender, type SideBySide, sideBySide } from './side-by-side.ts';
import { benchSpecs } from './spec.ts';

export interface Machine {
  processor: string;
  cores: number;
  node: string;
  /** PostgreSQL's version, or what is missing; null where nobody asked for it. */
  postgres: string | null;
  /** Tasks that wanted a core in the last minute: above `cores`, ratios are all that can be trusted. */
  load: { before: number; after: number };
}

export interface BenchReport {
  machine: Machine;
  repetitions: number;
  /** Not part of any figure. */
  boot: { enginesMs: number; postgresMs: number | null };
  specs: SideBySide[];
  scheduler: SchedulerComparison[];
  labs: Reduction[];
  growth: Growth[];
  crash: CrashFigures;
  bars: Bar[];
}

/** What the design promises. */
export interface Bar {
  says: string;
  /** The least that will do, or the most. */
  bound: { atLeast: number } | { atMost: number };
  unit: '×' | 'ms';
  /** Medians; `met` is null where a peer is missing. */
  first: { median: number | null; met: boolean | null };
  again: { median: number | null; met: boolean | null };
}

/** A peer that is missing is reported so; a side that errs ends the benchmark. */
export interface BenchOptions {
  repetitions: number;
  /** Is told what is being measured. */
  tell(line: string): void;
}

const seeds = 100;
const workers = [2, 3, 4, 5];
const steps = [2, 3, 4, 5, 6];

/** @throws {BenchError} */
export async function bench({ repetitions, tell }: BenchOptions): Promise<BenchReport> {
  const before = load();
  tell('booting SQLite and QuickJS');
  const start = performance.now();
  const tools = await nodeTools();
  const enginesMs = performance.now() - start;

  const installed = findIsolationTester();
  const { specs, postgresMs } = await withTester(installed, tell, async (tester) => {
    const results: SideBySide[] = [];
    for (const spec of benchSpecs) {
      tell(`${spec.name}, in turns with its peers`);
      results.push(await sideBySide(spec, tools, tester, repetitions));
    }
    return results;
  });

  tell('the same race under fast-check’s scheduler');
  const scheduler: SchedulerComparison[] = [];
  for (const [lab, handler, count] of races)
    scheduler.push(await compareScheduler(tools, lab, handler, count, seeds));

  tell('every lab');
  const labs = reductions(tools);
  tell('growth');
  const grown = [...growth(tools, workers, steps)];
  tell('three workers of five steps, one crash');
  const crashed = crash(tools, repetitions);
  return {
    machine: machine(before, 'missing' in installed ? installed.missing : installed.version),
    repetitions,
    boot: { enginesMs, postgresMs },
    specs,
    scheduler,
    labs,
    growth: grown,
    crash: crashed,
    bars: bars(specs, crashed),
  };
}

/** Broken, broken more rarely, and repaired. */
const races = [
  ['double-charge', 'check-then-insert', 2],
  ['narrow-gaps', 'check-twice', 2],
  ['double-charge', 'unique-claim', 2],
] as const;

export interface MemoryReport {
  machine: Machine;
  runs: MemoryRun[];
}

export async function benchMemory(tellSample: (sample: MemorySample) => void): Promise<MemoryReport> {
  const before = load();
  const runs = await memory(await nodeTools(), 1_000_000, tellSample);
  return { machine: machine(before, null), runs };
}

/** Lends a tester on a server of its own, and stops both afterwards. */
async function withTester(
  installed: ReturnType<typeof findIsolationTester>,
  tell: (line: string) => void,
  use: (tester: IsolationTester | Missing) => Promise<SideBySide[]>,
): Promise<{ specs: SideBySide[]; postgresMs: number | null }> {
  if ('missing' in installed) return { specs: await use(installed), postgresMs: null };
  tell(`starting PostgreSQL ${installed.version}`);
  const start = performance.now();
  const server = await startPostgres(installed);
  const tester = new IsolationTester(installed, server);
  try {
    const postgresMs = performance.now() - start;
    await tester.prepare();
    return { specs: await use(tester), postgresMs };
  } finally {
    tester.close();
    await server.stop();
  }
}

const load = () => loadavg()[0] ?? 0;

function machine(before: number, postgres: string | null): Machine {
  const [first] = cpus();
  return {
    processor: first?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    postgres,
    load: { before, after: load() },
  };
}

export function bars(
  specs: readonly SideBySide[],
  { firstMs, againMs }: Pick<CrashFigures, 'firstMs' | 'againMs'>,
): Bar[] {
  const compared = specs.flatMap((spec) => {
    const ratio = (of: Contender, to: Contender) =>
      spec.ratios.find((each) => each.of === of && each.to === to)?.ratio;
    const bar = (
      says: string,
      atLeast: number,
      [first, again]: [Contender, Contender],
      to: Contender,
    ): Bar => ({
      says: `${spec.spec}: ${says}`,
      bound: { atLeast },
      unit: '×',
      first: judged(ratio(first, to), { atLeast }),
      again: judged(ratio(again, to), { atLeast }),
    });
    return [
      bar('schedules per second, of isolationtester’s', 50, ['first', 'again'], 'isolationTester'),
      bar(
        'time to verdict, shorter than isolationtester’s',
        500,
        ['mergedFirst', 'mergedAgain'],
        'isolationTester',
      ),
      bar('schedules per second, of bare sql.js calls', 0.7, ['first', 'again'], 'sqlJs'),
    ];
  });
  return [
    ...compared,
    {
      says: '3 workers of 5 steps, one crash: time to verdict',
      bound: { atMost: 500 },
      unit: 'ms',
      first: judged(firstMs, { atMost: 500 }),
      again: judged(againMs, { atMost: 500 }),
    },
  ];
}

function judged(figures: Spread | undefined, bound: Bar['bound']): Bar['first'] {
  if (!figures) return { median: null, met: null };
  const { median } = figures;
  return { median, met: 'atLeast' in bound ? median >= bound.atLeast : median <= bound.atMost };
}
