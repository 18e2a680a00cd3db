import { describe, expect, test } from 'vitest';
import { nextAnswer, nextVisible, queue } from '../../../../src/engine/world/services/queue.ts';
import type { Json } from '../../../../src/engine/world/services/service.ts';
import { provider } from './support.ts';

const orders = "INSERT INTO queue (name, visibility_ms) VALUES ('orders', 100)";
const limited =
  "INSERT INTO queue VALUES ('orders', 100, 2, 'given-up', NULL), ('given-up', 100, NULL, NULL, NULL)";

const states = 'SELECT id, queue, state, deliveries, receipt, visible_at FROM message ORDER BY rowid';

describe('publishing and receiving', () => {
  test('hands over the oldest message with what was published, each delivery with its own receipt', () => {
    const it = provider('queue', orders);
    expect(it.value('publish', 'orders', { orderId: 'order-9', note: 'a\0b \ud800' })).toEqual({
      id: 'msg_1',
    });
    it.now = 5;
    expect(it.value('publish', 'orders', 'second', { id: 'm-2' })).toEqual({ id: 'm-2' });
    it.now = 10;
    expect(it.value('receive', 'orders')).toEqual({
      id: 'msg_1',
      body: { orderId: 'order-9', note: 'a\0b \ud800' },
      deliveries: 1,
      receipt: 'orders/1/1',
    });
    expect(it.value('receive', 'orders')).toEqual({
      id: 'm-2',
      body: 'second',
      deliveries: 1,
      receipt: 'orders/2/1',
    });
    expect(it.rows('SELECT * FROM message')).toEqual([
      [
        'msg_1',
        'orders',
        '{"orderId":"order-9","note":"a\\u0000b \\ud800"}',
        'in-flight',
        1,
        'orders/1/1',
        110,
        0,
      ],
      ['m-2', 'orders', '"second"', 'in-flight', 1, 'orders/2/1', 110, 5],
    ]);
  });

  test('gives null when the queue is empty or all is acknowledged, and waits while anything is in flight', () => {
    const it = provider('queue', orders);
    expect(it.value('receive', 'orders')).toBeNull();
    it.value('publish', 'orders', null);
    const message = it.value('receive', 'orders');
    expect(message).toMatchObject({ body: null });
    expect(it.call('receive', 'orders')).toEqual({ kind: 'wait' });
    expect(it.value('ack', message)).toBeNull();
    expect(it.value('receive', 'orders')).toBeNull();
    expect(it.rows(states)).toEqual([['msg_1', 'orders', 'acked', 1, null, null]]);
  });

  test('takes a body of 8192 characters of JSON, and no more', () => {
    const it = provider('queue', orders);
    // Two for the quotation marks.
    expect(it.value('publish', 'orders', 'x'.repeat(8190))).toEqual({ id: 'msg_1' });
    expect(it.refusal('publish', 'orders', 'x'.repeat(8191))).toBe(
      'INVALID_ARGUMENT: queue.publish takes body, at most 8192 characters of JSON; it got 8193. Write queue.publish(queue, body, { id? }).',
    );
  });

  test('keeps queues apart', () => {
    const it = provider('queue', `${orders}, ('mails', 50)`);
    it.value('publish', 'orders', 1);
    it.value('receive', 'orders');
    expect(it.value('receive', 'mails')).toBeNull();
    it.value('publish', 'mails', 2);
    expect(it.value('receive', 'mails')).toMatchObject({ body: 2, receipt: 'mails/2/1' });
  });

  test('does not remove a second message with the same id', () => {
    const it = provider('queue', orders);
    it.value('publish', 'orders', 1, { id: 'm-1' });
    it.value('publish', 'orders', 1, { id: 'm-1' });
    expect(it.rows(states)).toEqual([
      ['m-1', 'orders', 'ready', 0, null, null],
      ['m-1', 'orders', 'ready', 0, null, null],
    ]);
    const first = it.value('receive', 'orders');
    it.value('ack', first);
    expect(it.value('receive', 'orders')).toMatchObject({ id: 'm-1', receipt: 'orders/2/1' });
  });

  test('removes one within dedup_ms, up to the instant at which that ends', () => {
    const it = provider('queue', "INSERT INTO queue VALUES ('orders', 100, NULL, NULL, 300)");
    it.value('publish', 'orders', 1, { id: 'm-1' });
    it.now = 299;
    expect(it.value('publish', 'orders', 2, { id: 'm-1' })).toEqual({ id: 'm-1' });
    it.value('publish', 'orders', 3, { id: 'm-2' });
    it.value('publish', 'orders', 4);
    expect(it.rows('SELECT id, body FROM message')).toEqual([
      ['m-1', '1'],
      ['m-2', '3'],
      ['msg_3', '4'],
    ]);
    expect(it.instants(queue.deadlines ?? '')).toEqual([300, 599, 599]);
    it.now = 300;
    it.value('publish', 'orders', 2, { id: 'm-1' });
    expect(it.rows('SELECT count(*) FROM message')).toEqual([[4]]);
  });
});

