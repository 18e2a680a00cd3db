import { type CallResult, SqlError } from '../../ports.ts';
import type { World } from '../world.ts';
import { services } from './index.ts';
import type { CallContext, Json, ServiceAnswer } from './service.ts';

interface ServiceCall {
  /** Negative for what the service does by itself. */
  id: number;
  service: keyof typeof services;
  operation: string;
  /** JSON text of a list. */
  args: string;
}

/** Performs a call on a service, in a transaction of its own. Null when the caller has to wait. */
export function serve(world: World, call: ServiceCall, context: CallContext): CallResult | null {
  const db = world.servant(call.service);
  const { operations, itself } = services[call.service];
  const known = call.id < 0 ? { ...operations, ...itself } : operations;
  const operation = Object.hasOwn(known, call.operation) ? known[call.operation] : undefined;
  if (!db || !operation) {
    const message = `This lab has no ${call.service}.${call.operation}.`;
    return { kind: 'error', code: 'NO_SUCH_OPERATION', message };
  }
  db.run('BEGIN IMMEDIATE');
  let answer: ServiceAnswer;
  let keeps: boolean;
  try {
    answer = operation.perform(db, JSON.parse(call.args) as Json[], context);
    keeps = answer.kind === 'value' || (answer.kind === 'error' && answer.keeps === true);
    db.run(keeps ? 'COMMIT' : 'ROLLBACK');
  } catch (error) {
    db.run('ROLLBACK');
    // The file is full, or a value is larger than the database holds.
    if (!(error instanceof SqlError)) throw error;
    return { kind: 'error', code: error.code, message: error.message };
  }
  if (keeps) world.outside.changed();
  switch (answer.kind) {
    case 'value':
      return { kind: 'value', json: JSON.stringify(answer.value) };
    case 'error':
      return { kind: 'error', code: answer.code, message: answer.message };
    case 'wait':
      return null;
  }
}
