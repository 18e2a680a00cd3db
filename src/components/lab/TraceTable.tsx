import type { Track } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { Mark } from './marks.tsx';
import { Scroll } from './Scroll.tsx';
import { endPhrase, resultWords, tasksOf, workerName } from './words.ts';

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
  const columns = ['Moment', 'Worker', 'Step', 'Result', 'Line', ...(track ? [capital(track.says)] : [])];
  return (
    <Scroll label="The trace">
      <table className="grid-table">
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
              <td className="by">
                <Mark index={tasks.indexOf(event.task)} /> {workerName(event.task)}
              </td>
              <td>
                <code>{event.label || event.verb}</code>
              </td>
              <td>
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
              <td className="num">{event.line ?? ''}</td>
              {track && <td className="num">{trace.moments[event.moment]?.level ?? ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
