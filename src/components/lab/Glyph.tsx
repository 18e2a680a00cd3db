import type { TaskId } from '../../engine/lab.ts';
import { partsOf, taskOfChoice } from './faults.ts';
import { shapeOf, workerClass } from './marks.tsx';
import { firstOf, splitSchedule, workerIndex } from './words.ts';
import { faultPaths } from './world-marks.tsx';

/** Pixels that one choice takes, along and across. */
export const glyphUnit = 13;

interface GlyphProps {
  schedule: string;
  /** In the lab's order; read off the schedule when absent. */
  tasks?: TaskId[];
}

/** A schedule as a small picture: one lane per task, one shape per step, and each fault's own sign. */
export function Glyph({ schedule, tasks = [] }: GlyphProps) {
  const choices = splitSchedule(schedule);
  const lanes = lanesOf(choices, tasks);
  const width = Math.max(1, choices.length) * glyphUnit;
  const height = Math.max(1, lanes.length) * glyphUnit;
  return (
    <svg
      className="glyph"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {lanes.map((task, lane) => (
        <path
          key={task}
          className={`ln ${workerClass(workerIndex(lanes, task))}`}
          d={`M2 ${lane * glyphUnit + 6.5}H${width - 2}`}
        />
      ))}
      {choices.map((choice, index) => {
        const { fault } = partsOf(choice);
        const task = taskOfChoice(choice);
        const worker = workerIndex(lanes, task);
        // What no worker does stands between them all.
        const at = task === '' ? (height - 9) / 2 : lanes.indexOf(task) * glyphUnit + 2;
        return (
          // The place in the schedule is the choice's identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: choices have no other name
          <g key={index} transform={`translate(${index * glyphUnit + 2} ${at}) scale(.5625)`}>
            {fault ? (
              <path className="flt" d={faultPaths[fault]} />
            ) : (
              <g className={`mk ${workerClass(worker)}`}>{shapeOf(worker)}</g>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** The tasks given, and what else the schedule names: each later attempt under its first. */
function lanesOf(choices: string[], tasks: TaskId[]): TaskId[] {
  const named = choices.map(taskOfChoice).filter((task) => task !== '');
  const firsts = [...new Set([...tasks, ...(tasks.length > 0 ? [] : [...named].sort())].map(firstOf))];
  const all = new Set([...tasks, ...named]);
  return firsts.flatMap((first) => [...all].filter((task) => firstOf(task) === first).sort());
}
