/** A trace with faults, services and a clock, written by hand. */
import type { Lab } from '../../../src/engine/lab.ts';
import type { TaskView, Trace, TraceEvent } from '../../../src/engine/trace.ts';
import { finished, lab, ready, stopped, traceOf } from './fixtures.ts';

const request = { method: 'POST', path: '/charges', headers: {} };

/** A request that is retried, and two consumers of one queue. */
export const shop: Lab = {
  ...lab,
  scenarios: {
    shop: {
      tasks: {
        w1: { entry: 'handle', request, after: [], retries: { attempts: 1, when: 'after-failure' } },
        w2: { entry: 'consume', from: 'receipts', after: [] },
        w3: { entry: 'consume', message: { id: 'm7' }, after: [], redelivery: { when: 'after-end' } },
      },
      scalable: false,
      faults: { crash: 1, loseResponse: 1, timeout: 1, redeliver: 2, clockJump: 1 },
    },
  },
  services: { payments: '', queue: '' },
  watch: ['charge', 'payments.charge', 'queue.message'],
};

const late = stopped('waiting', 'w1.2 starts only if w1 fails');
const idle = stopped('ready', 'w2 waits for a message of receipts');
const start = { w1: ready('CHARGE', 3), 'w1.2': late, w2: idle, w3: ready('SEND', 13) };

/** What a hand-written step lacks. */
interface Extra {
  choice: string;
  kind?: TraceEvent['kind'];
  service?: TraceEvent['service'];
  error?: string;
  delivered?: string;
  now?: number;
}

/** Puts faults, services and time into a trace of plain steps. */
export function withWorld(trace: Trace, extras: Extra[]): Trace {
  const events = trace.events.map((event, index) => {
    const { now: _, ...extra } = extras[index] ?? { choice: event.choice };
    return { ...event, ...extra };
  });
  let now = 0;
  const moments = trace.moments.map((moment, index) => {
    now = extras[index - 1]?.now ?? now;
    return { ...moment, now };
  });
  return {
    ...trace,
    scenario: 'shop',
    schedule: events.map(({ choice }) => choice).join(' '),
    events,
    moments,
  };
}

const crashed: TaskView = {
  ...finished,
  end: { kind: 'crashed', status: null, body: null, detail: '', line: null, column: null },
};
const after = { ...start, w1: crashed, 'w1.2': ready('CHARGE', 3) };

/** W1 charges and crashes, ten minutes pass, and its retry charges again. */
export const crashTrace = withWorld(
  traceOf(start, [
    { task: 'w1', verb: 'CHARGE', result: 'ch_1', tasks: { ...start, w1: ready('INSERT', 4) }, level: 1 },
    { task: 'w1', verb: 'CRASH', result: 'process gone', tasks: after, level: 1 },
    { task: '', verb: 'CLOCK', result: 'time jumps', tasks: after, level: 1 },
    { task: 'w1.2', verb: 'CHARGE', result: 'ch_2', tasks: { ...after, 'w1.2': finished }, level: 2 },
  ]),
  [
    { choice: 'w1', kind: 'service', service: 'payments' },
    { choice: 'crash:w1', kind: 'fault' },
    { choice: 'clockJump:600000', kind: 'fault', now: 600_000 },
    { choice: 'w1.2', kind: 'service', service: 'payments' },
  ],
);

const again = { ...start, w2: finished, w3: ready('SEND', 13) };

/** W2 is handed m1 and ends; the broker delivers it again, and W3 is handed it. */
export const redeliveryTrace = withWorld(
  traceOf(start, [
    { task: 'w2', verb: 'SEND', result: 'em_1', tasks: again, level: 0 },
    { task: 'w2', verb: 'AGAIN', result: 'delivered again', tasks: again, level: 0 },
    { task: 'w3', verb: 'SEND', result: 'em_2', tasks: { ...again, w3: finished }, level: 0 },
  ]),
  [
    { choice: 'w2', kind: 'service', service: 'email', delivered: '{"id":"m1","body":{}}' },
    { choice: 'redeliver:w2', kind: 'fault' },
    { choice: 'w3', kind: 'service', service: 'email', delivered: '{"id":"m1","body":{}}' },
  ],
);
