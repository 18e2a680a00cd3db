/** What the engine relies on, of SQLite and of undocumented parts of the pinned sql.js. */
import { readFileSync } from 'node:fs';
import initSqlJs from 'sql.js';
import { expect, test } from 'vitest';
import { CapError, SqlError } from '../../../src/engine/ports.ts';
import { memoryOf } from '../../../src/sqlite/driver.ts';
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

test('column names follow the schema, whoever changes it and whoever takes that back', () => {
  const { file, one, two } = pair('CREATE TABLE t (a)');
  const names = () => one.run('SELECT * FROM t').columns;
  expect(names()).toEqual(['a']);
  two.run('ALTER TABLE t RENAME COLUMN a TO b');
  expect(names()).toEqual(['b']);
  two.script('ALTER TABLE t ADD COLUMN c');
  expect(names()).toEqual(['b', 'c']);
  one.run('BEGIN');
  one.run('ALTER TABLE t RENAME COLUMN c TO d');
  expect(names()).toEqual(['b', 'd']);
  one.run('ROLLBACK');
  expect(names()).toEqual(['b', 'c']);
  file.close();
});

test('a statement that was bound before is bound to nothing when it has no parameters', () => {
  const { file, one } = pair();
  expect(one.run('SELECT ?', [7]).rows).toEqual([[7]]);
  expect(one.run('SELECT ?').rows).toEqual([[null]]);
  file.close();
});

test('a file that is lent again is as new: no table, no version, no lock', () => {
  const old = open();
  const session = old.session();
  session.script('CREATE TABLE t (a); PRAGMA user_version = 7; BEGIN; INSERT INTO t VALUES (1)');
  old.close();
  old.close(); // the second time does nothing: the file is lent once
  const [one, two] = [open(), open()];
  expect(one.path).toBe(old.path);
  expect(two.path).not.toBe(old.path);
  const next = one.session();
  expect(next.run('SELECT count(*) FROM sqlite_master').rows).toEqual([[0]]);
  expect(next.run('PRAGMA user_version').rows).toEqual([[0]]);
  expect(next.run('PRAGMA journal_mode').rows).toEqual([['wal']]);
  expect(next.run('PRAGMA page_count').rows).toEqual([[1]]);
  next.script('CREATE TABLE t (b); INSERT INTO t VALUES (2)');
  expect(one.session().run('SELECT b FROM t').rows).toEqual([[2]]);
  one.close();
  two.close();
});

test('a file that somebody else still reads is not lent again', () => {
  const [a, b] = [open(), open()];
  b.session().script('CREATE TABLE t (x); INSERT INTO t VALUES (1)');
  const reader = a.session();
  reader.script(`ATTACH '${b.path}' AS b; BEGIN IMMEDIATE; DELETE FROM b.t`);
  b.close();
  const next = open();
  expect(next.path).not.toBe(b.path);
  next.close();
  a.close();
});

test('opening and closing files takes no memory that it does not give back', async () => {
  const memory = memoryOf(await initSqlJs());
  const use = () => {
    const file = open();
    file.session().script('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    file.close();
  };
  use();
  const before = memory?.buffer.byteLength;
  // Closing them for good would cost 128 kB each: 64 MB.
  for (let n = 0; n < 500; n += 1) use();
  expect(before).toBeGreaterThan(0);
  expect(memory?.buffer.byteLength).toBe(before);
});
