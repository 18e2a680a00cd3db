/** Figures that the build computes by running labs (Node only). The same question is answered once. */
import { prepare } from '../engine/experiment.ts';
import { explore, runToEnd } from '../engine/explore/explore.ts';
import { replay } from '../engine/explore/replay.ts';
import { Laboratory } from '../engine/laboratory.ts';
import type { Trace } from '../engine/trace.ts';
import { defaultLimits, type Exploration } from '../engine/verdict.ts';
import { nodeTools } from '../runner/node-tools.ts';
import { loadLab } from './load.ts';

interface Which {
  handler?: string;
  scenario?: string;
  workers?: number;
  /** Where `content` is; the working directory by default. */
  root?: string;
}

/**
 * Kept for the whole process: the build bundles this file for the pages, and what its checks have run
 * before, from the file itself, need not run again.
 */
const kept = Symbol.for('effectively-once figures');
const shared = globalThis as { [kept]?: Kept };
shared[kept] ??= { explorations: new Map(), traces: new Map() };
const { explorations, traces } = shared[kept];

interface Kept {
  explorations: Map<string, Promise<Exploration>>;
  traces: Map<string, Promise<Trace>>;
}

/** Every schedule of a lab's scenario under one of its handlers. @throws {EngineError} */
export function explored(lab: string, which: Which = {}): Promise<Exploration> {
  return once(explorations, [lab, which.handler, which.scenario, which.workers, which.root], async () => {
    const laboratory = await setUp(lab, which);
    try {
      return runToEnd(explore(laboratory, defaultLimits));
    } finally {
      laboratory.close();
    }
  });
}

/** One schedule, replayed. @throws {EngineError} */
export function replayed(lab: string, { schedule, ...which }: Which & { schedule: string }): Promise<Trace> {
  return once(traces, [lab, which.handler, which.scenario, which.workers, which.root, schedule], async () => {
    const laboratory = await setUp(lab, which);
    try {
      return replay(laboratory, schedule);
    } finally {
      laboratory.close();
    }
  });
}

async function setUp(lab: string, { root, ...which }: Which): Promise<Laboratory> {
  return new Laboratory(prepare(loadLab(lab, root), which), await nodeTools(), defaultLimits);
}

function once<Value>(
  known: Map<string, Promise<Value>>,
  key: unknown[],
  make: () => Promise<Value>,
): Promise<Value> {
  const name = JSON.stringify(key);
  let value = known.get(name);
  if (!value) {
    value = make();
    known.set(name, value);
  }
  return value;
}
