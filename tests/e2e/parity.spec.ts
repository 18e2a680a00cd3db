/** The same lab gives the same exploration and the same traces in a browser as in Node, as data. */
import { expect, test } from '@playwright/test';
import type { Trace } from '../../src/engine/trace.ts';
import type { Exploration } from '../../src/engine/verdict.ts';
import { explored, replayed } from '../../src/labs/figures.ts';
import { loadLabs } from '../../src/labs/load.ts';
import type { Answer, ExperimentRef } from '../../src/runner/protocol.ts';
import { PageWorker } from './page-worker.ts';

test('every lab explores and replays in the browser as it does in Node', async ({ page }) => {
  // Some three hundred explorations, each made twice.
  test.setTimeout(600_000);
  const worker = await PageWorker.open(page);
  for (const lab of loadLabs()) {
    for (const [name, variant] of Object.entries(lab.variants)) {
      for (const scenario of Object.keys(variant.expect)) {
        const ref: ExperimentRef = {
          lab,
          scenario,
          handler: { name, source: variant.source, migration: variant.migration },
        };
        const node: Exploration = await explored(lab.id, { handler: name, scenario });
        expect(await worker.ask({ kind: 'explore', ref })).toMatchObject({
          kind: 'explored',
          exploration: node,
        });
        const schedules = [
          node.counterexample?.schedule,
          node.map?.[0]?.schedule,
          node.map?.at(-1)?.schedule,
        ];
        for (const schedule of new Set(schedules)) {
          if (schedule === undefined) continue;
          const trace: Trace = await replayed(lab.id, { handler: name, scenario, schedule });
          const answer = await worker.ask({ kind: 'replay', ref, schedule });
          expect(answer.kind === 'replayed' && answer.result).toEqual({ kind: 'trace', trace });
        }
      }
    }
  }
});

test('an exploration that was cancelled goes on from where it was stopped, to the same figures', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await PageWorker.open(page);
  const lab = loadLabs().find(({ id }) => id === 'double-charge');
  if (!lab) throw new Error('There is no lab double-charge.');
  const source = lab.variants['unique-claim'];
  const ref: ExperimentRef = {
    lab,
    scenario: 'two-at-once',
    handler: { name: 'unique-claim', source: source?.source ?? '', migration: source?.migration ?? '' },
    workers: 6,
  };
  /** Asks; cancels at the first word of progress if told to. @returns the answer, and progress heard. */
  const explore = (id: number, cancel: boolean) =>
    page.evaluate(
      ({ id, ref, cancel }) =>
        new Promise<{ answer: Answer; steps: number[] }>((resolve) => {
          const { pageWorker } = window as unknown as { pageWorker: Worker };
          const steps: number[] = [];
          pageWorker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
            if (data.id !== id || data.kind === 'began') return;
            if (data.kind !== 'progress') return resolve({ answer: data, steps });
            steps.push(data.steps);
            if (cancel) pageWorker.postMessage({ id, kind: 'cancel' });
          });
          pageWorker.postMessage({ id, kind: 'explore', ref });
        }),
      { id, ref, cancel },
    );
  const first = await explore(2_000_000, true);
  expect(first.answer.kind).toBe('cancelled');
  const second = await explore(2_000_001, false);
  // The first word of the second is further than the last word of the first.
  expect(second.steps[0] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(first.steps.at(-1) ?? 0);
  expect(second.answer).toMatchObject({
    kind: 'explored',
    exploration: await explored('double-charge', { handler: 'unique-claim', workers: 6 }),
  });
});
