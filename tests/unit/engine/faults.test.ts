/** Faults are choices from a budget; how many schedules each adds is counted by hand. */
import { expect, test } from 'vitest';
import { exhaustive } from '../../../src/engine/explore/exhaustive.ts';
import { runToEnd } from '../../../src/engine/explore/explore.ts';
import { merged } from '../../../src/engine/explore/merged.ts';
import type { FaultBudget, Lab, TaskSpec } from '../../../src/engine/lab.ts';
import { printSchedule } from '../../../src/engine/schedule.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { exploreLab, handle, inLaboratory, replayLab, smallLab } from './support.ts';

function faulty(
  tasks: number,
  faults: FaultBudget,
  changes: Partial<Lab> = {},
  retries?: TaskSpec['retries'],
): Lab {
  const lab = smallLab(tasks, changes);
  const { only } = lab.scenarios;
  if (!only) throw new Error('The small lab has a scenario.');
  only.faults = faults;
  if (retries) for (const [id, task] of Object.entries(only.tasks)) only.tasks[id] = { ...task, retries };
  return lab;
}
const steps = (n: number) =>
  handle(`  for (let i = 0; i < ${n}; i += 1) await env.sql\`SELECT 1\`;\n  return new Response('ok');`);
const insert = handle("  await env.sql`INSERT INTO t VALUES (1, 1)`;\n  return new Response('ok');");

/** Both strategies; they must agree. */
function count(lab: Lab, source = steps(2)): [bigint | undefined, bigint | undefined] {
  return inLaboratory(lab, source, (laboratory) => {
    const tree = runToEnd(exhaustive(laboratory, { ...defaultLimits, schedules: 50_000 }));
    const graph = runToEnd(merged(laboratory, defaultLimits));
    const essence = (found: typeof tree) => ({
      total: found?.total,
      broken: found?.broken,
      brokenBy: [...(found?.brokenBy ?? [])]
        .sort()
        .map(([id, by]) => [id, by.count, printSchedule(by.schedule)]),
    });
    expect(essence(graph)).toEqual(essence(tree));
    return [tree?.total, tree?.broken];
  });
}

test('one task of two steps can crash in three places', () => {
  // Before the first step, between the two, after the last and before the answer leaves.
  expect(exploreLab(faulty(1, { crash: 1 }), steps(2)).map?.map((cell) => cell.schedule)).toEqual([
    'w1 w1',
    'w1 w1 crash:w1',
    'w1 crash:w1',
    'crash:w1',
  ]);
});

test('one crash among two tasks of two steps makes 36 schedules', () => {
  // Without: C(4, 2) = 6. w1 crashes before its first step: one choice among w2's two, 3 places.
  // After one step: two choices among two, 6. After both: its last step and the crash stay
  // together, for whatever else is chosen lets the answer leave: 6 again. 6 + 2 · (3 + 6 + 6) = 36.
  expect(count(faulty(2, { crash: 1 }))[0]).toBe(36n);
});

test('one lost request among two tasks of two steps makes 12 schedules', () => {
  // 6, and for either task one choice among the other's two: 3. 6 + 2 · 3 = 12.
  expect(count(faulty(2, { loseRequest: 1 }))[0]).toBe(12n);
});

test('one lost answer among two tasks of two steps makes 18 schedules', () => {
  // 6, and for either task its last step with the loss, among the other's two: 6. 6 + 2 · 6 = 18.
  expect(count(faulty(2, { loseResponse: 1 }))[0]).toBe(18n);
});

test('two crashes of two tasks of one step make 18 schedules', () => {
  // Each task: step; step then crash, together; crash. No crash: 2. One crash of w1: (step crash)
  // among w2's step: 2; (crash) among it: 2; the same for w2: 8. Both crash, each in one of two
  // ways: 2 · 2 kinds, each in 2 orders: 8. 2 + 8 + 8 = 18.
  expect(count(faulty(2, { crash: 2 }), steps(1))[0]).toBe(18n);
});

test('a retry follows only a failure, and an insert is made twice when the answer was lost', () => {
  const lab = faulty(1, { crash: 1 }, {}, { attempts: 1, when: 'after-failure' });
  const found = exploreLab(lab, insert);
  expect(found.map).toEqual([
    { schedule: 'w1', broken: [] },
    { schedule: 'w1 crash:w1 w1.2', broken: ['at-most-one'] },
    { schedule: 'crash:w1 w1.2', broken: [] },
  ]);
  expect(found.counterexample?.steps.map((step) => [step.task, step.label, step.result])).toEqual([
    ['w1', 'INSERT INTO t …', '1 row written'],
    ['w1', 'crash', 'process gone'],
    ['w1.2', 'INSERT INTO t …', '1 row written'],
  ]);
  expect(count(lab, insert)).toEqual([3n, 1n]);
});

