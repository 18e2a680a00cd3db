/** The engine, PostgreSQL's `isolationtester` and bare SQLite calls on one spec, in turns. */
import { prepare } from '../engine/experiment.ts';
import type { Tools } from '../engine/laboratory.ts';
import type { Exploration, Strategy } from '../engine/verdict.ts';
import { bareNative, bareSqlJs } from './bare.ts';
import { BenchError, type Missing, millisecondsOf, ratios, type Spread, spread } from './figures.ts';
import type { IsolationTester } from './isolation.ts';
import { exploreAnew, KnownExperiment } from './ours.ts';
import { type BenchSpec, labOf } from './spec.ts';

/** Who runs the schedules of a spec, and how. */
export const contenders = {
  first: 'ours, one by one, for the first time: the handler’s text and each new step are run',
  again: 'ours, one by one, once more: handler and steps are remembered',
  everyStep: 'ours, one by one, { remember: false }: the handler is remembered, each step runs on SQLite',
  mergedFirst: 'ours, equal states merged, for the first time',
  mergedAgain: 'ours, equal states merged, once more',
  sqlJs: 'bare sql.js calls, through the same driver',
  native: 'bare node:sqlite calls',
  isolationTester: 'PostgreSQL’s isolationtester',
} as const;
export type Contender = keyof typeof contenders;

export interface Figures {
  /** Until all schedules are done: the time to a verdict. */
  ms: Spread;
  schedulesPerSecond: Spread;
}

/** How often one contender's figure goes into another's, repetition by repetition. */
export interface Ratio {
  says: string;
  of: Contender;
  to: Contender;
  ratio: Spread;
}

export interface SideBySide {
  spec: string;
  schedules: number;
  broken: number;
  /** Of the engine. */
  states: { unmerged: number; merged: number };
  stepsRun: { unmerged: number; merged: number };
  handlerRuns: number;
  figures: Record<Contender, Figures | Missing>;
  ratios: Ratio[];
  /** Not part of the figures. */
  boot: { laboratory: Spread; isolationTester: Spread | null };
}

interface Side {
  /** Runs all schedules once or more. @returns milliseconds of one run, and what was found. */
  measure(): Promise<{ ms: number; broken: number; bootMs?: number }>;
  close(): void;
}

/** A short run is repeated until so much time has passed: what disturbs it then disturbs everybody alike. */
const atLeastMs = 250;

