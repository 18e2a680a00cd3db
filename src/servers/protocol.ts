/**
 * What the engine, which is synchronous and runs in a thread of its own, asks of the servers, which
 * answer when they like. Everything here crosses between threads as data.
 */
import type { SqlValue } from '../engine/ports.ts';

export type Question =
  /** Starting rows again, and no transaction open. */
  | { kind: 'reset' }
  | { kind: 'begin'; task: string; mode: 'deferred' | 'immediate' }
  | { kind: 'statement'; task: string; sql: string; params: SqlValue[] }
  | { kind: 'commit' | 'rollback'; task: string }
  /** What has become of a statement that had to wait. */
  | { kind: 'collect'; task: string }
  /** The task's connection is gone, and with it whatever it had not committed. */
  | { kind: 'drop'; task: string }
  /** Committed rows of these tables. */
  | { kind: 'rows'; tables: { name: string; columns: string[] }[] }
  /** @property args - JSON text of a list. @property now - The lab's clock, in milliseconds. */
  | { kind: 'redis'; operation: string; args: string; now: number };

/** A step that was carried out, or that waits for others. */
export type StepAnswer =
  | { kind: 'rows'; columns: string[]; rows: SqlValue[][]; count: number; ended: boolean }
  | { kind: 'done'; ended: boolean }
  | { kind: 'error'; code: string; message: string; ended: boolean }
  /** It waits for these tasks, and goes on by itself. */
  | { kind: 'waits'; for: string[]; ended: boolean };

export type Answer =
  | StepAnswer
  | { kind: 'tables'; tables: SqlValue[][][] }
  /** What Redis answered, or its error, and every entry that it holds now: key, value, expires_at. */
  | { kind: 'redis'; result: { json: string } | { code: string; message: string }; entries: SqlValue[][] }
  /** The server failed, or was asked for what it cannot do: a sentence for the user. */
  | { kind: 'failed'; message: string };

/** What carries questions out. */
export interface Answerer {
  answer(question: Question): Promise<Answer>;
}
