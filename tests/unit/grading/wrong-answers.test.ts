/** Handlers that are wrong, and once got all points of close-the-gap. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { gradeWith } from '../../../src/cli/grade.ts';
import { grade } from '../../../src/grading/grade.ts';
import { loadExercise } from '../../../src/grading/load.ts';
import { NodeRunner } from '../../../src/runner/node.ts';

const runner = new NodeRunner();
const folder = mkdtempSync(join(tmpdir(), 'effectively-once-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await runner.close();
});
const exercise = loadExercise('close-the-gap');
const index = 'CREATE UNIQUE INDEX one ON charge (order_id);';

/** The kind of verdict for each property. */
async function kinds(body: string, migration = '') {
  const source = `export async function handle(request: Request, { sql, clock, crypto }: Env) {
  const { orderId, cents } = await request.json();
  ${body}
}`;
  const { properties } = await gradeWith(runner, exercise, { source, migration });
  return Object.fromEntries(properties.map(({ id, kind }) => [id, kind]));
}

test('a loser that waits for ever fails on the way to its answer', async () => {
  const found = await kinds(
    `const rows = await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents}) ON CONFLICT DO NOTHING\`;
  while (rows.count === 0) await clock.sleep(1);
  return Response.json({ charged: cents }, { status: 201 });`,
    index,
  );
  expect(found).toMatchObject({ 'somebody-is-told': 'holds', throws: 'broken' });
});

test('a loser that spins without a step fails on the way to its answer', async () => {
  const found = await kinds(
    `const rows = await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents}) ON CONFLICT DO NOTHING\`;
  while (rows.count === 0);
  return Response.json({ charged: cents }, { status: 201 });`,
    index,
  );
  expect(found).toMatchObject({ 'somebody-is-told': 'holds', throws: 'broken' });
});

test('a handler that knows the first task by its UUID does not know it under another seed', async () => {
  // 3a656feb… is what w1 of the sample gets; under seed 7 nobody does, and nobody charges: all are told 200.
  const found = await kinds(
    `if (!crypto.randomUUID().startsWith('3a656feb')) return Response.json({ skipped: true });
  await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents})\`;
  return Response.json({ charged: cents }, { status: 201 });`,
  );
  expect(found).toMatchObject({ 'answers-are-true': 'broken', 'charges-are-orders': 'vacuous' });
});

test('a second charge under a name that only looks the same is no charge for the order', async () => {
  // The bytes of order-9 are no text, so GROUP BY sees two orders.
  const found = await kinds(
    `await sql\`INSERT INTO charge (order_id, cents)
    SELECT CASE count(*) WHEN 0 THEN \${orderId} ELSE CAST(\${orderId} AS BLOB) END, \${cents} FROM charge\`;
  return Response.json({ charged: cents }, { status: 201 });`,
  );
  expect(found).toMatchObject({ 'one-charge-per-order': 'holds', 'charges-are-orders': 'broken' });
});

test('whoever is told of a charge before anybody has charged is told a lie', async () => {
  // Only the second to come charges: whoever asks once is never charged, so nothing can be said of one charge.
  const found = await kinds(
    `const [{ id }] = await sql\`INSERT INTO turn DEFAULT VALUES RETURNING id\`;
  if (id === 2) await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents})\`;
  return Response.json({ charged: cents }, { status: 201 });`,
    'CREATE TABLE turn (id INTEGER PRIMARY KEY);',
  );
  expect(found).toMatchObject({ 'one-charge-per-order': 'vacuous', 'answers-are-true': 'broken' });
});

test('a search that gave up earns nothing, not even that nobody fails', () => {
  // As it comes back where a statement never ends: the lab's properties are undecided, the engine's are not listed.
  const limit = { kind: 'inconclusive', limit: 'statement' } as const;
  const exploration = {
    lab: 'double-charge',
    handler: 'close-the-gap',
    scenario: 'two-at-once',
    verdict: limit,
    properties: Object.fromEntries(Object.keys(exercise.lab.properties).map((id) => [id, limit])),
    schedules: { total: null, broken: null, run: 0 },
    states: 0,
    steps: 0,
    counterexample: null,
    map: null,
    tree: null,
  };
  const { points, properties } = grade(exercise, [{ scenario: 'two-at-once', seed: 0, exploration }]);
  expect({ points, kinds: properties.map(({ kind }) => kind) }).toEqual({
    points: 0,
    kinds: properties.map(() => 'inconclusive'),
  });
});

test('a migration cannot charge the customer', async () => {
  await expect(
    kinds(`return Response.json({ charged: cents });`, `INSERT INTO charge VALUES ('order-9', 1000)`),
  ).rejects.toThrow('A migration that is graded may not INSERT into tables of the lab.');
});

test('where a migration is refused in one of six explorations, grade says so, ends, and exits 2', () => {
  const file = join(folder, 'mine.ts');
  writeFileSync(file, 'export async function consume() {}');
  writeFileSync(join(folder, 'mine.sql'), 'CREATE INDEX i ON nowhere (n)');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['src/cli/main.ts', 'grade', file, '--exercise', 'sign-when-it-is-written', '--threads', '2'],
    // A thread was once started after the end, and kept the command for ever.
    { encoding: 'utf8', timeout: 25_000 },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: 'SQLite refuses the handler’s migration: no such table: main.nowhere. Correct the statement.\n',
  });
}, 30_000);
