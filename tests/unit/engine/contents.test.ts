/** Rows that were put back are the rows that were there, in all that SQL can see of them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepare } from '../../../src/engine/experiment.ts';
import type { Session } from '../../../src/engine/ports.ts';
import { World } from '../../../src/engine/world/world.ts';
import { nodeTools } from '../../../src/runner/node-tools.ts';
import { handle, smallLab } from './support.ts';

const { openDatabase } = await nodeTools();

/** A world with this schema, and a session that writes to it as a task does. */
function inWorld<Result>(schema: string, use: (world: World, session: Session) => Result): Result {
  const lab = smallLab(1, { schema, properties: {}, watch: [] });
  const world = new World(openDatabase, prepare(lab, handle('return new Response("");')));
  try {
    return use(world, world.session('w1'));
  } finally {
    world.close();
  }
}

const visible = (world: World, queries: readonly string[]) =>
  JSON.stringify(queries.map((sql) => world.observe(sql)));

/** Runs a script as a task would; what SQLite refuses changes nothing, or what it changes. */
function write(world: World, session: Session, sql: string): number {
  try {
    session.run(sql);
  } catch {
    // Refused.
  }
  world.hasCommitted();
  return world.app.number();
}

const tables: { schema: string; queries: string[]; columns: string }[] = [
  {
    schema: 'CREATE TABLE t (a, b); CREATE INDEX i ON t (b, a);',
    columns: 'a, b',
    queries: [
      'SELECT quote(rowid), typeof(a), quote(a), quote(b) FROM t',
      'SELECT quote(b) FROM t WHERE b > 0',
    ],
  },
  {
    schema:
      'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a UNIQUE, b); CREATE TABLE s (id INTEGER PRIMARY KEY AUTOINCREMENT);',
    columns: 'a, b',
    queries: ['SELECT * FROM t', 'SELECT * FROM s', 'SELECT rowid, name, seq FROM sqlite_sequence'],
  },
  {
    schema: 'CREATE TABLE t (a COLLATE NOCASE, b, PRIMARY KEY (b, a)) WITHOUT ROWID;',
    columns: 'a, b',
    queries: ['SELECT quote(a), quote(b) FROM t'],
  },
  {
    schema: 'CREATE TABLE t (a ANY, b INT, c TEXT GENERATED ALWAYS AS (a || b) VIRTUAL) STRICT;',
    columns: 'a, b',
    queries: ['SELECT rowid, typeof(a), quote(a), quote(b), c FROM t'],
  },
  {
    schema: 'CREATE TABLE t (a REAL, b NUMERIC, "odd ""name" TEXT DEFAULT \'x\');',
    columns: 'a, b',
    queries: ['SELECT typeof(a), quote(a), typeof(b), quote(b), "odd ""name" FROM t'],
  },
  {
    schema: 'CREATE TABLE t (a UNIQUE, b, rowid, oid, _rowid_);',
    columns: 'a, b',
    queries: ['SELECT quote(a), quote(b) FROM t NOT INDEXED', 'SELECT a FROM t', 'SELECT b FROM t LIMIT 1'],
  },
];
const value = fc.constantFrom(
  'NULL',
  '1',
  '1.0',
  "'1'",
  "x'31'",
  "'A'",
  "'a'",
  '9007199254740993',
  '0.1 + 0.2',
  "'x' || char(0) || 'y'",
  '-0.0',
  '9e999',
);
const change = (columns: string) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(value, value)
        .map((values) => `INSERT INTO t (${columns}) VALUES (${values.join(', ')})`),
    },
    fc.tuple(value, value).map(([a, b]) => `UPDATE t SET b = ${a} WHERE a IS ${b}`),
    fc.constantFrom(
      'DELETE FROM t WHERE a IS (SELECT a FROM t LIMIT 1)',
      'DELETE FROM t',
      'INSERT INTO s DEFAULT VALUES',
      'DELETE FROM sqlite_sequence',
      'INSERT INTO t (rowid, a) VALUES (9007199254740992, 3)',
      'INSERT INTO t (rowid, a) VALUES (9007199254740993, 3)',
      'DELETE FROM t WHERE rowid = 1',
    ),
  );

test.each(tables)(
  '$schema: contents of one number look alike, and come back',
  ({ schema, queries, columns }) => {
    fc.assert(
      fc.property(
        fc.array(fc.array(change(columns), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat(50)),
        (rounds, draw) => {
          inWorld(schema, (world, session) => {
            const seen = new Map([[0, visible(world, queries)]]);
            for (const round of rounds) {
              for (const sql of round) {
                const number = write(world, session, sql);
                const now = visible(world, queries);
                expect(seen.get(number) ?? now).toBe(now);
                seen.set(number, now);
              }
              // Back to some contents that were there, and on from them.
              const back = [...seen.keys()][(draw.next().value ?? 0) % seen.size] ?? 0;
              world.restoreApp(back);
              expect(visible(world, queries)).toBe(seen.get(back));
              expect(world.app.number()).toBe(back);
            }
          });
        },
      ),
      { numRuns: 60, seed: 7, endOnFailure: true },
    );
  },
);

test('rows come back with the counters that AUTOINCREMENT goes on from', () => {
  const schema =
    'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a); INSERT INTO t (a) VALUES (1), (2), (3); DELETE FROM t WHERE a = 3;';
  inWorld(schema, (world, session) => {
    session.run('INSERT INTO t (a) VALUES (9)');
    session.run('DELETE FROM t');
    world.hasCommitted();
    world.app.number();
    world.restoreApp(0);
    expect(session.run('INSERT INTO t (a) VALUES (4) RETURNING id').rows).toEqual([[4]]);
  });
});

test('the order in which counters began is part of the contents', () => {
  // A handler may read sqlite_sequence, whose rows lie in that order.
  const schema =
    'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT); CREATE TABLE s (id INTEGER PRIMARY KEY AUTOINCREMENT);';
  inWorld(schema, (world, session) => {
    write(world, session, 'INSERT INTO t DEFAULT VALUES');
    const first = write(world, session, 'INSERT INTO s DEFAULT VALUES');
    world.restoreApp(0);
    write(world, session, 'INSERT INTO s DEFAULT VALUES');
    const second = write(world, session, 'INSERT INTO t DEFAULT VALUES');
    expect(second).not.toBe(first);
    world.restoreApp(first);
    expect(world.observe('SELECT name FROM sqlite_sequence')).toEqual([['t'], ['s']]);
  });
});

test('rows whose rowid no name reaches come back in their order', () => {
  inWorld('CREATE TABLE t (a, rowid, oid, _rowid_);', (world, session) => {
    write(world, session, 'INSERT INTO t (a) VALUES (2)');
    const first = write(world, session, 'INSERT INTO t (a) VALUES (1)');
    write(world, session, 'DELETE FROM t');
    write(world, session, 'INSERT INTO t (a) VALUES (1)');
    const second = write(world, session, 'INSERT INTO t (a) VALUES (2)');
    expect(second).not.toBe(first);
    world.restoreApp(first);
    expect(world.observe('SELECT a FROM t')).toEqual([[2], [1]]);
  });
});

test('rowids that JavaScript’s numbers cannot tell apart are told apart', () => {
  inWorld('CREATE TABLE t (a);', (world, session) => {
    const first = write(world, session, 'INSERT INTO t (rowid, a) VALUES (9007199254740992, 1)');
    write(world, session, 'DELETE FROM t');
    expect(write(world, session, 'INSERT INTO t (rowid, a) VALUES (9007199254740993, 1)')).not.toBe(first);
  });
});
