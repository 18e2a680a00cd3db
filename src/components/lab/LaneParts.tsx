import { type CSSProperties, Fragment, type ReactNode } from 'react';
import type { TaskId } from '../../engine/lab.ts';
import type { Lane, LaneEvent, LanesLayout, Span, WaitBand } from './lanes-layout.ts';
import { Mark, workerClass } from './marks.tsx';
import { laneWords, outcomeWords, workerName } from './words.ts';
import { CallMark, FaultIcon } from './world-marks.tsx';

/** Where a part stands: its row, counted from the axis, and its columns. On a narrow figure the other way round. */
export function cell(lane: number, { a, b }: Span): CSSProperties {
  return { '--lane': lane, '--a': a, '--b': b } as CSSProperties;
}

const waitWords: Record<WaitBand['kind'], string> = {
  parked: 'waiting for the lock',
  asleep: 'asleep',
  queued: 'waiting its turn',
  listening: 'waiting for a message',
};

interface LanePartsProps {
  lane: Lane;
  layout: LanesLayout;
  says: string | undefined;
  drawn: boolean;
  onMove: ((task: TaskId) => void) | undefined;
}

/** One worker's lane: its name, its rail, what it believed, what it did and how it ended. */
export function LaneParts({ lane, layout, says, drawn, onMove }: LanePartsProps) {
  const { index } = lane;
  const row = lane.row + 2;
  const name = workerName(lane.task);
  const worker = workerClass(index);
  const end = lane.end ? outcomeWords(lane.end) : null;
  return (
    <>
      <span
        className={`who ${worker}${lane.again ? ' again' : ''}${lane.dim ? ' dim' : ''}`}
        style={cell(row, { a: 1, b: 2 })}
        aria-hidden="true"
      >
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
      {lane.events.map((step) => (
        <Event key={step.event.moment} step={step} index={index} row={row} />
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
          {lane.ghost.service ? (
            <CallMark index={index} service={lane.ghost.service} />
          ) : (
            <Mark index={index} />
          )}
          <small>let {name} move</small>
        </button>
      )}
      <span
        className={`resp ${worker}${end ? '' : ' none'}${end?.bad ? ' bad' : ''}${end && lane.end?.kind !== 'answered' ? ' mute' : ''}${lane.dim ? ' idle' : ''}`}
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

function Event({ step, index, row }: { step: LaneEvent; index: number; row: number }) {
  const { event, fault, service, later, now, waits } = step;
  const struck = fault !== null && event.kind === 'fault';
  const classes = [
    'ev',
    workerClass(index),
    ...(later ? ['later'] : []),
    ...(now ? ['now'] : []),
    ...(waits ? ['parked'] : []),
    ...(event.error ? ['failed'] : []),
    ...(struck ? ['struck'] : []),
  ];
  return (
    <span className={classes.join(' ')} style={cell(row, step)} aria-hidden="true">
      <b data-who={workerName(event.task)}>{event.verb}</b>
      <span className="at">
        {struck ? (
          <FaultIcon kind={fault} className="mk" />
        ) : service !== null && !waits ? (
          <CallMark index={index} service={service} />
        ) : (
          <Mark index={index} />
        )}
        {fault !== null && !struck && <FaultIcon kind={fault} className="badge" />}
      </span>
      <small>
        <span>{breakable(laneWords(event))}</span>
        {event.end && <i className="ends"> {endWords(event.end)}</i>}
      </small>
    </span>
  );
}

/** A code such as CONSTRAINT_UNIQUE may go on in the next line after its underscore. */
function breakable(text: string): ReactNode {
  return text.split('_').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place in the text is the part's identity
    <Fragment key={index}>
      {index > 0 && (
        <>
          _<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}

/** The answer beside the step that gave it, where lanes are too narrow for a place of its own. */
function endWords(end: NonNullable<LaneEvent['event']['end']>): string {
  const { head, detail } = outcomeWords(end);
  return `→ ${head}${detail === '' ? '' : ` ${detail}`}`;
}
