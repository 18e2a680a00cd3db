import { EngineError } from './errors.ts';
import type {
  Experiment,
  FaultBudget,
  FaultKind,
  Handler,
  Lab,
  Property,
  PropertyId,
  TaskId,
  TaskSpec,
} from './lab.ts';

export interface ExperimentOptions {
  /** A scenario of the lab; its first by default. */
  scenario?: string;
  /** A variant of the lab or somebody's own handler; the lab's first variant by default. */
  handler?: string | Handler;
  /** Replaces the handler's migration. */
  migration?: string;
  /** How many tasks there shall be; the scenario must be scalable. */
  workers?: number;
  seed?: number;
}

/** More tasks than this explode any search, and no screen shows them. */
export const mostWorkers = 6;

/**
 * Puts a lab, a scenario and a handler together.
 *
 * @throws {EngineError} `unknown-scenario`, `unknown-handler`, `not-scalable`
 */
export function prepare(lab: Lab, options: ExperimentOptions = {}): Experiment {
  const scenarioId = options.scenario ?? Object.keys(lab.scenarios)[0] ?? '';
  const scenario = Object.hasOwn(lab.scenarios, scenarioId) ? lab.scenarios[scenarioId] : undefined;
  if (!scenario) {
    throw new EngineError(
      'unknown-scenario',
      `Lab "${lab.id}" has no scenario "${scenarioId}". Its scenarios are: ${Object.keys(lab.scenarios).join(', ')}.`,
    );
  }
  const handler = typeof options.handler === 'object' ? options.handler : variantOf(lab, options.handler);
  return {
    lab,
    scenario: scenarioId,
    handler: options.migration === undefined ? handler : { ...handler, migration: options.migration },
    tasks: withRetries(scale(lab, scenarioId, scenario.tasks, scenario.scalable, options.workers)),
    faults: checkedFaults(lab, scenarioId, scenario.faults),
    process: scenario.process ?? lab.process,
    seed: options.seed ?? 0,
  };
}

function variantOf(lab: Lab, name = Object.keys(lab.variants)[0] ?? ''): Handler {
  const variant = Object.hasOwn(lab.variants, name) ? lab.variants[name] : undefined;
  if (!variant) {
    throw new EngineError(
      'unknown-handler',
      `Lab "${lab.id}" has no handler "${name}". Its handlers are: ${Object.keys(lab.variants).join(', ')}.`,
    );
  }
  return { name, file: `${name}.ts`, source: variant.source, migration: variant.migration };
}

function scale(
  lab: Lab,
  scenario: string,
  tasks: Record<TaskId, TaskSpec>,
  scalable: boolean,
  workers: number | undefined,
): Record<TaskId, TaskSpec> {
  const names = Object.keys(tasks);
  if (workers === undefined || workers === names.length) return tasks;
  if (!Number.isInteger(workers) || workers < 1 || workers > mostWorkers) {
    throw new EngineError(
      'not-scalable',
      `There can be 1 to ${mostWorkers} workers, not ${workers}. Choose a number in between.`,
    );
  }
  if (!scalable) {
    throw new EngineError(
      'not-scalable',
      `Scenario "${scenario}" of lab "${lab.id}" has ${names.length} tasks of its own and cannot have ${workers}. Leave the number of workers out.`,
    );
  }
  const scaled = Object.fromEntries(Object.entries(tasks).slice(0, workers));
  const last = Object.values(tasks).at(-1);
  for (let n = 1; last && Object.keys(scaled).length < workers; n += 1) {
    if (!names.includes(`w${n}`)) scaled[`w${n}`] = last;
  }
  return scaled;
}

/** Each task, followed by its retries. */
function withRetries(tasks: Record<TaskId, TaskSpec>): Record<TaskId, TaskSpec> {
  const all: Record<TaskId, TaskSpec> = {};
  for (const [id, task] of Object.entries(tasks)) {
    all[id] = task;
    const { retries, ...once } = task;
    let of = id;
    for (let n = 2; retries && n < 2 + retries.attempts; n += 1) {
      const name = `${id}.${n}`;
      all[name] = { ...once, says: `retry ${n - 1}`, after: [], retry: { of, when: retries.when } };
      of = name;
    }
  }
  return all;
}

/** Faults that the engine can make happen. */
const faultsMade: readonly FaultKind[] = ['crash', 'loseRequest', 'loseResponse', 'timeout'];

function checkedFaults(lab: Lab, scenario: string, faults: FaultBudget): FaultBudget {
  const unknown = Object.keys(faults).find((kind) => !faultsMade.includes(kind as FaultKind));
  if (unknown) {
    throw new EngineError(
      'unsupported-fault',
      `Scenario "${scenario}" of lab "${lab.id}" has a budget for "${unknown}", which cannot happen yet. Use one of: ${faultsMade.join(', ')}.`,
    );
  }
  return faults;
}

/** The lab's properties that apply to a scenario, in its order. */
export function propertiesOf({ lab, scenario }: Experiment): [PropertyId, Property][] {
  return Object.entries(lab.properties).filter(
    ([, property]) => !property.scenarios || property.scenarios.includes(scenario),
  );
}
