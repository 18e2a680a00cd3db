/** What one schedule did, as data: for the lanes, the table, the command line and the tests. */
import type { PropertyId, ServiceName, TaskId, TaskOutcome } from './lab.ts';
import type { SqlValue } from './ports.ts';

export type StepKind =
  | 'statement'
  | 'begin'
  | 'commit'
  | 'rollback'
  | 'sleep'
  | 'wake'
  | 'run'
  | 'service'
  | 'fault';

/** Where a step stands in the handler's text; lines and columns count from 1. */
export interface Place {
  line: number | null;
  column: number | null;
  endLine: number | null;
}

/** A step that a task would make if it moved now. */
export interface NextStep extends Place {
  /** One word for the lanes: SELECT, INSERT, BEGIN, COMMIT, SLEEP. */
  verb: string;
  /** SQL shortened to what it does to which table: `SELECT 1 FROM charge …`. */
  label: string;
  /** Whether it would write to the database. */
  writes: boolean;
  /** The service it would call, or null. */
  service: ServiceName | null;
}

export interface RowChange {
  table: string;
  kind: 'added' | 'changed' | 'removed';
  rowid: number;
  before: SqlValue[] | null;
  after: SqlValue[] | null;
}

export interface TraceEvent extends Place {
  /** Counts from 1. */
  moment: number;
  /** As printed in a schedule: `w1`. */
  choice: string;
  /** Empty for a jump of the clock. */
  task: TaskId;
  kind: StepKind;
  verb: string;
  label: string;
  /** The service that was called, or null. */
  service: ServiceName | null;
  /** What a queue handed to the task as it began, as JSON text, or null. */
  delivered: string | null;
  /** The whole statement, or empty. */
  sql: string;
  params: SqlValue[];
  /** What came back, in a few words: `no row`, `1 row written`, `waits for w1`. */
  result: string;
  /** Code of the error that the handler received, or null. */
  error: string | null;
  /** The attempt was refused by a lock; the task is parked until a transaction ends. */
  parked: boolean;
  /** It read and wrote nothing. */
  reads: boolean;
  /** It wrote at least one row, committed or not. */
  wrote: boolean;
  /** Rows that became visible to everybody at this moment, in every watched table. */
  changes: RowChange[];
  /** How the task ended, when it ended with this step. */
  end: TaskOutcome | null;
  /** Everybody who ended with this step: in a shared process one step can end several tasks. */
  ends: { task: TaskId; end: TaskOutcome }[];
  logs: string[];
  /** Tasks that are parked after this moment. */
  parkedTasks: TaskId[];
  /** Properties that are violated after this moment and were not before. */
  breaks: PropertyId[];
}

export interface TableRow {
  rowid: number;
  values: SqlValue[];
  /** The last task that wrote it, or null for a starting row. */
  by: TaskId | null;
  /** What this moment did to it. */
  fresh: 'added' | 'changed' | null;
}

export interface TableState {
  columns: string[];
  rows: TableRow[];
  /** Unique indexes, as `UNIQUE (order_id)`. */
  constraints: string[];
}

/** `waiting`: for its turn in a shared process. `listening`: for something that a service will have. */
export type TaskStatus = 'ready' | 'parked' | 'asleep' | 'waiting' | 'listening' | 'finished';

export interface TaskView {
  status: TaskStatus;
  /** Whether the scheduler may choose it now. */
  enabled: boolean;
  /** Why it may not, in a few words; empty when it may. */
  why: string;
  /** What it would do next, where that is known without moving it. */
  next: NextStep | null;
  end: TaskOutcome | null;
}

/** The world between two steps. Moment 0 is before the first. */
export interface Moment {
  now: number;
  /** Committed rows of the watched tables. */
  tables: Record<string, TableState>;
  tasks: Record<TaskId, TaskView>;
  /** Faults that may strike now, as printed in a schedule: `crash:w1`. */
  faults: string[];
  /** Properties violated so far. */
  broken: PropertyId[];
  /** The lab's track, where it has one. */
  level: number | null;
  total: SqlValue;
}

/**
 * What a task took for true: a read that its next step, a write, trusts. Stale from the moment at
 * which the same read, asked again, would have answered differently.
 */
export interface Belief {
  task: TaskId;
  /** Moment of the read. */
  from: number;
  /** Moment of the write that trusts it, or null while that has not happened. */
  to: number | null;
  staleAt: number | null;
  /** `none yet` after a read that found nothing, else `as I read it`. */
  says: string;
}

export interface Trace {
  lab: string;
  handler: string;
  scenario: string;
  schedule: string;
  /** Whether every task has finished. */
  complete: boolean;
  events: TraceEvent[];
  /** One more than there are events. */
  moments: Moment[];
  beliefs: Belief[];
}
