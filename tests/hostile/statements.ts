/** SQL that is hostile, and misuse of `sql` itself. */
import { allAnswer, allOf, allThrow, type Expected, type HostileCase, handler } from './cases.ts';

/** One statement, as the handler writes it. */
const sent = (sql: string) => handler(`  await sql\`${sql}\`;\n  return new Response('');`);

/** The statement itself where it is short, else its ends. */
const named = (sql: string) =>
  (sql.length > 90 ? `${sql.slice(0, 60)}…${sql.slice(-20)}` : sql) || 'no statement';

const refused = (rows: [sql: string, detail: string][]): HostileCase[] =>
  rows.map(([sql, detail]) => ({
    does: named(sql),
    source: sent(sql),
    expected: { breaks: 'throws', kind: 'refused-statement', detail, line: 3 },
  }));
const fails = (rows: [sql: string, detail: string][]): HostileCase[] =>
  rows.map(([sql, detail]) => ({
    does: named(sql),
    source: sent(sql),
    expected: { breaks: 'throws', kind: 'threw', detail: `SqlError: ${detail}`, line: 3 },
  }));
const tooMuch = (rows: [sql: string, detail: string][]): HostileCase[] =>
  rows.map(([sql, detail]) => ({
    does: named(sql),
    source: sent(sql),
    expected: { breaks: 'throws', kind: 'too-much-data', detail, line: 3 },
  }));

const only = 'They read and write rows: SELECT, INSERT, UPDATE, DELETE.';
const schema = 'The schema belongs in app.sql or in the handler’s migration.';