test('a retry may run beside its first attempt', () => {
  // w1 must have begun: w1.2's one step comes after w1's first of two, 2 places. No fault, no budget.
  const lab = faulty(1, {}, {}, { attempts: 1, when: 'concurrently' });
  expect(exploreLab(lab, steps(2)).map?.map((cell) => cell.schedule)).toEqual([
    'w1 w1 w1.2 w1.2',
    'w1 w1.2 w1 w1.2',
    'w1 w1.2 w1.2 w1',
  ]);
});

test('a crash rolls its transaction back and frees the lock', () => {
  const source = handle(
    "  await env.sql.begin('immediate', async (sql) => { await sql`INSERT INTO t VALUES (1, 1)`; });\n  return new Response('ok');",
  );
  const lab = faulty(2, { crash: 1 });
  const trace = replayLab(lab, 'w1 w1 w2 crash:w1 w2 w2 w2', source);
  expect(trace.events.map((event) => [event.choice, event.result])).toEqual([
    ['w1', 'has the write lock'],
    ['w1', '1 row written'],
    ['w2', 'waits for w1'],
    ['crash:w1', 'process gone'],
    ['w2', 'has the write lock'],
    ['w2', '1 row written'],
    ['w2', '1 row visible'],
  ]);
  expect(trace.moments.at(-1)?.tables.t?.rows.map((row) => row.by)).toEqual(['w2']);
  expect(trace.moments.at(-1)?.tasks.w1?.end).toMatchObject({ kind: 'crashed', status: null });
});

test('the answer to COMMIT may be lost after it has committed', () => {
  const source = handle(`
  try { await env.sql.begin(async (sql) => { await sql\`INSERT INTO t VALUES (1, 1)\`; }); }
  catch (error) { return new Response(error.code, { status: 503 }); }
  return new Response('ok');`);
  const lab = faulty(1, { timeout: 1 });
  expect(exploreLab(lab, source).map?.map((cell) => cell.schedule)).toEqual(['w1 w1 w1', 'w1 w1 timeout:w1']);
  const trace = replayLab(lab, 'w1 w1 timeout:w1', source);
  expect(trace.events.at(-1)).toMatchObject({
    result: '1 row visible, answer lost',
    error: 'TIMEOUT',
    end: { status: 503, body: 'TIMEOUT' },
  });
  expect(trace.moments.at(-1)?.tables.t?.rows).toHaveLength(1);
});

test('in a shared process one crash takes everybody, and its memory', () => {
  const source = {
    handler: {
      name: 'mine',
      file: 'mine.ts',
      migration: '',
      source: `let seen = 0;
export async function handle(request: Request, { sql }: Env) {
  seen += 1;
  await sql\`SELECT 1\`;
  await sql\`SELECT 2\`;
  return Response.json(seen);
}
`,
    },
  };
  const lab = faulty(3, { crash: 1 }, { process: 'shared' });
  const trace = replayLab(lab, 'w1 w2 crash:w1 w3 w3', source);
  const { w1, w2, w3 } = trace.moments.at(-1)?.tasks ?? {};
  expect([w1?.end?.kind, w2?.end?.kind, w3?.end?.body]).toEqual(['crashed', 'crashed', '1']);
  // One step each, two tasks. A crash as w1's request arrives, then w2: 1. w1, then w2: 1, and w2's
  // answer lost with a crash: 1; w1's answer lost so, then w2: 1; w1, then a crash as w2's request
  // arrives: 1. The same the other way round: 10.
  expect(count(faulty(2, { crash: 1 }, { process: 'shared' }), steps(1))[0]).toBe(10n);
});

test('what befell whom is in world.fault and world.response, for properties to excuse', () => {
  const properties: Lab['properties'] = {
    answered: {
      says: 'Everybody is answered, unless a fault befell them.',
      always:
        "SELECT 1 FROM world.outcome o WHERE kind <> 'answered' AND NOT EXISTS (SELECT 1 FROM world.fault f WHERE f.task = o.task)",
      when: 'at-end',
    },
    received: {
      says: 'An answer is lost.',
      sometimes: 'SELECT 1 FROM world.response WHERE received = 0 AND status = 200',
    },
  };
  const lab = faulty(1, { crash: 1, loseRequest: 1, loseResponse: 1 }, { properties });
  expect(exploreLab(lab, steps(1))).toMatchObject({ verdict: { kind: 'holds' } });
  expect(replayLab(lab, 'w1 loseResponse:w1', steps(1)).moments.at(-1)?.tasks.w1?.end).toMatchObject({
    kind: 'response-lost',
    status: 200,
  });
});

