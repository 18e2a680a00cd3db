/** Who may move, and what may befall whom: functions of the tasks' states alone. */
import type { FaultKind, Retry, TaskId } from './lab.ts';
import { listed, type TaskState } from './tasks.ts';

type Tasks = ReadonlyMap<TaskId, TaskState>;

/** Its client asks again: it has heard nothing, or nothing good. */
export function failed({ status, end }: TaskState, when: Retry['when']): boolean {
  if (status !== 'finished' || !end) return false;
  const well = end.kind === 'answered' || end.kind === 'done' || end.kind === 'not-needed';
  if (!well) return true;
  const code = end.status ?? 200;
  return when === 'unless-2xx' ? code < 200 || code > 299 : code >= 500;
}

/** In flight: begun, and not ended. */
export const inFlight = ({ started, status }: TaskState) => started && status !== 'finished';

/** Earlier tasks of the same sender that have not begun. */
function predecessors(tasks: Tasks, { id, spec }: TaskState): TaskState[] {
  if (spec.sender === undefined || spec.retry || spec.redelivered) return [];
  const before: TaskState[] = [];
  for (const other of tasks.values()) {
    if (other.id === id) break;
    const isFirst = !other.spec.retry && !other.spec.redelivered;
    if (other.spec.sender === spec.sender && isFirst && !other.started && other.status !== 'finished')
      before.push(other);
  }
  return before;
}

function mayStartOutOfOrder(tasks: Tasks, { spec, started, status, delivered }: TaskState): boolean {
  if (started || status === 'finished') return false;
  if (!spec.after.every((id) => tasks.get(id)?.status === 'finished')) return false;
  if (spec.redelivered) return delivered;
  if (!spec.retry) return true;
  const first = tasks.get(spec.retry.of);
  if (!first) return false;
  return spec.retry.when === 'concurrently'
    ? first.started || first.status === 'finished'
    : failed(first, spec.retry.when);
}

/** Whether a task that has not begun may; one that takes from a queue needs a message besides. */
export function mayStart(tasks: Tasks, task: TaskState): boolean {
  return mayStartOutOfOrder(tasks, task) && (task.overtakes || predecessors(tasks, task).length === 0);
}

/** Why a task that may not move may not. */
export function whyNot(tasks: Tasks, task: TaskState): string {
  const { id, status, started, spec } = task;
  switch (status) {
    case 'finished':
      return task.end?.kind === 'crashed' ? `${id} has crashed` : `${id} has finished`;
    case 'waiting':
      return `${id} waits its turn behind another task of its process`;
    case 'parked':
      return `${id} is parked until a transaction ends`;
    case 'asleep':
      return `${id} is asleep, and goes on sleeping while others can move`;
    case 'listening':
      return `${id} waits for a message`;
    case 'ready': {
      if (started) return `${id} has made as many steps as a task may while others can move`;
      if (spec.redelivered) {
        return task.delivered
          ? `${id} starts only after ${listed(spec.after)} have finished`
          : `${id} starts only if ${spec.redelivered.of} is delivered again`;
      }
      if (spec.retry?.when === 'unless-2xx')
        return `${id} starts only if ${spec.retry.of} is not answered with a 2xx`;
      if (spec.retry?.when === 'after-failure') return `${id} starts only if ${spec.retry.of} fails`;
      if (spec.retry) return `${id} starts only after ${spec.retry.of} has started`;
      const before = spec.after.filter((other) => tasks.get(other)?.status !== 'finished');
      if (before.length > 0)
        return `${id} starts only after ${listed(before)} ${before.length === 1 ? 'has' : 'have'} finished`;
      const ahead = predecessors(tasks, task).map((other) => other.id);
      if (ahead.length > 0 && !task.overtakes)
        return `${id} was sent after ${listed(ahead)}, and starts after ${ahead.length === 1 ? 'it' : 'them'}`;
      return `${id} waits for a message of ${spec.from}`;
    }
  }
}

/** The delivery that the next `redeliver` of a task would make; undefined when there is none. */
export function nextDelivery(tasks: Tasks, { id }: TaskState): TaskState | undefined {
  for (const other of tasks.values()) {
    if (other.spec.redelivered?.of === id && !other.delivered && other.status !== 'finished') return other;
  }
  return undefined;
}

/**
 * Whether a fault could strike a task, budget apart and answers that have just left apart. A crash
 * of a shared process takes everybody in flight, so it goes by the first of them, or by a task that
 * it also keeps from beginning.
 */
export function canStrike(tasks: Tasks, fault: FaultKind, task: TaskState, shared: boolean): boolean {
  switch (fault) {
    case 'crash':
      if (!task.started && task.spec.from === undefined && mayStart(tasks, task)) return true;
      return inFlight(task) && (!shared || [...tasks.values()].find(inFlight) === task);
    case 'loseRequest':
      return task.spec.entry === 'handle' && mayStart(tasks, task);
    case 'redeliver': {
      const all = [...tasks.values()];
      if (task.spec.from !== undefined)
        return task.message !== null && all.some((other) => other !== task && other.status !== 'finished');
      const next = nextDelivery(tasks, task);
      if (!next?.spec.redelivered) return false;
      return next.spec.redelivered.when === 'concurrently'
        ? task.started || task.status === 'finished'
        : task.status === 'finished';
    }
    case 'reorder':
      return !task.overtakes && mayStartOutOfOrder(tasks, task) && predecessors(tasks, task).length > 0;
    case 'loseResponse':
    case 'timeout':
    case 'clockJump':
      return false;
  }
}
