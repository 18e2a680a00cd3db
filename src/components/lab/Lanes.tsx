import type { CSSProperties, ReactNode } from 'react';
import type { TaskId, Track } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import './lab-extra.css';
import { type Lane, type LanesLayout, layoutLanes, type Span, type WaitBand } from './lanes-layout.ts';
import { Mark, Struck, VerdictIcon, workerClass } from './marks.tsx';
import { laneWords, outcomeWords, traceSummary, valueWords, workerName } from './words.ts';

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
      <div className={`lanes${drawn ? '' : ' bare'}${layout.lanes.length > 2 ? ' many' : ''}`} style={style}>
        <span className="axis" style={cell(1, { a: 1, b: 2 })} aria-hidden="true">
          moment
        </span>
        <Ticks layout={layout} events={trace.events.length} onSeek={onSeek} />
        {layout.lanes.map((lane) => (
          <LaneParts
            key={lane.task}
            lane={lane}
            layout={layout}
            says={labels[lane.task]}
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

function cell(lane: number, { a, b }: Span): CSSProperties {
  return { '--lane': lane, '--a': a, '--b': b } as CSSProperties;
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
    const face = (
      <>
        {breaks && <VerdictIcon kind="broken" />}
        {moment}
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

const waitWords: Record<WaitBand['kind'], string> = {
  parked: 'waiting for the lock',
  asleep: 'asleep',
  queued: 'waiting its turn',
};

interface LanePartsProps {
  lane: Lane;
  layout: LanesLayout;
  says: string | undefined;
  drawn: boolean;
  onMove: LanesProps['onMove'];
}

function LaneParts({ lane, layout, says, drawn, onMove }: LanePartsProps) {
  const { index } = lane;
  const row = index + 2;
  const name = workerName(lane.task);
  const worker = workerClass(index);
  const end = lane.end ? outcomeWords(lane.end) : null;
  return (
    <>
      <span className={`who ${worker}`} style={cell(row, { a: 1, b: 2 })} aria-hidden="true">
        <Mark index={index} />
        <b>{name}</b>
        {says && <small>{says}</small>}
      </span>
      {lane.rail.b > lane.rail.a && <span className={`rail ${worker}`} style={cell(row, lane.rail)} />}
      {lane.tail && <span className={`rail ${worker} tail`} style={cell(row, lane.tail)} />}
      {lane.beliefs.map((band) => (
        <span
          key={`${band.a}${band.stale}`}
          className={`belief ${band.stale ? 'stale ' : ''}${band.b - band.a < 2 ? 'short ' : ''}${worker}`}
          style={cell(row, band)}
          aria-hidden="true"
        >
          <em>
            {band.stale ? (
              <>
                <span className="lg">no longer true</span>
                <span className="sm">stale</span>
              </>
            ) : (
              `“${band.says}”`
            )}
          </em>
        </span>
      ))}
      {lane.waits.map((band) => (
        <span key={band.a} className={`wait ${band.kind}`} style={cell(row, band)} aria-hidden="true">
          <em>{waitWords[band.kind]}</em>
        </span>
      ))}
      {lane.events.map(({ event, later, now, drops, waits, ...span }) => (
        <span
          key={event.moment}
          className={`ev ${worker}${later ? ' later' : ''}${now ? ' now' : ''}${waits ? ' parked' : ''}${event.error ? ' failed' : ''}${event.kind === 'fault' ? ' crash' : ''}`}
          style={cell(row, span)}
          aria-hidden="true"
        >
          <b>{event.verb}</b>
          {event.kind === 'fault' ? <Struck /> : <Mark index={index} />}
          <small>{laneWords(event)}</small>
        </span>
      ))}
      {drawn &&
        lane.events
          .filter((step) => step.drops)
          .map(({ event, later, a, b }) => (
            <span
              key={event.moment}
              className={`drop ${worker}${later ? ' later' : ''}`}
              style={{ ...cell(row, { a, b }), '--lane2': layout.lanes.length + 2 } as CSSProperties}
            />
          ))}
      {lane.ghost && onMove && (
        <button
          type="button"
          className={`ghost ${worker}`}
          style={cell(row, lane.ghost)}
          aria-label={`Let ${name} move: ${lane.ghost.verb}`}
          onClick={() => onMove(lane.task)}
        >
          <b>{lane.ghost.verb}</b>
          <Mark index={index} />
          <small>let {name} move</small>
        </button>
      )}
      <span
        className={`resp ${worker}${end ? '' : ' none'}${end?.bad ? ' crash' : ''}`}
        style={cell(row, { a: 2 * layout.ticks + 2, b: 2 * layout.ticks + 3 })}
        aria-hidden="true"
      >
        {end && (
          <>
            <b>{end.head}</b>
            {end.detail !== '' && <small>{end.detail}</small>}
          </>
        )}
      </span>
    </>
  );
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
