/**
 * Performs one call on the databases, with SQLite's own locks.
 *
 * A refusal by a lock parks the task where waiting could help: in a session without an open
 * snapshot. A session that has already read in its transaction, and any `SQLITE_BUSY_SNAPSHOT`, is
 * told at once, as SQLite itself does whatever the busy timeout.
 *
 * @see https://www.sqlite.org/rescode.html#busy_snapshot
 */
import type { TaskId, TaskOutcome } from '../lab.ts';
import { type Call, type CallResult, CapError, SqlError } from '../ports.ts';
import type { StatementFacts } from '../statement.ts';
import { serve } from './services/serve.ts';
import type { World } from './world.ts';

/** An open transaction. Never mutated: what happens to it makes another. */
export interface Transaction {
  /** Contents that it reads: fixed by its first statement, or by BEGIN IMMEDIATE. */
  readonly snapshot: number | null;
  /** Somebody has committed since its snapshot. */
  readonly stale: boolean;
  readonly wrote: boolean;
  /** It holds the write lock of the file. */
  readonly locks: boolean;
  /** Names all that it has done: equal numbers, equal uncommitted rows. */
  readonly state: number;
}

export type Performed =
  | { kind: 'nothing' }
  | { kind: 'parked' }
  | { kind: 'asleep'; until: number }
  /** A service has nothing for it yet. */
  | { kind: 'listening' }
  | {
      kind: 'answered';
      result: CallResult;
      /** Rows of the application may have become visible to others. */
      committed: boolean;
      wrote: boolean;
      transactionEnded: boolean;
      /** What the engine refused, with the place of the call. */
      fault: TaskOutcome | null;
    };

export interface Actor {
  readonly id: TaskId;
  transaction: Transaction | null;
}

/** What one statement may return to a handler, and what its text and parameters may hold. */
export const handlerCaps = { rows: 1_000, bytes: 256 * 1024, statement: 64 * 1024 };

export function perform(
  world: World,
  task: Actor,
  call: Call,
  facts: StatementFacts | null,
  now: number,
): Performed {
  switch (call.kind) {
    case 'sleep':
      return { kind: 'asleep', until: Math.min(now + call.ms, Number.MAX_SAFE_INTEGER) };
    case 'begin':
      return begin(world, task, call);
    case 'commit':
      return end(world, task, 'COMMIT');
    case 'rollback':
      return end(world, task, 'ROLLBACK');
    case 'statement':
      return statement(world, task, call, facts);
    case 'service': {
      const result = serve(world, call, { task: task.id, now, request: call.request });
      return result ? answered(result) : { kind: 'listening' };
    }
  }
}

function begin(world: World, task: Actor, call: Call & { kind: 'begin' }): Performed {
  const immediate = call.mode === 'immediate';
  try {
    world.session(task.id).run(immediate ? 'BEGIN IMMEDIATE' : 'BEGIN');
  } catch (error) {
    if (error instanceof SqlError && error.code === 'SQLITE_BUSY') return { kind: 'parked' };
    return answered(errorResult(error));
  }
  const snapshot = immediate ? world.app.number() : null;
  task.transaction = { snapshot, stale: false, wrote: false, locks: immediate, state: 0 };
  return answered({ kind: 'done' });
}

function end(world: World, task: Actor, sql: 'COMMIT' | 'ROLLBACK'): Performed {
  const transaction = task.transaction;
  if (!transaction) return answered({ kind: 'done' });
  try {
    world.session(task.id).run(sql);
  } catch (error) {
    rollBack(world, task);
    return { ...answered(errorResult(error)), transactionEnded: true };
  }
  task.transaction = null;
  const committed = world.hasCommitted();
  return { ...answered({ kind: 'done' }), committed, transactionEnded: true };
}

function statement(
  world: World,
  task: Actor,
  call: Call & { kind: 'statement' },
  facts: StatementFacts | null,
): Performed {
  const refused = refuse(call, facts);
  if (refused) return failed(world, task, refused.result, refused.fault);
  const { transaction } = task;
  try {
    const writes = facts?.writes ?? false;
    const rows = world.session(task.id).run(call.sql, call.params, handlerCaps);
    const count = writes ? rows.changes : rows.rows.length;
    const wrote = writes && rows.changes > 0;
    if (transaction) {
      const fixes = writes || world.fixesSnapshot(call.sql);
      task.transaction = {
        ...transaction,
        snapshot: transaction.snapshot ?? (fixes ? world.app.number() : null),
        wrote: transaction.wrote || wrote,
        locks: transaction.locks || writes,
      };
    }
    return {
      ...answered({ kind: 'rows', columns: rows.columns, rows: rows.rows, count }),
      wrote,
      committed: !transaction && writes && world.hasCommitted(),
    };
  } catch (error) {
    if (error instanceof SqlError && error.code === 'SQLITE_BUSY' && (transaction?.snapshot ?? null) === null)
      return { kind: 'parked' };
    const tooMuch =
      error instanceof CapError ||
      (error instanceof SqlError && /^SQLITE_(NOMEM|TOOBIG|FULL)$/.test(error.code));
    const problem = tooMuch && error instanceof Error ? fault('too-much-data', error.message, call) : null;
    return failed(world, task, errorResult(error), problem);
  }
}

/** What the engine refuses before any database has seen it; null when there is nothing to refuse. */
export function refuse(
  call: Call & { kind: 'statement' },
  facts: StatementFacts | null,
): { result: CallResult; fault: TaskOutcome } | null {
  const refusal = facts?.refusal ?? null;
  if (refusal !== null) {
    return {
      result: { kind: 'error', code: 'REFUSED_STATEMENT', message: refusal },
      fault: fault('refused-statement', refusal, call),
    };
  }
  const size = call.params.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 8),
    call.sql.length,
  );
  if (size <= handlerCaps.statement) return null;
  const message = `The statement and its parameters have ${size} characters, more than the ${handlerCaps.statement} they may have.`;
  return {
    result: { kind: 'error', code: 'TOO_MUCH_DATA', message },
    fault: fault('too-much-data', message, call),
  };
}

/** As the postgres library does, any error inside a transaction rolls it back. */
function failed(world: World, task: Actor, result: CallResult, problem: TaskOutcome | null): Performed {
  const transactionEnded = task.transaction !== null;
  if (transactionEnded) rollBack(world, task);
  // INSERT OR FAIL keeps the rows before the one that failed; so does a write whose answer was too large.
  const committed = world.hasCommitted();
  return { ...answered(result), transactionEnded, committed, fault: problem };
}

function rollBack(world: World, task: Actor): void {
  task.transaction = null;
  try {
    world.session(task.id).run('ROLLBACK');
  } catch (error) {
    // Some errors make SQLite roll back by itself; then there is nothing left to do.
    if (!(error instanceof SqlError)) throw error;
  }
}

function answered(result: CallResult): Performed & { kind: 'answered' } {
  return { kind: 'answered', result, committed: false, wrote: false, transactionEnded: false, fault: null };
}

function errorResult(error: unknown): CallResult {
  if (error instanceof SqlError) return { kind: 'error', code: error.code, message: error.message };
  if (error instanceof CapError) return { kind: 'error', code: 'TOO_MUCH_DATA', message: error.message };
  throw error;
}

function fault(kind: TaskOutcome['kind'], detail: string, call: Call): TaskOutcome {
  return { kind, status: null, body: null, detail, line: call.line, column: call.column };
}
