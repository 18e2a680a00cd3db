/** Every hostile handler has an end with a name, and the honest one after it never knows. */
import { afterAll, expect, test } from 'vitest';
import { EngineError } from '../../src/engine/errors.ts';
import { prepare } from '../../src/engine/experiment.ts';
import type { Experiment } from '../../src/engine/lab.ts';
import type { Trace } from '../../src/engine/trace.ts';
import { loadLab } from '../../src/labs/load.ts';
import { NodeRunner } from '../../src/runner/node.ts';
import { expectedOf, type HostileCase, hostileLab, measuring, outcomeOf } from '../hostile/cases.ts';
import { honest, hostileCases } from '../hostile/index.ts';

// One thread for all, so that whatever one of them leaves behind meets the next.
const runner = new NodeRunner();
afterAll(() => runner.close());

const honestExperiment = prepare(loadLab('double-charge'), { handler: 'check-then-insert' });

function experiment(hostile: HostileCase): Experiment {
  const { source, migration = '' } = hostile;
  const handler = { name: 'hostile', file: 'hostile.ts', source, migration };
  return prepare(hostileLab(hostile), { handler });
}

/** What the first worker is answered when it measures the machine. */
async function measured(): Promise<string> {
  const { trace } = (await runner.replay(experiment(measuring), 'w1')) as { trace?: Trace };
  return trace?.events[0]?.end?.body ?? 'no answer';
}
const before = await measured();

test('a handler can measure how deep calls go and how much memory there is', () => {
  // Not how much: that is QuickJS's affair.
  expect(JSON.parse(before)).toEqual([
    expect.any(Number),
    expect.any(Number),
    Date.UTC(2026, 2, 29, 2, 30),
    expect.stringContaining('hostile.ts'),
  ]);
});

test.each(hostileCases)('$does', async (hostile) => {
  const found = await runner.explore(experiment(hostile)).catch((error: unknown) => {
    if (error instanceof EngineError) return { refused: error.message };
    throw error;
  });
  expect(outcomeOf(hostile, found)).toEqual(expectedOf(hostile));
  expect(await runner.explore(honestExperiment)).toMatchObject(honest);
});

test('none of them has changed what a handler can measure', async () => {
  expect(await measured()).toBe(before);
});

test('no two cases are called the same', () => {
  expect(new Set(hostileCases.map(({ does }) => does)).size).toBe(hostileCases.length);
});
