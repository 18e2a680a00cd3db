/**
 * The engine's reductions change nothing: steps that are remembered, schedules that are resumed, states
 * that are merged. Compared on labs made by chance: verdicts, counts, minimal counterexamples, final
 * rows, the futures of states with one key, and the replay of every schedule.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disagreements } from './agree.ts';
import { generated, toldOf } from './generated.ts';
import { handler } from './support.ts';

/** What was compared, of so many labs. */
function compareAll(numRuns: number, seed: number, how: { fresh?: boolean; most?: number } = {}) {
  const stats: Record<string, number> = {};
  fc.assert(
    fc.property(generated, ({ lab, source, stepsPerTask }) => {
      expect(disagreements(lab, handler(source), { ...how, stepsPerTask, stats })).toEqual([]);
    }),
    {
      numRuns,
      seed,
      endOnFailure: true,
      reporter: ({ failed, counterexample, errorInstance }) => {
        if (!failed || !counterexample) return;
        throw new Error(`${String(errorInstance)}\n${toldOf(counterexample[0])}`);
      },
    },
  );
  return stats;
}

test('every way to explore agrees with the oracle on 120 labs made by chance', () => {
  const { oracle = 0, schedules = 0 } = compareAll(120, 20260);
  // So many labs are small enough for the oracle, so that the test does not pass by comparing nothing.
  expect(oracle).toBeGreaterThan(80);
  expect(schedules).toBeGreaterThan(1_000);
}, 300_000);

test('the same on databases and a handler that are new for each schedule', () => {
  const { oracle = 0 } = compareAll(25, 7, { fresh: true, most: 40 });
  expect(oracle).toBeGreaterThan(10);
}, 300_000);
