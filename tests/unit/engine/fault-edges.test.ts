/** Edges of faults: where nobody can move, in shared processes, between a last step and its answer. */
import { expect, test } from 'vitest';
import { exhaustive } from '../../../src/engine/explore/exhaustive.ts';
import { runToEnd } from '../../../src/engine/explore/explore.ts';
import { merged } from '../../../src/engine/explore/merged.ts';
import type { FaultBudget, Lab, Property, TaskSpec } from '../../../src/engine/lab.ts';
import { defaultLimits } from '../../../src/engine/verdict.ts';
import { disagreements } from './agree.ts';
import { exploreLab, handle, handler, inLaboratory, labOf, replayLab, schedulesOf } from './support.ts';

const it = (always: string, when: 'every-state' | 'at-end' = 'at-end'): Record<string, Property> => ({
  it: { says: 'It.', always, when },
});
/** So many requests; `wN` sends its number in the header `n`. */
function lab(
  tasks: number,
  faults: FaultBudget,
  changes: Partial<Lab> = {},
  per: Record<string, Partial<TaskSpec>> = {},
): Lab {
  const ids = Array.from({ length: tasks }, (_, index) => `w${index + 1}`);
  return labOf(Object.fromEntries(ids.map((id) => [id, per[id] ?? {}])), faults, changes);
}
const agree = (made: Lab, source: ReturnType<typeof handler>) =>
  expect(disagreements(made, source)).toEqual([]);
const retried = { w1: { retries: { attempts: 1, when: 'after-failure' as const } } };
const n = "const n = request.headers.get('n');\n";
const stalls = handle(
  '  await env.sql`SELECT 1`;\n  await new Promise(() => {});\n  return new Response("");',
);

test('a stall under a crash budget: the tree ends', () => {
  inLaboratory(lab(1, { crash: 1 }), stalls, (laboratory) => {
    const advance = laboratory.advance.bind(laboratory);
    let calls = 0;
    laboratory.advance = (choice, violated) => {
      calls += 1;
      if (calls > 1000) throw new Error('endless');
      return advance(choice, violated);
    };
    expect(runToEnd(exhaustive(laboratory, defaultLimits))?.brokenBy.has('never-finishes')).toBe(true);
  });
});

test('a stall under a crash budget: the graph sees it', () => {
  inLaboratory(lab(1, { crash: 1 }), stalls, (laboratory) => {
    expect(runToEnd(merged(laboratory, defaultLimits)).brokenBy.has('never-finishes')).toBe(true);
  });
});

test('a stall found once the last answer has left needs no fault', () => {
  const source =
    handle(`${n}if (n === '2') { const r = await env.sql\`SELECT 1 FROM t\`; if (r.length === 0) await new Promise(() => {}); return new Response(''); }
await env.sql\`INSERT INTO t VALUES (1, 1)\`; return new Response('');`);
  expect(exploreLab(lab(2, { loseResponse: 1 }), source).counterexample?.schedule).toBe('w2 w1');
});

test('a budget takes no schedule away: a retry of a 500 may go before w2', () => {
  const source =
    handle(`${n}if (n === '1') { await env.sql\`INSERT INTO t VALUES (1, 1)\`; return new Response('', { status: 500 }); }
const r = await env.sql\`SELECT * FROM t\`; return new Response(String(r.count));`);
  const properties = it(
    "SELECT 1 FROM world.response WHERE task = 'w2' AND body = '2' AND NOT EXISTS (SELECT 1 FROM world.fault)",
  );
  expect(exploreLab(lab(2, {}, { properties }, retried), source).verdict.kind).toBe('broken');
  expect(schedulesOf(lab(2, { crash: 1 }, {}, retried), source)).toContain('w1 w1.2 w2');
  expect(exploreLab(lab(2, { loseResponse: 1 }, { properties }, retried), source).verdict.kind).toBe(
    'broken',
  );
});

test('shared, crash: moment of a fault is part of the state', () => {
  const source = handle('await env.sql`SELECT 1`; await env.sql`SELECT 2`; return new Response("");');
  agree(
    lab(1, { crash: 1 }, { process: 'shared', properties: it('SELECT 1 FROM world.fault WHERE moment = 1') }),
    source,
  );
});

test('shared, crash: what a finished task answered is part of the state', () => {
  const source =
    handle(`${n}if (n === '3') { await env.sql\`SELECT 1\`; await env.sql\`SELECT 2\`; return new Response(''); }
if (n === '2') { await env.sql\`INSERT INTO t VALUES (1, 1)\`; return new Response(''); }
const r = await env.sql\`SELECT 1 FROM t\`; return new Response(String(r.length));`);
  agree(
    lab(
      3,
      { crash: 1 },
      { process: 'shared', properties: it("SELECT 1 FROM world.response WHERE task = 'w1' AND body = '1'") },
    ),
    source,
  );
});

test('when a fault struck is part of a merged state too', () => {
  const source = handle(
    'await env.sql`SELECT 1`; await env.sql`SELECT 2`; await env.sql`SELECT 3`; return new Response("");',
  );
  const found = exploreLab(
    lab(2, { crash: 1 }, { process: 'shared', properties: it('SELECT 1 FROM world.fault WHERE moment = 1') }),
    source,
    { ...defaultLimits, schedules: 10 },
  );
  expect(found.verdict.kind).toBe('broken'); // `w1 crash:w1 …`
  expect(found.map).toBe(null);
});

