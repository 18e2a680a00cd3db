import type { CSSProperties, ReactNode } from 'react';
import type { TaskId, Track } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { traceSummary } from './event-words.ts';
import { cell, LaneParts } from './LaneParts.tsx';
import { type LanesLayout, layoutLanes } from './lanes-layout.ts';
import { VerdictIcon } from './marks.tsx';
import { valueWords } from './words.ts';
import { FaultIcon } from './world-marks.tsx';

export interface LanesProps {
  trace: Trace;
  /** The moment shown; later steps are faint. The end when absent. */
  moment?: number;
  /** Room for at least so many moments. */
  slots?: number;
  /** The number drawn under the lanes, as the lab describes it. Null or absent: no track. */
  track?: Track | null;
  /** What each worker is: "request", "retry". */
  labels?: Record<TaskId, string | undefined>;
  /** Makes the figure live: the ticks become buttons. */
  onSeek?: (moment: number) => void;
  /** Makes the figure live: steps that may be chosen become dashed marks to press. */
  onMove?: (task: TaskId) => void;
}

/** So many moments have room enough for words in the common size. */
const mostRoomy = 11;

/** One schedule as lanes: time runs right, and down where the figure is narrow. */
export function Lanes({ trace, moment, slots, track = null, labels = {}, onSeek, onMove }: LanesProps) {
  const live = onSeek !== undefined || onMove !== undefined;
  const layout = layoutLanes(trace, {
    ...(moment === undefined ? {} : { moment }),
    slots: slots ?? trace.events.length,
    ghosts: onMove !== undefined,
    limit: track?.limit ?? Number.POSITIVE_INFINITY,
  });
  const drawn = track !== null && layout.levels.length > 0;
  const style = { '--cols': 2 * layout.ticks, '--lanes': layout.lanes.length } as CSSProperties;
  const summary = traceSummary(trace, layout.moment);

  return (
    // A figure that is only looked at is one picture with a description; a live one is a group of controls.
    <div
      className="lanes-box"
      role={live ? 'group' : 'img'}
      aria-label={live ? 'Lanes: the steps so far, and those that may be chosen' : summary}
      {...(live || (layout.ticks < 7 && layout.lanes.length < 3) ? {} : { tabIndex: 0 })}
    >
      <div
        className={`lanes${drawn ? '' : ' bare'}${layout.lanes.length > 2 ? ' many' : ''}${layout.times.length > 0 ? ' timed' : ''}${layout.ticks > mostRoomy ? ' crowded' : ''}`}
        style={style}
      >
        <span className="axis" style={cell(1, { a: 1, b: 2 })} aria-hidden="true">
          moment
          {layout.times.length > 0 && <small>time</small>}
        </span>
        {layout.jumps.map(({ says, later, now, ...span }) => (
          <span
            key={span.a}
            className={`jump${later ? ' later' : ''}${now ? ' now' : ''}`}
            style={{ ...cell(2, span), '--lane2': layout.lanes.length + 2 } as CSSProperties}
            aria-hidden="true"
          >
            <span>
              <FaultIcon kind="clockJump" />
              {says}
            </span>
          </span>
        ))}
        {layout.arrows.map(({ from, to, onto, later, ...span }) => (
          <span
            key={span.a}
            className={`arrow${to < from ? ' up' : ''}${onto ? ' onto' : ''}${later ? ' later' : ''}`}
            style={
              {
                ...cell(Math.min(from, to) + 2, span),
                '--lane2': Math.max(from, to) + 3,
              } as CSSProperties
            }
            aria-hidden="true"
          />
        ))}
        <Ticks layout={layout} events={trace.events.length} onSeek={onSeek} />
        {layout.lanes.map((lane) => (
          <LaneParts
            key={lane.task}
            lane={lane}
            layout={layout}
            says={labels[lane.task] ?? (lane.again ? 'again' : undefined)}
            drawn={drawn}
            onMove={onMove}
          />
        ))}
        {layout.breaksAt !== null && (
          <span
            className="brkline"
            style={
              {
                ...cell(2, { a: 2 * layout.breaksAt, b: 2 * layout.breaksAt + 2 }),
                '--lane2': layout.lanes.length + (drawn ? 3 : 2),
              } as CSSProperties
            }
          />
        )}
        {drawn && track !== null && <TrackParts layout={layout} trace={trace} track={track} />}
      </div>
    </div>
  );
}

function Ticks({
  layout,
  events,
  onSeek,
}: {
  layout: LanesLayout;
  events: number;
  onSeek: LanesProps['onSeek'];
}) {
  const ticks: ReactNode[] = [];
  for (let moment = 1; moment <= layout.ticks; moment += 1) {
    const breaks = moment === layout.breaksAt;
    const happened = moment <= events;
    const className = `tick${happened && moment <= layout.moment ? ' on' : ''}${breaks ? ' brk' : ''}`;
    const style = cell(1, { a: 2 * moment, b: 2 * moment + 2 });
    const time = layout.times.find((each) => each.moment === moment && moment <= layout.moment);
    const face = (
      <>
        {breaks && <VerdictIcon kind="broken" />}
        {moment}
        {time && <small>{time.says}</small>}
      </>
    );
    ticks.push(
      onSeek && happened ? (
        <button
          key={moment}
          type="button"
          className={className}
          style={style}
          aria-label={`Go to moment ${moment}${breaks ? ', where a property breaks' : ''}`}
          aria-current={moment === layout.moment ? 'step' : undefined}
          onClick={() => onSeek(moment)}
        >
          {face}
        </button>
      ) : (
        <span key={moment} className={className} style={style} aria-hidden="true">
          {face}
        </span>
      ),
    );
  }
  return ticks;
}

/** Bars that grow with the level, up to the height that is there: a number stands above each. */
function TrackParts({ layout, trace, track }: { layout: LanesLayout; trace: Trace; track: Track }) {
  const row = layout.lanes.length + 2;
  const highest = Math.max(2, ...trace.moments.map((state) => state.level ?? 0));
  const scale = highest > 2 ? 2.3 / highest : 1;
  const state = trace.moments[layout.moment];
  const bad = layout.levels.at(-1)?.bad ?? false;
  return (
    <>
      <span className="who track" style={cell(row, { a: 1, b: 2 })} aria-hidden="true">
        <small>{track.says}</small>
      </span>
      {layout.levels.map(({ level, bad: over, shown, ...span }) => (
        <span
          key={span.a}
          className={`lvl ${level === 0 ? 'n0' : over ? 'n2' : 'n1'}`}
          style={{ ...cell(row, span), '--n': level * scale } as CSSProperties}
          aria-hidden="true"
        >
          {shown && <b>{level}</b>}
        </span>
      ))}
      <span
        className={`sum${bad ? ' bad' : ''}`}
        style={cell(row, { a: 2 * layout.ticks + 2, b: 2 * layout.ticks + 3 })}
        aria-hidden="true"
      >
        <b>{valueWords(state?.total ?? null)}</b>
        <small>{track.unit}</small>
      </span>
    </>
  );
}
