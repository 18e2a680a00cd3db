/** Steps that are remembered do what they would do again: what a step depends on is all in its key. */
import { expect, test } from 'vitest';
import { exhaustive } from '../../../src/engine/explore/exhaustive.ts';
import { runToEnd } from '../../../src/engine/explore/explore.ts';
import type { Lab } from '../../../src/engine/lab.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { disagreements } from './agree.ts';
import { exploreLab, handle, type handler, inLaboratory, labOf } from './support.ts';

const agree = (lab: Lab, source: ReturnType<typeof handler>) =>
  expect(disagreements(lab, source)).toEqual([]);
const two = (schema: string, changes: Partial<Lab> = {}) =>
  labOf({ w1: {}, w2: {} }, {}, { schema, ...changes });
const everything = {
  all: { says: 'It.', always: "SELECT 1 FROM t WHERE a = 'never'", when: 'every-state' as const },
};

test('the rowid that a deleted row leaves is given again, and told', () => {
  agree(
    two('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 1), (2, 2);'),
    handle(`
  await env.sql\`DELETE FROM t WHERE rowid = (SELECT max(rowid) FROM t)\`;
  const [row] = await env.sql\`INSERT INTO t VALUES (9, 9) RETURNING rowid\`;
  await env.sql\`UPDATE t SET b = rowid\`;
  return new Response(String(row.rowid));`),
  );
});

test('AUTOINCREMENT counts on over rows that are gone, and over rollbacks', () => {
  agree(
    two('CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a, b);'),
    handle(`
  let last;
  try {
    await env.sql.begin(async (sql) => {
      [last] = await sql\`INSERT INTO t (a) VALUES (1) RETURNING id\`;
      if (request.headers.get('n') === '2') throw new Error('back');
    });
  } catch {}
  await env.sql\`DELETE FROM t WHERE id = \${last.id}\`;
  const [row] = await env.sql\`INSERT INTO t (a) VALUES (2) RETURNING id\`;
  return new Response(String(row.id));`),
  );
});

test('rows come in the same order after they were put back, by table and by index', () => {
  agree(
    two('CREATE TABLE t (a, b); CREATE INDEX i ON t (b); INSERT INTO t VALUES (3, 1), (1, 1), (2, 0);'),
    handle(`
  await env.sql\`UPDATE t SET b = 1 - b WHERE a = (SELECT a FROM t LIMIT 1)\`;
  await env.sql\`INSERT INTO t SELECT a + 3, b FROM t WHERE b = 1 LIMIT 1\`;
  const rows = await env.sql\`SELECT a FROM t WHERE b >= 0\`;
  return Response.json(rows);`),
  );
});

test('a snapshot grows old by a commit that leaves the rows as they were', () => {
  // w2 inserts and deletes in one transaction: equal contents, yet w1 may not write on its snapshot.
  const source = handle(`
  if (request.headers.get('n') === '2') {
    await env.sql.begin(async (sql) => { await sql\`INSERT INTO t VALUES (5, 5)\`; await sql\`DELETE FROM t WHERE a = 5\`; });
    return new Response('');
  }
  let code = '';
  try { await env.sql.begin(async (sql) => { await sql\`SELECT a FROM t\`; await sql\`INSERT INTO t VALUES (1, 1)\`; }); }
  catch (error) { code = error.code; }
  return new Response(code);`);
  agree(two('CREATE TABLE t (a, b);'), source);
  const refused = exploreLab(
    two('CREATE TABLE t (a, b);', {
      properties: {
        it: {
          says: 'It.',
          always: "SELECT 1 FROM world.response WHERE body = 'SQLITE_BUSY_SNAPSHOT'",
          when: 'at-end',
        },
      },
    }),
    source,
  );
  // w1 makes B R W, w2 B I D C. That code comes where w2’s C is after w1’s R and before its W: w1’s B R
  // in any order among w2’s B I D, C(5, 2) = 10, then C, then W.
  expect(refused.properties.it).toMatchObject({ kind: 'broken', broken: 10 });
});

test('a snapshot stays old, however often it is read', () => {
  const source = handle(`
  if (request.headers.get('n') === '2') { await env.sql\`INSERT INTO t VALUES (5, 5)\`; return new Response(''); }
  let code = '';
  try {
    await env.sql.begin(async (sql) => {
      await sql\`SELECT a FROM t\`;
      await sql\`SELECT a FROM t\`;
      await sql\`INSERT INTO t VALUES (1, 1)\`;
    });
  } catch (error) { code = error.code; }
  return new Response(code);`);
  const it = {
    says: 'It.',
    always: "SELECT 1 FROM world.response WHERE body = 'SQLITE_BUSY_SNAPSHOT'",
    when: 'at-end' as const,
  };
  const made = two('CREATE TABLE t (a, b);', { properties: { it } });
  agree(made, source);
  // Refused where w2’s one step comes after the first read and before the write: 2 places.
  expect(exploreLab(made, source).properties.it).toMatchObject({ kind: 'broken', broken: 2 });
});

