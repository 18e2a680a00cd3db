/** Statements in PostgreSQL's spelling, and those that a real server must never be sent. */
import { expect, test } from 'vitest';
import { serverRefusal, serverSchemaRefusal } from '../../../src/servers/guard.ts';
import { numbered } from '../../../src/servers/placeholders.ts';

test.each([
  ['SELECT 1 FROM charge WHERE order_id = ?', 'SELECT 1 FROM charge WHERE order_id = $1'],
  ['INSERT INTO t (a, b) VALUES (?, ?)', 'INSERT INTO t (a, b) VALUES ($1, $2)'],
  ['SELECT 1', 'SELECT 1'],
  ['SELECT \'?\', "?", ? -- ?\n, ?', 'SELECT \'?\', "?", $1 -- ?\n, $2'],
])('%s is numbered', (sql, expected) => {
  expect(numbered(sql)).toBe(expected);
});

const foreign = new Set(['public', 'pg_catalog', 'information_schema', 'billing']);

test.each([
  'SELECT c.order_id, count(*) FROM charge AS c GROUP BY c.order_id',
  'INSERT INTO charge (order_id, cents) VALUES ($$, ?) ON CONFLICT (order_id) DO NOTHING RETURNING order_id'.replace(
    '$$',
    '?',
  ),
  'WITH mine (id) AS (SELECT 1), others (id) AS (SELECT 2) SELECT * FROM mine, others',
  "UPDATE job SET note = 'a [list], $5, C:\\dir and /* no comment */' WHERE id IN (1, 2)",
  "SELECT coalesce(sum(cents), 0) FROM charge WHERE note = 'pg_sleep(9)'",
  'SELECT 1 FROM charge WHERE order_id = ? FOR UPDATE',
])('%s may be sent', (sql) => {
  expect(serverRefusal(sql, foreign)).toBe(null);
});

test.each([
  [
    'SELECT pg_read_file(?)',
    'On a real server a lab may not use pg_read_file, which reads or changes the server itself.',
  ],
  [
    'SELECT usename FROM pg_user',
    'On a real server a lab may not use pg_user, which reads or changes the server itself.',
  ],
  [
    'SELECT "pg_sleep"(9)',
    'On a real server a lab may not use pg_sleep, which reads or changes the server itself.',
  ],
  [
    'SELECT * FROM information_schema.tables',
    'On a real server a lab may not use information_schema, which reads or changes the server itself.',
  ],
  [
    'DELETE FROM billing.invoice',
    'On a real server a lab may not look into the schema billing: it has tables of its own.',
  ],
  [
    'SELECT * FROM "public" . secret',
    'On a real server a lab may not look into the schema public: it has tables of its own.',
  ],
  [
    "SELECT set_config('search_path', 'public', false)",
    'On a real server a lab may not call set_config(). Compute it in the handler.',
  ],
  [
    "SELECT query_to_xml('DELETE FROM x', true, true, '')",
    'On a real server a lab may not call query_to_xml(). Compute it in the handler.',
  ],
  [
    'SELECT 1 FROM a JOIN b ON lo_unlink(1)',
    'On a real server a lab may not call lo_unlink(). Compute it in the handler.',
  ],
  [
    'WITH a AS (SELECT 1, lo_unlink(1)) SELECT * FROM a',
    'On a real server a lab may not call lo_unlink(). Compute it in the handler.',
  ],
])('%s may not be sent', (sql, refusal) => {
  expect(serverRefusal(sql, foreign)).toBe(refusal);
});

// Each of these hides pg_sleep from a reader of SQLite's dialect while PostgreSQL would call it.
const asPrefix =
  'A statement for a real server may hold no strings with a prefix. Write it plainly, or pass a parameter.';
const asBracket =
  'A statement for a real server may hold no backticks, brackets, dollar signs or backslashes outside its strings. Write it plainly, or pass a parameter.';
const asComment =
  'A statement for a real server may hold no block comments or carriage returns. Write it plainly, or pass a parameter.';
test.each([
  ["SELECT E'\\'' || pg_sleep(9) || ''", asPrefix],
  ['SELECT U&"pg\\005fsleep"(9)', asPrefix],
  ['SELECT a[pg_sleep(9)] FROM t', asBracket],
  ["SELECT $$'$$ || pg_sleep(9) || $$'$$", asBracket],
  ["SELECT /* /* */ ' */ pg_sleep(9) -- '", asComment],
  ['SELECT 1 --\r, pg_sleep(9)', asComment],
])('the spelling of %j is refused', (sql, refusal) => {
  expect(serverRefusal(sql, foreign)).toBe(refusal);
});

test('a schema makes tables, indexes and rows, and nothing else of a server', () => {
  const good =
    "CREATE TABLE t (a TEXT PRIMARY KEY, b INTEGER CHECK (b > 0));\nCREATE UNIQUE INDEX i ON t (b);\nALTER TABLE t ADD COLUMN c TEXT;\nINSERT INTO t VALUES ('x', 1, '[1]');";
  expect(serverSchemaRefusal(good, foreign)).toBe(null);
  expect(serverSchemaRefusal('CREATE TABLE t (a TEXT); DROP SCHEMA billing;', foreign)).toBe(
    'On a real server a schema may not DROP SCHEMA. It makes tables, indexes and rows.',
  );
  expect(serverSchemaRefusal('CREATE ROLE me SUPERUSER', foreign)).toBe(
    'On a real server a schema may not CREATE ROLE. It makes tables, indexes and rows.',
  );
});
