import type { Lab } from '../../engine/lab.ts';
import type { Count, Exploration } from '../../engine/verdict.ts';
import { VerdictIcon } from './marks.tsx';
import { allSchedules, handlerLabel, plural } from './words.ts';

export interface TaskLineProps {
  lab: Lab;
  /** What has gone wrong at the moment shown: "order-9 was charged twice". */
  harm: string | null;
  /** When it went wrong. */
  moment: number;
  /** The machine found the schedule, not the reader. */
  found: boolean;
  exploration: Exploration | null;
  /** The variant to try next. */
  next: string | null;
  /** The handler breaks in another scenario. */
  elsewhere: boolean;
}

/** What the reader is asked to do, and whether it is done. */
export function TaskLine({ lab, harm, moment, found, exploration, next, elsewhere }: TaskLineProps) {
  if (harm !== null) {
    const turn = next === null ? '' : ` Now choose “${handlerLabel(next)}” and try again.`;
    return (
      <p className="task">
        <b>
          <VerdictIcon kind="holds" />
          {found ? 'Found' : 'Done'}
        </b>{' '}
        <span>
          In {plural(moment, 'moment')} {harm}
          {found ? ', and no schedule does it with fewer changes of worker' : ''}.{turn}
        </span>
      </p>
    );
  }
  const safe = exploration?.verdict.kind === 'holds' ? exploration.schedules.total : null;
  return (
    <p className="task">
      <b>Your task</b>{' '}
      <span>
        {lab.task ?? lab.story}
        {safe !== null && (
          <span className="secret">
            {' '}
            {elsewhere
              ? `${safeWords(safe, ' here')} Another scenario may.`
              : `${safeWords(safe)} Don’t take our word for it.`}
          </span>
        )}
      </span>
    </p>
  );
}

function safeWords(total: Count, where = ''): string {
  const all = allSchedules(total);
  const name = `${all.charAt(0).toUpperCase()}${all.slice(1)} of this handler${where}`;
  if (String(total) === '1') return `${name} has been tried, and does not do it.`;
  return `${name} have been tried, and ${String(total) === '2' ? 'neither' : 'none'} does it.`;
}
