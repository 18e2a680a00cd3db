import { expect, test } from 'vitest';
import { exhaustive } from '../../../src/engine/explore/exhaustive.ts';
import { explore, runToEnd } from '../../../src/engine/explore/explore.ts';
import { replay } from '../../../src/engine/explore/replay.ts';
import { parseSchedule, printSchedule } from '../../../src/engine/schedule.ts';
import { defaultLimits, type ScheduleOutcome } from '../../../src/engine/verdict.ts';
import { loadLabs } from '../../../src/labs/load.ts';
import { exploreLab, handle, inLaboratory, loadLab, smallLab } from './support.ts';

const labs = loadLabs();
const cases = labs.flatMap((lab) =>
  Object.entries(lab.variants).flatMap(([name, variant]) =>
    Object.entries(variant.expect).map(([scenario, expected]) => ({ lab, name, scenario, expected })),
  ),
);

test('check-then-insert charges twice in 4 of 6 schedules', () => {
  // By hand: two workers of two steps shuffle in C(4, 2) = 6 ways. In the two serial ones the
  // second worker finds the row and stops; they are safe. In the other four both look first.
  const found = exploreLab(loadLab('double-charge'), { handler: 'check-then-insert' });
  expect(found.verdict).toEqual({ kind: 'broken', property: 'one-charge-per-order' });
  expect(found.schedules).toEqual({ total: 6, broken: 4, run: 6 });
  expect(found.properties).toEqual({
    'one-charge-per-order': { kind: 'broken', broken: 4, schedule: 'w1 w2 w2 w1', end: null },
    'customer-is-charged': { kind: 'holds' },
  });
  expect(found.map).toEqual([
    { schedule: 'w1 w1 w2', broken: [] },
    { schedule: 'w1 w2 w1 w2', broken: ['one-charge-per-order'] },
    { schedule: 'w1 w2 w2 w1', broken: ['one-charge-per-order'] },
    { schedule: 'w2 w1 w1 w2', broken: ['one-charge-per-order'] },
    { schedule: 'w2 w1 w2 w1', broken: ['one-charge-per-order'] },
    { schedule: 'w2 w2 w1', broken: [] },
  ]);
  // The tree of these six: 1 root, 2 + 4 + 6 + 4 nodes below it.
  expect(found.states).toBe(17);
  // One step leads to each node but the root.
  expect(found.steps).toBe(16);
});

test('the counterexample of check-then-insert is w1 w2 w2 w1, with lines and columns', () => {
  const { counterexample } = exploreLab(loadLab('double-charge'), { handler: 'check-then-insert' });
  const select = { label: 'SELECT 1 FROM charge …', line: 3, column: 24, result: 'no row' };
  const insert = { label: 'INSERT INTO charge …', line: 5, column: 9, result: '1 row written' };
  expect(counterexample).toEqual({
    schedule: 'w1 w2 w2 w1',
    steps: [
      { task: 'w1', ...select },
      { task: 'w2', ...select },
      { task: 'w2', ...insert },
      { task: 'w1', ...insert },
    ],
  });
});

test('three workers check-then-insert in 66 schedules, of which 60 charge more than once', () => {
  // By hand. Let k workers look before the first insert; the others find a row and make one step.
  // k = 1: the first makes both steps, then two single steps in 2 orders: 3 · 2 = 6 schedules, safe.
  // k = 3: three looks in 3! orders, three inserts in 3! orders: 36.
  // k = 2: 3 choices of the late worker; looks in 2 orders, inserts in 2; the late one comes after
  //        the first insert: before or after the second: 3 · 2 · 2 · 2 = 24. 36 + 24 = 60 broken.
  const found = exploreLab(loadLab('three-at-once'), { handler: 'check-then-insert' });
  expect(found.schedules).toEqual({ total: 66, broken: 60, run: 66 });
  const scaled = exploreLab(loadLab('double-charge'), { handler: 'check-then-insert', workers: 3 });
  expect(scaled.schedules).toEqual(found.schedules);
  expect(scaled.counterexample?.schedule).toBe('w1 w2 w2 w1 w3');
});

test('unique-claim holds for two and three workers', () => {
  // Winner and loser make two steps each, whatever happens: C(4, 2) = 6, and 6! / (2!)³ = 90.
  const two = exploreLab(loadLab('double-charge'), { handler: 'unique-claim' });
  expect(two).toMatchObject({
    verdict: { kind: 'holds' },
    schedules: { total: 6, broken: 0 },
    counterexample: null,
  });
  const three = exploreLab(loadLab('three-at-once'), { handler: 'unique-claim' });
  expect(three).toMatchObject({ verdict: { kind: 'holds' }, schedules: { total: 90, broken: 0 } });
});

test('begin-immediate holds in 8 schedules', () => {
  // By hand, w1 first (double it): BEGIN. w2 may ask for the lock before SELECT, before INSERT,
  // before COMMIT, and is parked, once; or it asks only after COMMIT: 4 schedules. Once parked it
  // asks again after COMMIT.
  const found = exploreLab(loadLab('double-charge'), { handler: 'begin-immediate' });
  expect(found).toMatchObject({ verdict: { kind: 'holds' }, schedules: { total: 8, broken: 0 } });
});

