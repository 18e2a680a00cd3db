/** The table of hostile handlers, through the page's own worker: the same outcomes as in Node. */

import { prepare } from '../../src/engine/experiment.ts';
import type { Exploration } from '../../src/engine/verdict.ts';
import { loadLab } from '../../src/labs/load.ts';
import { NodeRunner } from '../../src/runner/node.ts';
import type { ExperimentRef } from '../../src/runner/protocol.ts';
import { expectedOf, type HostileCase, hostileLab, measuring, outcomeOf } from '../hostile/cases.ts';
import { honest, hostileCases } from '../hostile/index.ts';
import { expect, openLab, test } from './helpers.ts';
import { PageWorker } from './page-worker.ts';

function refOf(hostile: HostileCase): ExperimentRef {
  const { source, migration = '' } = hostile;
  return { lab: hostileLab(hostile), scenario: 'two', handler: { name: 'hostile', source, migration } };
}

/** What happened, where it differs from what was to happen. */
async function findings(worker: PageWorker, cases: HostileCase[]): Promise<unknown[]> {
  const lab = loadLab('double-charge');
  const name = 'check-then-insert';
  const { source = '', migration = '' } = lab.variants[name] ?? {};
  const honestRef: ExperimentRef = { lab, scenario: 'two-at-once', handler: { name, source, migration } };
  const explore = async (ref: ExperimentRef): Promise<Exploration | { refused: string }> => {
    const answer = await worker.ask({ kind: 'explore', ref });
    if (answer.kind === 'failed') return { refused: answer.message };
    if (answer.kind === 'explored') return answer.exploration;
    throw new Error(`The worker answered ${answer.kind}.`);
  };
  const found: unknown[] = [];
  for (const hostile of cases) {
    try {
      expect(outcomeOf(hostile, await explore(refOf(hostile)))).toEqual(expectedOf(hostile));
      expect(await explore(honestRef)).toMatchObject(honest);
    } catch (error) {
      found.push([hostile.does, error instanceof Error ? error.message : error]);
    }
  }
  return found;
}

async function measuredBy(worker: PageWorker): Promise<unknown> {
  const answer = await worker.ask({ kind: 'replay', ref: refOf(measuring), schedule: 'w1' });
  return answer.kind === 'replayed' && answer.result.kind === 'trace'
    ? answer.result.trace.events[0]?.end?.body
    : answer;
}

test('every hostile handler has the outcome that it has in Node, and leaves nothing behind', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const worker = await PageWorker.open(page);
  const before = await measuredBy(worker);
  // The one that only an end from outside can stop has a test of its own.
  const cases = hostileCases.filter(({ expected }) => !('stopped' in expected));
  expect(await findings(worker, cases)).toEqual([]);
  expect(await measuredBy(worker)).toBe(before);

  const runner = new NodeRunner();
  const { lab, handler } = refOf(measuring);
  const experiment = prepare(lab, { handler: { ...handler, file: 'hostile.ts' } });
  const node = await runner.replay(experiment, 'w1');
  await runner.close();
  expect(node.kind === 'trace' && node.trace.events[0]?.end?.body).toBe(before);
});

test('a query that never ends is stopped after ten seconds, and the next handler is explored', async ({
  page,
}) => {
  const lab = await openLab(page, '/labs/double-charge/');
  await lab.button(/^Edit/).first().click();
  const editor = lab.root.getByRole('textbox', { name: 'handler.ts, your version' });
  const run = lab.root
    .getByRole('region', { name: /^Editor/ })
    .getByRole('button', { name: /^Run every schedule/ });
  const endless = hostileCases.find(({ expected }) => 'stopped' in expected);
  await editor.fill(endless?.source ?? '');
  await run.click();
  await expect(lab.root).toContainText(
    'A statement or a built-in function ran for ten seconds without an end',
    {
      timeout: 30_000,
    },
  );
  await editor.fill("export async function handle() {\n  return new Response('fine');\n}\n");
  await run.click();
  await expect(lab.root).not.toContainText('ran for ten seconds');
  await expect(lab.cells()).toHaveCount(2);
});
