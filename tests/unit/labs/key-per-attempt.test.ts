import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('key-per-attempt');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('with a key for each attempt, a lost answer collects twice', () => {
  // The first call is answered, or its answer is lost and a second call follows.
  const found = explored('key-in-the-loop', 'lost-answer');
  expect(found.map).toEqual([
    { schedule: 'w1', broken: [] },
    { schedule: 'timeout:w1 w1', broken: ['one-charge-per-month'] },
  ]);
});

test('a key made before the loop is gone when the job starts again', () => {
  expect(explored('key-before-the-loop', 'lost-answer')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 2, broken: 0 },
  });
  // The job lives, dies after it has collected, or dies before it.
  for (const handler of ['key-in-the-loop', 'key-before-the-loop']) {
    expect(explored(handler, 'job-restarts').map).toEqual([
      { schedule: 'w1', broken: [] },
      { schedule: 'w1 crash:w1 w1.2', broken: ['one-charge-per-month'] },
      { schedule: 'crash:w1 w1.2', broken: [] },
    ]);
  }
});

test('a key derived from the intent is the same in every attempt and process', () => {
  expect(explored('key-of-the-intent', 'lost-answer')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 2, broken: 0 },
  });
  expect(explored('key-of-the-intent', 'job-restarts')).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 3, broken: 0 },
  });
});
