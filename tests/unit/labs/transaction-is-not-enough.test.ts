/** The lab on isolation levels: what SQLite does, and what was recorded of PostgreSQL. */
import { expect, test } from 'vitest';
import { explored, replayed } from '../../../src/labs/figures.ts';
import { loadLab } from '../../../src/labs/load.ts';
import { loadRecorded, onSqlite } from '../../../src/labs/recorded.ts';

const id = 'transaction-is-not-enough';

/*
 * By hand, with W the first to insert and L the other, and everything twice, since either may be W.
 *
 * plain-transaction: W makes BEGIN, SELECT, INSERT, COMMIT. L makes BEGIN, SELECT and a third step: its
 * INSERT, refused, or its COMMIT, if it looked after W's COMMIT. 35 ways to merge 4 and 3 steps, less the
 * 10 in which all of L's come before W's INSERT: 25. In 5 of them L looked after W's COMMIT, with its
 * BEGIN in any of 5 places. 2 × 25 = 50, and 2 × 20 = 40 end in an error.
 *
 * retry-transaction: in 10 of those 20, L is refused before W's COMMIT, and may ask for the lock before or
 * after it: 10 more. 2 × 35 = 70.
 *
 * claim-in-transaction: W makes 5 steps, L's BEGIN comes anywhere. L claims after W's COMMIT: 6 ways. Or it
 * waits, from after W's 2nd, 3rd or 4th step: 3 + 4 + 5 ways. 2 × 18 = 36.
 *
 * unique-claim: one step each.
 */
test.each([
  ['plain-transaction', { kind: 'broken', property: 'throws' }, 50, 40],
  ['retry-transaction', { kind: 'holds' }, 70, 0],
  ['claim-in-transaction', { kind: 'holds' }, 36, 0],
  ['unique-claim', { kind: 'holds' }, 2, 0],
])('on SQLite %s: %j in its schedules, %i in all', async (handler, verdict, total, broken) => {
  const found = await explored(id, { handler });
  expect(found.verdict).toEqual(verdict);
  expect(found.schedules).toEqual({ total, broken, run: total });
});

test('SQLite refuses the second writer, and nobody is charged twice', async () => {
  const { events } = await replayed(id, { handler: 'plain-transaction', schedule: 'w1 w1 w2 w2 w1 w2 w1' });
  expect(events.map(({ task, verb, result }) => `${task} ${verb}: ${result}`)).toEqual([
    'w1 BEGIN: in a transaction',
    'w1 SELECT: no row',
    'w2 BEGIN: in a transaction',
    'w2 SELECT: no row',
    'w1 INSERT: 1 row written',
    'w2 INSERT: refused: database is locked (SQLITE_BUSY)',
    'w1 COMMIT: 1 row visible',
  ]);
});

/*
 * On PostgreSQL nobody waits to insert another row, so both make four steps unless L looks after W's
 * COMMIT: 70 ways to merge 4 and 4, of which 10 have one SELECT after the other's COMMIT, and those 10 end
 * a step early. 60 of 70 charge twice, or at SERIALIZABLE are refused. A claim that had to wait is refused
 * above READ COMMITTED: 2 × 12 = 24 of 36.
 */
test.each([
  [
    'plain-transaction',
    'read committed',
    { kind: 'broken', property: 'one-charge-per-order' },
    70,
    60,
    2,
    [],
  ],
  [
    'plain-transaction',
    'repeatable read',
    { kind: 'broken', property: 'one-charge-per-order' },
    70,
    60,
    2,
    [],
  ],
  [
    'plain-transaction',
    'serializable',
    { kind: 'broken', property: 'throws' },
    70,
    60,
    1,
    ['w2 COMMIT 40001'],
  ],
  [
    'retry-transaction',
    'read committed',
    { kind: 'broken', property: 'one-charge-per-order' },
    70,
    60,
    2,
    [],
  ],
  [
    'retry-transaction',
    'repeatable read',
    { kind: 'broken', property: 'one-charge-per-order' },
    70,
    60,
    2,
    [],
  ],
  ['retry-transaction', 'serializable', { kind: 'holds' }, 70, 0, 1, ['w2 COMMIT 40001']],
  ['claim-in-transaction', 'read committed', { kind: 'holds' }, 36, 0, 1, []],
  [
    'claim-in-transaction',
    'repeatable read',
    { kind: 'broken', property: 'throws' },
    36,
    24,
    1,
    ['w2 INSERT 40001'],
  ],
  [
    'claim-in-transaction',
    'serializable',
    { kind: 'broken', property: 'throws' },
    36,
    24,
    1,
    ['w2 INSERT 40001'],
  ],
  ['unique-claim', 'read committed', { kind: 'holds' }, 2, 0, 1, []],
  ['unique-claim', 'repeatable read', { kind: 'holds' }, 2, 0, 1, []],
  ['unique-claim', 'serializable', { kind: 'holds' }, 2, 0, 1, []],
])('recorded of %s at %s: %j', (handler, isolation, verdict, total, broken, rows, refusals) => {
  const outcome = loadRecorded(id)?.outcomes.find(
    (each) => each.handler === handler && each.isolation === isolation,
  );
  expect(outcome?.verdict).toEqual(verdict);
  expect(outcome?.schedules).toEqual({ total, broken });
  expect(outcome?.rows['charge']?.length).toBe(rows);
  expect(outcome?.refusals.map(({ task, step, code }) => `${task} ${step} ${code}`)).toEqual(refusals);
});

test('the recording names its server, and every handler of the lab', () => {
  const recorded = loadRecorded(id);
  expect(recorded?.server).toMatch(/^PostgreSQL \d+\.\d+$/);
  expect(Object.keys(recorded?.ask.schedules ?? {})).toEqual(Object.keys(loadLab(id).variants));
});

test('SQLite follows the recorded schedules as far as it can', async () => {
  const recorded = loadRecorded(id);
  const [plain, , claim] = recorded ? await onSqlite(id, recorded) : [];
  expect(plain?.schedule).toBe('w1 w1 w2 w2 w1 w2 w1');
  expect(plain?.refusals).toEqual([
    { moment: 6, task: 'w2', step: 'INSERT', code: 'SQLITE_BUSY', message: 'database is locked' },
  ]);
  expect(claim?.waits).toEqual([{ moment: 4, task: 'w2', step: 'INSERT' }]);
  expect(claim?.told).toEqual({ w1: '201 {"charged":1000}', w2: '201 {"charged":1000}' });
});

test('a lab without a recording has none', () => {
  expect(loadRecorded('double-charge')).toBe(null);
});
