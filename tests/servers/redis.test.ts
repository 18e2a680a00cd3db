/** Calls of `redis` on a real Redis, which this file starts and stops. */
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handle, smallLab } from '../unit/engine/support.ts';
import { type LocalServer, redisFolder, startRedis } from './local.ts';
import { both, steps, withServers } from './support.ts';

const name = redisFolder
  ? 'on a Redis of its own'
  : 'on Redis, which is not installed here (Debian: apt-get install redis-server), so not tried';

describe.skipIf(!redisFolder)(name, { timeout: 180_000 }, () => {
  let server: LocalServer;
  let target: { urls: string[] };
  beforeAll(async () => {
    server = await startRedis(redisFolder ?? '');
    target = { urls: [server.url] };
  });
  afterAll(() => server?.stop());

  const lab = (changes = {}) =>
    smallLab(2, { services: { redis: '' }, watch: ['t', 'redis.entry'], ...changes });
  const bodies = ({ server: side }: Awaited<ReturnType<typeof both>>) =>
    Object.values(side.trace.moments.at(-1)?.tasks ?? {}).map(({ end }) => end?.body);

  test('of two claims with nx one wins, and the table shows what Redis holds', async () => {
    const source = handle(`
  const won = await env.redis.set('claim:order-9', 'token', { nx: true, ex: 30 });
  return Response.json({ won });`);
    const result = await both(lab(), source, target, 'w1 w2');
    expect(bodies(result)).toEqual(['{"won":"OK"}', '{"won":null}']);
    expect(
      result.server.trace.moments.at(-1)?.tables['redis.entry']?.rows.map(({ values }) => values),
    ).toEqual([['claim:order-9', 'token', 30_000]]);
    expect(result.differences).toEqual([]);
  });

  test('a lease expires by the lab’s clock, not by the server’s', async () => {
    // The first claims for 30 s and sleeps 29.999 s: it still holds the key. Another ms, and it is gone.
    const source = handle(`
  const first = await env.redis.set('lease', 'mine', { nx: true, px: 30000 });
  await env.clock.sleep(29999);
  const held = await env.redis.get('lease');
  await env.clock.sleep(1);
  const gone = await env.redis.get('lease');
  return Response.json({ first, held, gone });`);
    const result = await both(lab(), source, target, 'w1 w1 w1 w1 w1 w1 w1');
    expect(bodies(result)[0]).toBe('{"first":"OK","held":"mine","gone":null}');
    expect(result.differences).toEqual([]);
  });

  test('every command of the model agrees with the real one', async () => {
    const source = handle(`
  const said = [];
  const say = async (promise) => said.push(await promise.catch((error) => error.code));
  await say(env.redis.set('n', 41));
  await say(env.redis.incr('n'));
  await say(env.redis.incr('fresh'));
  await say(env.redis.set('text', 'a'));
  await say(env.redis.incr('text'));
  await say(env.redis.get('text'));
  await say(env.redis.get('nothing'));
  await say(env.redis.delIfEqual('text', 'b'));
  await say(env.redis.delIfEqual('text', 'a'));
  await say(env.redis.del('n', 'fresh', 'nothing'));
  await say(env.redis.set('', 'no name'));
  return Response.json(said);`);
    const result = await both(lab(), source, target, 'w1 '.repeat(11).trim());
    expect(bodies(result)[0]).toBe(
      JSON.stringify(['OK', 42, 1, 'OK', 'NOT_AN_INTEGER', 'a', null, 0, 1, 2, 'INVALID_ARGUMENT']),
    );
    expect(result.differences).toEqual([]);
    expect(result.server.trace.moments.at(-1)?.tables['redis.entry']?.rows).toEqual([]);
  });

  test('a counter keeps its expiry when it is incremented', async () => {
    const source = handle(`
  await env.redis.set('n', 1, { ex: 10 });
  await env.redis.incr('n');
  await env.clock.sleep(10000);
  return Response.json(await env.redis.get('n'));`);
    expect(bodies(await both(lab(), source, target, 'w1 w1 w1 w1 w1'))[0]).toBe('null');
  });

  test('sql stays on SQLite, every schedule starts afresh, and no key is left', async () => {
    const source = handle(`
  const won = await env.redis.set('claim', 'x', { nx: true });
  if (won) await env.sql\`INSERT INTO t (a, b) VALUES (1, 2)\`;
  return Response.json({ won });`);
    const found = await withServers(lab(), source, target, (servers) => servers.explore(1_000));
    // Three steps: the winner's two, and the loser's one in either of two places; two may win.
    expect(found.schedules).toEqual({ total: 4, broken: 0, run: 4 });
    expect(found.verdict).toEqual({ kind: 'holds' });
    const redis = new Redis(server.url);
    try {
      expect(await redis.keys('*')).toEqual([]);
    } finally {
      redis.disconnect();
    }
  });

  test('steps of Redis are named like the model’s', async () => {
    const source = handle(`  return Response.json(await env.redis.get('nothing'));`);
    const result = await both(lab(), source, target, 'w1 w2');
    expect(steps(result)).toEqual(
      result.sqlite.trace.events.map(({ choice, verb, result: came }) => `${choice} ${verb}: ${came}`),
    );
  });
});
