/**
 * A service is a part of the outside world: a provider, a broker, a store. Each is a small model on a
 * database file of its own, so that no transaction of the application can span it. A call is one step.
 */
import type { ServiceName, TaskId } from '../../lab.ts';
import type { Session } from '../../ports.ts';

/** What crosses between a handler and a service. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Where and when a call comes from. */
export interface CallContext {
  /** Milliseconds. */
  now: number;
  task: TaskId;
  /** Names this call at the provider's: derived from the seed, the task and the number of the call. */
  request: string;
}

export type ServiceAnswer =
  | { kind: 'value'; value: Json }
  /**
   * The call is refused; what it wrote is undone, unless it `keeps` that: a provider remembers a
   * declined charge. `code` is permanent, in capitals.
   */
  | { kind: 'error'; code: string; message: string; keeps?: true }
  /** There is nothing yet: the task waits, and asks again later. What it wrote is undone. */
  | { kind: 'wait' };

export interface Operation {
  /** As a handler writes it: `payments.charge({ amount, idempotencyKey? })`. */
  signature: string;
  /** One sentence for the reference page. */
  doc: string;
  /**
   * Runs inside a transaction of its own on the service's file. Judges its arguments itself, and
   * refuses bad ones with `INVALID_ARGUMENT` and a sentence that says what it got and what to pass.
   *
   * @param args - What the handler passed, as it came out of JSON.
   */
  perform(db: Session, args: readonly Json[], context: CallContext): ServiceAnswer;
}

export interface Service {
  name: ServiceName;
  /** What it stands for, in a sentence. */
  says: string;
  guarantees: string[];
  /** What it does not promise, and what the model leaves out. */
  limits: string[];
  /** Its tables. */
  schema: string;
  operations: Record<string, Operation>;
  /** What it does by itself: a handler cannot ask for these. */
  itself?: Record<string, Operation>;
  /**
   * Instants at which something in it changes by itself, past ones perhaps among them: a query of
   * one column of milliseconds, with its tables qualified. Null when nothing does.
   */
  deadlines: string | null;
}
