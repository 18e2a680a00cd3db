import { expect, test } from 'vitest';
import { exploreLab, loadLab, replayLab } from '../engine/support.ts';

const lab = loadLab('updated-before-created');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });
// One statement each: in their order; or, once a reorder is spent, in either: 3 schedules.
const one = (broken: string[]) => [
  { schedule: 'w1 w2', broken: [] },
  { schedule: 'reorder:w2 w1 w2', broken: [] },
  { schedule: 'reorder:w2 w2 w1', broken },
];

test('"created" after "updated" leaves a paid subscription incomplete', () => {
  const found = explored('each-writes', 'created-and-updated');
  expect(found.map).toEqual(one(['who-has-paid-may-sing']));
  const { moments } = replayLab(lab, 'reorder:w2 w2 w1', {
    handler: 'each-writes',
    scenario: 'created-and-updated',
  });
  expect(moments.at(-1)?.tables['subscription']?.rows.map(({ values }) => values)).toEqual([
    ['sub-7', 'active', 1626480000],
    ['sub-12', 'incomplete', 1623979265],
  ]);
});

test('to let "created" only insert helps against "created", and not between two updates', () => {
  expect(explored('created-only-inserts', 'created-and-updated').map).toEqual(one([]));
  expect(explored('created-only-inserts', 'two-updates').map).toEqual(one(['who-has-paid-may-sing']));
});

test('to ignore what is older holds, whatever the events are called', () => {
  for (const scenario of ['created-and-updated', 'two-updates'])
    expect(explored('older-is-ignored', scenario)).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 3, broken: 0 },
    });
});