/** @throws {BenchError} when two of them disagree on how many schedules break the property. */
export async function sideBySide(
  spec: BenchSpec,
  tools: Tools,
  tester: IsolationTester | Missing,
  repetitions: number,
): Promise<SideBySide> {
  const experiment = prepare(labOf(spec));
  const setUps: number[] = [];
  const boots: number[] = [];
  const one: Strategy = { kind: 'unreduced' };
  const merged: Strategy = { kind: 'reduced' };
  const anew = (strategy: Strategy): Side => ({
    async measure() {
      const times: number[] = [];
      let broken = 0;
      for (let sum = 0; sum < atLeastMs; ) {
        const { ms, setUpMs, exploration } = exploreAnew(tools, experiment, strategy);
        setUps.push(setUpMs);
        times.push(ms);
        broken = brokenOf(exploration, spec);
        sum += ms;
      }
      return { ms: times.reduce((sum, ms) => sum + ms, 0) / times.length, broken };
    },
    close: () => undefined,
  });
  const known = (strategy: Strategy, remember = true): Side => {
    const kept = new KnownExperiment(tools, experiment, { remember });
    let exploration: Exploration;
    return {
      async measure() {
        const ms = millisecondsOf(() => {
          exploration = kept.explore(strategy);
        }, atLeastMs);
        return { ms, broken: brokenOf(exploration, spec) };
      },
      close: () => kept.close(),
    };
  };
  const bare = (calls: ReturnType<typeof bareSqlJs>): Side => {
    let broken = 0;
    return {
      async measure() {
        const ms = millisecondsOf(() => {
          broken = calls.run();
        }, atLeastMs);
        return { ms, broken };
      },
      close: () => calls.close(),
    };
  };
  const native = await bareNative(spec);
  const sides: Record<Contender, Side | Missing> = {
    first: anew(one),
    again: known(one),
    everyStep: known(one, false),
    mergedFirst: anew(merged),
    mergedAgain: known(merged),
    sqlJs: bare(bareSqlJs(spec, tools.openDatabase)),
    native: 'missing' in native ? native : bare(native),
    isolationTester:
      'missing' in tester ? tester : { measure: () => tester.measure(spec), close: () => undefined },
  };
  const times = new Map<Contender, number[]>();
  try {
    // The first round warms everything up and is not counted.
    for (let round = 0; round <= repetitions; round += 1) {
      if (round === 1) setUps.length = 0;
      for (const [id, side] of entries(sides)) {
        if ('missing' in side) continue;
        const { ms, broken, bootMs } = await side.measure();
        if (broken !== spec.broken)
          throw new BenchError(
            `${contenders[id]}: ${broken} of ${spec.schedules} schedules of ${spec.name} broke the property, and ${spec.broken} should. The sides do not do the same; there are no figures.`,
          );
        if (round === 0) continue;
        times.set(id, [...(times.get(id) ?? []), ms]);
        if (bootMs !== undefined) boots.push(bootMs);
      }
    }
  } finally {
    for (const side of Object.values(sides)) if (!('missing' in side)) side.close();
  }
  const unmerged = exploreAnew(tools, experiment, one);
  const few = exploreAnew(tools, experiment, merged);
  return {
    spec: spec.name,
    schedules: spec.schedules,
    broken: spec.broken,
    states: { unmerged: unmerged.exploration.states, merged: few.exploration.states },
    stepsRun: { unmerged: unmerged.ran, merged: few.ran },
    handlerRuns: unmerged.handlerRuns,
    figures: Object.fromEntries(
      entries(sides).map(([id, side]) => [
        id,
        'missing' in side ? side : figuresOf(times.get(id) ?? [], spec.schedules),
      ]),
    ) as Record<Contender, Figures | Missing>,
    ratios: comparisons.flatMap(({ says, of, to }) => {
      const [fast, slow] = [times.get(of), times.get(to)];
      return fast && slow ? [{ says, of, to, ratio: ratios(slow, fast) }] : [];
    }),
    boot: { laboratory: spread(setUps), isolationTester: boots.length > 0 ? spread(boots) : null },
  };
}

const entries = <Value>(record: Record<Contender, Value>) => Object.entries(record) as [Contender, Value][];

export function figuresOf(times: readonly number[], schedules: number): Figures {
  return { ms: spread(times), schedulesPerSecond: spread(times.map((ms) => (schedules / ms) * 1000)) };
}

const rate = 'schedules per second';
const verdict = 'time to verdict';
const comparisons: Omit<Ratio, 'ratio'>[] = [
  { says: rate, of: 'first', to: 'isolationTester' },
  { says: rate, of: 'again', to: 'isolationTester' },
  { says: rate, of: 'everyStep', to: 'isolationTester' },
  { says: verdict, of: 'mergedFirst', to: 'isolationTester' },
  { says: verdict, of: 'mergedAgain', to: 'isolationTester' },
  { says: rate, of: 'first', to: 'sqlJs' },
  { says: rate, of: 'again', to: 'sqlJs' },
  { says: rate, of: 'everyStep', to: 'sqlJs' },
  { says: rate, of: 'everyStep', to: 'native' },
  { says: rate, of: 'sqlJs', to: 'native' },
];

/** @throws {BenchError} when it did not look at every schedule. */
function brokenOf({ schedules }: Exploration, spec: BenchSpec): number {
  if (schedules.total !== spec.schedules || typeof schedules.broken !== 'number')
    throw new BenchError(
      `The engine counted ${schedules.total} schedules of ${spec.name}, which has ${spec.schedules}. There are no figures.`,
    );
  return schedules.broken;
}
