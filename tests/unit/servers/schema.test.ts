/** A lab's SQL for PostgreSQL. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepare } from '../../../src/engine/experiment.ts';
import { loadLab } from '../../../src/labs/load.ts';
import { postgresSchema, widened } from '../../../src/servers/schema.ts';

const root = mkdtempSync(join(tmpdir(), 'once-schema-'));
afterAll(() => rmSync(root, { recursive: true }));

test('types are as wide as SQLite’s, and nothing else changes', () => {
  // PostgreSQL's INTEGER ends at 2147483647, and a time in milliseconds is longer.
  expect(
    widened(
      "CREATE TABLE t (at INTEGER NOT NULL, -- an INTEGER\n  share Real, data BLOB, note TEXT DEFAULT 'INTEGER');",
    ),
  ).toBe(
    "CREATE TABLE t (at BIGINT NOT NULL, -- an INTEGER\n  share DOUBLE PRECISION, data BYTEA, note TEXT DEFAULT 'INTEGER');",
  );
  expect(widened('CREATE UNIQUE INDEX i ON t (integer_id)')).toBe('CREATE UNIQUE INDEX i ON t (integer_id)');
});

const claim = prepare(loadLab('double-charge'), { handler: 'unique-claim' });

test('app.sql and the migration, where nothing else is there', () => {
  expect(postgresSchema(claim, root)).toEqual([
    {
      file: 'content/labs/double-charge/app.sql',
      sql: 'CREATE TABLE charge (\n  order_id TEXT NOT NULL,\n  cents BIGINT NOT NULL\n);\n',
    },
    {
      file: 'content/labs/double-charge/handlers/unique-claim.sql',
      sql: 'ALTER TABLE charge ADD COLUMN response TEXT;\nCREATE UNIQUE INDEX one_charge_per_order ON charge (order_id);\n',
    },
  ]);
});

test('PostgreSQL’s own files stand in for them, as they are', () => {
  const folder = join(root, 'content/labs/double-charge');
  mkdirSync(join(folder, 'handlers'), { recursive: true });
  writeFileSync(join(folder, 'app.pg.sql'), 'CREATE TABLE charge (cents INTEGER);');
  writeFileSync(join(folder, 'handlers/unique-claim.pg.sql'), 'SELECT 1;');
  expect(postgresSchema(claim, root)).toEqual([
    { file: 'content/labs/double-charge/app.pg.sql', sql: 'CREATE TABLE charge (cents INTEGER);' },
    { file: 'content/labs/double-charge/handlers/unique-claim.pg.sql', sql: 'SELECT 1;' },
  ]);
  // Somebody's own migration is no variant's.
  const mine = {
    ...claim,
    handler: { ...claim.handler, migration: 'ALTER TABLE charge ADD COLUMN at INTEGER;' },
  };
  expect(postgresSchema(mine, root)[1]).toEqual({
    file: 'the handler’s migration',
    sql: 'ALTER TABLE charge ADD COLUMN at BIGINT;',
  });
});
