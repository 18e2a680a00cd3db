import { EngineError } from './errors.ts';
import type {
  Experiment,
  FaultBudget,
  Handler,
  Lab,
  Property,
  PropertyId,
  Redelivery,
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
    tasks: withRepeats(
      scale(lab, scenarioId, scenario.tasks, scenario.scalable, options.workers),
      scenario.faults,
    ),
    faults: scenario.faults,
    process: scenario.process ?? lab.process,
    clock: lab.clock,
    seed: options.seed ?? lab.seed ?? 0,
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

/** Each task, followed by its retries and by the deliveries that `redeliver` may add: `w1`, `w1.2`, `w1.3`. */
function withRepeats(
  tasks: Record<TaskId, TaskSpec>,
  { redeliver = 0 }: FaultBudget,
): Record<TaskId, TaskSpec> {
  const all: Record<TaskId, TaskSpec> = {};
  for (const [id, task] of Object.entries(tasks)) {
    all[id] = task;
    const { retries, redelivery, ...once } = task;
    let of = id;
    let n = 2;
    for (; retries && n < 2 + retries.attempts; n += 1) {
      const name = `${id}.${n}`;
      all[name] = { ...once, says: `retry ${n - 1}`, after: [], retry: { of, when: retries.when } };
      of = name;
    }
    for (let more = 0; redelivery && more < redeliver; more += 1, n += 1) {
      all[`${id}.${n}`] = {
        ...again(once, redelivery),
        says: `${task.says ?? id} again`,
        after: [],
        redelivered: { of: id, when: redelivery.when },
      };
    }
  }
  return all;
}

/** Another delivery, with what differs in it. */
function again(task: TaskSpec, { headers, message, sign }: Redelivery): TaskSpec {
  const repeated = { ...task };
  if (message !== undefined) repeated.message = message;
  if (task.request) {
    repeated.request = { ...task.request, headers: { ...task.request.headers, ...headers } };
    if (task.request.sign) repeated.request.sign = { ...task.request.sign, ...sign };
  }
  return repeated;
}

/** The lab's properties that apply to a scenario, in its order. */
export function propertiesOf({ lab, scenario }: Experiment): [PropertyId, Property][] {
  return Object.entries(lab.properties).filter(
    ([, property]) => !property.scenarios || property.scenarios.includes(scenario),
  );
}
