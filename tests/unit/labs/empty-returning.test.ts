import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('empty-returning');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('a repeated insert returns no row, and the station is told 404', () => {
  // One statement: it is answered, or the answer is lost and the station asks again.
  const found = explored('insert-returning', 'lost-answer');
  expect(found.map).toEqual([
    { schedule: 'w1', broken: [] },
    { schedule: 'w1 loseResponse:w1 w1.2', broken: ['never-not-found', 'everybody-hears-the-place'] },
  ]);
  expect(found.counterexample?.steps.at(-1)).toMatchObject({
    task: 'w1.2',
    line: 3,
    result: 'no row written',
  });
});

test('of two at once the second is told 404 in both orders', () => {
  const found = explored('insert-returning', 'two-at-once');
  expect(found.verdict).toEqual({ kind: 'broken', property: 'never-not-found' });
  expect(found.schedules).toEqual({ total: 2, broken: 2, run: 2 });
});

test('to read after the insert, or to write the row over itself, holds', () => {
  // The reader's second step is taken only by whoever lost, after the winner is done: 2 orders.
  for (const handler of ['read-after', 'update-returning']) {
    for (const scenario of ['lost-answer', 'two-at-once']) {
      expect(explored(handler, scenario)).toMatchObject({
        verdict: { kind: 'holds' },
        schedules: { total: 2, broken: 0 },
      });
    }
  }
});
