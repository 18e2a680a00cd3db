import type { TaskView, Trace } from '../../engine/trace.ts';
import { Icon, Mark, workerClass } from './marks.tsx';
import { firstOf, namedWorkers, tasksOf, workerIndex, workerName } from './words.ts';

export interface MovesProps {
  trace: Trace;
  moment: number;
  pending: boolean;
  /** Choices that are on their way. */
  waiting: string[];
  canUndo: boolean;
  /** A worker, or a fault as printed in a schedule. */
  onMove: (choice: string) => void;
  onUndo: () => void;
  find: { label: string; off: boolean; onClick: () => void };
}

/** Whether a button may be pressed. While an answer is awaited every worker may be asked. */
export function mayMove(view: TaskView | undefined, pending: boolean): boolean {
  return pending || (view?.enabled ?? false);
}

/** The scheduler's desk: who moves next. */
export function Moves({ trace, moment, pending, waiting, canUndo, onMove, onUndo, find }: MovesProps) {
  const tasks = tasksOf(trace);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box
    <div className="moves" role="group" aria-label="You are the scheduler">
      {tasks.map((task) => {
        const view = trace.moments[moment]?.tasks[task];
        const may = mayMove(view, pending);
        const why = may ? '' : namedWorkers(view?.why ?? '', tasks);
        const worker = workerIndex(tasks, task);
        const again = task !== firstOf(task);
        const key = worker < 9 ? String(worker + 1) : null;
        return (
          <button
            key={task}
            className={`btn ${workerClass(worker)}${waiting.includes(task) ? ' pressed' : ''}`}
            type="button"
            data-move={task}
            aria-disabled={!may}
            aria-keyshortcuts={key === null ? undefined : again ? `Shift+${key}` : key}
            title={why || undefined}
            onClick={() => {
              if (may) onMove(task);
            }}
          >
            <Mark index={worker} /> Let {workerName(task)} move{' '}
            {key !== null && (
              <kbd aria-hidden="true">
                {again && '⇧'}
                {key}
              </kbd>
            )}
            {why !== '' && <span className="sr">, not now: {why}</span>}
          </button>
        );
      })}
      <button
        className="btn"
        type="button"
        aria-disabled={!canUndo}
        aria-keyshortcuts="u"
        onClick={() => {
          if (canUndo) onUndo();
        }}
      >
        <Icon name="undo" />
        Undo <kbd aria-hidden="true">u</kbd>
      </button>
      <div className={`end${find.off ? ' secret' : ''}`}>
        <button
          className="btn primary"
          type="button"
          aria-disabled={find.off}
          onClick={() => {
            if (!find.off) find.onClick();
          }}
        >
          <span>{find.label}</span>
        </button>
      </div>
    </div>
  );
}
