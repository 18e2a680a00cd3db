/** Every side of the benchmark is given the same steps, and the figures that the specs state are right. */
import { expect, test } from 'vitest';
import { bareNative, bareSqlJs } from '../../../src/bench/bare.ts';
import { exploreAnew } from '../../../src/bench/ours.ts';
import {
  type BenchSpec,
  benchSpecs,
  handlerText,
  isolationSpec,
  labOf,
  literal,
  parameterised,
  schedulesOf,
  threeByThree,
  twoByFour,
} from '../../../src/bench/spec.ts';
import { prepare } from '../../../src/engine/experiment.ts';
import { replay, serialSchedule } from '../../../src/engine/explore/replay.ts';
import { Laboratory } from '../../../src/engine/laboratory.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { nodeTools } from '../../../src/runner/node-tools.ts';

const tools = await nodeTools();

/** A statement with its values written out, as PostgreSQL is given it. */
function writtenOut(sql: string, params: readonly unknown[]): string {
  const values = [...params];
  return sql.replaceAll('?', () => `'${values.shift()}'`);
}

const small: BenchSpec = {
  name: '2 × 1',
  tasks: ['w1', 'w2'],
  steps: [{ name: 'charge', sql: 'INSERT INTO charge VALUES (:task)' }],
  schedules: 2,
  broken: 0,
};

test('a spec for isolationtester resets, asks the invariant, and lists each task’s steps', () => {
  expect(isolationSpec(small)).toBe(
    [
      'setup { DELETE FROM charge; }',
      '',
      'teardown { SELECT task FROM charge WHERE noted_by <> task; }',
      '',
      'session w1',
      "step w1_charge { INSERT INTO charge VALUES ('w1'); }",
      '',
      'session w2',
      "step w2_charge { INSERT INTO charge VALUES ('w2'); }",
      '',
    ].join('\n'),
  );
});

test('permutations are listed where their number is asked for, and begin anew after the last', () => {
  const listed = isolationSpec(small, 3)
    .split('\n')
    .filter((line) => line.startsWith('permutation'));
  expect(listed).toEqual([
    'permutation w1_charge w2_charge',
    'permutation w2_charge w1_charge',
    'permutation w1_charge w2_charge',
  ]);
  const all = isolationSpec(twoByFour, 70).match(/^permutation .*$/gm);
  expect(new Set(all).size).toBe(70);
  expect(all?.[0]).toBe(
    'permutation w1_look w1_charge w1_note w1_answer w2_look w2_charge w2_note w2_answer',
  );
});

test('a handler makes the steps and nothing else', () => {
  expect(handlerText(small.steps)).toBe(
    [
      'export async function handle(request: Request, { sql }: Env) {',
      '  const { task } = await request.json();',
      '  await sql`INSERT INTO charge VALUES ($' + '{task})`;',
      '  return Response.json({});',
      '}',
      '',
    ].join('\n'),
  );
});

test.each(benchSpecs)(
  '$name: the engine’s steps, the bare calls and isolationtester’s steps are the same SQL',
  (spec) => {
    const wanted = spec.tasks.flatMap((task) => spec.steps.map((step) => literal(step, task)));
    const bare = spec.tasks.flatMap((task) =>
      spec.steps.map((step) => {
        const { sql, params } = parameterised(step, task);
        return writtenOut(sql, params);
      }),
    );
    expect(bare).toEqual(wanted);
    const listed = [...isolationSpec(spec).matchAll(/^step \S+ \{ (.*); \}$/gm)].map(([, sql]) => sql);
    expect(listed).toEqual(wanted);
    const laboratory = new Laboratory(prepare(labOf(spec)), tools, defaultLimits);
    const { events } = replay(laboratory, serialSchedule(laboratory, 100));
    laboratory.close();
    expect(events.map(({ sql, params }) => writtenOut(sql, params))).toEqual(wanted);
  },
);

/** An oracle in a few lines: whose charges bear whose notes. */
function breaks(spec: BenchSpec, schedule: readonly string[]): boolean {
  const next: Record<string, number> = {};
  const charges: { by: string; note: string | null }[] = [];
  for (const task of schedule) {
    const index = next[task] ?? 0;
    next[task] = index + 1;
    const name = spec.steps[index]?.name;
    if (name === 'charge') charges.push({ by: task, note: null });
    if (name === 'note') for (const charge of charges) charge.note ??= task;
  }
  return charges.some(({ by, note }) => note !== null && note !== by);
}

test.each([
  // C(8, 4) = 70; 9! / (3! 3! 3!) = 1,680. What breaks is counted by hand in src/bench/spec.ts.
  { spec: twoByFour, schedules: 70, broken: 36 },
  { spec: threeByThree, schedules: 1680, broken: 1512 },
])(
  '$spec.name has $schedules schedules, all different, and $broken break the property',
  ({ spec, schedules, broken }) => {
    const all = schedulesOf(spec);
    expect(new Set(all.map((schedule) => schedule.join(' '))).size).toBe(schedules);
    expect(all.filter((schedule) => breaks(spec, schedule))).toHaveLength(broken);
    expect({ schedules: spec.schedules, broken: spec.broken }).toEqual({ schedules, broken });
  },
);

test.each(benchSpecs)('$name: the engine, merged or not, and bare calls find the same', async (spec) => {
  for (const kind of ['unreduced', 'reduced'] as const) {
    const { exploration } = exploreAnew(tools, prepare(labOf(spec)), { kind });
    expect(exploration.schedules).toMatchObject({ total: spec.schedules, broken: spec.broken });
  }
  const sqlJs = bareSqlJs(spec, tools.openDatabase);
  expect(sqlJs.run()).toBe(spec.broken);
  expect(sqlJs.run()).toBe(spec.broken);
  sqlJs.close();
  const native = await bareNative(spec);
  if ('missing' in native)
    return expect(native.missing).toBe('not installed: node:sqlite comes with Node 22.5 or later');
  expect(native.run()).toBe(spec.broken);
  native.close();
});
