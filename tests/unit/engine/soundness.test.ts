/** What decides the future of a state must be part of its key, and what an observer cannot see must not. */
import { expect, test } from 'vitest';
import { exhaustive } from '../../../src/engine/explore/exhaustive.ts';
import { runToEnd } from '../../../src/engine/explore/explore.ts';
import { merged } from '../../../src/engine/explore/merged.ts';
import type { Lab, Property } from '../../../src/engine/lab.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { exploreLab, handle, inLaboratory, replayLab, smallLab } from './support.ts';

const always = (query: string, when: 'every-state' | 'at-end' = 'every-state'): Record<string, Property> => ({
  it: { says: 'It holds.', always: query, when },
});

/** A lab whose task `wN` sends its number in the header `n`. */
function numbered(tasks: number, changes: Partial<Lab>): Lab {
  const lab = smallLab(tasks, changes);
  const { only } = lab.scenarios;
  if (!only) throw new Error('The small lab has a scenario.');
  for (const [index, [id, task]] of Object.entries(only.tasks).entries()) {
    if (task.request)
      only.tasks[id] = { ...task, request: { ...task.request, headers: { n: String(index + 1) } } };
  }
  return lab;
}

/** Totals of both strategies: [total, broken] of the tree, then of the graph. */
function totals(lab: Lab, source: ReturnType<typeof handle>) {
  const limits = { ...defaultLimits, schedules: 100_000 };
  return inLaboratory(
    lab,
    source,
    (laboratory) => {
      const tree = runToEnd(exhaustive(laboratory, limits));
      const graph = runToEnd(merged(laboratory, limits));
      return { tree: [tree?.total, tree?.broken], graph: [graph.total, graph.broken] };
    },
    limits,
  );
}

test('who ended first is no part of a state, and no property can see it', () => {
  const source = handle('  await env.sql`SELECT 1`; await env.sql`SELECT 2`;\n  return new Response("");');
  const first = "SELECT 1 FROM (SELECT task FROM world.response LIMIT 1) WHERE task = 'w3'";
  // Rows lie in the order of tasks, so w3 is never first: 6! / 2!³ = 90 schedules, none broken.
  expect(totals(smallLab(3, { properties: always(first, 'at-end') }), source)).toEqual({
    tree: [90n, 0n],
    graph: [90n, 0n],
  });
  expect(() =>
    exploreLab(smallLab(1, { properties: always('SELECT rowid FROM world.response') }), source),
  ).toThrow('Property "it" cannot be asked: no such column: rowid. Correct its query.');
});

test('2 and 2.0 are different contents', () => {
  const source = handle(`
  await env.sql\`SELECT 1\`;
  if (request.headers.get('n') === '1') await env.sql\`UPDATE t SET b = 2.0\`;
  else await env.sql\`UPDATE t SET b = 2\`;
  return new Response('');`);
  const lab = numbered(3, {
    schema: 'CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 0);',
    properties: always('SELECT 1 FROM t WHERE b / 4 <> 0', 'at-end'),
  });
  // Broken when w1 updates last: a third of the 90 orders.
  expect(totals(lab, source)).toEqual({ tree: [90n, 30n], graph: [90n, 30n] });
});

test('an update that changes nothing makes no snapshot old', () => {
  const source = handle(`
  const n = request.headers.get('n');
  if (n === '1') await env.sql.begin(async (sql) => { await sql\`SELECT b FROM t\`; await sql\`INSERT INTO t VALUES (9, 9)\`; });
  else if (n === '2') { await env.sql\`UPDATE t SET b = 1 WHERE rowid = 1\`; await env.sql\`SELECT 1\`; }
  else { await env.sql\`UPDATE t SET b = 0 WHERE rowid = 1\`; await env.sql\`SELECT 1\`; }
  return new Response('');`);
  const lab = numbered(3, { schema: 'CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 0);', properties: {} });
  const { tree, graph } = totals(lab, source);
  expect(graph).toEqual(tree);
  // w3's update leaves 0 as it is, so w1, which has read before it, may still write.
  const trace = replayLab(lab, 'w1 w1 w3 w1 w1', source);
  expect(trace.events.map((event) => event.error)).toEqual([null, null, null, null, null]);
});

test('rows that INSERT OR FAIL keeps before its error are seen', () => {
  const source = handle(`
  try { await env.sql\`INSERT OR FAIL INTO t VALUES (1, 0), (1, 0), (1, NULL)\`; } catch {}
  await env.sql\`DELETE FROM t WHERE rowid > 1\`;
  return new Response('');`);
  const lab = smallLab(1, {
    schema: 'CREATE TABLE t (a, b NOT NULL);',
    properties: always('SELECT 1 FROM t LIMIT 1 OFFSET 1'),
  });
  expect(exploreLab(lab, source)).toMatchObject({
    verdict: { kind: 'broken', property: 'it' },
    schedules: { total: 1, broken: 1 },
  });
});

test('a property that SQLite cannot answer in some state is told in one sentence', () => {
  const source = handle("  await env.sql`INSERT INTO t VALUES ('no json', 1)`;\n  return new Response('y');");
  expect(() =>
    exploreLab(
      smallLab(1, { properties: always("SELECT 1 FROM t WHERE json_extract(a, '$.x') = 1") }),
      source,
    ),
  ).toThrow(
    'SQLite cannot answer the property "SELECT 1 FROM t WHERE json_extract(a, \'$.x\') = 1" in a state that this handler reaches: malformed JSON. Correct the query, or the values that the handler writes.',
  );
});

