/** The engine, timed. */
import { explore, runToEnd } from '../engine/explore/explore.ts';
import type { Experiment } from '../engine/lab.ts';
import { Laboratory, type Tools } from '../engine/laboratory.ts';
import { defaultLimits, type Exploration, type Strategy } from '../engine/verdict.ts';

export interface Explored {
  exploration: Exploration;
  /** Opening databases, running the schema, loading the handler. */
  setUpMs: number;
  /** From the first step to the verdict. */
  ms: number;
  /** Steps that were really run on SQLite; the others were remembered. */
  ran: number;
  /** How often the handler's text was run in QuickJS. */
  handlerRuns: number;
}

/** Explores an experiment in a laboratory of its own: nothing is remembered from before. */
export function exploreAnew(
  tools: Tools,
  experiment: Experiment,
  strategy: Strategy,
  limits = defaultLimits,
): Explored {
  const start = performance.now();
  const laboratory = new Laboratory(experiment, tools, limits);
  const ready = performance.now();
  try {
    const exploration = runToEnd(explore(laboratory, limits, strategy));
    const ms = performance.now() - ready;
    const { execution, memory } = laboratory;
    return { exploration, setUpMs: ready - start, ms, ran: execution.steps.ran, handlerRuns: memory.runs };
  } finally {
    laboratory.close();
  }
}

/**
 * A laboratory that has seen the experiment before: the handler's text is not run again.
 *
 * @param remember - False runs every step on SQLite again.
 */
export class KnownExperiment {
  readonly #laboratory: Laboratory;

  constructor(tools: Tools, experiment: Experiment, { remember = true } = {}) {
    this.#laboratory = new Laboratory(experiment, tools, defaultLimits, { remember });
    // Merged or not, the same histories and steps come up.
    this.explore({ kind: 'reduced' });
  }

  explore(strategy: Strategy): Exploration {
    return runToEnd(explore(this.#laboratory, defaultLimits, strategy));
  }

  close(): void {
    this.#laboratory.close();
  }
}
