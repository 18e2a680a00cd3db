/** Handlers on a real PostgreSQL, which this file starts and stops. */
import { spawnSync } from 'node:child_process';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepare } from '../../src/engine/experiment.ts';
import { loadLab, loadLabs } from '../../src/labs/load.ts';
import { loadRecorded } from '../../src/labs/recorded.ts';
import { Postgres } from '../../src/servers/postgres.ts';
import { record } from '../../src/servers/record.ts';
import { replayOnSqlite } from '../../src/servers/run.ts';
import { postgresSchema } from '../../src/servers/schema.ts';
import { handle, smallLab } from '../unit/engine/support.ts';
import { type LocalServer, postgresFolder, startPostgres } from './local.ts';
import { both, steps, withServers } from './support.ts';

const name = postgresFolder
  ? 'on a PostgreSQL of its own'
  : 'on PostgreSQL, which is not installed here (Debian: apt-get install postgresql), so not tried';

describe.skipIf(!postgresFolder)(name, { timeout: 180_000 }, () => {
  let server: LocalServer;
  let target: { urls: string[] };
  beforeAll(async () => {
    server = await startPostgres(postgresFolder ?? '');
    target = { urls: [server.url] };
  });
  afterAll(() => server?.stop());

  const doubleCharge = loadLab('double-charge');
  const gaps = loadLab('narrow-gaps');
  const schema = 'CREATE TABLE t (a TEXT PRIMARY KEY, b INTEGER);';
  const two = (changes = {}) =>
    smallLab(2, { schema: `${schema} INSERT INTO t VALUES ('x', 0), ('y', 0);`, ...changes });

  test('check-then-insert charges twice, and SQLite agrees', async () => {
    const result = await both(doubleCharge, { handler: 'check-then-insert' }, target, 'w1 w2 w1 w2');
    expect(steps(result)).toEqual([
      'w1 SELECT: no row',
      'w2 SELECT: no row',
      'w1 INSERT: 1 row written',
      'w2 INSERT: 1 row written',
    ]);
    expect(result.server.trace.events.at(-1)?.breaks).toEqual(['one-charge-per-order']);
    expect(result.differences).toEqual([]);
  });

  test('every schedule of check-then-insert: 4 of 6 break it, as on SQLite', async () => {
    const found = await withServers(doubleCharge, { handler: 'check-then-insert' }, target, (servers) =>
      servers.explore(1_000),
    );
    expect(found.verdict).toEqual({ kind: 'broken', property: 'one-charge-per-order' });
    expect(found.schedules).toEqual({ total: 6, broken: 4, run: 6 });
    expect(found.counterexample?.schedule).toBe('w1 w2 w2 w1');
  });

  // Under REPEATABLE READ a lock that fixed a snapshot before it waited would let W2 look into the past.
  test.each(['read committed', 'repeatable read', 'serializable'] as const)(
    'at %s BEGIN IMMEDIATE makes the second worker wait, and it then sees the charge',
    async (isolation) => {
      const schedule = 'w1 w2 w1 w1 w1 w2 w2 w2';
      const result = await both(
        doubleCharge,
        { handler: 'begin-immediate' },
        { ...target, isolation },
        schedule,
      );
      expect(steps(result)).toEqual([
        'w1 BEGIN: has the write lock',
        'w2 BEGIN: waits for w1',
        'w1 SELECT: no row',
        'w1 INSERT: 1 row written',
        'w1 COMMIT: 1 row visible',
        'w2 BEGIN: has the write lock',
        'w2 SELECT: 1',
        'w2 COMMIT: nothing to write',
      ]);
      expect(result.differences).toEqual([]);
    },
  );

  test('a plain transaction charges twice at READ COMMITTED, where SQLite refuses one', async () => {
    const schedule = 'w1 w1 w2 w2 w1 w2 w1 w2';
    const result = await both(gaps, { handler: 'plain-transaction' }, target, schedule);
    expect(result.differences).toEqual([
      { what: 'w2', here: '201 {"charged":1000}', there: '500 (threw)' },
      { what: 'charge', here: '2 rows: order-9 1000, order-9 1000', there: '1 row: order-9 1000' },
    ]);
    expect(result.sqlite.fitted.skipped).toEqual([{ position: 8, choice: 'w2', why: 'w2 has finished' }]);
  });

  test('the command line prints the trace from there, and what SQLite says', () => {
    const once = (...args: string[]) =>
      spawnSync(process.execPath, ['src/cli/main.ts', ...args, '--on', server.url], { encoding: 'utf8' });
    const handler = ['double-charge', '--handler', 'begin-immediate'];
    const { status, stdout, stderr } = once('replay', ...handler, '--schedule', 'w1 w2 w1');
    const version = /^On (PostgreSQL [\d.]+), read committed$/m.exec(stdout)?.[1];
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'The schedule ends after 3 choices, before w1 and w2 have finished. Next may move: w1.\n',
    });
    expect(stdout).toBe(
      [
        `On ${version}, read committed`,
        'Schedule: w1 w2 w1',
        '  1  w1  begin-immediate.ts:3  BEGIN IMMEDIATE         has the write lock',
        '  2  w2  begin-immediate.ts:3  BEGIN IMMEDIATE         waits for w1',
        '  3  w1  begin-immediate.ts:4  SELECT 1 FROM charge …  no row',
        'charge: no rows',
        'There, BEGIN IMMEDIATE is BEGIN and LOCK TABLE … IN SHARE ROW EXCLUSIVE MODE on the lab’s tables.',
        'SQLite agrees: the same answers and the same rows.',
        '',
      ].join('\n'),
    );
    const level = ['--isolation', 'REPEATABLE READ', '--json'];
    const data = JSON.parse(once('replay', ...handler, '--schedule', 'w1 w1 w1 w1 w2', ...level).stdout);
    expect(data.on).toEqual({ postgres: { version, isolation: 'repeatable read' }, redis: null });
    expect([data.schedule, data.sqlite.schedule, data.agrees, data.differences]).toEqual([
      'w1 w1 w1 w1 w2',
      'w1 w1 w1 w1 w2',
      true,
      [],
    ]);
    const explored = once('explore', ...handler);
    expect(explored.status).toBe(0);
    // The same 8 as on SQLite: one of the two first; the other asks for the lock at once, after any of
    // the first's four steps but the last, and asks again, or it asks when the lock is free: 2 × 4.
    expect(explored.stdout).toBe(
      `On ${version}, read committed\nHolds: At most one charge per order (8 schedules)\nHolds: The customer is charged (8 schedules)\n`,
    );
  });

  test('the recording of every lab is what the server does', async () => {
    for (const lab of loadLabs()) {
      const recorded = loadRecorded(lab.id);
      if (!recorded) continue;
      const { outcomes } = await record(lab, recorded, new URL(server.url));
      expect(outcomes, lab.id).toEqual(recorded.outcomes);
    }
  });

  test('a crash frees the lock and takes back what was not committed', async () => {
    const lab = two({
      scenarios: { only: { ...two().scenarios['only'], faults: { crash: 1 } } },
    });
    const source = handle(`
  await env.sql.begin(async (sql) => {
    await sql\`UPDATE t SET b = b + 1 WHERE a = 'x'\`;
  });
  return new Response('done');`);
    // W2 waits for W1's row; W1 dies before its COMMIT; W2's UPDATE goes on by itself.
    const result = await both(lab, source, target, 'w1 w1 w2 w2 crash:w1 w2 w2');
    expect(steps(result)).toEqual([
      'w1 BEGIN: in a transaction',
      'w1 UPDATE: 1 row changed',
      'w2 BEGIN: in a transaction',
      'w2 UPDATE: waits for w1',
      'crash:w1 CRASH: process gone',
      'w2 UPDATE: 1 row changed',
      'w2 COMMIT: 1 row visible',
    ]);
    expect(result.server.trace.moments.at(-1)?.tables['t']?.rows.map(({ values }) => values)).toEqual([
      ['x', 1],
      ['y', 0],
    ]);
    expect(result.differences).toEqual([]);
  });

  test('a task that dies while its statement waits takes the statement with it', async () => {
    const lab = two({
      scenarios: { only: { ...two().scenarios['only'], faults: { crash: 1 } } },
    });
    const source = handle(`
  const first = env.sql\`SELECT 1 FROM t\`;
  await first;
  await env.sql.begin('immediate', (sql) => sql\`UPDATE t SET b = b + 1 WHERE a = 'x'\`);
  return new Response('done');`);
    const result = await both(lab, source, target, 'w1 w2 w1 w2 crash:w2 w1 w1');
    expect(steps(result)).toEqual([
      'w1 SELECT: 2 rows',
      'w2 SELECT: 2 rows',
      'w1 BEGIN: has the write lock',
      'w2 BEGIN: waits for w1',
      'crash:w2 CRASH: process gone',
      'w1 UPDATE: 1 row changed',
      'w1 COMMIT: 1 row visible',
    ]);
    expect(result.differences).toEqual([]);
  });

  test('PostgreSQL finds a deadlock and refuses one of the two; one file of SQLite cannot have one', async () => {
    // W1 takes x then y, W2 takes y then x.
    const source = handle(`
  const { first, second } = await request.json();
  await env.sql.begin(async (sql) => {
    await sql\`UPDATE t SET b = b + 1 WHERE a = \${first}\`;
    await sql\`UPDATE t SET b = b + 1 WHERE a = \${second}\`;
  });
  return new Response('done');`);
    const task = (first: string, second: string) => ({
      entry: 'handle' as const,
      after: [],
      request: { method: 'POST', path: '/', headers: {}, body: { first, second } },
    });
    const lab = two({
      scenarios: {
        only: { tasks: { w1: task('x', 'y'), w2: task('y', 'x') }, scalable: false, faults: {} },
      },
    });
    const schedule = 'w1 w1 w2 w2 w1 w2';
    const there = await withServers(lab, source, target, (servers) => servers.replay(schedule, true));
    if (there.kind !== 'replayed') throw new Error('It does not load.');
    const { events, moments } = there.trace;
    // Who is the victim depends on whose second was up first.
    const ends = Object.values(moments.at(-1)?.tasks ?? {}).map(({ end }) => end?.kind);
    expect(ends.toSorted()).toEqual(['answered', 'threw']);
    expect(events.flatMap(({ error }) => error ?? [])).toEqual(['40P01']);
    // Its work is undone as a whole.
    expect(moments.at(-1)?.tables['t']?.rows.map(({ values }) => values)).toEqual([
      ['x', 1],
      ['y', 1],
    ]);
    const here = await replayOnSqlite(prepare(lab, source), schedule, true);
    if (here.kind !== 'replayed') throw new Error('It does not load.');
    expect(here.trace.events.flatMap(({ error }) => error ?? [])).toEqual([]);
  });

  test('a duplicate has PostgreSQL’s code, and isUniqueViolation knows it', async () => {
    const source = handle(`
  try {
    await env.sql\`INSERT INTO t (a, b) VALUES ('x', 1)\`;
  } catch (error) {
    return Response.json([error.code, env.isUniqueViolation(error)]);
  }
  return new Response('no error');`);
    const { server: there } = await both(two(), source, target, 'w1 w2');
    expect(there.trace.moments.at(-1)?.tasks['w1']?.end?.body).toBe('["23505",true]');
  });

  test('numbers, truth and times arrive as on SQLite, but for a value without a column', async () => {
    const source = handle(
      `
  const [row] = await env.sql\`SELECT count(*) AS n, sum(b) AS s, max(big) AS g FROM t, v\`;
  await env.sql\`UPDATE v SET flag = \${true}, cents = \${2.5}\`;
  const [v] = await env.sql\`SELECT flag, cents, none FROM v\`;
  const [lone] = await env.sql\`SELECT \${7} AS lone\`;
  return Response.json({ ...row, ...v, ...lone });`,
      'CREATE TABLE v (big BIGINT, flag BOOLEAN, cents NUMERIC, none TEXT); INSERT INTO v (big) VALUES (4000000000);',
    );
    const result = await both(two(), source, target, 'w1 w1 w1 w1');
    const body = (side: typeof result.server) => side.trace.moments.at(-1)?.tasks['w1']?.end?.body;
    // PostgreSQL takes a parameter that no column gives a type for text.
    expect(body(result.server)).toBe(
      '{"n":2,"s":0,"g":4000000000,"flag":1,"cents":2.5,"none":null,"lone":"7"}',
    );
    expect(body(result.sqlite)).toBe(
      '{"n":2,"s":0,"g":4000000000,"flag":1,"cents":2.5,"none":null,"lone":7}',
    );
  });

  test('an error rolls the transaction back, and begin rejects even if it was caught', async () => {
    const source = handle(`
  const seen = [];
  await env.sql.begin(async (sql) => {
    await sql\`UPDATE t SET b = 9 WHERE a = 'y'\`;
    await sql\`INSERT INTO t (a, b) VALUES ('x', 1)\`.catch((error) => seen.push(error.code));
    await sql\`SELECT 1 FROM t\`.catch((error) => seen.push(error.code));
  }).catch((error) => seen.push(error.code));
  return Response.json(seen);`);
    const result = await both(two(), source, target, 'w1 w1 w1');
    const { moments } = result.server.trace;
    expect(moments.at(-1)?.tasks['w1']?.end?.body).toBe('["23505","TRANSACTION_ABORTED","23505"]');
    expect(moments.at(-1)?.tables['t']?.rows.map(({ values }) => values)).toEqual([
      ['x', 0],
      ['y', 0],
    ]);
  });

  test('a lost reply to COMMIT has committed on the server', async () => {
    const lab = two({
      scenarios: { only: { ...two().scenarios['only'], faults: { timeout: 1 } } },
    });
    const source = handle(`
  await env.sql.begin((sql) => sql\`UPDATE t SET b = 1 WHERE a = 'x'\`);
  return new Response('done');`);
    const result = await both(lab, source, target, 'w1 w1 timeout:w1');
    expect(steps(result).at(-1)).toBe('timeout:w1 COMMIT: 1 row visible, answer lost');
    expect(result.differences).toEqual([]);
  });

  test('payments stay on the model in this process while sql goes to the server', async () => {
    const lab = two({ services: { payments: '' } });
    const source = handle(`
  const { id } = await env.payments.charge({ amount: 1000, idempotencyKey: 'k-9' });
  await env.sql\`UPDATE t SET a = \${id} WHERE a = 'x'\`;
  return Response.json({ id });`);
    const result = await both(lab, source, target, 'w1 w2 w1 w2');
    expect(steps(result).map((step) => step.split(':')[0])).toEqual([
      'w1 CHARGE',
      'w2 CHARGE',
      'w1 UPDATE',
      'w2 UPDATE',
    ]);
    expect(result.differences).toEqual([]);
  });

  test('the tables of every lab can be made on PostgreSQL', async () => {
    const made = new Set<string>();
    for (const lab of loadLabs()) {
      for (const handler of Object.keys(lab.variants)) {
        const texts = postgresSchema(prepare(lab, { handler }));
        const key = JSON.stringify(texts.map(({ sql }) => sql));
        if (made.has(key)) continue;
        made.add(key);
        const opened = await Postgres.open({
          url: new URL(server.url),
          isolation: null,
          schema: texts,
          tables: [],
        });
        await opened.close();
      }
    }
    expect(made.size).toBeGreaterThan(4);
  });

  test('other people’s tables are out of reach, and no schema is left behind', async () => {
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    try {
      await sql`CREATE TABLE public.secret (word TEXT)`;
      await sql`INSERT INTO public.secret VALUES ('sesame')`;
      const unqualified = handle(
        '  const [row] = await env.sql`SELECT word FROM secret`;\n  return Response.json(row);',
      );
      const result = await withServers(two(), unqualified, target, (servers) => servers.replay('w1', true));
      const end = result.kind === 'replayed' ? result.trace.moments.at(-1)?.tasks['w1']?.end : null;
      expect(end?.detail).toBe('SqlError: relation "secret" does not exist');
      const qualified = handle(
        '  const [row] = await env.sql`SELECT word FROM public.secret`;\n  return Response.json(row);',
      );
      await expect(
        withServers(two(), qualified, target, (servers) => servers.replay('w1', true)),
      ).rejects.toThrow(
        'On a real server a lab may not look into the schema public: it has tables of its own.',
      );
      expect(await sql`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'once%'`.values()).toEqual([]);
      const mine =
        await sql`SELECT application_name FROM pg_stat_activity WHERE application_name LIKE 'effectively%'`;
      expect([...mine]).toEqual([]);
    } finally {
      await sql.end();
    }
  });

  test('a schema that only SQLite knows is one sentence with the file to write', async () => {
    const lab = smallLab(1, { id: 'not-in-content', schema: 'CREATE TABLE t (a, b);' });
    await expect(
      withServers(lab, handle('  return new Response();'), target, async () => {}),
    ).rejects.toThrow(
      'PostgreSQL refuses content/labs/not-in-content/app.sql: syntax error at or near ";". Write SQL that both databases know, or put PostgreSQL’s beside it as content/labs/not-in-content/app.pg.sql.',
    );
  });

  test('a database that does not exist is one sentence', async () => {
    const url = server.url.replace(/postgres$/, 'shop');
    const place = url.replace('postgres://once@', '');
    await expect(
      withServers(two(), handle('  return new Response();'), { urls: [url] }, async () => {}),
    ).rejects.toThrow(
      `PostgreSQL at ${place}: database "shop" does not exist. Create the database, or correct its name.`,
    );
  });
});
