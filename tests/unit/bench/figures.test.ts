import { expect, test } from 'vitest';
import { bars } from '../../../src/bench/bench.ts';
import {
  checkThenInsert,
  factorOf,
  growth,
  perLab,
  type Reduction,
  reductions,
} from '../../../src/bench/explorations.ts';
import { millisecondsOf, ratios, spread } from '../../../src/bench/figures.ts';
import { growthOf, type MemorySample } from '../../../src/bench/memory.ts';
import { figuresOfSearches, isLarger } from '../../../src/bench/scheduler.ts';
import { figuresOf, type SideBySide } from '../../../src/bench/side-by-side.ts';
import { loadLab } from '../../../src/labs/load.ts';
import { nodeTools } from '../../../src/runner/node-tools.ts';

test('a spread is the least, the median and the most, by number and not by text', () => {
  expect(spread([10, 9, 100])).toEqual({ min: 9, median: 10, max: 100 });
  expect(spread([4, 1, 3, 2])).toEqual({ min: 1, median: 2.5, max: 4 });
  expect(spread([7])).toEqual({ min: 7, median: 7, max: 7 });
  expect(() => spread([])).toThrow('There are no figures to spread.');
});

test('ratios are taken repetition by repetition, not of the medians', () => {
  // 10/1, 30/10, 20/5: 10, 3 and 4. The medians' ratio would be 20/5 = 4 too, so the ends tell.
  expect(ratios([10, 30, 20], [1, 10, 5])).toEqual({ min: 3, median: 4, max: 10 });
  expect(() => ratios([1], [1, 2])).toThrow('1 repetitions cannot be compared with 2.');
});

test('a run is made once where nothing asks for more', () => {
  let runs = 0;
  expect(
    millisecondsOf(() => {
      runs += 1;
    }),
  ).toBeGreaterThanOrEqual(0);
  expect(runs).toBe(1);
});

test('schedules per second follow from milliseconds for all of them', () => {
  // 70 schedules in 35, 70 and 140 ms: 2,000, 1,000 and 500 a second.
  expect(figuresOf([70, 35, 140], 70)).toEqual({
    ms: { min: 35, median: 70, max: 140 },
    schedulesPerSecond: { min: 500, median: 1000, max: 2000 },
  });
});

test('a counterexample is larger by its switches first, then by its steps', () => {
  expect(isLarger('w1 w2 w2 w1', 'w1 w2 w2 w1')).toBe(false);
  expect(isLarger('w1 w2 w1 w2', 'w1 w2 w2 w1')).toBe(true);
  expect(isLarger('w1 w2 w2 w1 w1', 'w1 w2 w2 w1')).toBe(true);
  expect(isLarger('w2 w2 w2 w1 w1', 'w1 w2 w2 w1')).toBe(false);
});

test('searches are summed up over seeds', () => {
  const found = [
    { schedule: 'w1 w2 w2 w1', runs: 1, ms: 2 },
    { schedule: 'w2 w1 w2 w1', runs: 3, ms: 4 },
    { schedule: null, runs: 1000, ms: 90 },
  ];
  expect(figuresOfSearches(found, 'w1 w2 w2 w1')).toEqual({
    seeds: 3,
    found: 2,
    mostRuns: 1000,
    runs: { min: 1, median: 3, max: 1000 },
    ms: { min: 2, median: 4, max: 90 },
    minimal: 1,
  });
});

const row: Reduction = {
  lab: 'a',
  scenario: 's',
  handler: 'h',
  total: 6,
  run: 2,
  factor: 3,
  states: 10,
  steps: 12,
  stepsRun: 4,
  handlerRuns: 5,
  ms: 1,
};

