import type { TaskId } from '../../engine/lab.ts';
import { shapeOf, workerClass } from './marks.tsx';
import { splitSchedule, taskOfChoice } from './words.ts';

/** Pixels that one choice takes, along and across. */
export const glyphUnit = 13;

interface GlyphProps {
  schedule: string;
  /** In the lab's order; read off the schedule when absent. */
  tasks?: TaskId[];
}

/** A schedule as a small picture: one lane per worker, one shape per choice. */
export function Glyph({ schedule, tasks }: GlyphProps) {
  const choices = splitSchedule(schedule).map(taskOfChoice);
  const lanes = tasks ?? [...new Set(choices)].sort();
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
          className={`ln ${workerClass(lane)}`}
          d={`M2 ${lane * glyphUnit + 6.5}H${width - 2}`}
        />
      ))}
      {choices.map((task, index) => {
        const lane = lanes.indexOf(task);
        const at = lane * glyphUnit + 2;
        return (
          // The place in the schedule is the choice's identity.
          // biome-ignore lint/suspicious/noArrayIndexKey: choices have no other name
          <g key={index} transform={`translate(${index * glyphUnit + 2} ${at}) scale(.5625)`}>
            <g className={`mk ${workerClass(lane)}`}>{shapeOf(lane)}</g>
          </g>
        );
      })}
    </svg>
  );
}
