/** Runs a specimen lab while the site is built, as `labs/figures.ts` runs those of the course. */
import { prepare } from '../../engine/experiment.ts';
import { explore, runToEnd } from '../../engine/explore/explore.ts';
import { replay } from '../../engine/explore/replay.ts';
import type { Lab } from '../../engine/lab.ts';
import { Laboratory } from '../../engine/laboratory.ts';
import type { Trace } from '../../engine/trace.ts';
import { defaultLimits, type Exploration } from '../../engine/verdict.ts';
import { nodeTools } from '../../runner/node-tools.ts';

async function use<Result>(
  lab: Lab,
  scenario: string,
  what: (laboratory: Laboratory) => Result,
): Promise<Result> {
  const laboratory = new Laboratory(prepare(lab, { scenario }), await nodeTools(), defaultLimits);
  try {
    return what(laboratory);
  } finally {
    laboratory.close();
  }
}

/** @throws {EngineError} */
export function traceOf(lab: Lab, scenario: string, schedule: string): Promise<Trace> {
  return use(lab, scenario, (laboratory) => replay(laboratory, schedule));
}

/** @throws {EngineError} */
export function explorationOf(lab: Lab, scenario: string): Promise<Exploration> {
  return use(lab, scenario, (laboratory) => runToEnd(explore(laboratory, defaultLimits)));
}
