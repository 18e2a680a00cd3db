/** One task within one schedule, and how it is spoken of. */
import type { TaskId, TaskOutcome, TaskSpec } from './lab.ts';
import type { Call } from './ports.ts';
import type { TaskStatus } from './trace.ts';
import type { Transaction } from './world/perform.ts';

/** Endings of a sleep that come while others could move; later ones wait until nobody can. */
export const earlyWakes = 2;

export interface TaskState {
  readonly id: TaskId;
  readonly spec: TaskSpec;
  readonly process: string;
  started: boolean;
  status: TaskStatus;
  /** A fault has made its delivery: it may start. */
  delivered: boolean;
  /** It may start before its sender's earlier ones. */
  overtakes: boolean;
  /** What a queue handed to it, as JSON text. */
  message: string | null;
  /** The call it has made and that waits to be performed. */
  call: Call | null;
  transaction: Transaction | null;
  /** A transaction has ended since it was parked. */
  mayRetry: boolean;
  wakeAt: number;
  earlyWakesLeft: number;
  /** Steps made; an attempt that a lock refused is none, nor is one that has to wait for a message. */
  steps: number;
  /** The first thing the engine refused, which decides how the task ends whatever its code did. */
  fault: TaskOutcome | null;
  end: TaskOutcome | null;
}

export function freshTask() {
  return {
    started: false,
    delivered: false,
    overtakes: false,
    message: null,
    status: 'ready' as const,
    call: null,
    transaction: null,
    mayRetry: false,
    wakeAt: 0,
    earlyWakesLeft: earlyWakes,
    steps: 0,
    fault: null,
    end: null,
  };
}

export function plainEnd(kind: TaskOutcome['kind'], detail: string, call: Call | null): TaskOutcome {
  return { kind, status: null, body: null, detail, line: call?.line ?? null, column: call?.column ?? null };
}

/** A long schedule is quoted around the choice in question. */
export function excerpt(schedule: string, position: number): string {
  // No task has so long a name; a typing error may.
  const words = schedule.split(' ').map((word) => word.slice(0, 40));
  if (words.length <= 16) return words.join(' ');
  const [from, to] = [Math.max(0, position - 6), position + 5];
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`;
}

/** `w1, w2 and w3`. */
export function listed(names: readonly string[], joiner = 'and'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${joiner} ${names.at(-1)}`;
}
