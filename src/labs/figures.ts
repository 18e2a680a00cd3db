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
}

const explorations = new Map<string, Promise<Exploration>>();
const traces = new Map<string, Promise<Trace>>();

/** Every schedule of a lab's scenario under one of its handlers. @throws {EngineError} */
export function explored(lab: string, which: Which = {}): Promise<Exploration> {
  return once(explorations, [lab, which.handler, which.scenario, which.workers], async () => {
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
  return once(traces, [lab, which.handler, which.scenario, which.workers, schedule], async () => {
    const laboratory = await setUp(lab, which);
    try {
      return replay(laboratory, schedule);
    } finally {
      laboratory.close();
    }
  });
}

async function setUp(lab: string, which: Which): Promise<Laboratory> {
  return new Laboratory(prepare(loadLab(lab), which), await nodeTools(), defaultLimits);
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
