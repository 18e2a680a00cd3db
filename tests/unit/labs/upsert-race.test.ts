import { expect, test } from 'vitest';
import { exploreLab, loadLab } from '../engine/support.ts';

const lab = loadLab('upsert-race');
const explored = (handler: string, scenario: string) => exploreLab(lab, { handler, scenario });

test('look-then-write shows an error in 4 of 6 schedules', () => {
  // Two steps each, whether the second updates or inserts: C(4, 2) = 6. In the two serial ones the
  // later tab finds the row. In the other four both look first, and the second INSERT is refused.
  const found = explored('look-then-write', 'two-tabs');
  expect(found.schedules).toEqual({ total: 6, broken: 4, run: 6 });
  expect(found.properties['no-error-page']).toMatchObject({ kind: 'broken', broken: 4 });
  expect(found.properties.throws).toMatchObject({
    kind: 'broken',
    broken: 4,
    end: { status: 500, detail: 'SqlError: UNIQUE constraint failed: subscriber.email', line: 5 },
  });
  expect(found.counterexample?.steps.map(({ task, label, result }) => [task, label, result])).toEqual([
    ['w1', 'SELECT 1 FROM subscriber …', 'no row'],
    ['w2', 'SELECT 1 FROM subscriber …', 'no row'],
    ['w2', 'INSERT INTO subscriber …', '1 row written'],
    [
      'w1',
      'INSERT INTO subscriber …',
      'refused: UNIQUE constraint failed: subscriber.email (SQLITE_CONSTRAINT_PRIMARYKEY)',
    ],
  ]);
});

test('insert-or-nothing forgets the later choice', () => {
  // One statement each. At once, no order is wrong; one after the other, the only order is.
  expect(explored('insert-or-nothing', 'two-tabs').schedules).toEqual({ total: 2, broken: 0, run: 2 });
  expect(explored('insert-or-nothing', 'one-after-the-other')).toMatchObject({
    verdict: { kind: 'broken', property: 'last-choice-stands' },
    schedules: { total: 1, broken: 1 },
    counterexample: { schedule: 'w1 w2' },
  });
});

test('one statement, and a caught refusal, both hold', () => {
  // The tab that inserts is done with its first step; the other, if refused, updates: w1 w2 w2 and
  // w2 w1 w1 are the only two orders. With one statement each there are two as well.
  for (const handler of ['catch-and-update', 'one-statement']) {
    expect(explored(handler, 'two-tabs')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 2, broken: 0 },
    });
    expect(explored(handler, 'one-after-the-other')).toMatchObject({
      verdict: { kind: 'holds' },
      schedules: { total: 1, broken: 0 },
    });
  }
});
