/** What the page hands to the bench: the exercise without its answers, which are fetched when asked for. */
import type { Exercise } from '../../grading/exercise.ts';

export type ShownExercise = Pick<
  Exercise,
  'id' | 'title' | 'version' | 'lab' | 'scenarios' | 'points' | 'migration' | 'starter'
> & { hints: number };

/** What `/exercises/<id>/answers.json` holds. */
export interface Answers {
  hints: string[];
  solution: { source: string; migration: string };
}

export function shown(exercise: Exercise): ShownExercise {
  const { id, title, version, lab, scenarios, points, migration, starter, hints } = exercise;
  // Its handlers would give the answer away, and none of them is run here.
  return {
    id,
    title,
    version,
    lab: { ...lab, variants: {} },
    scenarios,
    points,
    migration,
    starter,
    hints: hints.length,
  };
}