const statements: HostileCase[] = [
  ...refused([
    ['DROP TABLE charge', `Handlers may not run DROP. ${schema}`],
    ['ALTER TABLE charge RENAME TO paid', `Handlers may not run ALTER. ${schema}`],
    ['CREATE TEMP TABLE mine (a)', `Handlers may not run CREATE. ${schema}`],
    ['CREATE VIEW v AS SELECT 1', `Handlers may not run CREATE. ${schema}`],
    ['REINDEX', `Handlers may not run REINDEX. ${schema}`],
    ["ATTACH 'x' AS y", `Handlers may not run ATTACH. ${only}`],
    ['DETACH main', `Handlers may not run DETACH. ${only}`],
    ['PRAGMA busy_timeout = 3000', `Handlers may not run PRAGMA. ${only}`],
    ['PRAGMA locking_mode = EXCLUSIVE', `Handlers may not run PRAGMA. ${only}`],
    ['PRAGMA writable_schema = 1', `Handlers may not run PRAGMA. ${only}`],
    ['PRAGMA journal_mode = DELETE', `Handlers may not run PRAGMA. ${only}`],
    ['VACUUM', `Handlers may not run VACUUM. ${only}`],
    ["VACUUM INTO 'x'", `Handlers may not run VACUUM. ${only}`],
    ['ANALYZE', `Handlers may not run ANALYZE. ${only}`],
    ['EXPLAIN SELECT 1', `Handlers may not run EXPLAIN. ${only}`],
    ['COMMIT', 'Handlers may not run COMMIT. sql.begin commits when its function returns.'],
    ['ROLLBACK', 'Handlers may not run ROLLBACK. Throw inside sql.begin, and it rolls back.'],
    ['BEGIN EXCLUSIVE', 'Handlers may not run BEGIN. Use sql.begin(async (sql) => { … }).'],
    ['SAVEPOINT here', 'Handlers may not run SAVEPOINT. Use one sql.begin.'],
    ['RELEASE here', 'Handlers may not run RELEASE. Use one sql.begin.'],
    ['SELECT 1; DROP TABLE charge', 'One call of sql runs one statement. Make a call for each.'],
    ['', 'The statement is empty. Write one SQL statement.'],
    ['/* only words */', 'The statement is empty. Write one SQL statement.'],
    ['SELECT 1 --\0\nDROP TABLE charge', 'The statement holds a NUL character. Remove it.'],
    [
      "SELECT load_extension('x')",
      'Handlers may not use load_extension() in SQL. Extensions are not available.',
    ],
    ['SELECT random()', 'Handlers may not use random() in SQL. Use Math.random(), which the seed repeats.'],
    [
      'SELECT randomblob(1000000000)',
      'Handlers may not use randomblob() in SQL. Use crypto.randomUUID(), which the seed repeats.',
    ],
    [
      'SELECT last_insert_rowid()',
      'Handlers may not use last_insert_rowid() in SQL. Use RETURNING, which names the row.',
    ],
    ['SELECT "changes"()', 'Handlers may not use changes() in SQL. Use rows.count of the statement itself.'],
    [
      "SELECT [date]('now')",
      'Handlers may not use date() in SQL. Use clock.now() and pass the number as a parameter.',
    ],
    // Each of these tables tells how many schedules have gone before.
    ['SELECT * FROM pragma_data_version', 'Handlers may not read pragma_data_version.'],
    ["SELECT * FROM 'pragma_data_version'", 'Handlers may not read pragma_data_version.'],
    ['SELECT * FROM main."pragma_page_count"', 'Handlers may not read pragma_page_count.'],
    [
      "SELECT 1 WHERE 1 IN (SELECT 1 FROM 'pragma_database_list')",
      'Handlers may not read pragma_database_list.',
    ],
    [`${'DROP '.repeat(2)}${'x'.repeat(30_000)}`, `Handlers may not run DROP. ${schema}`],
    [`${'x'.repeat(30_000)} 1`, `Handlers may not run ${'X'.repeat(40)}…. ${only}`],
  ]),
  ...fails([
    ["UPDATE sqlite_master SET sql = ''", 'table sqlite_master may not be modified'],
    ['DELETE FROM sqlite_schema', 'table sqlite_master may not be modified'],
    ['SELECT * FROM world.response', 'no such table: world.response'],
    ['SELECT * FROM seed.charge', 'no such table: seed.charge'],
    ["SELECT RAISE(ABORT, 'x')", 'RAISE() may only be used within a trigger-program'],
    [`SELECT json('${'['.repeat(20_000)}')`, 'malformed JSON'],
    [`SELECT ${'('.repeat(5000)}1${')'.repeat(5000)}`, 'Recursion limit'],
    [`SELECT ${'a('.repeat(10_000)}1${')'.repeat(10_000)}`, 'Recursion limit'],
    [`SELECT 1${'+1'.repeat(20_000)}`, 'Expression tree is too large (maximum depth 1000)'],
    [`SELECT 1${' UNION SELECT 1'.repeat(600)}`, 'too many terms in compound SELECT'],
    [`SELECT 1${',1'.repeat(3000)}`, 'too many columns in result set'],
    ['SELECT ?1000000', 'variable number must be between ?1 and ?32766'],
    [`SELECT 1 FROM charge${', charge'.repeat(100)}`, 'at most 64 tables in a join'],
  ]),
  ...tooMuch([
    [
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT i FROM n',
      'The statement returned more than 1000 rows.',
    ],
    [
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO charge SELECT i, i FROM n',
      'database or disk is full',
    ],
    ['SELECT hex(zeroblob(200000))', 'The statement returned more than 262144 bytes.'],
    ['SELECT zeroblob(20000000)', 'The statement returned more than 262144 bytes.'],
    ['SELECT zeroblob(1000000000)', 'out of memory'],
    ["SELECT printf('%1000000000d', 1)", 'out of memory'],
    [
      "SELECT length(replace(replace(replace(hex(zeroblob(1000)), '0', hex(zeroblob(100))), '0', hex(zeroblob(100))), '0', hex(zeroblob(100))))",
      'out of memory',
    ],
    ['INSERT INTO charge VALUES (zeroblob(3000000), 1)', 'database or disk is full'],
  ]),
  {
    does: 'a query that never ends',
    source: sent('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'),
    expected: { stopped: true },
  },
];

const begun = (expected: Expected & { breaks: 'throws' }, choices: number): Expected => {
  // Two tasks of so many choices each, in every order: C(2n, n).
  const total = [1, 2, 6, 20][choices] ?? 0;
  return { ...expected, schedules: { total, broken: total } };
};
const threw = (detail: string) => ({ breaks: 'throws', kind: 'threw', detail }) as const;

