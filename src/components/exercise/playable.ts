import type { Lab } from '../../engine/lab.ts';
import type { Work } from '../../grading/exercise.ts';
import type { ExperimentRef } from '../../runner/protocol.ts';

/** The name by which the learner's handler goes; its file is handler.ts. */
export const handlerName = 'handler';

export function playable(lab: Lab, scenario: string, work: Work): ExperimentRef {
  return { lab, scenario, handler: { name: handlerName, ...work } };
}
