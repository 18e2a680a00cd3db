import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { asItIs } from '../../../src/components/lab/as-it-is.ts';
import { brokenFor } from '../../../src/components/lab/lab-view.ts';
import { Outside } from '../../../src/components/lab/Outside.tsx';
import { read } from '../../../src/components/lab/readings.ts';
import { serviceSays } from '../../../src/components/lab/service-says.ts';
import { byDatabase } from '../../../src/components/lab/services.ts';
import { serviceNames } from '../../../src/engine/lab.ts';
import type { SqlValue } from '../../../src/engine/ports.ts';
import type { TableState } from '../../../src/engine/trace.ts';
import { services } from '../../../src/engine/world/services/index.ts';
import { brokenTrace } from './fixtures.ts';
import { shop } from './world-fixtures.ts';

function table(columns: string[], ...rows: SqlValue[][]): TableState {
  return {
    columns,
    rows: rows.map((values, index) => ({ rowid: index + 1, values, by: 'w1', fresh: null })),
    constraints: [],
  };
}
const texts = (name: string, state: TableState, now = 0) =>
  read(name, state, now)?.rows.map(({ cells }) =>
    cells.map(({ text, small }) => (small === undefined ? text : `${text} / ${small}`)),
  );

test('what the interface says of each service is what its model says', () => {
  for (const name of serviceNames) expect(serviceSays[name]).toBe(services[name].says);
});

test('tables are grouped by the database that holds them, the application’s first', () => {
  expect(byDatabase(['payments.charge', 'charge', 'queue.message', 'payments.refund'])).toEqual([
    { service: null, tables: ['charge'] },
    { service: 'payments', tables: ['payments.charge', 'payments.refund'] },
    { service: 'queue', tables: ['queue.message'] },
  ]);
});

test('every reading names columns that the model’s table has', () => {
  const columns = /CREATE TABLE (\w+) \(([^;]*)\)/g;
  const read1 = (name: string, names: string[]) => read(name, table(names), 0);
  const missing = serviceNames.flatMap((service) =>
    [...services[service].schema.matchAll(columns)].flatMap(([, name, body = '']) => {
      const names = body.split(',').map((part) => part.trim().split(/\s/)[0] ?? '');
      return read1(`${service}.${name}`, names) === null ? [`${service}.${name}`] : [];
    }),
  );
  // Settings of a service are shown as they are.
  expect(missing).toEqual(['payments.decline', 'queue.queue']);
});

test('a charge is money taken, and its sum is told', () => {
  const state = table(
    ['id', 'amount', 'reference', 'idempotency_key', 'request_id', 'at'],
    ['ch_1', 1000, 'order-9', null, 'req_1', 0],
    ['ch_2', 1000, null, 'k-9', 'req_2', 0],
  );
  expect(texts('payments.charge', state)).toEqual([
    ['ch_1', '1000', 'order-9', 'none'],
    ['ch_2', '1000', 'not said', 'k-9'],
  ]);
  expect(read('payments.charge', state, 0)?.sum).toBe('2 charges, 2000 taken in all');
});

test('a message says how often it was delivered and when it is visible again', () => {
  const columns = ['id', 'queue', 'body', 'state', 'deliveries', 'receipt', 'visible_at', 'at'];
  const body = '{"orderId":"order-9"}';
  const state = table(
    columns,
    ['m1', 'jobs', body, 'ready', 0, null, null, 0],
    ['m2', 'jobs', body, 'in-flight', 1, 'r', 40_000, 0],
    ['m3', 'jobs', body, 'in-flight', 2, 'r', 10_000, 0],
    ['m4', 'jobs', body, 'acked', 3, null, null, 0],
    ['m5', 'jobs', body, 'ready', 1, null, null, 0],
    ['m6', 'jobs', body, 'dead', 5, null, null, 0],
  );
  expect(
    texts('queue.message', state, 10_000)?.map(([message, , times, what]) => [message, times, what]),
  ).toEqual([
    ['m1 / in jobs', 'not yet', 'waiting'],
    ['m2 / in jobs', 'once', 'in flight, visible again in 30 s'],
    ['m3 / in jobs', 'twice', 'visible again, not acknowledged in time'],
    ['m4 / in jobs', '3 times', 'acknowledged'],
    ['m5 / in jobs', 'once', 'visible again'],
    ['m6 / in jobs', '5 times', 'dead'],
  ]);
  expect(texts('queue.message', state)?.[0]?.[1]).toBe('orderId order-9');
  expect(read('queue.message', state, 0)?.rows.map(({ spent }) => spent)).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
  ]);
});