test('a track that overflows has no figure, and a belief that cannot be asked again is stale', () => {
  const track = {
    says: 'sum',
    level: 'SELECT sum(b) FROM t',
    limit: 1,
    total: 'SELECT sum(b) FROM t',
    unit: '',
  };
  const huge = handle(
    '  await env.sql`INSERT INTO t VALUES (1, 9223372036854775807), (2, 1)`;\n  return new Response("");',
  );
  expect(replayLab(smallLab(1, { track }), 'w1', huge).moments.at(-1)).toMatchObject({ total: null });
  const json = handle(
    "  await env.sql`SELECT json_extract(a, '$.x') FROM t`;\n  await env.sql`INSERT INTO t VALUES ('z', 1)`;\n  return new Response('');",
  );
  expect(replayLab(smallLab(2), 'w1 w2 w2 w1', json).beliefs[0]).toMatchObject({ task: 'w1', staleAt: 3 });
});

test('a property on world is asked when a task ends, however it names the table', () => {
  const source = handle("  await env.sql`SELECT 1`;\n  return new Response('');");
  for (const table of ['world.response', '"world".response', 'response']) {
    expect(exploreLab(smallLab(1, { properties: always(`SELECT 1 FROM ${table}`) }), source).verdict).toEqual(
      { kind: 'broken', property: 'it' },
    );
  }
});

test('a statement without a table fixes no snapshot', () => {
  const source = handle(`
  if (request.headers.get('n') === '1') await env.sql.begin('immediate', async (sql) => { await sql\`INSERT INTO t VALUES (1, 1)\`; });
  else await env.sql.begin(async (sql) => { await sql\`SELECT 1\`; await sql\`INSERT INTO t VALUES (2, 2)\`; });
  return new Response('');`);
  const trace = replayLab(numbered(2, { properties: {} }), 'w1 w2 w2 w2 w1 w1 w2 w2', source);
  expect(trace.events[3]).toMatchObject({ task: 'w2', parked: true });
  expect(trace.moments.at(-1)?.broken).toEqual([]);
});

test('a task that stalls with the lock frees it for those who wait', () => {
  const source = handle(`
  if (request.headers.get('n') === '1') await env.sql.begin('immediate', async () => { await new Promise(() => {}); });
  else await env.sql\`INSERT INTO t VALUES (2, 2)\`;
  return new Response('');`);
  const trace = replayLab(numbered(2, { properties: {} }), 'w1 w2 w2', source);
  expect(trace.events.map((event) => event.ends.map(({ task, end }) => [task, end.kind]))).toEqual([
    [],
    [['w1', 'stalled']],
    [['w2', 'answered']],
  ]);
});

test('tables may be called sequence or changes, and a column rowid', () => {
  const schema = `CREATE TABLE "sequence" (a INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO "sequence" VALUES (5);
    CREATE TABLE changes (id, n); CREATE INDEX i ON changes (n); CREATE TABLE t (rowid TEXT, a); INSERT INTO t VALUES ('q', 1), ('r', 2);`;
  const source = handle(
    '  await env.sql`INSERT INTO changes (id, n) VALUES (1, 1)`;\n  await env.sql`INSERT INTO sequence DEFAULT VALUES`;\n  await env.sql`WITH date(d) AS (SELECT 1) SELECT d FROM date`;\n  return new Response("");',
  );
  const lab = smallLab(2, { schema, properties: always('SELECT 1 FROM sequence WHERE a > 7') });
  expect(exploreLab(lab, source)).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 20, broken: 0 },
  });
  expect(replayLab(lab, '', source).moments[0]?.tables.t?.rows.map((row) => row.values)).toEqual([
    ['q', 1],
    ['r', 2],
  ]);
});

test('clones take names that are free', () => {
  const lab = smallLab(1);
  const { only } = lab.scenarios;
  if (!only?.tasks.w1) throw new Error('The small lab has a task.');
  only.tasks = { w1: only.tasks.w1, w3: only.tasks.w1 };
  const source = handle("  await env.sql`SELECT 1`;\n  return new Response('');");
  expect(exploreLab({ ...lab, properties: {} }, { ...source, workers: 3 }).schedules.total).toBe(6);
});

test('time and identifiers do not tell a task who woke it', () => {
  const source = {
    handler: {
      name: 'mine',
      file: 'mine.ts',
      migration: '',
      source: `let open = () => {};
const gate = new Promise<void>((resolve) => { open = resolve; });
export async function handle(request: Request, { sql, clock, crypto }: Env) {
  if (request.headers.get('n') === '2') { await clock.sleep(7); open(); await sql\`SELECT 2\`; return new Response(''); }
  await gate;
  return Response.json([crypto.randomUUID(), clock.now() === Date.now()]);
}
`,
    },
  };
  const lab = numbered(2, { process: 'shared', properties: {} });
  const bodies = ['w2 w2 w1', 'w1 w2 w2'].map(
    (schedule) => replayLab(lab, schedule, source).moments.at(-1)?.tasks.w1?.end?.body,
  );
  expect(bodies[0]).toBe(bodies[1]);
  expect(bodies[0]).toMatch(/,true\]$/);
});

test('a long schedule is quoted around the wrong choice', () => {
  const source = handle(
    '  for (let n = 0; n < 50; n += 1) await env.sql`SELECT 1`;\n  return new Response("");',
  );
  const schedule = `${'w1 '.repeat(30)}w7${' w1'.repeat(5_000)}`;
  expect(() => replayLab(smallLab(1), schedule, source)).toThrow(
    'Unknown task "w7" at position 31 in schedule "… w1 w1 w1 w1 w1 w7 w1 w1 w1 w1 w1 …". The scenario has w1. Correct the schedule.',
  );
});
