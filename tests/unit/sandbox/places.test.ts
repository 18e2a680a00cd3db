import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { done, noRows, program, reach, starts } from './helpers.ts';

/** Line, column and last line of the call that waits first. */
function place(source: string): (number | null)[] {
  const progress = reach(source);
  const call = progress.calls[0];
  if (call === undefined) throw new Error(`No call waits: ${JSON.stringify(progress.end)}`);
  return [call.line, call.column, call.endLine];
}

const inHandle = (statement: string, before = '') =>
  `${before}export async function handle(request: Request, env: Env) {\n  const { sql, clock } = env;\n${statement}\n}`;

describe('a call stands where its expression begins', () => {
  test.each<[source: string, line: number, column: number, endLine: number]>([
    ['  const [seen] = await sql`SELECT 1`;', 3, 24, 3],
    ['  await sql`SELECT 1`;', 3, 9, 3],
    ['  return sql`SELECT 1`;', 3, 10, 3],
    ['  return await sql`SELECT 1`;', 3, 16, 3],
    ['  void sql`SELECT 1`; await clock.sleep(1);', 3, 8, 3],
    ['  const a = (await sql`SELECT 1`).count;', 3, 20, 3],
    ['  await env.sql`SELECT 1`;', 3, 9, 3],
    ['  await env["sql"]`SELECT 1`;', 3, 9, 3],
    ['  await (sql)`SELECT 1`;', 3, 9, 3],
    ['  await sql<Row[]>`SELECT 1`;', 3, 9, 3],
    ['  await env!.sql`SELECT 1`;', 3, 9, 3],
    ['  await env\n    .sql`SELECT 1`;', 3, 9, 4],
    ['  await sql`\n    SELECT 1\n    FROM charge\n  `;', 3, 9, 6],
    ['  await sql`SELECT ${[1, 2].map((a) => `${a}`).join()}\n`;', 3, 9, 4],
    ['  await Promise.all([sql`SELECT 1`, sql`SELECT 2`]);', 3, 22, 3],
    ['  await Promise.all([1].map((a) => sql`SELECT ${a}`));', 3, 36, 3],
    ['  if (env) await sql`SELECT 1`;', 3, 18, 3],
    ['  for (const a of [1]) await sql`SELECT ${a}`;', 3, 30, 3],
    ['  await (env ? sql`SELECT 1` : sql`SELECT 2`);', 3, 16, 3],
    ['  await (env && sql`SELECT 1`);', 3, 17, 3],
    ['  await sql.begin(async (sql) => {\n    await sql`SELECT 1`;\n  });', 3, 9, 5],
    ["  await sql.begin<void>('immediate', async (sql) => {});", 3, 9, 3],
    ['  await clock.sleep(50);', 3, 9, 3],
    ['  await clock.sleep(\n    50,\n  );', 3, 9, 5],
    ['  const { a }: { a?: number } = {}; const b = a as unknown; await sql`SELECT 1`;', 3, 67, 3],
    ['  /* é 日本 😀 */ await sql`SELECT 1`;', 3, 23, 3],
    ["  const a: string = '日本😀😀'; await sql`SELECT 1`;", 3, 37, 3],
    ['\tawait sql`SELECT 1`;', 3, 8, 3],
  ])('%s', (statement, line, column, endLine) => {
    expect(place(inHandle(statement))).toEqual([line, column, endLine]);
  });

  test('a call in a helper stands in the helper', () => {
    const helper = 'const find = (sql: Sql) => {\n  return sql`SELECT 1`;\n};\n';
    expect(place(inHandle('  await find(sql);', helper))).toEqual([2, 10, 2]);
  });
  test('a tail call of an arrow function stands at its callee', () => {
    expect(place(inHandle('  const f = () => env.sql`SELECT 1`;\n  await f();'))).toEqual([3, 19, 3]);
  });
  test('a tail call of a plain function stands at its callee, not at return', () => {
    const helper =
      'function find({ sql }: Env) {\n  return sql`SELECT 1`;\n}\nfunction open(env: Env) {\n  return env.sql.begin(async () => 1);\n}\n';
    expect(place(inHandle('  await find(env);', helper))).toEqual([2, 10, 2]);
    expect(place(inHandle('  await open(env);', helper))).toEqual([5, 10, 5]);
  });
  test('lines that end in CR LF count once', () => {
    expect(place(inHandle('  await sql`SELECT 1\n  `;').replaceAll('\n', '\r\n'))).toEqual([3, 9, 4]);
  });
  test('the first line counts from its first column', () => {
    expect(place('export async function handle(request, { sql }) { await sql`SELECT 1` }')).toEqual([
      1, 56, 1,
    ]);
  });
  test.each(['a (1).ts', 'at b.ts', 'c:3:4.ts', 'd.*+.ts', ''])('in a file called "%s"', (file) => {
    const [call] = reach(inHandle('  await sql`SELECT 1`;'), [], { file }).calls;
    expect(call).toMatchObject({ line: 3, column: 9, endLine: 3 });
  });
  test('types before the handler move nothing', () => {
    const types =
      "import type { Env } from './env';\ninterface Row {\n  id: string;\n}\ntype Rows = Row[];\n";
    expect(place(inHandle('  await sql<Rows>`SELECT 1`;', types))).toEqual([8, 9, 8]);
  });
});

