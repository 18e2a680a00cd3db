import { describe, expect, test } from 'vitest';
import { payments } from '../../../../src/engine/world/services/payments.ts';
import { hour, provider } from './support.ts';

describe('payments.charge', () => {
  test('charges at every call when it has no key', () => {
    const it = provider('payments');
    expect(it.value('charge', { amount: 1000 })).toEqual({ id: 'ch_1', amount: 1000, requestId: 'req_1' });
    it.now = 5;
    expect(it.value('charge', { amount: 1000, reference: 'order-9', idempotencyKey: null })).toEqual({
      id: 'ch_2',
      amount: 1000,
      requestId: 'req_2',
    });
    expect(it.rows('SELECT * FROM charge')).toEqual([
      ['ch_1', 1000, null, null, 'req_1', 0],
      ['ch_2', 1000, 'order-9', null, 'req_2', 5],
    ]);
    // Without a key there is nothing to compare and nothing to keep.
    expect(it.rows('SELECT * FROM request')).toEqual([
      ['req_1', null, null, null, null, 0],
      ['req_2', null, null, null, null, 5],
    ]);
  });

  test('with a key charges once, and gives the first answer again with the id of the first request', () => {
    const it = provider('payments');
    const first = it.value('charge', { amount: 1000, reference: 'order-9', idempotencyKey: 'k-9' });
    it.now = 7;
    expect(it.value('charge', { idempotencyKey: 'k-9', reference: 'order-9', amount: 1000 })).toEqual(first);
    expect(first).toEqual({ id: 'ch_1', amount: 1000, requestId: 'req_1' });
    expect(it.rows('SELECT * FROM charge')).toEqual([['ch_1', 1000, 'order-9', 'k-9', 'req_1', 0]]);
    expect(it.rows('SELECT * FROM request')).toEqual([
      ['req_1', 'k-9', 'charge [1000,"order-9"]', '{"id":"ch_1","amount":1000,"requestId":"req_1"}', null, 0],
      ['req_2', 'k-9', 'charge [1000,"order-9"]', null, 'req_1', 7],
    ]);
  });

  test('refuses a key that came with other parameters, and leaves no trace', () => {
    const it = provider('payments');
    it.value('charge', { amount: 1000, idempotencyKey: 'k-9' });
    expect(it.refusal('charge', { amount: 999, idempotencyKey: 'k-9' })).toBe(
      'IDEMPOTENCY_MISMATCH: The idempotency key "k-9" came first with charge [1000,null], and now with charge [999,null]. Use a new key for a new request.',
    );
    expect(it.rows('SELECT count(*) FROM request')).toEqual([[1]]);
    expect(it.value('charge', { amount: 1000, idempotencyKey: 'k-9' })).toMatchObject({ requestId: 'req_1' });
  });

  test('refuses a key that came with another operation', () => {
    const it = provider('payments');
    it.value('charge', { amount: 1000, idempotencyKey: 'k-9' });
    expect(it.refusal('refund', { charge: 'ch_1', idempotencyKey: 'k-9' })).toBe(
      'IDEMPOTENCY_MISMATCH: The idempotency key "k-9" came first with charge [1000,null], and now with refund ["ch_1",null]. Use a new key for a new request.',
    );
  });

  test('forgets a key exactly 24 hours after its first use, repeats or not', () => {
    const it = provider('payments');
    it.now = 100;
    it.value('charge', { amount: 1000, idempotencyKey: 'k-9' });
    expect(it.instants(payments.deadlines ?? '')).toEqual([100 + 24 * hour]);
    it.now = 100 + 24 * hour - 1;
    expect(it.value('charge', { amount: 1000, idempotencyKey: 'k-9' })).toMatchObject({ id: 'ch_1' });
    // A repeat does not make the key younger.
    it.now = 100 + 24 * hour;
    expect(it.value('charge', { amount: 999, idempotencyKey: 'k-9' })).toEqual({
      id: 'ch_2',
      amount: 999,
      requestId: 'req_3',
    });
    it.now += 1;
    expect(it.value('charge', { amount: 999, idempotencyKey: 'k-9' })).toMatchObject({ id: 'ch_2' });
  });

  test('stores nothing under a key when its arguments are refused', () => {
    const it = provider('payments');
    expect(it.refusal('charge', { amount: 0, idempotencyKey: 'k-9' })).toBe(
      'INVALID_ARGUMENT: payments.charge takes amount, a whole number from 1 up; it got 0. Write payments.charge({ amount, reference?, idempotencyKey? }).',
    );
    expect(it.rows('SELECT * FROM request')).toEqual([]);
    expect(it.value('charge', { amount: 1, idempotencyKey: 'k-9' })).toMatchObject({ id: 'ch_1' });
  });

  test('keeps amounts beyond 32 bits whole', () => {
    const it = provider('payments');
    it.value('charge', { amount: Number.MAX_SAFE_INTEGER });
    expect(it.rows('SELECT amount, typeof(amount) FROM charge')).toEqual([
      [Number.MAX_SAFE_INTEGER, 'integer'],
    ]);
  });

  test('numbers charges on from the starting rows', () => {
    const it = provider('payments', "INSERT INTO charge VALUES ('ch_7', 500, NULL, NULL, 'req_old', 0)");
    expect(it.value('charge', { amount: 1000 })).toMatchObject({ id: 'ch_8' });
  });
});