test('a lab’s figures are the sums of its rows, and its factor is that of the sums', () => {
  const rows = [
    row,
    { ...row, scenario: 't', total: 94, run: 8 },
    { ...row, lab: 'b', total: '90000000000000000000', run: 1 },
  ];
  expect(perLab(rows)).toEqual([
    // (6 + 94) / (2 + 8) = 10; the mean of the factors would be 7.4.
    {
      lab: 'a',
      scenario: '2',
      handler: '1',
      total: 100,
      run: 10,
      factor: 10,
      states: 20,
      steps: 24,
      stepsRun: 8,
      handlerRuns: 10,
      ms: 2,
    },
    {
      ...row,
      lab: 'b',
      scenario: '1',
      handler: '1',
      total: '90000000000000000000',
      run: 1,
      factor: 9e19,
    },
  ]);
});

test('a factor has two decimals, also where the total is beyond a number', () => {
  expect(factorOf(10, 3)).toBe(3.33);
  expect(factorOf('30000000000000000000', 3)).toBe(1e19);
});

test('every handler of a lab is counted, with equal states merged', async () => {
  const rows = reductions(await nodeTools(), [loadLab('double-charge')]);
  // Two attempts: look, charge. 6 schedules for check-then-insert, of which the two serial ones are shorter.
  expect(rows.map(({ handler, total }) => [handler, total])).toContainEqual(['check-then-insert', 6]);
  expect(rows).toHaveLength(3);
});

test('check-then-insert grows as it does in the labs: 6 and 66 schedules of two steps', async () => {
  const tools = await nodeTools();
  // double-charge and three-at-once have the same handler of two steps.
  expect(
    [...growth(tools, [2, 3], [2])].map(({ workers, steps, total, limit }) => ({
      workers,
      steps,
      total,
      limit,
    })),
  ).toEqual([
    { workers: 2, steps: 2, total: 6, limit: null },
    { workers: 3, steps: 2, total: 66, limit: null },
  ]);
  expect(checkThenInsert(3, 5, { crash: 1 }).faults).toEqual({ crash: 1 });
  expect(checkThenInsert(3, 5).handler.source.match(/await sql/g)).toHaveLength(5);
});

const ratio = (median: number) => ({ min: median, median, max: median });
const compared = (rates: [number, number][]): SideBySide =>
  ({
    spec: '3 × 3',
    ratios: rates.flatMap(([rate, verdict]) => [
      { says: '', of: 'first', to: 'isolationTester', ratio: ratio(rate) },
      { says: '', of: 'mergedFirst', to: 'isolationTester', ratio: ratio(verdict) },
      { says: '', of: 'again', to: 'isolationTester', ratio: ratio(rate * 10) },
      { says: '', of: 'mergedAgain', to: 'isolationTester', ratio: ratio(verdict * 10) },
    ]),
  }) as unknown as SideBySide;

test('a bar is met by the median at the bound, and judged for the first time and once more', () => {
  const judged = bars([compared([[50, 49.9]])], { firstMs: ratio(501), againMs: ratio(500) });
  expect(judged.map(({ says, bound, first, again }) => [says, bound, first.met, again.met])).toEqual([
    ['3 × 3: schedules per second, of isolationtester’s', { atLeast: 50 }, true, true],
    ['3 × 3: time to verdict, shorter than isolationtester’s', { atLeast: 500 }, false, false],
    ['3 × 3: schedules per second, of bare sql.js calls', { atLeast: 0.7 }, null, null],
    ['3 workers of 5 steps, one crash: time to verdict', { atMost: 500 }, false, true],
  ]);
});

test('a bar without its peer is neither met nor missed', () => {
  const [first] = bars([compared([])], { firstMs: ratio(1), againMs: ratio(1) });
  expect(first?.first).toEqual({ median: null, met: null });
});

test('growth of memory is the last sample less the first', () => {
  const sample = (rss: number, sqliteHeap: number): MemorySample => ({
    steps: 0,
    laboratories: 1,
    rss,
    jsHeap: 7,
    sqliteHeap,
    external: 100 - rss,
  });
  expect(growthOf([sample(10, 5), sample(90, 5), sample(12, 6)])).toEqual({
    rss: 2,
    jsHeap: 0,
    sqliteHeap: 1,
    external: -2,
  });
});
