/** One service on a real SQLite file of its own, called as the engine calls it. */
import { onTestFinished } from 'vitest';
import type { ServiceName } from '../../../../src/engine/lab.ts';
import type { SqlValue } from '../../../../src/engine/ports.ts';
import { services } from '../../../../src/engine/world/services/index.ts';
import type { Json, ServiceAnswer } from '../../../../src/engine/world/services/service.ts';
import { loadSqliteInNode } from '../../../../src/sqlite/node.ts';

const open = await loadSqliteInNode();

export interface Provider {
  /** The time of the calls that follow. */
  now: number;
  /** A call from a task, request `req_1`, `req_2`, … unless it is named. */
  call(operation: string, ...args: Json[]): ServiceAnswer;
  /** The value of a call that must succeed. */
  value(operation: string, ...args: Json[]): Json;
  /** The code and message of a call that must be refused. */
  refusal(operation: string, ...args: Json[]): string;
  /** Rows of a query on the service's file. */
  rows(sql: string): SqlValue[][];
  /** The first column of a query as the engine asks it: on another file, with this one attached. */
  instants(sql: string, ...params: SqlValue[]): SqlValue[];
}

/** @param starting - What the lab's `<service>.sql` would hold. */
export function provider(name: ServiceName, starting = ''): Provider {
  const service = services[name];
  const file = open();
  const elsewhere = open();
  onTestFinished(() => {
    file.close();
    elsewhere.close();
  });
  const db = file.session();
  db.script(service.schema);
  if (starting !== '') db.script(starting);
  const observer = elsewhere.session();
  observer.run(`ATTACH '${file.path}' AS ${name}`);
  let requests = 0;
  const it: Provider = {
    now: 0,
    call(operation, ...args) {
      requests += 1;
      const found = service.operations[operation] ?? service.itself?.[operation];
      if (!found) throw new Error(`No ${name}.${operation}.`);
      db.run('BEGIN IMMEDIATE');
      const answer = found.perform(db, args, { now: it.now, task: 'w1', request: `req_${requests}` });
      const keeps = answer.kind === 'value' || (answer.kind === 'error' && answer.keeps === true);
      db.run(keeps ? 'COMMIT' : 'ROLLBACK');
      return answer;
    },
    value(operation, ...args) {
      const answer = it.call(operation, ...args);
      if (answer.kind !== 'value') throw new Error(JSON.stringify(answer));
      return answer.value;
    },
    refusal(operation, ...args) {
      const answer = it.call(operation, ...args);
      if (answer.kind !== 'error') throw new Error(JSON.stringify(answer));
      return `${answer.code}: ${answer.message}`;
    },
    rows: (sql) => db.run(sql).rows,
    instants: (sql, ...params) => observer.run(sql, params).rows.map(([value = null]) => value),
  };
  return it;
}

export const hour = 60 * 60 * 1000;
