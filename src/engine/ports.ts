/**
 * What the engine needs from outside, and is handed: a way to open databases and a way to run a
 * handler's text. It imports neither SQLite nor a JavaScript engine.
 */
import type { Handler, ProcessModel, ServiceName, TaskId, TaskSpec } from './lab.ts';
import type { OutcomeKind } from './outcomes.ts';

export type SqlValue = string | number | null;

export interface SqlRows {
  columns: string[];
  rows: SqlValue[][];
  /** Rows that an INSERT, UPDATE or DELETE changed; 0 for a query. */
  changes: number;
}

/** An error of the database itself; `code` is SQLite's extended name, `SQLITE_BUSY_SNAPSHOT`. */
export class SqlError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'SqlError';
    this.code = code;
  }
}

/** A result went past `Caps`. The statement may have run; its transaction is rolled back. */
export class CapError extends Error {}

/** Bounds on one statement's result. Counts, never milliseconds. */
export interface Caps {
  rows: number;
  bytes: number;
}

/** One connection to one database file. Statements are kept and reset after each run. */
export interface Session {
  /** @throws SqlError @throws CapError */
  run(sql: string, params?: readonly SqlValue[], caps?: Caps): SqlRows;
  /** Runs a script of several statements without parameters. @throws SqlError */
  script(sql: string): void;
  close(): void;
}

/** A database file. The first session made it; closing the file closes them all. */
export interface DatabaseFile {
  /** The path that ATTACH understands. */
  readonly path: string;
  /** Another real connection to the same file, with locks of its own. */
  session(): Session;
  close(): void;
}

/** Opens an empty database file in WAL mode, with no busy timeout. */
export type OpenDatabase = () => DatabaseFile;

/* ---------- running a handler ---------- */

/** What a handler asks for. Each is one step. Lines and columns count from 1. */
export type Call = {
  /** Number of this call within its task, from 0. */
  id: number;
  line: number | null;
  column: number | null;
  /** Last line of the call's text; equals `line` for a call on one line. */
  endLine: number | null;
} & (
  | { kind: 'statement'; sql: string; params: SqlValue[]; transaction: number | null }
  | { kind: 'begin'; mode: 'deferred' | 'immediate'; transaction: number }
  | { kind: 'commit'; transaction: number }
  | { kind: 'rollback'; transaction: number }
  | { kind: 'sleep'; ms: number }
  /** A call to a service. `args` is the JSON text of a list; `request` names it at the provider's. */
  | { kind: 'service'; service: ServiceName; operation: string; args: string; request: string }
);

export type CallResult =
  /** What a service answered, as JSON text. */
  | { kind: 'value'; json: string }
  | { kind: 'rows'; columns: string[]; rows: SqlValue[][]; count: number }
  | { kind: 'done' }
  | { kind: 'error'; code: string; message: string };

/** What happens to a process, in order. Equal histories give equal progress. */
export type ProcessEvent =
  /** `message`, as JSON text, is what a queue hands to a consumer; absent where the task's spec says it all. */
  | { kind: 'start'; task: TaskId; now: number; message?: string }
  | { kind: 'result'; task: TaskId; call: number; result: CallResult; now: number };

/** How far one task has come after a history. */
export interface TaskProgress {
  /** Calls made and not answered yet, in the order in which they were made. */
  calls: Call[];
  /** Set once the entry function has returned, thrown or been stopped. */
  end: TaskEnd | null;
  /** Lines written with console.log so far. */
  logs: string[];
}

export interface TaskEnd {
  kind: OutcomeKind;
  status: number | null;
  body: string | null;
  detail: string;
  line: number | null;
  column: number | null;
}

/**
 * A handler's text, ready to run. A pure function of the history: it is run anew for each, in a
 * fresh context, and the engine remembers what it said.
 */
export interface Program {
  /** Null when it loads and exports `entries`, else what is wrong and where. */
  check(entries: readonly string[]): TaskEnd | null;
  /** @returns the progress of every task that has started. */
  run(history: readonly ProcessEvent[]): Record<TaskId, TaskProgress>;
  dispose(): void;
}

export interface ProgramOptions {
  tasks: Record<TaskId, TaskSpec>;
  seed: number;
  process: ProcessModel;
  /** Services that the lab has. */
  services?: readonly ServiceName[];
}

/** Synchronous: whoever provides it has loaded its engine before. */
export type LoadProgram = (handler: Handler, options: ProgramOptions) => Program;
