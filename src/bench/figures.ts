/** Repetitions into figures. */

/** Of several repetitions. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** @throws {RangeError} when there is nothing to take the median of. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [min] = sorted;
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) throw new RangeError('There are no figures to spread.');
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? max;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? min) + upper) / 2;
  return { min, median, max };
}

/**
 * How often one figure goes into the other, repetition by repetition: what disturbed both disturbs
 * their ratio least.
 */
export function ratios(over: readonly number[], under: readonly number[]): Spread {
  if (over.length !== under.length)
    throw new RangeError(`${over.length} repetitions cannot be compared with ${under.length}.`);
  return spread(over.map((value, index) => value / (under[index] ?? Number.NaN)));
}

/** Milliseconds of one run: the mean of as many as fit into `atLeastMs`, and of one at least. */
export function millisecondsOf(run: () => void, atLeastMs = 0): number {
  const start = performance.now();
  let runs = 0;
  let passed = 0;
  do {
    run();
    runs += 1;
    passed = performance.now() - start;
  } while (passed < atLeastMs);
  return passed / runs;
}

/** What could not be measured, and how to get it. Never a guess in its place. */
export interface Missing {
  missing: string;
}

/** The benchmark would be wrong, so there is none: two sides disagree about the same question. */
export class BenchError extends Error {}