describe('the visibility timeout', () => {
  test('makes a message visible at exactly visible_at, and counts the delivery', () => {
    const it = provider('queue', orders);
    it.value('publish', 'orders', 'x');
    it.value('receive', 'orders');
    expect(it.instants(queue.deadlines ?? '')).toEqual([100]);
    it.now = 99;
    expect(it.call('receive', 'orders')).toEqual({ kind: 'wait' });
    it.now = 100;
    expect(it.value('receive', 'orders')).toEqual({
      id: 'msg_1',
      body: 'x',
      deliveries: 2,
      receipt: 'orders/1/2',
    });
    expect(it.instants(queue.deadlines ?? '')).toEqual([200]);
  });

  test('lets a late acknowledgement count while nobody else has the message', () => {
    const it = provider('queue', orders);
    it.value('publish', 'orders', 'x');
    const message = it.value('receive', 'orders');
    it.now = 1000;
    it.value('ack', message);
    expect(it.rows(states)).toEqual([['msg_1', 'orders', 'acked', 1, null, null]]);
  });

  test.each(['ack', 'nack'])('makes %s of an earlier delivery succeed and do nothing', (operation) => {
    const it = provider('queue', orders);
    it.value('publish', 'orders', 'x');
    const early = it.value('receive', 'orders');
    it.now = 100;
    const late = it.value('receive', 'orders');
    expect(it.value(operation, early)).toBeNull();
    expect(it.rows(states)).toEqual([['msg_1', 'orders', 'in-flight', 2, 'orders/1/2', 200]]);
    it.value('ack', late);
    expect(it.value(operation, late)).toBeNull();
    expect(it.rows(states)).toEqual([['msg_1', 'orders', 'acked', 2, null, null]]);
  });
});

describe('handing back', () => {
  test('makes a message visible at once, before those that came later', () => {
    const it = provider('queue', orders);
    it.value('publish', 'orders', 'poison');
    it.value('publish', 'orders', 'good');
    const message = it.value('receive', 'orders');
    it.value('nack', message);
    expect(it.rows(states)).toEqual([
      ['msg_1', 'orders', 'ready', 1, null, null],
      ['msg_2', 'orders', 'ready', 0, null, null],
    ]);
    expect(it.value('receive', 'orders')).toMatchObject({ body: 'poison', deliveries: 2 });
    expect(it.value('ack', message)).toBeNull();
    expect(it.rows('SELECT state FROM message')).toEqual([['in-flight'], ['ready']]);
  });

  test('after the last delivery moves a message to the dead-letter queue', () => {
    const it = provider('queue', limited);
    it.value('publish', 'orders', 'poison');
    it.value('nack', it.value('receive', 'orders'));
    expect(it.rows(states)).toEqual([['msg_1', 'orders', 'ready', 1, null, null]]);
    it.value('nack', it.value('receive', 'orders'));
    expect(it.rows(states)).toEqual([['msg_1', 'given-up', 'ready', 0, null, null]]);
    expect(it.value('receive', 'orders')).toBeNull();
    expect(it.value('receive', 'given-up')).toEqual({
      id: 'msg_1',
      body: 'poison',
      deliveries: 1,
      receipt: 'given-up/1/1',
    });
  });
});

describe('the last delivery', () => {
  test('that times out moves its message when the queue is next used', () => {
    const it = provider('queue', limited);
    it.value('publish', 'orders', 'poison');
    it.value('publish', 'orders', 'good');
    it.value('receive', 'orders');
    it.now = 100;
    it.value('receive', 'orders');
    it.now = 200;
    expect(it.rows(states)[0]).toEqual(['msg_1', 'orders', 'in-flight', 2, 'orders/1/2', 200]);
    expect(it.value('receive', 'orders')).toMatchObject({ body: 'good', deliveries: 1 });
    expect(it.rows(states)[0]).toEqual(['msg_1', 'given-up', 'ready', 0, null, null]);
  });

  test('can still be acknowledged until the message is moved', () => {
    const it = provider('queue', limited);
    it.value('publish', 'orders', 'slow');
    it.value('nack', it.value('receive', 'orders'));
    const last = it.value('receive', 'orders');
    it.now = 500;
    it.value('ack', last);
    expect(it.rows(states)).toEqual([['msg_1', 'orders', 'acked', 2, null, null]]);
  });

  test('without a dead-letter queue leaves the message dead', () => {
    const it = provider('queue', "INSERT INTO queue (name, max_deliveries) VALUES ('orders', 1)");
    it.value('publish', 'orders', 'poison');
    const message = it.value('receive', 'orders');
    it.value('nack', message);
    expect(it.rows(states)).toEqual([['msg_1', 'orders', 'dead', 1, null, null]]);
    expect(it.value('receive', 'orders')).toBeNull();
    it.value('redeliver', message);
    expect(it.value('receive', 'orders')).toBeNull();
  });
});

