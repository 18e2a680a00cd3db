import type { Track } from '../../engine/lab.ts';
import type { Trace, TraceEvent } from '../../engine/trace.ts';
import { faultOf, struckWords } from './faults.ts';
import { Mark } from './marks.tsx';
import { Scroll } from './Scroll.tsx';
import { sinceStart, timePasses } from './time.ts';
import { endPhrase, resultWords, tasksOf, workerIndex, workerName } from './words.ts';
import { FaultIcon } from './world-marks.tsx';

export interface TraceTableProps {
  trace: Trace;
  /** Rows up to this moment; all when absent. */
  moment?: number;
  track?: Track | null;
}

/** The trace in words: what the lanes draw, for those who would rather read it. */
export function TraceTable({ trace, moment = trace.events.length, track = null }: TraceTableProps) {
  const tasks = tasksOf(trace);
  const events = trace.events.slice(0, moment);
  const timed = timePasses(trace);
  const columns = [
    'Moment',
    ...(timed ? ['Time'] : []),
    'Worker',
    'Step',
    'Result',
    'Line',
    ...(track ? [capital(track.says)] : []),
  ];
  return (
    <Scroll label="The trace">
      <table className="grid-table trace">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.length === 0 && (
            <tr>
              <td colSpan={columns.length}>Nobody has moved yet.</td>
            </tr>
          )}
          {events.map((event) => (
            <tr key={event.moment}>
              <td className="num">{event.moment}</td>
              {timed && <td className="num time">{sinceStart(trace, event.moment)}</td>}
              <td className="by">
                <Who event={event} index={workerIndex(tasks, event.task)} />
              </td>
              <td>
                <What event={event} />
              </td>
              <td className="result">
                {resultWords(event)}
                {event.ends.map(({ task, end }) => `. ${workerName(task)} ${endPhrase(end)}`).join('')}
                {event.breaks.length > 0 && <strong>. Here a property breaks</strong>}
                {event.logs.map((log, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of one log, never reordered
                  <code key={index} className="log">
                    {log}
                  </code>
                ))}
              </td>
              <td className="num line" data-label="line">
                {event.line ?? ''}
              </td>
              {track && (
                <td className="num level" data-label={track.says}>
                  {trace.moments[event.moment]?.level ?? ''}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Who({ event, index }: { event: TraceEvent; index: number }) {
  if (index < 0) return 'nobody';
  return (
    <>
      <Mark index={index} /> {workerName(event.task)}
    </>
  );
}

/** The step, or the fault that struck. A call that timed out is both. */
function What({ event }: { event: TraceEvent }) {
  const fault = faultOf(event);
  return (
    <>
      {event.kind !== 'fault' && <code>{event.label || event.verb}</code>}
      {fault && (
        <span className="fault-said">
          <FaultIcon kind={fault} /> Fault: {struckWords(event)}
        </span>
      )}
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