describe('a decline', () => {
  test('is stored under its key like any answer, though the card would be accepted now', () => {
    const it = provider('payments', "INSERT INTO decline VALUES ('order-9', 1)");
    const refused = 'CARD_DECLINED: The card was declined, and nothing was charged.';
    expect(it.refusal('charge', { amount: 1000, reference: 'order-9', idempotencyKey: 'k-9' })).toBe(refused);
    expect(it.rows('SELECT times FROM decline')).toEqual([[0]]);
    expect(it.refusal('charge', { amount: 1000, reference: 'order-9', idempotencyKey: 'k-9' })).toBe(refused);
    expect(it.value('charge', { amount: 1000, reference: 'order-9', idempotencyKey: 'k-10' })).toMatchObject({
      id: 'ch_1',
    });
    expect(it.rows('SELECT id, repeats FROM request')).toEqual([
      ['req_1', null],
      ['req_2', 'req_1'],
      ['req_3', null],
    ]);
  });

  test('without a number of times lasts, and without a reference strikes everybody', () => {
    const it = provider('payments', "INSERT INTO decline VALUES ('order-1', NULL)");
    for (let n = 0; n < 3; n += 1) {
      expect(it.call('charge', { amount: 1, reference: 'order-1' })).toMatchObject({ code: 'CARD_DECLINED' });
    }
    expect(it.call('charge', { amount: 1, reference: 'order-2' })).toMatchObject({ kind: 'value' });
    expect(it.call('charge', { amount: 1 })).toMatchObject({ kind: 'value' });
    const everybody = provider('payments', 'INSERT INTO decline VALUES (NULL, 1)');
    expect(everybody.call('charge', { amount: 1, reference: 'order-2' })).toMatchObject({ kind: 'error' });
    expect(everybody.call('charge', { amount: 1, reference: 'order-2' })).toMatchObject({ kind: 'value' });
  });
});

describe('payments.refund', () => {
  test('gives back a part, then the rest, then nothing', () => {
    const it = provider('payments');
    it.value('charge', { amount: 1000 });
    expect(it.value('refund', { charge: 'ch_1', amount: 300 })).toEqual({
      id: 're_1',
      charge: 'ch_1',
      amount: 300,
      requestId: 'req_2',
    });
    expect(it.refusal('refund', { charge: 'ch_1', amount: 701 })).toBe(
      'REFUND_TOO_LARGE: Only 700 is left of the charge "ch_1"; 701 cannot be refunded.',
    );
    expect(it.value('refund', { charge: 'ch_1' })).toMatchObject({ id: 're_2', amount: 700 });
    expect(it.refusal('refund', { charge: 'ch_1' })).toBe(
      'ALREADY_REFUNDED: The charge "ch_1" has been refunded in full already.',
    );
    expect(it.rows('SELECT id, charge, amount FROM refund')).toEqual([
      ['re_1', 'ch_1', 300],
      ['re_2', 'ch_1', 700],
    ]);
  });

  test('pays twice when it is asked twice without a key, and once with one', () => {
    const twice = provider('payments');
    twice.value('charge', { amount: 1000 });
    twice.value('refund', { charge: 'ch_1', amount: 400 });
    twice.value('refund', { charge: 'ch_1', amount: 400 });
    expect(twice.rows('SELECT sum(amount) FROM refund')).toEqual([[800]]);
    const once = provider('payments');
    once.value('charge', { amount: 1000 });
    const first = once.value('refund', { charge: 'ch_1', amount: 400, idempotencyKey: 'task-3' });
    expect(once.value('refund', { charge: 'ch_1', amount: 400, idempotencyKey: 'task-3' })).toEqual(first);
    expect(once.rows('SELECT sum(amount) FROM refund')).toEqual([[400]]);
  });

  test('of a charge that does not exist stores nothing', () => {
    const it = provider('payments');
    expect(it.refusal('refund', { charge: 'ch_9', idempotencyKey: 'k' })).toBe(
      'NO_SUCH_CHARGE: There is no charge "ch_9". Pass the id that payments.charge gave.',
    );
    expect(it.rows('SELECT * FROM request')).toEqual([]);
  });
});