test('COMMIT and ROLLBACK stand where their transaction begins', () => {
  const commit = inHandle('  await sql.begin(async (sql) => {\n    await sql`SELECT 1`;\n  });');
  const rollback = inHandle('  await sql.begin(async (sql) => {\n    throw new Error();\n  });');
  expect(reach(commit, [done, noRows]).calls[0]).toMatchObject({
    kind: 'commit',
    line: 3,
    column: 9,
    endLine: 5,
  });
  expect(reach(rollback, [done]).calls[0]).toMatchObject({
    kind: 'rollback',
    line: 3,
    column: 9,
    endLine: 5,
  });
});

const filler = fc.constantFrom(
  'const a0: Map<string, number[]> = new Map();',
  '/* 日本 😀 */ const b0 = `x${1}y`;',
  'interface C0 { d: string }',
  'type E0 = `f${string}`;',
  'for (const g of [] as string[]) { g; }',
  'const h0 = <T,>(i: T): T => i!;',
  '// ` ( {',
  "const j0 = /[`'(]/;",
);
const opening = fc.constantFrom(
  'await ',
  'const k = await ',
  'const [m] = (await ',
  'const n: unknown[] = [await ',
  'if (await ',
);

test('wherever it is written, a call stands where it was put', () => {
  fc.assert(
    fc.property(
      fc.array(filler, { maxLength: 5 }),
      opening,
      fc.constantFrom('env.sql', 'sql', 'env!.sql<Row>'),
      (lines, open, callee) => {
        const close = open.startsWith('if')
          ? ') {}'
          : open.includes('(')
            ? ')'
            : open.includes('[await')
              ? ']'
              : '';
        // Each filler stands in a block of its own, so that names may repeat.
        const before = lines.map((line) => `  {\n    ${line}\n  }`).join('\n');
        const head = `export async function handle(request: Request, env: Env) {\n  const { sql } = env;\n${before}\n`;
        const source = `${head}  ${open}${callee}\`SELECT\n  1\`${close};\n}`;
        const line = head.split('\n').length;
        expect(place(source)).toEqual([line, 3 + open.length, line + 1]);
      },
    ),
    { numRuns: 60 },
  );
});

describe('an error stands where it was raised', () => {
  const end = (source: string) => program(source).run([starts()])['w1']?.end;
  test('a thrown error stands at the name of its class', () => {
    expect(end(inHandle("\n  throw new Error('no');"))).toMatchObject({
      line: 4,
      column: 13,
      detail: 'Error: no',
    });
  });
  test('an error of JavaScript itself stands at the expression', () => {
    expect(end(inHandle('  const é = null;\n  /* 😀 */ é.x;'))).toMatchObject({
      line: 4,
      detail: "TypeError: cannot read property 'x' of null",
    });
  });
});

describe('an endless loop stands at its keyword', () => {
  const end = (source: string) => program(source).run([starts()])['w1']?.end;
  test.each<[source: string, line: number, column: number]>([
    [inHandle('  while (true) {}'), 3, 3],
    [inHandle('  const a = 1;\n  for (;;) Math.abs(a);'), 4, 3],
    [inHandle('  const a = 1;\n  if (a) {\n    do {} while (true);\n  }'), 5, 5],
    [inHandle('  while (true) { await null; }'), 3, 3],
    [inHandle('  for (const a of [1]) a;\n  await null;\n  for (;;) {}'), 5, 3],
    [
      inHandle(
        '  spin();',
        'function idle() { for (const a of []) a }\nfunction spin() {\n  while (true) {}\n}\n',
      ),
      3,
      3,
    ],
    [inHandle('  spin();', 'const spin = () => {\n  for (;;);\n};\n'), 2, 3],
    [inHandle('  const f = () => Promise.resolve().then(f);\n  f();\n  await new Promise(() => {});'), 1, 14],
  ])('%s', (source, line, column) => {
    expect(end(source)).toMatchObject({ kind: 'hangs', line, column });
  });
});