test('two transactions that end with the same statement are two, if they began with others', () => {
  const source = handle(`
  const n = Number(request.headers.get('n'));
  await env.sql.begin('immediate', async (sql) => {
    if (n === 1) await sql\`INSERT INTO t VALUES (1, 0)\`;
    else await sql\`INSERT INTO t VALUES (2, 0)\`;
    await sql\`UPDATE t SET b = b + 1\`;
  });
  return new Response('');`);
  agree(two('CREATE TABLE t (a, b);', { properties: everything }), source);
});

test('a transaction that only reads stays where it began, whoever commits', () => {
  agree(
    two('CREATE TABLE t (a, b);', { properties: everything }),
    handle(`
  if (request.headers.get('n') === '2') { await env.sql\`INSERT INTO t VALUES (1, 1)\`; await env.sql\`DELETE FROM t\`; return new Response(''); }
  const counts = await env.sql.begin(async (sql) => {
    const before = (await sql\`SELECT 1\`).count;
    const first = (await sql\`SELECT a FROM t\`).count;
    return [before, first, (await sql\`SELECT a FROM t\`).count];
  });
  return Response.json([...counts, (await env.sql\`SELECT a FROM t\`).count]);`),
  );
});

test('INSERT OR ROLLBACK and a deferred foreign key end a transaction by themselves', () => {
  agree(
    two(
      'CREATE TABLE p (k PRIMARY KEY); CREATE TABLE t (a UNIQUE, b REFERENCES p (k) DEFERRABLE INITIALLY DEFERRED);',
    ),
    handle(`
  const out = [];
  for (const a of [1, 1]) {
    try { await env.sql.begin(async (sql) => { await sql\`INSERT OR ROLLBACK INTO t VALUES (\${a}, NULL)\`; }); }
    catch (error) { out.push(error.code); }
  }
  try { await env.sql.begin(async (sql) => { await sql\`INSERT INTO t VALUES (7, 7)\`; }); }
  catch (error) { out.push(error.code); }
  return new Response(out.join());`),
  );
});

test('a service’s answer depends on the time, a statement’s does not', () => {
  agree(
    labOf({ w1: {}, w2: {} }, { clockJump: 1 }, { services: { redis: '' }, clock: { start: 0, jumps: [6] } }),
    handle(`
  const got = await env.redis.set('lock', 'me', { nx: true, px: 10 });
  await env.sql\`INSERT INTO t VALUES (\${got}, 0)\`;
  return new Response(String(await env.redis.get('lock')));`),
  );
});

test('a service’s step leaves the application’s databases behind where they are', () => {
  // Steps of w1 are remembered when w2’s call is made anew: the databases must be brought on after it.
  agree(
    labOf(
      { w1: {}, w2: {} },
      {},
      {
        services: { payments: '' },
        properties: {
          it: {
            says: 'It.',
            always: 'SELECT 1 FROM t WHERE b = (SELECT count(*) FROM payments.charge)',
            when: 'every-state',
          },
        },
      },
    ),
    handle(`
  await env.sql\`INSERT INTO t VALUES (1, 2)\`;
  const { id } = await env.payments.charge({ amount: 5 });
  await env.sql\`UPDATE t SET b = b - 1 WHERE a = \${id === 'ch_1' ? 1 : 2}\`;
  return new Response(id);`),
  );
});

test('the same call at two lines is two calls, with the same effect', () => {
  agree(
    two('CREATE TABLE t (a, b);'),
    handle(`
  await env.sql\`INSERT INTO t VALUES (1, 1)\`;
  await env.sql\`INSERT INTO t VALUES (1, 1)\`;
  return Response.json(await env.sql\`SELECT count(*) AS n FROM t\`);`),
  );
});

test('of the steps of 1680 schedules, 21 are really run', () => {
  // Three tasks of three inserts, each on a line of its own: 9! / 3!³ = 1680. An insert depends on the
  // rows before it alone. The first line may find 0 to 6 of them, the second 1 to 7, the third 2 to 8.
  const source = handle(`
  await env.sql\`INSERT INTO t VALUES (1, 1)\`;
  await env.sql\`INSERT INTO t VALUES (1, 1)\`;
  await env.sql\`INSERT INTO t VALUES (1, 1)\`;
  return new Response('');`);
  inLaboratory(labOf({ w1: {}, w2: {}, w3: {} }, {}), source, (laboratory) => {
    expect(runToEnd(exhaustive(laboratory, defaultLimits))?.total).toBe(1680n);
    expect(laboratory.execution.steps.ran).toBe(21);
  });
});

test('what SQLite does by chance is refused in one sentence', () => {
  const source = handle(`
  try { await env.sql\`INSERT INTO t (rowid, a) VALUES (9223372036854775807, 1)\`; } catch {}
  await env.sql.begin('immediate', async (sql) => {
    await sql\`INSERT INTO t (a) VALUES (2) RETURNING rowid\`;
    await sql\`SELECT 1\`;
  });
  return new Response('');`);
  expect(() => exploreLab(labOf({ w1: {}, w2: {} }, {}), source)).toThrow(
    'The step "INSERT INTO t …" of w1 did something else when it was run again. SQLite does so only by chance: when the largest rowid is taken and it looks for another, or when its file is full to the last page. Change the statement.',
  );
});