describe('the broker that delivers again', () => {
  test('brings an acknowledged message back, and the old receipt is stale', () => {
    const it = provider('queue', orders);
    it.value('publish', 'orders', 'x');
    const message = it.value('receive', 'orders');
    it.value('ack', message);
    it.value('redeliver', message);
    expect(it.rows(states)).toEqual([['msg_1', 'orders', 'ready', 1, null, null]]);
    it.value('ack', message);
    expect(it.value('receive', 'orders')).toMatchObject({ deliveries: 2, receipt: 'orders/1/2' });
  });

  test('does so while the first delivery is at work, by whichever receipt', () => {
    const it = provider('queue', orders);
    it.value('publish', 'orders', 'x');
    const first = it.value('receive', 'orders');
    it.value('redeliver', first);
    expect(it.value('receive', 'orders')).toMatchObject({ deliveries: 2 });
    it.value('redeliver', first);
    expect(it.value('receive', 'orders')).toMatchObject({ deliveries: 3 });
  });

  test('is nothing that handlers can ask for', () => {
    expect(Object.keys(queue.operations)).toEqual(['publish', 'receive', 'ack', 'nack']);
  });
});

describe('what the scheduler asks', () => {
  /** When `orders` and `given-up` have a message, and when a `receive` that waits for them is answered. */
  const asks = (it: ReturnType<typeof provider>) =>
    ['orders', 'given-up'].map((name) => [it.instants(nextVisible, name), it.instants(nextAnswer, name)]);

  test('a queue delivers at once, or when a timeout ends, or never', () => {
    const it = provider('queue', limited);
    // A receive on an empty queue is answered at once, with null.
    expect(asks(it)).toEqual([
      [[], [0]],
      [[], [0]],
    ]);
    it.value('publish', 'orders', 1);
    it.value('publish', 'orders', 2);
    expect(asks(it)[0]).toEqual([
      [0, 0],
      [0, 0, 0],
    ]);
    const first = it.value('receive', 'orders');
    it.now = 30;
    const second = it.value('receive', 'orders');
    expect(asks(it)[0]).toEqual([
      [100, 130],
      [100, 130, 130],
    ]);
    it.value('ack', first);
    expect(asks(it)[0]).toEqual([[130], [130, 130]]);
    it.value('ack', second);
    expect(asks(it)[0]).toEqual([[], [0]]);
  });

  test('after its last delivery a message is the dead-letter queue’s from the end of its timeout', () => {
    const it = provider('queue', limited);
    it.value('publish', 'orders', 1);
    it.value('nack', it.value('receive', 'orders'));
    it.value('receive', 'orders');
    // Nobody gets it from orders; whoever waits there is told null at 100.
    expect(asks(it)).toEqual([
      [[], [100]],
      [[100], [100, 0]],
    ]);
    it.now = 100;
    expect(it.value('receive', 'given-up')).toMatchObject({ body: 1 });
    expect(it.value('receive', 'orders')).toBeNull();
  });
});

describe('arguments', () => {
  test.each<[string, Json[], string]>([
    ['receive', ['mails'], 'NO_SUCH_QUEUE: There is no queue "mails". The lab has "orders".'],
    ['publish', ['mails', 1], 'NO_SUCH_QUEUE: There is no queue "mails". The lab has "orders".'],
    [
      'publish',
      ['orders'],
      'INVALID_ARGUMENT: queue.publish takes body, a value that JSON can hold; it got nothing. Write queue.publish(queue, body, { id? }).',
    ],
    [
      'publish',
      [{ orderId: 1 }],
      'INVALID_ARGUMENT: queue.publish takes queue, a text that is not empty; it got an object. Write queue.publish(queue, body, { id? }).',
    ],
    [
      'publish',
      ['orders', 1, 'm-1'],
      'INVALID_ARGUMENT: queue.publish takes an object with id; it got "m-1". Write queue.publish(queue, body, { id? }).',
    ],
    [
      'publish',
      ['orders', 1, { id: 'm-1' }, 2],
      'INVALID_ARGUMENT: queue.publish takes 3 arguments; it got 4. Write queue.publish(queue, body, { id? }).',
    ],
    [
      'ack',
      [],
      'INVALID_ARGUMENT: queue.ack takes message, a value that JSON can hold; it got nothing. Write queue.ack(message).',
    ],
    [
      'ack',
      ['orders/1/1'],
      'INVALID_ARGUMENT: queue.ack takes message, as queue.receive or consume was handed it, with its receipt; it got "orders/1/1". Write queue.ack(message).',
    ],
    [
      'nack',
      [{ id: 'm-1' }],
      'INVALID_ARGUMENT: queue.nack takes message, as queue.receive or consume was handed it, with its receipt; it got an object without one. Write queue.nack(message).',
    ],
  ])('%s %j is refused', (operation, args, message) => {
    expect(provider('queue', orders).refusal(operation, ...args)).toBe(message);
  });

  test('a lab without queues is told so', () => {
    expect(provider('queue').refusal('receive', 'orders')).toBe(
      'NO_SUCH_QUEUE: There is no queue "orders". The lab has none.',
    );
  });
});
