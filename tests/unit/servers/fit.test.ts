/** A schedule is followed as far as a database lets it. */
import { afterAll, expect, test } from 'vitest';
import { prepare } from '../../../src/engine/experiment.ts';
import { replay } from '../../../src/engine/explore/replay.ts';
import { Laboratory } from '../../../src/engine/laboratory.ts';
import { parseSchedule } from '../../../src/engine/schedule.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { loadLab } from '../../../src/labs/load.ts';
import { nodeTools } from '../../../src/runner/node-tools.ts';
import { differences } from '../../../src/servers/compare.ts';
import { fitSchedule } from '../../../src/servers/fit.ts';

const lab = loadLab('transaction-is-not-enough');
const laboratory = new Laboratory(
  prepare(lab, { handler: 'plain-transaction' }),
  await nodeTools(),
  defaultLimits,
);
afterAll(() => laboratory.close());

const fitted = (schedule: string | null, finish = false) =>
  fitSchedule(laboratory, schedule === null ? null : parseSchedule(schedule), finish, 100);

test('a choice that cannot be made is left out, with its reason', () => {
  // SQLite refuses W2's INSERT at choice 6, and the error ends W2.
  expect(fitted('w1 w1 w2 w2 w1 w2 w1 w2')).toEqual({
    schedule: 'w1 w1 w2 w2 w1 w2 w1',
    skipped: [{ position: 8, choice: 'w2', why: 'w2 has finished' }],
    added: 0,
    complete: true,
  });
});

test('a schedule that ends early stays as it is, or goes on task by task', () => {
  expect(fitted('w1 w2')).toEqual({ schedule: 'w1 w2', skipped: [], added: 0, complete: false });
  // W2 was last, so it goes on: SELECT, INSERT, COMMIT. W1's snapshot is taken by its SELECT, which
  // then finds the row: SELECT, COMMIT.
  expect(fitted('w1 w2', true)).toEqual({
    schedule: 'w1 w2 w2 w2 w2 w1 w1',
    skipped: [],
    added: 5,
    complete: true,
  });
});

test('without a schedule each task runs to its end', () => {
  expect(fitted(null)).toEqual({ schedule: 'w1 w1 w1 w1 w2 w2 w2', skipped: [], added: 0, complete: true });
});

test('a fault without a budget is left out, and an unknown task is an error', () => {
  expect(fitted('crash:w1 w1').skipped).toEqual([
    { position: 1, choice: 'crash:w1', why: 'it cannot strike there' },
  ]);
  expect(() => fitted('w1 w3')).toThrow('Unknown task "w3" at position 2 in schedule "w1 w3".');
});

test('differences are answers and rows, in whatever order the rows lie', () => {
  const serial = replay(laboratory, 'w1 w1 w1 w1 w2 w2 w2');
  const refused = replay(laboratory, 'w1 w1 w2 w2 w1 w2 w1');
  expect(differences(serial, serial)).toEqual([]);
  // One row in both, so that only W2's answer differs.
  expect(differences(serial, refused)).toEqual([
    { what: 'w2', here: '200 {"skipped":true}', there: '500 (threw)' },
  ]);
  expect(differences(serial, replay(laboratory, 'w1'))).toEqual([
    { what: 'w1', here: '201 {"charged":1000}', there: 'not finished' },
    { what: 'w2', here: '200 {"skipped":true}', there: 'not finished' },
    { what: 'charge', here: '1 row: order-9 1000', there: 'no rows' },
  ]);
});
