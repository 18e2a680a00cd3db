/** Who may move, and what may befall whom: functions of the tasks' states alone. */
import type { FaultKind, TaskId } from './lab.ts';
import { listed, type TaskState } from './tasks.ts';

type Tasks = ReadonlyMap<TaskId, TaskState>;

/** Its client has heard nothing, or nothing good. */
export function failed({ status, end }: TaskState): boolean {
  if (status !== 'finished' || !end) return false;
  const well = end.kind === 'answered' || end.kind === 'done' || end.kind === 'not-needed';
  return !well || (end.status ?? 0) >= 500;
}

export function mayStart(tasks: Tasks, { spec, started, status }: TaskState): boolean {
  if (started || status === 'finished') return false;
  if (!spec.after.every((id) => tasks.get(id)?.status === 'finished')) return false;
  if (!spec.retry) return true;
  const first = tasks.get(spec.retry.of);
  if (!first) return false;
  return spec.retry.when === 'concurrently' ? first.started || first.status === 'finished' : failed(first);
}

export function canMove(tasks: Tasks, task: TaskState): boolean {
  switch (task.status) {
    case 'finished':
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

/** In flight: begun, and not ended. */
export const inFlight = ({ started, status }: TaskState) => started && status !== 'finished';

/**
 * Whether a fault could strike a task that has not ended, budget apart. A crash of a shared process
 * takes everybody in flight, so it goes by the first of them, or by a task that it also keeps from
 * beginning.
 */
export function canStrike(tasks: Tasks, fault: FaultKind, task: TaskState, shared: boolean): boolean {
  switch (fault) {
    case 'crash':
      if (mayStart(tasks, task)) return true;
      return inFlight(task) && (!shared || [...tasks.values()].find(inFlight) === task);
    case 'loseRequest':
      return task.spec.entry === 'handle' && mayStart(tasks, task);
    case 'loseResponse':
    case 'timeout':
    case 'redeliver':
    case 'reorder':
    case 'clockJump':
      return false;
  }
}
