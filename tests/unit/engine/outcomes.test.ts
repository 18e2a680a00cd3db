/** Whatever a handler does wrong has a name, a place and an end; what it does in malice is in `tests/hostile`. */
import { afterEach, expect, test } from 'vitest';
import type { TaskOutcome } from '../../../src/engine/lab.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { exploreLab, handle, handler, loadLab, smallLab } from './support.ts';

const lab = smallLab(2);

function endOf(source: ReturnType<typeof handle>, property: string): TaskOutcome | null {
  const found = exploreLab(lab, source);
  const verdict = found.properties[property];
  expect(found.verdict.kind).toBe('broken');
  expect(verdict?.kind).toBe('broken');
  return verdict?.kind === 'broken' ? verdict.end : null;
}

afterEach(() => {
  // The engine is usable afterwards, and the figures are what they always are.
  expect(exploreLab(loadLab('double-charge'), { handler: 'check-then-insert' }).schedules).toEqual({
    total: 6,
    broken: 4,
    run: 6,
  });
});

test('a loop without an end hangs, at the line of the loop', () => {
  const end = endOf(handle('  let n = 0;\n  while (true) n += 1;'), 'hangs');
  expect(end).toMatchObject({ kind: 'hangs', status: null, line: 3 });
  expect(exploreLab(lab, handle('  for (;;);')).schedules).toEqual({ total: 2, broken: 2, run: 2 });
});

test('a loop of steps without an end never finishes', () => {
  const source = handle('  for (;;) await env.sql`SELECT 1 FROM t`;');
  const found = exploreLab(smallLab(1), source);
  // 60 steps, then 60 more alone.
  expect(found).toMatchObject({
    verdict: { kind: 'broken', property: 'never-finishes' },
    schedules: { total: 1, broken: 1 },
    steps: 120,
  });
  expect(found.properties['never-finishes']).toMatchObject({
    end: { kind: 'never-finishes', detail: 'w1 made 120 steps.', line: 2 },
  });
});

test('a worker that polls for another one’s row may do so as long as the other can move', () => {
  const source = handle(`
  const { sql } = env;
  if (request.headers.get('polls')) { while (!(await sql\`SELECT 1 FROM t\`).length); }
  else await sql\`INSERT INTO t VALUES (1, 1)\`;
  return Response.json({});`);
  const polling = smallLab(2);
  const [first] = Object.values(polling.scenarios.only?.tasks ?? {});
  if (!first?.request || !polling.scenarios.only) throw new Error('The small lab has tasks.');
  polling.scenarios.only.tasks.w1 = { ...first, request: { ...first.request, headers: { polls: 'yes' } } };
  // w2 writes after 0 … 60 polls of w1, and w1 sees it with its next poll: 61 schedules.
  expect(exploreLab(polling, source)).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 61, broken: 0 },
  });
});

test('an error that escapes is thrown, and a server would answer 500', () => {
  const end = endOf(handle("  await env.sql`SELECT 1`;\n  throw new TypeError('no such thing');"), 'throws');
  expect(end).toEqual({
    kind: 'threw',
    status: 500,
    body: null,
    detail: 'TypeError: no such thing',
    line: 3,
    column: 13,
  });
});

test('no answer is no response', () => {
  expect(endOf(handle('  await env.sql`SELECT 1`;'), 'throws')).toMatchObject({
    kind: 'no-response',
    status: 500,
  });
});

test('a forgotten await is told with the place of the call', () => {
  const end = endOf(handle('  env.sql`INSERT INTO t VALUES (1, 1)`;\n  return Response.json({});'), 'throws');
  expect(end).toMatchObject({ kind: 'not-awaited', line: 2, column: 3 });
});

test('the outer sql inside sql.begin is told', () => {
  const end = endOf(
    handle(
      '  return env.sql.begin(async () => {\n    await env.sql`SELECT 1`;\n    return Response.json({});\n  });',
    ),
    'throws',
  );
  expect(end).toMatchObject({ kind: 'outer-sql', line: 3 });
});

test('a syntax error on line 3 does not load', () => {
  const found = exploreLab(lab, handle('  const a = 1;\n  const b = ;'));
  expect(found).toMatchObject({
    verdict: { kind: 'broken', property: 'handler-loads' },
    properties: { 'handler-loads': { kind: 'broken', end: { kind: 'does-not-load', line: 3, column: 13 } } },
    counterexample: null,
    schedules: { total: 0, broken: 0, run: 0 },
  });
});

test('a file without the entry does not load', () => {
  const found = exploreLab(lab, handler('export function handel() {}'));
  expect(found.properties['handler-loads']).toMatchObject({ end: { kind: 'does-not-load' } });
});

test('an exploration of endless steps ends at the limit of steps, broken all the same', () => {
  const source = handle('  for (;;) await env.sql`SELECT 1 FROM t`;');
  const found = exploreLab(lab, source, { ...defaultLimits, steps: 2_000 });
  expect(found).toMatchObject({
    verdict: { kind: 'broken', property: 'never-finishes' },
    schedules: { total: null, broken: null },
  });
});

test('a bad schema and a bad property are told in one sentence', () => {
  expect(() =>
    exploreLab(smallLab(1, { schema: 'CREATE TABLE t (a,' }), handle('  return Response.json({});')),
  ).toThrow('SQLite refuses content/labs/small/app.sql: incomplete input. Correct the statement.');
  expect(() => exploreLab(smallLab(1), handle('  return Response.json({});', 'CREATE TABLE t (a)'))).toThrow(
    'SQLite refuses the handler’s migration: table t already exists. Correct the statement.',
  );
  const properties = {
    wrong: { says: 'Wrong.', always: 'SELECT 1 FROM nowhere', when: 'every-state' as const },
  };
  expect(() => exploreLab(smallLab(1, { properties }), handle('  return Response.json({});'))).toThrow(
    'Property "wrong" cannot be asked: no such table: nowhere. Correct its query.',
  );
});
