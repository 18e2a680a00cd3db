/** Migrations that are hostile: they come with a handler, and run before the first schedule. */
import { type HostileCase, handler } from './cases.ts';

const honest = handler(
  '  const [row] = await sql`SELECT count(*) AS n FROM charge`;\n  return Response.json(row.n);',
);
const only = 'It makes tables, indexes and rows.';
const ours = 'the handler’s migration: ';

const gone =
  'The lab watches a table "charge", which is not there after the handler’s migration. Correct the migration.';

const refusals: [migration: string, refused: string][] = [
  ["ATTACH 'x' AS y", `${ours}A schema may not run ATTACH. ${only}`],
  ['DETACH seed', `${ours}A schema may not run DETACH. ${only}`],
  ['PRAGMA busy_timeout = 3000', `${ours}A schema may not run PRAGMA. ${only}`],
  ['PRAGMA journal_mode = DELETE', `${ours}A schema may not run PRAGMA. ${only}`],
  ['VACUUM', `${ours}A schema may not run VACUUM. ${only}`],
  ['ANALYZE', `${ours}A schema may not run ANALYZE. ${only}`],
  ['BEGIN', `${ours}A schema may not run BEGIN. ${only}`],
  ['COMMIT', `${ours}A schema may not run COMMIT. ${only}`],
  ['SAVEPOINT here', `${ours}A schema may not run SAVEPOINT. ${only}`],
  [
    'CREATE TRIGGER mine AFTER INSERT ON charge BEGIN DELETE FROM charge; END',
    `${ours}A schema may not CREATE TRIGGER. ${only}`,
  ],
  ['CREATE TEMP TABLE mine (a)', `${ours}A schema may not CREATE TEMP. ${only}`],
  ['CREATE VIRTUAL TABLE mine USING fts4(a)', `${ours}A schema may not CREATE VIRTUAL. ${only}`],
  [
    'CREATE TABLE mine (a DEFAULT (random()))',
    `${ours}A schema may not use random() in SQL. Use Math.random(), which the seed repeats.`,
  ],
  [
    'CREATE TABLE mine (a DEFAULT CURRENT_TIMESTAMP)',
    `${ours}A schema may not use current_timestamp in SQL. Use clock.now() and pass the number as a parameter.`,
  ],
  [
    'CREATE VIEW mine AS SELECT 1 FROM charge a JOIN charge b ON random() > 0',
    `${ours}A schema may not use random() in SQL. Use Math.random(), which the seed repeats.`,
  ],
  [
    "CREATE VIEW mine AS SELECT * FROM 'pragma_data_version'",
    `${ours}A schema may not read pragma_data_version.`,
  ],
  [
    'x'.repeat(70_000),
    `${ours}It has 70000 characters; a schema may have 65536. Make fewer tables and rows.`,
  ],
  [`${'x'.repeat(60_000)} TABLE`, `${ours}A schema may not run ${'X'.repeat(40)}…. ${only}`],
  [
    'CREATE TABLE mine AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n',
    'SQLite refuses the handler’s migration: database or disk is full. Correct the statement.',
  ],
  [
    'INSERT INTO charge VALUES (zeroblob(3000000), 1)',
    'SQLite refuses the handler’s migration: database or disk is full. Correct the statement.',
  ],
  [
    'CREATE TABLE sqlite_mine (a)',
    'SQLite refuses the handler’s migration: object name reserved for internal use: sqlite_mine. Correct the statement.',
  ],
  [
    'DELETE FROM sqlite_master',
    'SQLite refuses the handler’s migration: table sqlite_master may not be modified. Correct the statement.',
  ],
  ['DROP TABLE charge', gone],
  ['ALTER TABLE charge RENAME TO paid', gone],
  // A view would tell the properties what the handler likes.
  ["DROP TABLE charge; CREATE VIEW charge AS SELECT 'order-9' AS order_id, 1000 AS cents", gone],
];

const harmless: string[] = [
  'CREATE VIEW mine AS SELECT * FROM charge',
  // A view is run only when somebody asks it.
  'CREATE VIEW mine AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n',
  'CREATE TABLE "x""; DROP TABLE charge; --" ("a""; DROP TABLE charge; --")',
  'CREATE TABLE "it\'s" ("seed rowid" INTEGER PRIMARY KEY); INSERT INTO "it\'s" VALUES (7)',
  'CREATE TABLE world (response); CREATE TABLE response (task); CREATE TABLE seed (charge)',
  'CREATE TABLE mine (rowid, _rowid_, oid)',
  'CREATE TABLE mine (a, b AS (a || a) STORED, c AS (a) VIRTUAL); INSERT INTO mine VALUES (1)',
  'CREATE TABLE mine (a INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO mine VALUES (9223372036854775807)',
  ';;;;',
];

const short = (text: string) => (text.length > 90 ? `${text.slice(0, 60)}…${text.slice(-20)}` : text);

export const migrations: HostileCase[] = [
  ...refusals.map(
    ([migration, refused]): HostileCase => ({
      does: `the migration ${short(migration)}`,
      source: honest,
      migration,
      expected: { refused },
    }),
  ),
  ...harmless.map(
    (migration): HostileCase => ({
      does: `the migration ${short(migration)}`,
      source: honest,
      migration,
      expected: { answers: '1' },
    }),
  ),
];