test('an error that escapes is no error for a client whose server crashed', () => {
  const lab = faulty(1, { crash: 1 });
  const source = handle("  await env.sql`INSERT INTO t VALUES (1, 1)`;\n  throw new Error('no');");
  // `w1` breaks `throws`; `w1 crash:w1` and `crash:w1` do not.
  expect(exploreLab(lab, source).map).toEqual([
    { schedule: 'w1', broken: ['throws'] },
    { schedule: 'w1 crash:w1', broken: [] },
    { schedule: 'crash:w1', broken: [] },
  ]);
});

test('the moments of a replay tell which faults may strike', () => {
  const trace = replayLab(faulty(1, { crash: 1, loseRequest: 1, loseResponse: 1 }), 'w1 w1', steps(2));
  expect(trace.moments.map((moment) => moment.faults)).toEqual([
    ['crash:w1', 'loseRequest:w1'],
    ['crash:w1'],
    ['crash:w1', 'loseResponse:w1'],
  ]);
  expect(trace.complete).toBe(true);
});

test.each([
  [
    'crash:w1 crash:w1',
    'Choice 2, "crash:w1", is one crash more than the 1 that this scenario has. Remove one.',
  ],
  ['w1 loseRequest:w1', 'Choice 2, "loseRequest:w1", cannot strike there. There may strike: crash:w1.'],
  [
    'timeout:w1',
    'Choice 1, "timeout:w1", is a fault, and this scenario has no budget for it. Remove it, or give the scenario faults: { timeout: 1 }.',
  ],
  [
    'w1 w1 w1.2',
    'Unknown task "w1.2" at position 3 in schedule "w1 w1 w1.2". The scenario has w1. Correct the schedule.',
  ],
])('"%s" is refused: %s', (schedule, message) => {
  expect(() => replayLab(faulty(1, { crash: 1, loseRequest: 1 }), schedule, steps(2))).toThrow(message);
});

test('three workers of five steps and one crash are explored to the end', () => {
  const source = handle(`
  const { sql } = env;
  await sql\`SELECT 1 FROM t WHERE a = 1\`;
  await sql\`INSERT INTO t VALUES (1, 0) ON CONFLICT DO NOTHING\`;
  await sql\`UPDATE t SET b = 1\`;
  await sql\`SELECT b FROM t\`;
  await sql\`UPDATE t SET b = 2\`;
  return new Response('ok');`);
  const lab = faulty(3, { crash: 1 }, { schema: 'CREATE TABLE t (a UNIQUE, b);' });
  const found = exploreLab(lab, source);
  expect(found.verdict).toEqual({ kind: 'holds' });
  // 15! / 5!³ = 756756 without a crash; with one of w1 after k steps, k + 1 choices of its own among
  // ten: Σ over k of (10 + k + 1)! / (5!² (k + 1)!) for k < 5, and after all five, last step and crash
  // together, 15! / 5!³ again. Three tasks: 756756 + 3 · (Σ + 756756).
  const f = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * f(n - 1));
  let one = f(15) / f(5) ** 3n;
  for (let k = 0; k < 5; k += 1) one += f(11 + k) / (f(5) ** 2n * f(k + 1));
  expect(found.schedules.total).toBe(Number(f(15) / f(5) ** 3n + 3n * one));
});

test('a sender who wants a 2xx asks again after a 409, and another client does not', () => {
  // The handler takes one step. Alone: `w1`. With a retry that is wanted: `w1 w1.2`, and the retry of the
  // second kind never starts.
  const source = handle('await env.sql`SELECT 1`; return new Response("", { status: 409 });');
  const when = (kind: 'after-failure' | 'unless-2xx') =>
    smallLab(1, {
      scenarios: {
        only: {
          tasks: {
            w1: {
              entry: 'handle',
              request: { method: 'POST', path: '/', headers: {} },
              after: [],
              retries: { attempts: 1, when: kind },
            },
          },
          scalable: false,
          faults: {},
        },
      },
      properties: { answered: { says: 'It answers.', sometimes: 'SELECT 1 FROM world.response' } },
    });
  expect(exploreLab(when('unless-2xx'), source).map?.map(({ schedule }) => schedule)).toEqual(['w1 w1.2']);
  expect(exploreLab(when('after-failure'), source).map?.map(({ schedule }) => schedule)).toEqual(['w1']);
});