test('a sleep before the check leaves 6 of 10 schedules broken', () => {
  // w1 sleeps, looks, inserts; w2 looks and inserts: C(5, 2) = 10 shuffles of which the lookers
  // that come late stop early. Safe: w2 inserts before w1 looks (the sleep is anywhere before: 3),
  // w1 inserts before w2 looks (1). The other 6 break.
  const lab = smallLab(2);
  const source = handle(`
  const { sql, clock } = env;
  if (request.headers.get('sleepy')) await clock.sleep(50);
  const [seen] = await sql\`SELECT 1 FROM t\`;
  if (seen) return Response.json({});
  await sql\`INSERT INTO t VALUES (1, 1)\`;
  return Response.json({});`);
  const [first] = Object.values(lab.scenarios.only?.tasks ?? {});
  if (!first?.request || !lab.scenarios.only) throw new Error('The small lab has tasks.');
  lab.scenarios.only.tasks.w1 = { ...first, request: { ...first.request, headers: { sleepy: 'yes' } } };
  expect(exploreLab(lab, source).schedules).toEqual({ total: 10, broken: 6, run: 10 });
});

test.each(cases)(
  '$lab.id, $scenario, $name: the verdict is the one its file promises',
  ({ lab, name, scenario, expected }) => {
    const { verdict } = exploreLab(lab, { handler: name, scenario });
    expect(verdict).toEqual(expected);
  },
);

test.each(cases)('$lab.id, $scenario, $name: explored twice gives the same', ({ lab, name, scenario }) => {
  expect(exploreLab(lab, { handler: name, scenario })).toEqual(exploreLab(lab, { handler: name, scenario }));
});

test.each(cases)(
  '$lab.id, $scenario, $name: every explored schedule replays to what was explored',
  ({ lab, name, scenario }) => {
    inLaboratory(lab, { handler: name, scenario }, (laboratory) => {
      const map: ScheduleOutcome[] = [];
      const explored: { schedule: string; results: unknown[] }[] = [];
      const findings = runToEnd(
        exhaustive(laboratory, defaultLimits, (schedule, records) => {
          explored.push({
            schedule: printSchedule(schedule),
            results: records.map((record) => structuredClone(record)),
          });
        }),
      );
      // Where there are more than are run one by one, there is no map to compare.
      if (!findings) return;
      map.push(...(findings.map ?? []));
      expect(map).toHaveLength(explored.length);
      for (const { schedule, results } of explored) {
        const again: unknown[] = [];
        laboratory.execution.restart();
        for (const [index, choice] of parseSchedule(schedule).entries()) {
          again.push(structuredClone(laboratory.execution.choose(choice, index + 1, schedule)));
        }
        expect(again).toEqual(results);
        const trace = replay(laboratory, schedule);
        expect(trace.complete).toBe(true);
        expect(trace.moments.at(-1)?.broken.toSorted()).toEqual(
          map.find((cell) => cell.schedule === schedule)?.broken.toSorted(),
        );
      }
    });
  },
);

test('a handler that does nothing is vacuous', () => {
  const found = exploreLab(loadLab('double-charge'), handle('  return Response.json({});'));
  expect(found.verdict).toEqual({ kind: 'vacuous', property: 'one-charge-per-order' });
  expect(found.properties['customer-is-charged']).toEqual({ kind: 'vacuous', unseen: 'customer-is-charged' });
  // A handler without steps has one choice; two of them, two orders.
  expect(found.schedules.total).toBe(2);
});

test('a limit that comes first makes the verdict inconclusive and the totals unknown', () => {
  const source = handle(
    '  await env.sql`INSERT INTO t VALUES (1, 1)`;\n  await env.sql`DELETE FROM t`;\n  return Response.json({});',
  );
  const properties = {
    fine: { says: 'Fine.', always: 'SELECT 1 FROM t WHERE a = 2', when: 'every-state' as const },
  };
  for (const [limit, limits] of [
    ['steps', { ...defaultLimits, steps: 5 }],
    ['steps', { ...defaultLimits, schedules: 1, steps: 5 }],
    ['states', { ...defaultLimits, schedules: 1, states: 5 }],
  ] as const) {
    expect(exploreLab(smallLab(2, { properties }), source, limits)).toMatchObject({
      verdict: { kind: 'inconclusive', limit },
      properties: { fine: { kind: 'inconclusive', limit } },
      schedules: { total: null, broken: null },
      map: null,
    });
  }
});

test('what was broken before a limit stays broken, with a schedule that shows it', () => {
  const source = handle('  await env.sql`INSERT INTO t VALUES (1, 1)`;\n  return Response.json({});');
  for (const limits of [
    { ...defaultLimits, steps: 3 },
    { ...defaultLimits, schedules: 1, states: 4 },
  ]) {
    const found = exploreLab(smallLab(3), source, limits);
    expect(found.verdict).toEqual({ kind: 'broken', property: 'at-most-one' });
    expect(found.properties['at-most-one']).toEqual({
      kind: 'broken',
      broken: null,
      schedule: 'w1 w2 w3',
      end: null,
    });
  }
});

test('progress never goes back, also where schedules turn out too many to be run one by one', () => {
  inLaboratory(loadLab('double-charge'), { handler: 'unique-claim', workers: 6 }, (laboratory) => {
    const steps: number[] = [];
    const exploration = explore(laboratory, { ...defaultLimits, schedules: 100 });
    for (let next = exploration.next(); !next.done; next = exploration.next()) steps.push(next.value.steps);
    expect(steps.length).toBeGreaterThan(20);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(new Set(steps).size).toBe(steps.length);
  });
});
