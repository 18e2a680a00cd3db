import { expect, test } from 'vitest';
import { inspect, schemaRefusal } from '../../../src/engine/statement.ts';

test.each([
  ['SELECT 1 FROM charge WHERE order_id = ?', 'SELECT 1 FROM charge …', 'SELECT'],
  ['select count(*), max(cents) from charge', 'select count(*), max(cents) from charge', 'SELECT'],
  ['SELECT a, b FROM t, u', 'SELECT a, b FROM t …', 'SELECT'],
  ['INSERT INTO charge (order_id, cents) VALUES (?, ?)', 'INSERT INTO charge …', 'INSERT'],
  ['INSERT INTO charge\n  VALUES (?)', 'INSERT INTO charge …', 'INSERT'],
  ['INSERT OR IGNORE INTO charge SELECT 1', 'INSERT OR IGNORE INTO charge …', 'INSERT'],
  ['UPDATE charge SET response = ?', 'UPDATE charge …', 'UPDATE'],
  ['DELETE FROM charge', 'DELETE FROM charge', 'DELETE'],
  [
    'WITH old AS (SELECT 1) DELETE FROM charge WHERE cents IN old',
    'WITH old AS (SELECT 1) DELETE FROM charge …',
    'DELETE',
  ],
  ['-- why\nSELECT 1', 'SELECT 1', 'SELECT'],
])('%j is labelled %j', (sql, label, verb) => {
  expect(inspect(sql)).toMatchObject({ label, verb, refusal: null });
});

test('reads and writes are told apart behind WITH', () => {
  expect(inspect('WITH a AS (INSERT INTO x VALUES (1)) SELECT 1')).toMatchObject({
    reads: true,
    writes: false,
  });
  expect(inspect('WITH a AS (SELECT 1) INSERT INTO x SELECT * FROM a')).toMatchObject({
    reads: false,
    writes: true,
  });
});

test.each([
  ['', 'The statement is empty. Write one SQL statement.'],
  ['  -- nothing\n', 'The statement is empty. Write one SQL statement.'],
  ['SELECT 1; SELECT 2', 'One call of sql runs one statement. Make a call for each.'],
  ['BEGIN', 'Handlers may not run BEGIN. Use sql.begin(async (sql) => { … }).'],
  ['commit', 'Handlers may not run COMMIT. sql.begin commits when its function returns.'],
  [
    'DROP TABLE charge',
    'Handlers may not run DROP. The schema belongs in app.sql or in the handler’s migration.',
  ],
  [
    'CREATE TEMP TABLE x (a)',
    'Handlers may not run CREATE. The schema belongs in app.sql or in the handler’s migration.',
  ],
  [
    "ATTACH 'x' AS y",
    'Handlers may not run ATTACH. They read and write rows: SELECT, INSERT, UPDATE, DELETE.',
  ],
  [
    '/* hi */ PRAGMA busy_timeout = 3000',
    'Handlers may not run PRAGMA. They read and write rows: SELECT, INSERT, UPDATE, DELETE.',
  ],
  [
    "VACUUM INTO 'x'",
    'Handlers may not run VACUUM. They read and write rows: SELECT, INSERT, UPDATE, DELETE.',
  ],
  [
    'EXPLAIN SELECT 1',
    'Handlers may not run EXPLAIN. They read and write rows: SELECT, INSERT, UPDATE, DELETE.',
  ],
  [
    'SELECT last_insert_rowid()',
    'Handlers may not use last_insert_rowid() in SQL. Use RETURNING, which names the row.',
  ],
  ['SELECT "changes" ( )', 'Handlers may not use changes() in SQL. Use rows.count of the statement itself.'],
  ['SELECT random()', 'Handlers may not use random() in SQL. Use Math.random(), which the seed repeats.'],
  [
    "INSERT INTO t VALUES (datetime('now'))",
    'Handlers may not use datetime() in SQL. Use clock.now() and pass the number as a parameter.',
  ],
  [
    'INSERT INTO t VALUES (CURRENT_TIMESTAMP)',
    'Handlers may not use current_timestamp in SQL. Use clock.now() and pass the number as a parameter.',
  ],
  ['SELECT * FROM pragma_table_list', 'Handlers may not read pragma_table_list.'],
  ["SELECT * FROM 'pragma_data_version'", 'Handlers may not read pragma_data_version.'],
  [
    `${'drop'.repeat(20)} TABLE t`,
    `Handlers may not run ${'DROP'.repeat(10)}…. They read and write rows: SELECT, INSERT, UPDATE, DELETE.`,
  ],
])('%j is refused: %s', (sql, refusal) => {
  expect(inspect(sql).refusal).toBe(refusal);
});

test.each([
  "SELECT 'DROP TABLE charge; --'",
  'SELECT changes FROM t',
  'SELECT "random" FROM t',
  "SELECT ';' -- ; \n",
  'SELECT 1;',
  'VALUES (1)',
  'REPLACE INTO t VALUES (1)',
])('%j is allowed', (sql) => {
  expect(inspect(sql).refusal).toBeNull();
});

test.each([
  ["ATTACH 'x' AS y;", 'A schema may not run ATTACH. It makes tables, indexes and rows.'],
  [
    'CREATE TABLE t (a); PRAGMA busy_timeout = 3000',
    'A schema may not run PRAGMA. It makes tables, indexes and rows.',
  ],
  ['CREATE TEMP TABLE t (a)', 'A schema may not CREATE TEMP. It makes tables, indexes and rows.'],
  [
    'CREATE TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END',
    'A schema may not CREATE TRIGGER. It makes tables, indexes and rows.',
  ],
  [
    'CREATE TABLE t (a DEFAULT CURRENT_TIMESTAMP)',
    'A schema may not use current_timestamp in SQL. Use clock.now() and pass the number as a parameter.',
  ],
  ['-'.repeat(70_000), 'It has 70000 characters; a schema may have 65536. Make fewer tables and rows.'],
])('the schema %j is refused: %s', (sql, refusal) => {
  expect(schemaRefusal(sql)).toBe(refusal);
});

test.each([
  'CREATE VIEW v AS SELECT 1 FROM t JOIN t u ON random() > 0',
  'CREATE TABLE u AS SELECT 1 FROM t JOIN t u ON random() > 0',
])('the schema %j calls random()', (sql) => {
  expect(schemaRefusal(sql)).toBe(
    'A schema may not use random() in SQL. Use Math.random(), which the seed repeats.',
  );
});

test('an index may stand on a table that is called like a function', () => {
  expect(
    schemaRefusal('CREATE INDEX i ON changes (id); CREATE UNIQUE INDEX IF NOT EXISTS j ON date (d)'),
  ).toBeNull();
});

// It took a minute where each call looked for its closing bracket, and the time of a test is up by then.
test('thousands of nested calls are read at once', () => {
  const nested = `SELECT ${'a('.repeat(20_000)}1${')'.repeat(20_000)}`;
  expect(inspect(nested).refusal).toBeNull();
});

test('tables, indexes, changes and starting rows make a schema', () => {
  expect(
    schemaRefusal(
      "-- hi; there\nCREATE TABLE t (a TEXT DEFAULT ';'); CREATE UNIQUE INDEX i ON t (a); ALTER TABLE t ADD b; INSERT INTO t VALUES ('x', 1);",
    ),
  ).toBeNull();
  expect(schemaRefusal('')).toBeNull();
});
