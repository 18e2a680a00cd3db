/** What the engine relies on, of SQLite and of undocumented parts of the pinned sql.js. */
import { readFileSync } from 'node:fs';
import initSqlJs from 'sql.js';
import { expect, test } from 'vitest';
import { CapError, SqlError } from '../../../src/engine/ports.ts';
import { loadSqliteInNode } from '../../../src/sqlite/node.ts';

const open = await loadSqliteInNode();

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'no error';
  } catch (error) {
    return error instanceof SqlError ? error.code : String(error);
  }
}

function pair(schema = 'CREATE TABLE t (a UNIQUE)') {
  const file = open();
  const [one, two] = [file.session(), file.session()];
  one.script(schema);
  return { file, one, two };
}

test('sql.js 1.17.0 keeps its pointer in the undocumented field "db", and its file name in "filename"', async () => {
  const { version } = JSON.parse(readFileSync('node_modules/sql.js/package.json', 'utf8')) as {
    version: string;
  };
  expect(version).toBe('1.17.0');
  const sql = await initSqlJs();
  const database = new sql.Database() as unknown as Record<string, unknown>;
  expect(typeof database.db).toBe('number');
  expect(database.filename).toMatch(/^dbfile_\d+$/);
  for (const name of ['cwrap', '_malloc', '_free']) expect(sql).toHaveProperty(name);
});

test('two sessions of one file see each other’s committed rows only', () => {
  const { file, one, two } = pair();
  one.run('BEGIN');
  one.run('INSERT INTO t VALUES (1)');
  expect(two.run('SELECT count(*) FROM t').rows).toEqual([[0]]);
  one.run('COMMIT');
  expect(two.run('SELECT count(*) FROM t').rows).toEqual([[1]]);
  file.close();
});

test('a second writer is refused at once with SQLITE_BUSY', () => {
  const { file, one, two } = pair();
  one.run('BEGIN IMMEDIATE');
  expect(codeOf(() => two.run('BEGIN IMMEDIATE'))).toBe('SQLITE_BUSY');
  expect(codeOf(() => two.run('INSERT INTO t VALUES (1)'))).toBe('SQLITE_BUSY');
  one.run('ROLLBACK');
  two.run('INSERT INTO t VALUES (1)');
  file.close();
});

test('a write behind an older snapshot is refused with SQLITE_BUSY_SNAPSHOT', () => {
  const { file, one, two } = pair();
  one.run('BEGIN');
  one.run('SELECT * FROM t');
  two.run('INSERT INTO t VALUES (1)');
  expect(codeOf(() => one.run('INSERT INTO t VALUES (2)'))).toBe('SQLITE_BUSY_SNAPSHOT');
  one.run('ROLLBACK');
  file.close();
});

test('constraint errors arrive by their extended names', () => {
  const { file, one } = pair('CREATE TABLE t (a UNIQUE, b NOT NULL, c PRIMARY KEY, CHECK (b <> 3))');
  one.run('INSERT INTO t VALUES (1, 1, 1)');
  expect(codeOf(() => one.run('INSERT INTO t VALUES (1, 1, 2)'))).toBe('SQLITE_CONSTRAINT_UNIQUE');
  expect(codeOf(() => one.run('INSERT INTO t VALUES (2, NULL, 2)'))).toBe('SQLITE_CONSTRAINT_NOTNULL');
  expect(codeOf(() => one.run('INSERT INTO t VALUES (2, 2, 1)'))).toBe('SQLITE_CONSTRAINT_PRIMARYKEY');
  expect(codeOf(() => one.run('INSERT INTO t VALUES (2, 3, 2)'))).toBe('SQLITE_CONSTRAINT_CHECK');
  file.close();
});

test('ON CONFLICT DO NOTHING RETURNING returns no row and changes none', () => {
  const { file, one } = pair();
  const insert = 'INSERT INTO t VALUES (?) ON CONFLICT DO NOTHING RETURNING a';
  expect(one.run(insert, [7])).toEqual({ columns: ['a'], rows: [[7]], changes: 1 });
  expect(one.run(insert, [7])).toEqual({ columns: ['a'], rows: [], changes: 0 });
  file.close();
});

test('a unique index admits any number of NULLs', () => {
  const { file, one } = pair();
  one.run('INSERT INTO t VALUES (NULL)');
  one.run('INSERT INTO t VALUES (NULL)');
  expect(one.run('SELECT count(*) FROM t').rows).toEqual([[2]]);
  file.close();
});

test('a read that was cut off pins no snapshot', () => {
  const { file, one, two } = pair();
  for (const value of [1, 2, 3]) one.run('INSERT INTO t VALUES (?)', [value]);
  expect(() => one.run('SELECT * FROM t', [], { rows: 2, bytes: 1_000 })).toThrow(CapError);
  two.run('INSERT INTO t VALUES (4)');
  one.run('INSERT INTO t VALUES (5)');
  file.close();
});

test('files in one module do not share anything', () => {
  const [a, b] = [open(), open()];
  expect(a.path).not.toBe(b.path);
  a.session().script('CREATE TABLE only_here (a)');
  expect(codeOf(() => b.session().run('SELECT * FROM only_here'))).toBe('SQLITE_ERROR');
  a.close();
  b.close();
});

test('five thousand files one after another are opened and closed', () => {
  // Unclosed databases fail at number 4,093.
  for (let n = 0; n < 5_000; n += 1) {
    const file = open();
    file.session();
    file.close();
  }
});
