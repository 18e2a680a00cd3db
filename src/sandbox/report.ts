/** What the prelude tells the host, checked: the host trusts nothing that comes out of the sandbox. */
import { type ServiceName, serviceNames, type TaskId } from '../engine/lab.ts';
import { type OutcomeKind, outcomes } from '../engine/outcomes.ts';
import type { Call, SqlValue } from '../engine/ports.ts';
import { services } from '../engine/world/services/index.ts';

/** A call whose place is still a stack, and which has no request id yet. */
export type RawCall = WithStack<Call>;
type WithStack<C> = C extends Call
  ? Omit<C, 'line' | 'column' | 'endLine' | 'request'> & { stack: string }
  : never;

export interface RawEnd {
  kind: OutcomeKind;
  status: number | null;
  body: string | null;
  detail: string;
  stack: string;
}

export interface RawTask {
  calls: RawCall[];
  end: RawEnd | null;
  logs: string[];
}

/** @throws Error when it is not what the prelude writes. */
export function readReport(text: string): Record<TaskId, RawTask> {
  const report: unknown = JSON.parse(text);
  return Object.fromEntries(Object.entries(record(report)).map(([id, task]) => [id, readTask(record(task))]));
}

function readTask({ calls, end, logs }: Record<string, unknown>): RawTask {
  return {
    calls: array(calls).map((call) => readCall(record(call))),
    end: end === null ? null : readEnd(record(end)),
    logs: array(logs).map(string),
  };
}

function readCall(call: Record<string, unknown>): RawCall {
  const common = { id: number(call['id']), stack: string(call['stack']) };
  switch (call['kind']) {
    case 'statement': {
      const transaction = call['transaction'] === null ? null : number(call['transaction']);
      return {
        ...common,
        kind: 'statement',
        sql: string(call['sql']),
        params: array(call['params']).map(sqlValue),
        transaction,
      };
    }
    case 'begin':
      return {
        ...common,
        kind: 'begin',
        mode: call['mode'] === 'immediate' ? 'immediate' : 'deferred',
        transaction: number(call['transaction']),
      };
    case 'commit':
      return { ...common, kind: 'commit', transaction: number(call['transaction']) };
    case 'rollback':
      return { ...common, kind: 'rollback', transaction: number(call['transaction']) };
    case 'sleep':
      return { ...common, kind: 'sleep', ms: number(call['ms']) };
    case 'service': {
      const service = serviceName(call['service']);
      const operation = string(call['operation']);
      if (!Object.hasOwn(services[service].operations, operation)) throw wrong('an operation', operation);
      const args = string(call['args']);
      array(JSON.parse(args));
      return { ...common, kind: 'service', service, operation, args };
    }
    default:
      throw new Error('The sandbox reported a call of no known kind.');
  }
}

function serviceName(value: unknown): ServiceName {
  return serviceNames.find((name) => name === value) ?? reject('a service', value);
}

function readEnd(end: Record<string, unknown>): RawEnd {
  const kind = string(end['kind']);
  if (!isOutcome(kind)) throw new Error(`The sandbox reported the outcome "${kind}", which does not exist.`);
  return {
    kind,
    status: end['status'] === null ? null : number(end['status']),
    body: end['body'] === null ? null : string(end['body']),
    detail: string(end['detail']),
    stack: string(end['stack']),
  };
}

function isOutcome(kind: string): kind is OutcomeKind {
  return Object.hasOwn(outcomes, kind);
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('an object', value);
  return { ...value };
}

function array(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw wrong('a list', value);
  return value;
}

function string(value: unknown): string {
  if (typeof value !== 'string') throw wrong('a string', value);
  return value;
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw wrong('a number', value);
  return value;
}

function sqlValue(value: unknown): SqlValue {
  return value === null || typeof value === 'string' ? value : number(value);
}

function reject(expected: string, value: unknown): never {
  throw wrong(expected, value);
}

function wrong(expected: string, value: unknown): Error {
  return new Error(`The sandbox reported ${JSON.stringify(value)} where ${expected} belongs.`);
}
