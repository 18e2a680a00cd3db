/** What `--on` and `--isolation` may say. */
import { expect, test } from 'vitest';
import { parseAddresses, parseIsolation, where, withoutPassword } from '../../../src/servers/address.ts';

test('one address each for PostgreSQL and Redis', () => {
  const { postgres, redis } = parseAddresses([
    'redis://localhost:6380/2',
    'postgresql://me:secret@db.test/shop',
  ]);
  expect(where(postgres!)).toBe('db.test:5432/shop');
  expect(where(redis!)).toBe('localhost:6380/2');
  expect(parseAddresses([])).toEqual({ postgres: null, redis: null });
});

test.each([
  ['mysql://db.test/shop', 'mysql://db.test/shop'],
  ['localhost:5432', 'localhost:5432'],
  ['', ''],
  // No host: the driver would silently take the local socket.
  ['postgres:///shop', 'postgres:///shop'],
  ['mysql://me:secret@db.test', 'mysql://me@db.test'],
])('%s is no address, and the message keeps passwords out', (text, shown) => {
  expect(() => parseAddresses([text])).toThrow(
    `--on is "${shown}", which names neither a PostgreSQL nor a Redis. Write postgres://user@host:5432/database or redis://host:6379.`,
  );
});

test('two servers for one kind of call are refused', () => {
  expect(() => parseAddresses(['postgres://a.test/x', 'postgres://me:secret@b.test/y'])).toThrow(
    '--on names two servers for sql, a.test:5432/x and b.test:5432/y. Leave one of them out.',
  );
  expect(() => parseAddresses(['redis://a.test', 'rediss://b.test'])).toThrow(
    '--on names two servers for redis, a.test:6379 and b.test:6379. Leave one of them out.',
  );
});

test('isolation levels in any of the ways people write them', () => {
  expect(parseIsolation('read committed')).toBe('read committed');
  expect(parseIsolation('REPEATABLE READ')).toBe('repeatable read');
  expect(parseIsolation('repeatable-read')).toBe('repeatable read');
  expect(parseIsolation(' Serializable ')).toBe('serializable');
  expect(() => parseIsolation('snapshot')).toThrow(
    '--isolation is "snapshot", which PostgreSQL does not have. Choose one of: read committed, repeatable read, serializable.',
  );
  // PostgreSQL takes it, and means READ COMMITTED by it: the name would promise what is not there.
  expect(() => parseIsolation('read uncommitted')).toThrow('--isolation is "read uncommitted"');
});

test('an address is shown without its password', () => {
  expect(withoutPassword('postgres://me:se:cret@db.test:5432/shop')).toBe('postgres://me@db.test:5432/shop');
  expect(withoutPassword('redis://:secret@cache.test')).toBe('redis://@cache.test');
  expect(withoutPassword('redis://cache.test:6379')).toBe('redis://cache.test:6379');
});