test('an entry says how much time it has left', () => {
  const state = table(
    ['key', 'value', 'expires_at'],
    ['lock', 'held', 30_000],
    ['old', 'x', 5_000],
    ['kept', 'y', null],
  );
  expect(texts('redis.entry', state, 10_000)).toEqual([
    ['lock', 'held', '20 s'],
    ['old', 'x', 'expired'],
    ['kept', 'y', 'stays'],
  ]);
});

test('a request that its key had answered before did nothing new', () => {
  const columns = ['id', 'idempotency_key', 'fingerprint', 'answer', 'repeats', 'at'];
  const state = table(
    columns,
    ['req_1', 'k', 'f', '{}', null, 0],
    ['req_2', 'k', 'f', null, 'req_1', 0],
    ['req_3', null, null, null, null, 0],
  );
  expect(texts('payments.request', state)?.map((cells) => cells[2])).toEqual([
    'performed / its answer is kept',
    'nothing new / was given the answer to req_1',
    'performed',
  ]);
});

test('a table with other columns, or of the application, is shown as it is', () => {
  expect(read('payments.charge', table(['id', 'cents']), 0)).toBeNull();
  expect(read('charge', table(['id', 'amount', 'reference', 'idempotency_key']), 0)).toBeNull();
});

test('a system outside has a heading, a sentence, and tables that say who wrote each row', () => {
  const [first] = brokenTrace.moments;
  if (!first) throw new Error('The trace has no moment.');
  const columns = ['id', 'amount', 'reference', 'idempotency_key', 'request_id', 'at'];
  const tables = { 'payments.charge': table(columns, ['ch_1', 1000, 'order-9', null, 'req_1', 0]) };
  const html = renderToStaticMarkup(
    createElement(Outside, {
      lab: shop,
      trace: { ...brokenTrace, moments: [{ ...first, tables }] },
      moment: 0,
      heading: 'h4',
      service: 'payments',
      tables: ['payments.charge'],
    }),
  );
  expect(html).toContain('payments</h4>');
  expect(html).toContain('A database of its own: no transaction spans it.');
  expect(html).toContain('<b>payments.charge</b>');
  expect(html).toContain('1 charge, 1000 taken in all');
  expect(html).toContain('</svg> W1');
});

test('harm is told under the table that the property asks about, not under its namesake', () => {
  const properties = {
    once: {
      says: 'Once.',
      whenBroken: 'twice',
      always: 'SELECT 1 FROM payments.charge',
      when: 'every-state' as const,
    },
  };
  const own = { ...shop, properties };
  expect(brokenFor(own, 'payments.charge', ['once'])).toBe('twice');
  expect(brokenFor(own, 'charge', ['once'])).toBeNull();
});

test('the application’s own table is shown as it is, its instants in words and whole in their titles', () => {
  const state = table(
    ['key', 'cents', 'claimed_at', 'lease_until'],
    ['k-9', 1000, 0, 30_000],
    ['k-8', 1000, 120_001, null],
  );
  expect(asItIs(state, 0).rows.map(({ cells }) => cells)).toEqual([
    [
      { text: 'k-9', quiet: false, number: false },
      { text: '1000', quiet: false, number: true },
      { text: '+0 s', quiet: false, number: false, whole: '0' },
      { text: '+30 s', quiet: false, number: false, whole: '30000' },
    ],
    [
      { text: 'k-8', quiet: false, number: false },
      { text: '1000', quiet: false, number: true },
      { text: '+2 min', quiet: false, number: false, whole: '120001' },
      { text: 'NULL', quiet: true, number: false },
    ],
  ]);
});
