/** Replays the schedules that content names, to see whether they can run (Node only). */
import { EngineError } from '../engine/errors.ts';
import type { Exploration } from '../engine/verdict.ts';
import { explored, replayed } from '../labs/figures.ts';

export interface Run {
  lab: string;
  handler: string;
  scenario: string;
  schedule: string;
}

export interface Runs {
  /** Why the schedule cannot run, in a sentence; null when it can. */
  problem(run: Run): Promise<string | null>;
  explored(lab: string, which: { handler: string; scenario: string }): Promise<Exploration>;
}

/** @param root - Where `content` is. */
export function runsIn(root: string): Runs {
  // What the pages ask for is asked without a root: answers are kept by the question.
  const at = root === process.cwd() ? {} : { root };
  return {
    async problem({ lab, ...run }) {
      try {
        await replayed(lab, { ...run, ...at });
        return null;
      } catch (error) {
        if (error instanceof EngineError) return error.message;
        throw error;
      }
    },
    explored: (lab, which) => explored(lab, { ...which, ...at }),
  };
}