test('shared: a crash after w1 has been answered and in the middle of w2', () => {
  const source =
    handle(`${n}if (n === '2') { await env.sql\`INSERT INTO t VALUES (1, 1)\`; await env.sql\`INSERT INTO t VALUES (2, 2)\`; return new Response(''); }
const a = await env.sql\`SELECT 1 FROM t\`; const b = await env.sql\`SELECT 1 FROM t\`; return new Response(a.length + ',' + b.length);`);
  const properties = it(
    "SELECT 1 FROM world.response r, world.outcome o WHERE r.task = 'w1' AND r.body = '0,1' AND o.task = 'w2' AND o.kind = 'crashed' AND (SELECT count(*) FROM t) = 1",
  );
  expect(exploreLab(lab(2, { crash: 1 }, { process: 'own', properties }), source).verdict.kind).toBe(
    'broken',
  );
  expect(exploreLab(lab(2, { crash: 1 }, { process: 'shared', properties }), source).verdict.kind).toBe(
    'broken',
  );
});

test('shared: a crash as a request arrives forgets the memory, and its retry charges again', () => {
  const source = handler(`const seen = new Set<string>();
export async function handle(request: Request, env: Env) { if (!seen.has('k')) { await env.sql\`INSERT INTO t VALUES (1, 1)\`; seen.add('k'); } return new Response('ok'); }`);
  const properties = it('SELECT 1 FROM t LIMIT 1 OFFSET 1');
  const again = { w2: { after: ['w1'], retries: { attempts: 1, when: 'after-failure' as const } } };
  const found = exploreLab(lab(2, { crash: 1 }, { process: 'shared', properties }, again), source);
  expect(found.map?.find((cell) => cell.schedule === 'w1 crash:w2 w2.2')?.broken).toEqual(['it']);
});

test('shared: two tasks that end in one step can each lose their answer', () => {
  const source =
    handler(`let open = () => {}; const gate = new Promise<void>((resolve) => { open = resolve; });
export async function handle(request: Request, env: Env) { if (request.headers.get('n') === '1') { await gate; return new Response('a'); } await env.sql\`SELECT 1\`; open(); return new Response('b'); }`);
  expect(schedulesOf(lab(2, { loseResponse: 1 }, { process: 'shared' }), source)).toContain(
    'w1 w2 loseResponse:w1',
  );
});

test('a replay and the map agree about at-end properties', () => {
  const source = handle('await env.sql`SELECT 1`; return new Response("");');
  const made = lab(
    1,
    { crash: 1 },
    {
      properties: it(
        'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM world.response) AND NOT EXISTS (SELECT 1 FROM world.fault)',
      ),
    },
  );
  expect(exploreLab(made, source).map?.[0]).toEqual({ schedule: 'w1', broken: [] });
  expect(replayLab(made, 'w1', source).moments.at(-1)?.broken).toEqual([]);
});

test('no fault struck: no state between the last step and its answer', () => {
  const source = handle('await env.sql`INSERT INTO t VALUES (1, 1)`; return new Response("");');
  const changes = {
    properties: it('SELECT 1 FROM t WHERE NOT EXISTS (SELECT 1 FROM world.response)', 'every-state'),
  };
  expect(exploreLab(lab(1, {}, changes), source).map?.[0]).toEqual({ schedule: 'w1', broken: [] });
  expect(exploreLab(lab(1, { crash: 1 }, changes), source).map?.[0]).toEqual({ schedule: 'w1', broken: [] });
});

test('the answer of a COMMIT that follows a sleep may be lost', () => {
  const source = handle(
    "try { await env.sql.begin(async (sql) => { await sql`INSERT INTO t VALUES (1, 1)`; await env.clock.sleep(5); }); } catch {}\nreturn new Response('');",
  );
  expect(schedulesOf(lab(1, { timeout: 1 }), source)).toContain('w1 w1 w1 timeout:w1');
});

test('equal cost: the graph takes the first in the order of tasks, like the tree', () => {
  const source = handle(
    "await env.sql`INSERT INTO t VALUES (1, 1)`; return new Response('', { status: 500 });",
  );
  agree(
    lab(
      1,
      { crash: 1 },
      { properties: it('SELECT 1 FROM world.fault WHERE (SELECT count(*) FROM t) = 2') },
      retried,
    ),
    source,
  );
});

test('a moment offers exactly what a replay accepts', () => {
  const source = handle("await env.sql`SELECT 1`; return new Response('', { status: 500 });");
  const made = lab(1, { crash: 1, loseRequest: 1 }, {}, retried);
  expect(() => replayLab(made, 'w1 loseRequest:w1.2', source)).not.toThrow();
  expect(replayLab(made, 'w1', source).moments.at(-1)?.faults).toEqual(
    expect.arrayContaining(['loseRequest:w1.2', 'crash:w1.2']),
  );
});

test('what is logged after a lost COMMIT answer enters the trace', () => {
  const source = handle(
    "try { await env.sql.begin(async (sql) => { await sql`INSERT INTO t VALUES (1, 1)`; }); } catch { console.log('lost'); }\nreturn new Response('');",
  );
  expect(replayLab(lab(1, { timeout: 1 }), 'w1 w1 timeout:w1', source).events.at(-1)?.logs).toEqual(['lost']);
});

test('whoever hears nothing is asked again: a consumer that threw, a handler that hangs', () => {
  const consumer = handler(
    "export async function consume(message: unknown, env: Env) { await env.sql`INSERT INTO t VALUES (1, 1)`; throw new Error('x'); }",
  );
  const made = lab(1, {}, {}, retried);
  const { only } = made.scenarios;
  if (only) only.tasks = { w1: { entry: 'consume', message: {}, after: [], ...retried.w1 } };
  expect(schedulesOf(made, consumer)).toEqual(['w1 w1.2']);
});
