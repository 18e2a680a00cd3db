/**
 * Whether a million steps leave anything behind. Twice: in one laboratory, every step of every
 * schedule run on SQLite; and in one laboratory after another, as somebody's afternoon with a lab does.
 */
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SqlJsStatic } from 'sql.js';
import { prepare } from '../engine/experiment.ts';
import { explore, runToEnd } from '../engine/explore/explore.ts';
import { Laboratory, type Tools } from '../engine/laboratory.ts';
import { defaultLimits } from '../engine/verdict.ts';
import { memoryOf } from '../sqlite/driver.ts';
import { labOf, threeByThree } from './spec.ts';

/** Bytes, after a garbage collection. */
export interface MemorySample {
  steps: number;
  /** Laboratories opened and closed so far. */
  laboratories: number;
  rss: number;
  jsHeap: number;
  /** Memory of sql.js's wasm: connections, statements, caches. */
  sqliteHeap: number;
  /** Outside the JavaScript heap: both wasm memories, and the files that SQLite writes. */
  external: number;
}

export interface MemoryRun {
  says: string;
  samples: MemorySample[];
  /** From the first sample, which follows a warm-up, to the last; and from the middle on, when caches are full. */
  growth: MemoryGrowth;
  lateGrowth: MemoryGrowth;
}

/** Bytes. */
export type MemoryGrowth = Pick<MemorySample, 'rss' | 'jsHeap' | 'sqliteHeap' | 'external'>;

/** @param steps - How many to explore in each run. @param tell - Is told of each sample. */
export async function memory(
  tools: Tools,
  steps: number,
  tell: (sample: MemorySample) => void,
): Promise<MemoryRun[]> {
  const sqlite = memoryOf(await (createRequire(import.meta.url)('sql.js') as () => Promise<SqlJsStatic>)());
  const collect = garbageCollector();
  const experiment = prepare(labOf(threeByThree));
  const sample = (samples: MemorySample[], done: number, laboratories: number) => {
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    samples.push({
      ...{ steps: done, laboratories, rss, jsHeap: heapUsed },
      ...{ sqliteHeap: sqlite?.buffer.byteLength ?? 0, external },
    });
    const last = samples.at(-1);
    if (last) tell(last);
  };
  const every = Math.ceil(steps / 10);

  /** @param part - Explores some, and says how many steps that were. */
  const runOf = (says: string, part: () => number, laboratories: () => number): MemoryRun => {
    const samples: MemorySample[] = [];
    let done = 0;
    for (let warm = 0; warm < every / 2; warm += part());
    sample(samples, 0, laboratories());
    for (let next = every; done < steps; ) {
      done += part();
      if (done < next && done < steps) continue;
      sample(samples, done, laboratories());
      next += every;
    }
    const late = samples.slice(Math.floor(samples.length / 2));
    return { says, samples, growth: growthOf(samples), lateGrowth: growthOf(late) };
  };

  const kept = new Laboratory(experiment, tools, defaultLimits, { remember: false });
  let seed = 0;
  const schedules = 500;
  const one = runOf(
    'one laboratory, { remember: false }: every step of every schedule runs on SQLite',
    () => {
      seed += 1;
      return runToEnd(explore(kept, defaultLimits, { kind: 'random', schedules, seed })).steps;
    },
    () => 1,
  );
  kept.close();

  let laboratories = 0;
  const many = runOf(
    'one laboratory after another, each with databases of its own',
    () => {
      laboratories += 1;
      const laboratory = new Laboratory(experiment, tools, defaultLimits);
      try {
        return runToEnd(explore(laboratory, defaultLimits, { kind: 'unreduced' })).steps;
      } finally {
        laboratory.close();
      }
    },
    () => laboratories,
  );
  return [one, many];
}

export function growthOf(samples: readonly MemorySample[]): MemoryGrowth {
  const [first] = samples;
  const last = samples.at(-1);
  const grown = (pick: (sample: MemorySample) => number) => (first && last ? pick(last) - pick(first) : 0);
  return {
    rss: grown(({ rss }) => rss),
    jsHeap: grown(({ jsHeap }) => jsHeap),
    sqliteHeap: grown(({ sqliteHeap }) => sqliteHeap),
    external: grown(({ external }) => external),
  };
}

/** Node shows it only to those who ask. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
