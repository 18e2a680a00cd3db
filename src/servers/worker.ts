/** The thread in which the engine runs while servers carry out its steps, one job after another. */
import { parentPort } from 'node:worker_threads';
import { EngineError } from '../engine/errors.ts';
import { explore, runToEnd } from '../engine/explore/explore.ts';
import { replay } from '../engine/explore/replay.ts';
import type { Experiment, TaskOutcome } from '../engine/lab.ts';
import { Laboratory, type Tools } from '../engine/laboratory.ts';
import { parseSchedule } from '../engine/schedule.ts';
import type { Trace } from '../engine/trace.ts';
import { defaultLimits, type Exploration } from '../engine/verdict.ts';
import { nodeTools } from '../runner/node-tools.ts';
import { ServerError } from './address.ts';
import { asking, type Bridge } from './bridge.ts';
import { type Fitted, fitSchedule } from './fit.ts';
import { type Real, ServerSteps } from './steps.ts';

export type Job =
  /** `schedule` null: each task in turn. */
  | { kind: 'replay'; schedule: string | null; finish: boolean }
  | { kind: 'explore'; mostSteps: number }
  /** Every schedule, and one of them step by step. */
  | { kind: 'record'; mostSteps: number; schedule: string };

export interface Order {
  job: Job;
  experiment: Experiment;
  /** Null: everything stays on the models in this process. */
  servers: { bridge: Bridge; real: Real } | null;
}

export type OrderAnswer =
  | { kind: 'replayed'; trace: Trace; fitted: Fitted }
  | { kind: 'explored'; exploration: Exploration }
  | { kind: 'recorded'; exploration: Exploration; trace: Trace }
  | { kind: 'not-loaded'; end: TaskOutcome }
  | { kind: 'refused'; message: string };

/** More steps than any lab's tasks make one after another. */
const mostSerialSteps = defaultLimits.stepsPerTask * 6;

async function toolsFor(servers: Order['servers']): Promise<Tools> {
  const tools = await nodeTools();
  if (!servers) return tools;
  const ask = asking(servers.bridge);
  return { ...tools, makeSteps: (world, tasks) => new ServerSteps(world, tasks, ask, servers.real) };
}

async function carryOut({ job, experiment, servers }: Order): Promise<OrderAnswer> {
  let laboratory: Laboratory | null = null;
  try {
    laboratory = new Laboratory(experiment, await toolsFor(servers), defaultLimits);
    return work(laboratory, job);
  } catch (error) {
    if (error instanceof EngineError || error instanceof ServerError)
      return { kind: 'refused', message: error.message };
    throw error;
  } finally {
    laboratory?.close();
    servers?.bridge.port.close();
  }
}

function work(laboratory: Laboratory, job: Job): OrderAnswer {
  if (job.kind === 'explore') return { kind: 'explored', exploration: exploreAll(laboratory, job.mostSteps) };
  const { loadFailure } = laboratory;
  if (loadFailure) return { kind: 'not-loaded', end: loadFailure };
  if (job.kind === 'record') {
    const exploration = exploreAll(laboratory, job.mostSteps);
    return { kind: 'recorded', exploration, trace: replayFitted(laboratory, job.schedule, true).trace };
  }
  return { kind: 'replayed', ...replayFitted(laboratory, job.schedule, job.finish) };
}

/**
 * A server chooses the victim of a deadlock by its own clock, and may choose another when the same is
 * made again: then the schedule is fitted anew.
 */
function replayFitted(
  laboratory: Laboratory,
  schedule: string | null,
  finish: boolean,
): { trace: Trace; fitted: Fitted } {
  const wish = schedule === null ? null : parseSchedule(schedule);
  for (let attempt = 1; ; attempt += 1) {
    const fitted = fitSchedule(laboratory, wish, finish, mostSerialSteps);
    try {
      return { trace: replay(laboratory, fitted.schedule), fitted };
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'cannot-move' || attempt === 5) throw error;
    }
  }
}

/** One by one: equal states cannot be merged here, since nobody can put a server back into a state. */
function exploreAll(laboratory: Laboratory, mostSteps: number): Exploration {
  const limits = { ...defaultLimits, schedules: Number.POSITIVE_INFINITY, steps: mostSteps };
  return runToEnd(explore(laboratory, limits));
}

parentPort?.on('message', (order: Order) => {
  // What is no known error ends the thread, and whoever waits is told.
  void carryOut(order).then((answer) => parentPort?.postMessage(answer));
});
