import { useId } from 'react';
import type { Scenario, TaskId } from '../../engine/lab.ts';
import { defaultLimits, type Exploration } from '../../engine/verdict.ts';
import { PrefixMap } from './parts.tsx';
import { ScheduleMap } from './ScheduleMap.tsx';
import { formatCount, plural } from './words.ts';

export interface MapPanelProps {
  exploration: Exploration;
  tasks: TaskId[];
  scenario: Scenario | undefined;
  chosen: string[];
  href: ((schedule: string) => string) | undefined;
  onPick: (schedule: string) => void;
}

/** The map of every schedule under its counts. */
export function MapPanel({ exploration, tasks, scenario, chosen, href, onPick }: MapPanelProps) {
  const key = useId();
  const { map, tree, schedules } = exploration;
  if (schedules.total === 0) return null;
  if (!map && tree) {
    return (
      <>
        <p className="map-h secret" id={key}>
          {`${counts(exploration)} Too many to draw one by one: here is how many begin with each choice. Pick one to replay it.`}
        </p>
        <div className="secret">
          <PrefixMap
            tree={tree}
            tasks={tasks}
            scenario={scenario}
            chosen={chosen}
            labelledBy={key}
            onPick={onPick}
          />
        </div>
      </>
    );
  }
  if (!map) {
    return (
      <p className="map-h secret">
        {schedules.total === null
          ? `${plural(exploration.states, 'state')} visited before a limit was reached; how many schedules there are is not known.`
          : `${counts(exploration)} They are too many to draw one by one: the map ends at ${formatCount(defaultLimits.schedules)}.`}
      </p>
    );
  }
  return (
    <>
      <p className="map-h secret" id={key}>
        {schedules.total === 1
          ? 'The only schedule. Pick it to replay it.'
          : 'Every schedule. Those your choices have ruled out are faded; pick one to replay it.'}
      </p>
      <div className="secret">
        <ScheduleMap map={map} tasks={tasks} chosen={chosen} labelledBy={key} href={href} onPick={onPick} />
      </div>
    </>
  );
}

function counts({ schedules }: Exploration): string {
  const all = `Every schedule: ${formatCount(schedules.total ?? schedules.run)}`;
  if (schedules.broken === null) return `${all}.`;
  return schedules.broken === 0
    ? `${all}, none broken.`
    : `${all}, of which ${formatCount(schedules.broken)} are broken.`;
}
