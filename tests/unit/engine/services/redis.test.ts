import { describe, expect, test } from 'vitest';
import { redis } from '../../../../src/engine/world/services/redis.ts';
import type { Json } from '../../../../src/engine/world/services/service.ts';
import { provider } from './support.ts';

const all = 'SELECT * FROM entry ORDER BY rowid';

describe('redis.set', () => {
  test('stores texts, and numbers as their digits', () => {
    const it = provider('redis');
    expect(it.value('set', 'a', '')).toBe('OK');
    expect(it.value('set', 'b', 1.5, {})).toBe('OK');
    expect(it.rows(all)).toEqual([
      ['a', '', null],
      ['b', '1.5', null],
    ]);
    expect([it.value('get', 'a'), it.value('get', 'b'), it.value('get', 'c')]).toEqual(['', '1.5', null]);
  });

  test('with nx lets one have the key', () => {
    const it = provider('redis');
    expect(it.value('set', 'lock', 'w1', { nx: true })).toBe('OK');
    expect(it.value('set', 'lock', 'w2', { nx: true })).toBeNull();
    expect(it.value('get', 'lock')).toBe('w1');
    expect(it.value('set', 'lock', 'w3', { nx: false })).toBe('OK');
    expect(it.value('get', 'lock')).toBe('w3');
  });

  test('without ex or px takes away the time to live', () => {
    const it = provider('redis');
    it.value('set', 'lock', 'w1', { ex: 10 });
    it.value('set', 'lock', 'w1');
    expect(it.rows(all)).toEqual([['lock', 'w1', null]]);
  });
});

describe('time to live', () => {
  test.each<[string, Json, number]>([
    ['ex counts seconds', { ex: 2 }, 2000],
    ['px counts milliseconds', { px: 30 }, 30],
  ])('%s, and the key is gone at the very instant', (_, options, life) => {
    const it = provider('redis');
    it.now = 1000;
    it.value('set', 'lock', 'w1', options);
    expect(it.instants(redis.deadlines ?? '')).toEqual([1000 + life]);
    it.now = 1000 + life - 1;
    expect(it.value('get', 'lock')).toBe('w1');
    expect(it.value('set', 'lock', 'w2', { nx: true })).toBeNull();
    it.now = 1000 + life;
    expect(it.value('get', 'lock')).toBeNull();
    expect(it.value('set', 'lock', 'w2', { nx: true })).toBe('OK');
  });

  test('takes every expired row away at the next command, whatever key that is about', () => {
    const it = provider('redis');
    it.value('set', 'a', '1', { px: 10 });
    it.value('set', 'b', '2', { px: 11 });
    it.value('set', 'c', '3');
    it.now = 10;
    expect(it.rows(all)).toHaveLength(3);
    it.value('get', 'c');
    expect(it.rows(all)).toEqual([
      ['b', '2', 11],
      ['c', '3', null],
    ]);
    expect(it.instants(redis.deadlines ?? '')).toEqual([11]);
  });

  test('of an owner who is late lets another in, and a plain del then frees the other’s lock', () => {
    const it = provider('redis');
    it.value('set', 'lock', 'w1', { nx: true, px: 10 });
    it.now = 10;
    it.value('set', 'lock', 'w2', { nx: true, px: 10 });
    expect(it.value('del', 'lock')).toBe(1);
    expect(it.rows(all)).toEqual([]);
  });
});

describe('redis.delIfEqual', () => {
  test('removes what is its own, and leaves what has passed to another', () => {
    const it = provider('redis');
    it.value('set', 'lock', 'w2');
    expect(it.value('delIfEqual', 'lock', 'w1')).toBe(0);
    expect(it.value('get', 'lock')).toBe('w2');
    expect(it.value('delIfEqual', 'lock', 'w2')).toBe(1);
    expect(it.value('delIfEqual', 'lock', 'w2')).toBe(0);
  });
  test('compares numbers by their digits, and not with an expired value', () => {
    const it = provider('redis');
    it.value('set', 'n', '7', { px: 5 });
    it.now = 5;
    expect(it.value('delIfEqual', 'n', 7)).toBe(0);
    it.value('set', 'n', '7');
    expect(it.value('delIfEqual', 'n', 7)).toBe(1);
  });
});

describe('redis.del and redis.incr', () => {
  test('del counts the keys that were there', () => {
    const it = provider('redis');
    it.value('set', 'a', 1);
    it.value('set', 'b', 2, { px: 1 });
    it.now = 1;
    expect(it.value('del', 'a', 'b', 'c', 'a')).toBe(1);
  });
  test('incr counts from 0, and keeps the time to live', () => {
    const it = provider('redis');
    expect([it.value('incr', 'n'), it.value('incr', 'n')]).toEqual([1, 2]);
    it.value('set', 'm', '-1', { px: 10 });
    expect(it.value('incr', 'm')).toBe(0);
    expect(it.rows(all)).toEqual([
      ['n', '2', null],
      ['m', '0', 10],
    ]);
    it.now = 10;
    expect(it.value('incr', 'm')).toBe(1);
  });
  test.each(['w1', '1.5', '', '9007199254740991'])('incr of %j is refused', (value) => {
    const it = provider('redis');
    it.value('set', 'n', value);
    expect(it.refusal('incr', 'n')).toBe(
      `NOT_AN_INTEGER: The value at "n" is ${JSON.stringify(value)}, which redis.incr cannot add to. Set it to a whole number first.`,
    );
  });
});

describe('arguments', () => {
  const set = 'Write redis.set(key, value, { nx?, ex?, px? }).';
  test.each<[string, Json[], string]>([
    ['set', [], `redis.set takes key, a text that is not empty; it got nothing. ${set}`],
    [
      'set',
      ['k'],
      `redis.set takes value, a text or a number; JSON.stringify makes a text of anything; it got nothing. ${set}`,
    ],
    [
      'set',
      ['k', { a: 1 }],
      `redis.set takes value, a text or a number; JSON.stringify makes a text of anything; it got an object. ${set}`,
    ],
    ['set', ['k', 'v', { NX: true }], `redis.set does not know "NX". ${set}`],
    ['set', ['k', 'v', { nx: 1 }], `redis.set takes nx, true or false; it got 1. ${set}`],
    ['set', ['k', 'v', { ex: 0 }], `redis.set takes ex, a whole number from 1 up; it got 0. ${set}`],
    [
      'set',
      ['k', 'v', { ex: 1, px: 5 }],
      `redis.set takes px, without ex beside it, since both say when the key expires; it got 5. ${set}`,
    ],
    ['get', [1], 'redis.get takes key, a text that is not empty; it got 1. Write redis.get(key).'],
    ['del', [], 'redis.del takes keys, one text or more; it got nothing. Write redis.del(...keys).'],
    [
      'del',
      [['a']],
      'redis.del takes keys, texts that are not empty; it got a list. Write redis.del(...keys).',
    ],
  ])('%s %j is refused', (operation, args, message) => {
    expect(provider('redis').refusal(operation, ...args)).toBe(`INVALID_ARGUMENT: ${message}`);
  });
});
