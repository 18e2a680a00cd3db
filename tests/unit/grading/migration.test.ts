/** Migrations of graded work add to the lab's tables, and take nothing away from what is asked of them. */
import { expect, test } from 'vitest';
import { checkMigration } from '../../../src/grading/migration.ts';

const exercise = { migration: 'editable', starter: { source: '', migration: '' } } as const;
const instead =
  'Leave the lab’s tables and rows as they are, and add columns, indexes or tables of your own.';

test.each([
  ['nothing', ''],
  [
    'a column and an index',
    'ALTER TABLE charge ADD COLUMN "drop" TEXT; CREATE UNIQUE INDEX u ON charge (order_id);',
  ],
  [
    'a table of its own with rows',
    `CREATE TABLE "Place" (n); INSERT INTO place VALUES (1); INSERT OR IGNORE INTO [PLACE] VALUES (2)`,
  ],
])('allowed: %s', (_, sql) => {
  expect(() => checkMigration(exercise, sql)).not.toThrow();
});

test.each([
  ["INSERT INTO charge VALUES ('order-9', 1000)", 'INSERT into tables of the lab'],
  ['CREATE TABLE IF NOT EXISTS charge (n); INSERT INTO charge VALUES (1)', 'INSERT into tables of the lab'],
  ['CREATE TABLE main.mine (n); INSERT INTO main.charge VALUES (1, 1)', 'INSERT into tables of the lab'],
  ['CREATE TABLE main (n); INSERT INTO main.charge VALUES (1, 1)', 'INSERT into tables of the lab'],
  // SQLite compares names in ASCII: to it these are two tables, and to JavaScript's capitals one.
  ['CREATE TABLE ſlip (n); INSERT INTO slip VALUES (1)', 'INSERT into tables of the lab'],
  ['/* */ wItH a AS (SELECT 1) INSERT INTO charge SELECT 1, 1', 'run WITH'],
  ['REPLACE INTO charge VALUES (1, 1)', 'run REPLACE'],
  ['CREATE INDEX i ON charge (cents); drop table charge', 'DROP a TABLE'],
  ['ALTER TABLE charge RENAME TO old', 'ALTER a table in another way than by ADD COLUMN'],
  ['ALTER TABLE charge DROP COLUMN cents', 'ALTER a table in another way than by ADD COLUMN'],
  ['ALTER TABLE main.charge RENAME TO old', 'ALTER a table in another way than by ADD COLUMN'],
])('refused: %s', (sql, what) => {
  expect(() => checkMigration(exercise, sql)).toThrow(
    `A migration that is graded may not ${what}. ${instead}`,
  );
});

test('a locked migration cannot be replaced', () => {
  const locked = { migration: 'locked', starter: { source: '', migration: 'CREATE TABLE a (n);' } } as const;
  expect(() => checkMigration(locked, 'CREATE TABLE a (n);\n')).not.toThrow();
  expect(() => checkMigration(locked, '')).toThrow(
    'This exercise has a migration of its own. Leave yours out.',
  );
});