describe('payments.find', () => {
  test('lists the charges of a reference with what has been refunded, and logs nothing', () => {
    const it = provider('payments');
    it.value('charge', { amount: 1000, reference: 'order-9' });
    it.value('charge', { amount: 5, reference: 'order-8' });
    it.value('charge', { amount: 1000, reference: 'order-9' });
    it.value('refund', { charge: 'ch_3', amount: 400 });
    expect(it.value('find', { reference: 'order-9' })).toEqual([
      { id: 'ch_1', amount: 1000, reference: 'order-9', refunded: 0, requestId: 'req_1' },
      { id: 'ch_3', amount: 1000, reference: 'order-9', refunded: 400, requestId: 'req_3' },
    ]);
    expect(it.value('find', { reference: 'order-1' })).toEqual([]);
    expect(it.rows('SELECT count(*) FROM request')).toEqual([[4]]);
  });
});

describe('arguments', () => {
  const write = 'Write payments.charge({ amount, reference?, idempotencyKey? }).';
  test.each([
    [[], 'payments.charge takes amount, a whole number from 1 up; it got nothing.'],
    [[null], 'payments.charge takes amount, a whole number from 1 up; it got nothing.'],
    [[1000], 'payments.charge takes an object with amount, reference, idempotencyKey; it got 1000.'],
    [['x'], 'payments.charge takes an object with amount, reference, idempotencyKey; it got "x".'],
    [[[1]], 'payments.charge takes an object with amount, reference, idempotencyKey; it got a list.'],
    [[{ amount: 1 }, 2], 'payments.charge takes 1 argument; it got 2.'],
    [[{ amount: '1000' }], 'payments.charge takes amount, a whole number from 1 up; it got "1000".'],
    [[{ amount: 12.5 }], 'payments.charge takes amount, a whole number from 1 up; it got 12.5.'],
    [[{ amount: -1 }], 'payments.charge takes amount, a whole number from 1 up; it got -1.'],
    [
      [{ amount: 2 ** 53 }],
      'payments.charge takes amount, a whole number from 1 up; it got 9007199254740992.',
    ],
    [[{ amount: 1, idempotency_key: 'k' }], 'payments.charge does not know "idempotency_key".'],
    [
      [{ amount: 1, idempotencyKey: '' }],
      'payments.charge takes idempotencyKey, a text that is not empty; it got "".',
    ],
    [
      [{ amount: 1, idempotencyKey: 9 }],
      'payments.charge takes idempotencyKey, a text that is not empty; it got 9.',
    ],
    [
      [{ amount: 1, reference: {} }],
      'payments.charge takes reference, a text that is not empty; it got an object.',
    ],
    [
      [{ amount: 1, reference: 'a\0b' }],
      'payments.charge takes reference, a text of whole characters without NUL; it got "a\\u0000b".',
    ],
    [
      [{ amount: 1, reference: '\ud800' }],
      'payments.charge takes reference, a text of whole characters without NUL; it got "\\ud800".',
    ],
    [
      [{ amount: 1, idempotencyKey: 'k'.repeat(256) }],
      'payments.charge takes idempotencyKey, a text of at most 255 characters; it got one of 256.',
    ],
  ])('%j is refused', (args, message) => {
    expect(provider('payments').refusal('charge', ...args)).toBe(`INVALID_ARGUMENT: ${message} ${write}`);
  });

  test('a key of 255 characters and names from Object.prototype are no trouble', () => {
    const it = provider('payments');
    expect(it.call('charge', { amount: 1, idempotencyKey: 'k'.repeat(255) })).toMatchObject({
      kind: 'value',
    });
    expect(it.refusal('charge', JSON.parse('{ "amount": 1, "__proto__": 1 }'))).toBe(
      `INVALID_ARGUMENT: payments.charge does not know "__proto__". ${write}`,
    );
  });
});
