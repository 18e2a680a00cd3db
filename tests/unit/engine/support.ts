/** Small labs of a test's own, run by the real engine, SQLite and sandbox. */
import { type ExperimentOptions, prepare } from '../../../src/engine/experiment.ts';
import { explore, runToEnd } from '../../../src/engine/explore/explore.ts';
import { replay } from '../../../src/engine/explore/replay.ts';
import type { FaultBudget, Handler, Lab, TaskSpec } from '../../../src/engine/lab.ts';
import { Laboratory } from '../../../src/engine/laboratory.ts';
import type { Trace } from '../../../src/engine/trace.ts';
import { defaultLimits, type Exploration, type Limits } from '../../../src/engine/verdict.ts';
import { loadLab } from '../../../src/labs/load.ts';
import { nodeTools } from '../../../src/runner/node-tools.ts';

const tools = await nodeTools();

export function exploreLab(
  lab: Lab,
  options: ExperimentOptions = {},
  limits: Limits = defaultLimits,
): Exploration {
  return inLaboratory(lab, options, (laboratory) => runToEnd(explore(laboratory, limits)), limits);
}

export function replayLab(lab: Lab, schedule: string, options: ExperimentOptions = {}): Trace {
  return inLaboratory(lab, options, (laboratory) => replay(laboratory, schedule));
}

export function inLaboratory<Result>(
  lab: Lab,
  options: ExperimentOptions,
  use: (laboratory: Laboratory) => Result,
  limits: Limits = defaultLimits,
  how: { remember?: boolean } = {},
): Result {
  const laboratory = new Laboratory(prepare(lab, options), tools, limits, how);
  try {
    return use(laboratory);
  } finally {
    laboratory.close();
  }
}

/** A handler written in a test. Its first line is line 1. */
export function handler(source: string, migration = ''): { handler: Handler } {
  return { handler: { name: 'mine', file: 'mine.ts', source: source.replace(/^\n/, ''), migration } };
}

/** The body of `handle` with `sql` and the whole `env` in scope. The body starts on line 2. */
export function handle(body: string, migration = ''): { handler: Handler } {
  return handler(
    `export async function handle(request: Request, env: Env) {\n${body.replace(/^\n/, '')}\n}\n`,
    migration,
  );
}

const post: TaskSpec = {
  entry: 'handle',
  request: { method: 'POST', path: '/', headers: {}, body: { orderId: 'order-9', cents: 1000 } },
  after: [],
};

/** One table `t (a, b)`, as many tasks as asked for, and no property but that a row is seen. */
export function smallLab(tasks: number, changes: Partial<Lab> = {}): Lab {
  return {
    id: 'small',
    title: 'Small',
    lesson: 'races',
    story: 'A test.',
    process: 'own',
    scenarios: {
      only: {
        tasks: Object.fromEntries(Array.from({ length: tasks }, (_, n) => [`w${n + 1}`, post])),
        scalable: true,
        faults: {},
      },
    },
    variants: {},
    properties: {
      'at-most-one': {
        says: 'At most one row.',
        always: 'SELECT 1 FROM t LIMIT 1 OFFSET 1',
        when: 'every-state',
      },
      'a-row': { says: 'A row is written.', sometimes: 'SELECT 1 FROM t' },
    },
    watch: ['t'],
    schema: 'CREATE TABLE t (a, b);',
    vary: {},
    services: {},
    clock: { start: 0, jumps: [] },
    ...changes,
  };
}

/** The small lab with tasks of its own, which are requests unless they say otherwise: `n` is sent as a header. */
export function labOf(
  tasks: Record<string, Partial<TaskSpec>>,
  faults: FaultBudget,
  changes: Partial<Lab> = {},
): Lab {
  const specs = Object.entries(tasks).map(([id, task], index): [string, TaskSpec] => {
    const request = { method: 'POST', path: '/', headers: { n: String(index + 1) }, body: {} };
    return [id, { entry: 'handle', after: [], ...(task.entry ? {} : { request }), ...task }];
  });
  return smallLab(1, {
    properties: {},
    scenarios: { only: { tasks: Object.fromEntries(specs), scalable: false, faults } },
    ...changes,
  });
}

/** Every schedule, depth first in the order of tasks. */
export function schedulesOf(lab: Lab, source: { handler: Handler }): string[] {
  return exploreLab(lab, source).map?.map(({ schedule }) => schedule) ?? [];
}

export { loadLab };
