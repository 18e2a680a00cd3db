import type { RequestSpec, TaskSpec } from '../../../src/engine/lab.ts';
import type {
  Call,
  CallResult,
  ProcessEvent,
  Program,
  ProgramOptions,
  TaskProgress,
} from '../../../src/engine/ports.ts';
import { loadSandbox } from '../../../src/sandbox/load.ts';

export const loadProgram = await loadSandbox();

const request: RequestSpec = {
  method: 'POST',
  path: '/charges?from=phone',
  headers: { 'Idempotency-Key': 'k-9' },
  body: { orderId: 'order-9', cents: 1000 },
};

export const handleTask: TaskSpec = { entry: 'handle', request, after: [] };

export interface Setup extends Partial<ProgramOptions> {
  file?: string;
}

export function program(source: string, { file = 'handler.ts', ...options }: Setup = {}): Program {
  const tasks = { w1: handleTask, w2: handleTask };
  return loadProgram(
    { name: 'handler', file, source, migration: '' },
    { tasks, seed: 7, process: 'own', ...options },
  );
}

/** A handler file whose `handle` has this body; the body's first line is line 2. */
export function handler(body: string): string {
  return `export async function handle(request: Request, { sql, clock, crypto, isUniqueViolation }: Env) {\n${body}\n}`;
}

export const starts = (task = 'w1', now = 0): ProcessEvent => ({ kind: 'start', task, now });
export const gets = (call: number, result: CallResult, now = 0, task = 'w1'): ProcessEvent => ({
  kind: 'result',
  task,
  call,
  result,
  now,
});

export const noRows: CallResult = { kind: 'rows', columns: [], rows: [], count: 0 };
export const written: CallResult = { kind: 'rows', columns: [], rows: [], count: 1 };
export const done: CallResult = { kind: 'done' };
export const duplicate: CallResult = {
  kind: 'error',
  code: 'SQLITE_CONSTRAINT_UNIQUE',
  message: 'UNIQUE constraint failed: charge.order_id',
};

/** Where a handler has come after the results, given to its calls in the order in which it made them. */
export function reach(source: string, results: CallResult[] = [], setup: Setup = {}): TaskProgress {
  const runner = program(source, setup);
  const history: ProcessEvent[] = [starts()];
  for (const result of results) {
    const next = runner.run(history)['w1']?.calls[0];
    if (next === undefined)
      throw new Error(`The handler has no call that could get ${JSON.stringify(result)}.`);
    history.push(gets(next.id, result));
  }
  const progress = runner.run(history)['w1'];
  if (progress === undefined) throw new Error('The task never started.');
  return progress;
}

/** The text of the answer that a handler of this body gives. */
export function answer(body: string, results: CallResult[] = [], setup: Setup = {}): string | null {
  const { end } = reach(handler(body), results, setup);
  if (end?.kind !== 'answered') throw new Error(`Not answered: ${JSON.stringify(end)}`);
  return end.body;
}

/** A call in short: `begin 0`, `SELECT 1 [2] 0`, `queue.receive ["orders"]`. */
export function brief(call: Call): string {
  if (call.kind === 'statement')
    return `${call.sql} ${JSON.stringify(call.params)}${call.transaction === null ? '' : ` ${call.transaction}`}`;
  if (call.kind === 'service') return `${call.service}.${call.operation} ${call.args}`;
  return call.kind === 'sleep'
    ? `sleep ${call.ms}`
    : `${call.kind}${call.kind === 'begin' ? ` ${call.mode}` : ''} ${call.transaction}`;
}
