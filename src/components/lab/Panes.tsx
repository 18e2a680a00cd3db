import type { CSSProperties } from 'react';
import type { TaskId } from '../../engine/lab.ts';
import { outcomes } from '../../engine/outcomes.ts';
import type { Trace } from '../../engine/trace.ts';
import { Code, type CodeCursor, type CodeMark, type CodeRun } from './Code.tsx';
import { hasBegun } from './faults.ts';
import { Mark, workerClass } from './marks.tsx';
import { firstOf, tasksOf, taskWords, workerIndex, workerName } from './words.ts';

export interface PanesProps {
  trace: Trace;
  moment: number;
  source: string;
  marks?: CodeMark[];
  /** False while the trace belongs to another text: no cursors then. */
  current: boolean;
}

/** So many marks have room before a line; more lie over each other. */
const mostMarks = 3;

/** The handler once for each of two workers; from three attempts on, one listing in which all of them stand. */
export function Panes({ trace, moment, source, marks = [], current }: PanesProps) {
  const tasks = tasksOf(trace);
  const cursors = current ? cursorsAt(trace, moment, tasks) : [];
  const ran = current ? runsUntil(trace, moment, tasks) : [];
  const workers = new Set(tasks.map(firstOf)).size;
  const merged = tasks.length > 2 || workers < tasks.length;
  // A line is marked as failed for those who failed there; a file that does not load fails for all.
  const bad = tasks.filter((task) => {
    const end = trace.moments[moment]?.tasks[task]?.end;
    return current && end && outcomes[end.kind].breaks !== null;
  });
  const sound = marks.filter((mark) => mark.kind !== 'fault');
  const panes = merged ? [tasks] : tasks.map((task) => [task]);
  return (
    <div className={`panes${panes.length === 1 ? ' one' : ''}`}>
      {panes.map((group, index) => (
        <div
          key={group.join()}
          className={`pane ${merged ? 'all' : workerClass(index)}`}
          style={{ '--n': Math.min(workers, mostMarks) } as CSSProperties}
        >
          {group.map((task) => (
            <p key={task} className={`pane-h ${workerClass(workerIndex(tasks, task))}`}>
              <Mark index={workerIndex(tasks, task)} />
              <b>{workerName(task)}</b> <span>{words(trace, moment, task, current)}</span>
            </p>
          ))}
          <Code
            source={source}
            label={merged ? 'The handler' : `The handler, as ${workerName(group[0] ?? '')} runs it`}
            cursors={cursors}
            ran={ran}
            marks={bad.length === 0 || group.some((task) => bad.includes(task)) ? marks : sound}
          />
        </div>
      ))}
    </div>
  );
}

function words(trace: Trace, moment: number, task: TaskId, current: boolean): string {
  const view = trace.moments[moment]?.tasks[task];
  return view && current ? taskWords(view, tasksOf(trace)) : '';
}

function cursorsAt(trace: Trace, moment: number, tasks: TaskId[]): CodeCursor[] {
  const cursors = tasks.flatMap((task) => {
    const worker = workerIndex(tasks, task);
    const view = trace.moments[moment]?.tasks[task];
    const line = view?.next?.line;
    // A retry that has not begun stands nowhere yet.
    if (!view || view.end || !line || (task !== firstOf(task) && !hasBegun(task, trace, moment))) return [];
    return [{ worker, line, endLine: view.next?.endLine ?? line }];
  });
  // Two attempts of one worker at one line are one mark.
  return cursors.filter(
    (one, at) => cursors.findIndex(({ worker, line }) => worker === one.worker && line === one.line) === at,
  );
}

function runsUntil(trace: Trace, moment: number, tasks: TaskId[]): CodeRun[] {
  return trace.events
    .slice(0, moment)
    .filter((event) => !event.parked)
    .flatMap((event) =>
      event.line === null
        ? []
        : [
            {
              worker: workerIndex(tasks, event.task),
              name: workerName(event.task),
              moment: event.moment,
              line: event.line,
            },
          ],
    );
}
