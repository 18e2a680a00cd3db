import type { CSSProperties } from 'react';
import type { TaskId } from '../../engine/lab.ts';
import { outcomes } from '../../engine/outcomes.ts';
import type { Trace } from '../../engine/trace.ts';
import { Code, type CodeCursor, type CodeMark, type CodeRun } from './Code.tsx';
import { Mark, workerClass } from './marks.tsx';
import { tasksOf, taskWords, workerIndex, workerName } from './words.ts';

export interface PanesProps {
  trace: Trace;
  moment: number;
  source: string;
  marks?: CodeMark[];
  /** False while the trace belongs to another text: no cursors then. */
  current: boolean;
}

/** The handler once for each of two workers; from three attempts on, one listing in which all of them stand. */
export function Panes({ trace, moment, source, marks = [], current }: PanesProps) {
  const tasks = tasksOf(trace);
  const cursors = current ? cursorsAt(trace, moment, tasks) : [];
  const ran = current ? runsUntil(trace, moment, tasks) : [];
  const shared = tasks.some((task, index) => workerIndex(tasks, task) !== index);
  const merged = tasks.length > 2 || shared;
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
          style={{ '--n': tasks.length } as CSSProperties}
        >
          {group.map((task) => (
            <p key={task} className={`pane-h ${workerClass(tasks.indexOf(task))}`}>
              <Mark index={tasks.indexOf(task)} />
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
  return tasks.flatMap((task) => {
    const worker = workerIndex(tasks, task);
    const view = trace.moments[moment]?.tasks[task];
    const line = view?.next?.line;
    if (!view || view.end || !line) return [];
    return [{ worker, line, endLine: view.next?.endLine ?? line }];
  });
}

function runsUntil(trace: Trace, moment: number, tasks: TaskId[]): CodeRun[] {
  return trace.events
    .slice(0, moment)
    .filter((event) => !event.parked)
    .flatMap((event) =>
      event.line === null
        ? []
        : [{ worker: workerIndex(tasks, event.task), moment: event.moment, line: event.line }],
    );
}