const misuse: HostileCase[] = [
  ...allThrow([
    [
      'sql without a template',
      "  await sql('DROP TABLE charge');",
      'TypeError: sql is a template tag; it got a string. Write the statement between backticks: sql`SELECT 1`, with values as ${…}.',
    ],
    [
      'a template whose length grows',
      "  await sql(new Proxy(Object.assign(['SELECT 1'], { raw: [''] }), { get: (o, k) => (k === 'length' ? 1e9 : o[k]) }));",
      'TypeError: sql is a template tag; it got an array. Write the statement between backticks: sql`SELECT 1`, with values as ${…}.',
    ],
    [
      'a parameter that is an object',
      '  await sql`SELECT ${{ toString: () => "1", toJSON: () => 1 }}`;',
      'TypeError: Parameter 1 of this statement is an object. Pass one of its fields, or JSON.stringify(object).',
    ],
    [
      'a transaction of no known kind',
      "  await sql.begin('exclusive', async () => {});",
      "TypeError: sql.begin takes a function, or 'immediate' and a function: await sql.begin(async (sql) => { … }).",
    ],
  ]),
  {
    does: 'DROP in a template that was made by hand',
    source: handler("  await sql(Object.assign(['DROP TABLE charge'], { raw: [''] }));"),
    expected: { breaks: 'throws', kind: 'refused-statement', detail: `Handlers may not run DROP. ${schema}` },
  },
  {
    does: 'a refused statement whose error is caught',
    source: handler("  try { await sql`DROP TABLE charge` } catch {}\n  return new Response('fine');"),
    expected: { breaks: 'throws', kind: 'refused-statement', detail: `Handlers may not run DROP. ${schema}` },
  },
  {
    does: 'a transaction in a transaction',
    source: handler('  await sql.begin(async (sql) => { await sql.begin(async () => {}) });'),
    // BEGIN and ROLLBACK.
    expected: begun(
      threw(
        'Error: sql.begin cannot be nested: this is a transaction already. Write the statements here, or call begin after it has ended.',
      ),
      2,
    ),
  },
  {
    does: 'the sql of a transaction that has ended',
    source: handler(
      '  let kept = sql;\n  await sql.begin((sql) => { kept = sql });\n  await kept`SELECT 1`;',
    ),
    // BEGIN and COMMIT.
    expected: begun(
      threw(
        'Error: This transaction has ended. Use sql inside the function that sql.begin calls, and await it there.',
      ),
      2,
    ),
  },
  {
    does: 'a transaction that goes on after an error',
    source: handler(
      '  await sql.begin(async (sql) => { try { await sql`SELECT missing` } catch {}\n  await sql`INSERT INTO charge VALUES (1, 1)` });',
    ),
    // BEGIN and the statement that fails.
    expected: begun(threw('SqlError: no such column: missing'), 2),
  },
  {
    does: 'a transaction that is left open',
    source: handler(
      "  sql.begin(() => new Promise(() => {}));\n  await clock.sleep(1);\n  return new Response('');",
    ),
    // BEGIN, the sleep, and its end.
    expected: begun(
      {
        breaks: 'throws',
        kind: 'transaction-left-open',
        detail: 'The handler returned while the function of this sql.begin was still at work.',
      },
      3,
    ),
  },
  ...allOf({ breaks: 'throws', kind: 'outer-sql', detail: 'The outer sql was used inside sql.begin.' }, [
    ['the outer sql inside a transaction', '  await sql.begin(async () => { await sql`SELECT 1` });'],
  ]),
  {
    does: 'the sql of a task that has ended, through a module variable',
    source: `let theirs: any;\n${handler("  theirs ??= sql;\n  await theirs`INSERT INTO charge VALUES (1, 1)`;\n  return new Response('');")}`,
    process: 'shared',
    expected: threw('Error: The request that this sql belongs to has ended.'),
  },
  {
    does: 'the sql of another task’s transaction, through a module variable',
    source: `let theirs: any;\n${handler(`  if (theirs) { await theirs\`INSERT INTO charge VALUES (1, 1)\`; return new Response('2') }
  await sql.begin(async (sql) => { theirs = sql; await sql\`SELECT 1\` });
  return new Response('1');`)}`,
    process: 'shared',
    // By hand: whoever is first makes BEGIN, SELECT and COMMIT. The other may come after BEGIN, and its
    // statement is one of that transaction; after SELECT, when the transaction is closing; or after COMMIT.
    expected: {
      ...threw('Error: The request that this sql belongs to has ended.'),
      schedules: { total: 6, broken: 4 },
    },
  },
  {
    does: 'the sql of a task that waits, through a module variable',
    source: `let theirs: any, open: any;
const gate = new Promise((resolve) => { open = resolve });
${handler(`  if (theirs) { await theirs\`INSERT INTO charge VALUES (1, 1)\`; open() }
  else { theirs = sql; await gate }
  return new Response('done');`)}`,
    process: 'shared',
    expected: { answers: 'done' },
  },
  ...allAnswer([
    [
      'columns called like parts of objects',
      '  return Response.json(await sql`SELECT 1 AS __proto__, 2 AS constructor, 3 AS length`);',
      '[{"__proto__":1,"constructor":2,"length":3}]',
    ],
    [
      'text that is no Unicode',
      "  const [row] = await sql`SELECT ${'a\\ud800'} AS text`;\n  return Response.json([...row.text].map((c) => c.codePointAt(0)));",
      // Three bytes, each of which is no UTF-8 by itself.
      '[97,65533,65533,65533]',
    ],
    [
      'bytes',
      "  return Response.json(await sql`SELECT x'00ff' AS bytes, CAST(x'ff41' AS TEXT) AS text`);",
      '[{"bytes":"00ff","text":"\ufffdA"}]',
    ],
  ]),
];

export const sql = [...statements, ...misuse];
