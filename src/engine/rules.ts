/** Who may move, and what may befall whom: functions of the tasks' states alone. */
import type { FaultKind, TaskId } from './lab.ts';
import { listed, type TaskState } from './tasks.ts';

type Tasks = ReadonlyMap<TaskId, TaskState>;

/** It has ended; its answer may still be about to leave. */
export const hasEnded = ({ status }: TaskState) => status === 'finished' || status === 'answering';

/** Its client has heard nothing, or that the server failed. */
export function failed({ status, end }: TaskState): boolean {
  if (status !== 'finished' || !end) return false;
  return (
    end.kind === 'crashed' ||
    end.kind === 'request-lost' ||
    end.kind === 'response-lost' ||
    (end.status ?? 0) >= 500
  );
}

/** It has nothing left to do. A retry is needless while the answer that it would repeat is on its way. */
export function rests(tasks: Tasks, task: TaskState): boolean {
  if (hasEnded(task)) return true;
  const { retry } = task.spec;
  if (task.started || retry?.when !== 'after-failure') return false;
  const first = tasks.get(retry.of);
  return first !== undefined && rests(tasks, first) && !failed(first);
}

export function mayStart(tasks: Tasks, { spec, started, status }: TaskState): boolean {
  if (started || status === 'finished') return false;
  const over = (id: TaskId) => {
    const other = tasks.get(id);
    return other !== undefined && hasEnded(other);
  };
  if (!spec.after.every(over)) return false;
  if (!spec.retry) return true;
  const first = tasks.get(spec.retry.of);
  if (!first) return false;
  return spec.retry.when === 'concurrently' ? first.started || first.status === 'finished' : failed(first);
}

export function canMove(tasks: Tasks, task: TaskState): boolean {
  switch (task.status) {
    case 'finished':
    case 'answering':
    case 'waiting':
      return false;
    case 'parked':
      return task.mayRetry;
    case 'asleep':
      return true;
    case 'ready':
      return task.started || mayStart(tasks, task);
  }
}

/** Why a task that may not move may not. */
export function whyNot(tasks: Tasks, { id, status, started, spec }: TaskState): string {
  switch (status) {
    case 'finished':
    case 'answering':
      return `${id} has finished`;
    case 'waiting':
      return `${id} waits its turn behind another task of its process`;
    case 'parked':
      return `${id} is parked until a transaction ends`;
    case 'asleep':
      return `${id} is asleep, and goes on sleeping while others can move`;
    case 'ready': {
      if (started) return `${id} has made as many steps as a task may while others can move`;
      if (spec.retry?.when === 'after-failure') return `${id} starts only if ${spec.retry.of} fails`;
      if (spec.retry) return `${id} starts only after ${spec.retry.of} has started`;
      const before = spec.after.filter((other) => tasks.get(other)?.status !== 'finished');
      return `${id} starts only after ${listed(before)} ${before.length === 1 ? 'has' : 'have'} finished`;
    }
  }
}

/** Whether a fault could strike a task, budget apart. */
export function canStrike(tasks: Tasks, fault: FaultKind, task: TaskState, shared: boolean): boolean {
  switch (fault) {
    case 'crash':
      return mayCrash(tasks, task, shared);
    case 'loseRequest':
      return task.spec.entry === 'handle' && mayStart(tasks, task);
    case 'loseResponse':
      return task.spec.entry === 'handle' && task.status === 'answering';
    case 'timeout':
      return task.status === 'ready' && task.call?.kind === 'commit';
    case 'redeliver':
    case 'reorder':
    case 'clockJump':
      return false;
  }
}

/** In a shared process one crash takes everybody, so it goes by the first of them. */
function mayCrash(tasks: Tasks, task: TaskState, shared: boolean): boolean {
  const alive = (other: TaskState) =>
    other.status !== 'finished' && (other.started || (!shared && mayStart(tasks, other)));
  if (!alive(task)) return false;
  return !shared || [...tasks.values()].find(alive) === task;
}
