import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react';
import type { TaskId } from '../../engine/lab.ts';
import type { ScheduleOutcome } from '../../engine/verdict.ts';
import { scheduleWords } from './faults.ts';
import { Glyph, glyphUnit } from './Glyph.tsx';
import { VerdictIcon } from './marks.tsx';
import { splitSchedule } from './words.ts';

/** Up to so many schedules each is a glyph; beyond, a square. */
export const glyphLimit = 12;

export interface ScheduleMapProps {
  map: ScheduleOutcome[];
  tasks: TaskId[];
  /** Choices so far: they fade what they rule out. */
  chosen?: string[];
  /** Id of the element that names the map. */
  labelledBy?: string;
  /** A page for each schedule. Without it a cell is a button. */
  href?: (schedule: string) => string;
  onPick?: (schedule: string) => void;
}

export function mapLabel({ schedule, broken }: ScheduleOutcome): string {
  return `${scheduleWords(schedule)}: ${broken.length > 0 ? 'broken' : 'holds'}`;
}

/** Whether a complete schedule begins with the choices made so far. */
export function fits(schedule: string, chosen: string[]): boolean {
  const prefix = chosen.join(' ');
  return prefix === '' || schedule === prefix || schedule.startsWith(`${prefix} `);
}

/** The longest schedule's picture: every cell has room for it, so that rows line up. */
function glyphWidth(map: ScheduleOutcome[]): number {
  return glyphUnit * Math.max(...map.map((item) => splitSchedule(item.schedule).length));
}

/** Every schedule: solid breaks, hollow holds. One tab stop; arrow keys walk. */
export function ScheduleMap({ map, tasks, chosen = [], labelledBy, href, onPick }: ScheduleMapProps) {
  const list = useRef<HTMLUListElement>(null);
  const current = map.findIndex((item) => item.schedule === chosen.join(' '));
  const [walked, setWalked] = useState<number | null>(null);
  const stop = Math.min(walked ?? Math.max(current, 0), map.length - 1);
  const small = map.length > glyphLimit;

  const walk = (event: KeyboardEvent<HTMLUListElement>) => {
    const cells = [...(list.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
    const from = cells.indexOf(document.activeElement as HTMLElement);
    const to = from < 0 ? null : target(event.key, from, cells);
    if (to === null) return;
    event.preventDefault();
    setWalked(to);
    cells[to]?.focus();
  };

  return (
    // Arrow keys are heard here on behalf of the cells, which take the focus.
    <ul
      ref={list}
      className={`map${small ? ' dots' : ''}`}
      style={small ? undefined : ({ '--glyph': `${glyphWidth(map)}px` } as CSSProperties)}
      aria-labelledby={labelledBy}
      onKeyDown={walk}
    >
      {map.map((item, index) => (
        <Cell
          key={item.schedule}
          index={index}
          item={item}
          tasks={tasks}
          small={small}
          off={!fits(item.schedule, chosen)}
          current={index === current}
          stop={index === stop}
          href={href}
          onPick={onPick}
          onFocus={setWalked}
        />
      ))}
    </ul>
  );
}

interface CellProps {
  index: number;
  item: ScheduleOutcome;
  tasks: TaskId[];
  small: boolean;
  off: boolean;
  current: boolean;
  stop: boolean;
  href: ScheduleMapProps['href'];
  onPick: ScheduleMapProps['onPick'];
  onFocus: (index: number) => void;
}

const Cell = memo(function Cell(props: CellProps) {
  const { index, item, tasks, small, off, current, stop, href, onPick, onFocus } = props;
  const kind = item.broken.length > 0 ? 'broken' : 'holds';
  const face = small ? null : (
    <>
      <Glyph schedule={item.schedule} tasks={tasks} />
      <span className="cv">
        <VerdictIcon kind={kind} />
      </span>
    </>
  );
  const shared = {
    className: `${small ? 'dot' : 'cell'} ${kind}${off ? ' off' : ''}${current ? ' cur' : ''}`,
    'aria-label': mapLabel(item),
    'aria-current': current ? ('true' as const) : undefined,
    title: scheduleWords(item.schedule),
    tabIndex: stop ? 0 : -1,
    'data-cell': '',
    onFocus: () => onFocus(index),
  };
  const pick = (event: MouseEvent) => {
    if (!onPick || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onPick(item.schedule);
  };
  return (
    <li>
      {href ? (
        <a {...shared} href={href(item.schedule)} onClick={pick}>
          {face}
        </a>
      ) : (
        <button {...shared} type="button" onClick={pick}>
          {face}
        </button>
      )}
    </li>
  );
});

/** Where an arrow key leads. Rows are read off the screen, since cells wrap. */
function target(key: string, from: number, cells: HTMLElement[]): number | null {
  const last = cells.length - 1;
  const top = cells[0]?.offsetTop;
  const perRow = Math.max(1, cells.filter((cell) => cell.offsetTop === top).length);
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  if (step === undefined) return null;
  const to = from + step;
  return to < 0 || to > last ? from : to;
}
