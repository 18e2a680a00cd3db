/**
 * States that have looked alike and were not: each test is the smallest lab in which merging them, or
 * remembering a step, changed what exploring finds.
 */
import { expect, test } from 'vitest';
import type { Lab, Property } from '../../../src/engine/lab.ts';
import { disagreements } from './agree.ts';
import { exploreLab, handle, handler, labOf, schedulesOf } from './support.ts';

const always = (query: string, when: 'every-state' | 'at-end' = 'at-end'): Record<string, Property> => ({
  it: { says: 'It.', always: query, when },
});
const agree = (made: Lab, source: ReturnType<typeof handler>) =>
  expect(disagreements(made, source)).toEqual([]);

test('deadlines that look at world are asked when world changes', () => {
  const source = handle('  await env.sql`SELECT 1`;\n  await env.sql`SELECT 2`;\n  return new Response("");');
  const made = labOf(
    { w1: {}, w2: {} },
    { clockJump: 2 },
    {
      clock: { start: 1000, jumps: [], deadlines: "SELECT 1004 FROM world.outcome WHERE task = 'w1'" },
    },
  );
  agree(made, source);
  // Nothing expires before w1 has ended: w2 may then see one jump, at each of its two steps or none.
  expect(schedulesOf(made, source).filter((schedule) => schedule.includes('clockJump'))).toEqual([
    'w1 w1 w2 clockJump:deadline w2',
    'w1 w1 clockJump:deadline w2 w2',
    'w1 w2 w1 clockJump:deadline w2',
    'w2 w1 w1 clockJump:deadline w2',
  ]);
});

test('a request whose answer is lost, and whose retry is lost, is asked a third time', () => {
  // The answer of w1 makes both of its retries needless; its loss must make both needed again.
  const source = handle("  await env.sql`INSERT INTO t VALUES (1, 1)`;\n  return new Response('');");
  const made = labOf(
    { w1: { retries: { attempts: 2, when: 'after-failure' } } },
    { loseRequest: 1, loseResponse: 1 },
  );
  agree(made, source);
  expect(schedulesOf(made, source)).toEqual([
    'w1',
    'w1 loseResponse:w1 w1.2',
    'w1 loseResponse:w1 loseRequest:w1.2 w1.3',
    'loseRequest:w1 w1.2',
    'loseRequest:w1 w1.2 loseResponse:w1.2 w1.3',
  ]);
});

test('an attempt to receive that has to wait is no step: it leaves the state as it was', () => {
  // w1 finds the message in flight and waits, or comes when it is acknowledged: its history is the same.
  const source = handler(`
export async function handle(request: Request, env: Env) {
  await env.sql\`SELECT 1\`;
  await env.queue.receive('q');
  await env.sql\`SELECT 2\`;
  return new Response('');
}
export async function consume(message: Message, env: Env) { await env.sql\`SELECT 3\`; await env.queue.ack(message); }
`);
  const made = labOf(
    { w1: {}, w2: { entry: 'consume', from: 'q' } },
    { crash: 1 },
    {
      services: {
        queue:
          "INSERT INTO queue (name) VALUES ('q'); INSERT INTO message (id, queue, body) VALUES ('m', 'q', '1');",
      },
      properties: always("SELECT 1 FROM world.fault WHERE task = 'w1' AND moment = 3"),
    },
  );
  agree(made, source);
});

test('a fault that strikes twice at one moment is two faults', () => {
  // What comes of it: that a row is there twice tells at which moments the faults struck.
  const source = handle("  await env.sql`SELECT 1`;\n  return new Response('');");
  const made = labOf(
    { w1: { redelivery: { when: 'concurrently' } } },
    { redeliver: 2 },
    {
      properties: always('SELECT 1 FROM world.fault LIMIT 1 OFFSET 1'),
    },
  );
  agree(made, source);
  // Broken whenever both are spent.
  const cells = exploreLab(made, source).map ?? [];
  expect(cells.filter(({ schedule }) => schedule.split('redeliver').length === 3)).not.toEqual([]);
  for (const { schedule, broken } of cells)
    expect([schedule, broken]).toEqual([schedule, schedule.split('redeliver').length === 3 ? ['it'] : []]);
});

test('how many steps a task has made is part of the state after its end, for a redelivery names it', () => {
  const source = handle(`
  if (request.headers.get('n') === '2') await env.sql\`INSERT INTO t VALUES (1, 1)\`;
  else if ((await env.sql\`SELECT 1 FROM t\`).length === 0) await env.sql\`SELECT 2\`;
  return new Response('');`);
  const made = labOf(
    { w1: { redelivery: { when: 'after-end' } }, w2: {} },
    { redeliver: 1 },
    {
      properties: always('SELECT 1 FROM world.fault WHERE moment = 1'),
    },
  );
  agree(made, source);
});

test('a crash of a shared process that takes back two answers goes by the first task', () => {
  // Both end in one step: w1’s opens the gate for w2, or w2’s for w1.
  const source = handler(`
let open = () => {};
const gate = new Promise<void>((resolve) => { open = resolve; });
let came = 0;
export async function handle(request: Request, env: Env) {
  came += 1;
  if (came === 1) { await gate; return new Response(''); }
  await env.clock.sleep(1);
  open();
  await env.sql\`INSERT INTO t VALUES (1, 1)\`;
  return new Response('');
}
`);
  const made = labOf(
    { w1: {}, w2: {} },
    { crash: 1 },
    {
      process: 'shared',
      properties: always('SELECT 1 FROM world.fault WHERE (SELECT count(*) FROM t) = 1'),
    },
  );
  agree(made, source);
  expect(schedulesOf(made, source).filter((schedule) => /w. w. w. crash/.test(schedule))).toEqual([
    'w1 w2 w2 crash:w1',
    'w2 w1 w1 crash:w1',
  ]);
});

test('the answer of a receive that follows a sleep may be lost, though the message comes only then', () => {
  const source = handler(`
export async function handle(request: Request, env: Env) {
  await env.queue.receive('q');
  await env.clock.sleep(20);
  try { await env.queue.receive('q'); } catch {}
  return new Response('');
}
`);
  const made = labOf(
    { w1: {} },
    { timeout: 1 },
    {
      services: {
        queue:
          "INSERT INTO queue (name, visibility_ms) VALUES ('q', 10); INSERT INTO message (id, queue, body) VALUES ('m', 'q', '1');",
      },
    },
  );
  agree(made, source);
  // The first receive throws where its answer is lost, which ends the task.
  expect(schedulesOf(made, source)).toEqual(['w1 w1 w1', 'w1 w1 timeout:w1', 'timeout:w1']);
});

test('two old snapshots are two states, though both found nothing', () => {
  // w1 looks before or after w2’s first insert, finds no row of 9 either way, and looks again in the end.
  const source = handle(`
  if (request.headers.get('n') === '2') {
    await env.sql\`INSERT INTO t VALUES (1, 1)\`;
    await env.sql\`INSERT INTO t VALUES (2, 2)\`;
    return new Response('');
  }
  const count = await env.sql.begin(async (sql) => {
    await sql\`SELECT 1 FROM t WHERE a = 9\`;
    return (await sql\`SELECT 1 FROM t\`).count;
  });
  return new Response(String(count));`);
  const made = labOf(
    { w1: {}, w2: {} },
    {},
    {
      properties: always("SELECT 1 FROM world.response WHERE task = 'w1' AND body = '1'"),
    },
  );
  agree(made, source);
  // w1’s first look lies between the inserts: B before it (2 places), its second look and C after it,
  // in any order with w2’s second insert: 3. 2 · 3 = 6.
  expect(exploreLab(made, source).properties.it).toMatchObject({ kind: 'broken', broken: 6 });
});

test('who is parked may try again, or not yet', () => {
  // w3 is parked by w1 and may try again once w1 is done; by w2, which holds the lock by then, not yet.
  const source = handle("  await env.sql.begin('immediate', async () => {});\n  return new Response('');");
  agree(labOf({ w1: {}, w2: {}, w3: {} }, {}), source);
});

test('a sleeper wakes at its own instant: those who fell asleep at other times are other states', () => {
  const source = handle(`
  await env.sql\`SELECT 1\`;
  await env.clock.sleep(10);
  return new Response(String(env.clock.now()));`);
  const made = labOf(
    { w1: {} },
    { clockJump: 1 },
    {
      clock: { start: 0, jumps: [5] },
      properties: always("SELECT 1 FROM world.response WHERE body = '15'"),
    },
  );
  agree(made, source);
  // Falling asleep at 5: the jump comes before the statement, or after it.
  expect(exploreLab(made, source).properties.it).toMatchObject({ kind: 'broken', broken: 2 });
});

test('which faults are left is part of the state, where their traces are alike', () => {
  // A crash before the first step and a lost request end a task alike, and leave other faults.
  const source = handle("  await env.sql`SELECT 1`;\n  return new Response('');");
  agree(labOf({ w1: {}, w2: {} }, { crash: 1, loseRequest: 1 }), source);
});

test('whose second delivery has come is part of the state', () => {
  const redelivery = { when: 'concurrently' as const };
  const source = handle("  await env.sql`SELECT 1`;\n  return new Response('');");
  agree(labOf({ w1: { redelivery }, w2: { redelivery } }, { redeliver: 1 }), source);
});

test('which message a consumer had is part of the state after its end, for it may be delivered again', () => {
  const source = handler(
    'export async function consume(message: Message, env: Env) { await env.queue.ack(message); }',
  );
  const consumer = { entry: 'consume' as const, from: 'q' };
  const made = labOf(
    { w1: consumer, w2: consumer, w3: consumer },
    { redeliver: 1 },
    {
      services: {
        queue:
          "INSERT INTO queue (name) VALUES ('q'); INSERT INTO message (id, queue, body) VALUES ('m1', 'q', '1'), ('m2', 'q', '2');",
      },
      properties: always("SELECT 1 FROM queue.message WHERE id = 'm2' AND deliveries > 1"),
    },
  );
  agree(made, source);
});

test('how many steps a task has made is part of the state as it ends, for a crash names it', () => {
  const source = handle(`
  if (request.headers.get('n') === '2') await env.sql\`INSERT INTO t VALUES (1, 1)\`;
  else if ((await env.sql\`SELECT 1 FROM t\`).length === 0) await env.sql\`SELECT 2\`;
  return new Response('');`);
  agree(
    labOf(
      { w1: {}, w2: {} },
      { crash: 1 },
      {
        properties: always("SELECT 1 FROM world.fault WHERE task = 'w1' AND moment = 2"),
      },
    ),
    source,
  );
});

test('how a task failed is part of the state, for it breaks another of the engine’s properties', () => {
  const source = handler(`
export async function handle(request: Request, env: Env) { await env.sql\`INSERT INTO t VALUES (1, 1)\`; return new Response(''); }
export async function consume(message: unknown, env: Env) {
  if ((await env.sql\`SELECT 1 FROM t\`).length > 0) throw new Error('no');
  await new Promise(() => {});
}
`);
  const made = labOf({ w1: {}, w2: { entry: 'consume', message: {} } }, {});
  agree(made, source);
  expect(exploreLab(made, source).map).toEqual([
    { schedule: 'w1 w2', broken: ['throws'] },
    { schedule: 'w2 w1', broken: ['never-finishes'] },
  ]);
});

const upAndDown = handle(`
  await env.sql\`UPDATE t SET b = b + 1\`;
  await env.sql\`UPDATE t SET b = b - 1\`;
  return new Response('');`);
const counter = { schema: 'CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 0);' };

test('what has been violated is part of the state, though it is mended', () => {
  const made = labOf(
    { w1: {}, w2: {} },
    {},
    { ...counter, properties: always('SELECT 1 FROM t WHERE b > 1', 'every-state') },
  );
  agree(made, upAndDown);
  // Both go up before one goes down: 2 orders up, 2 down, of 6.
  expect(exploreLab(made, upAndDown).properties.it).toMatchObject({ kind: 'broken', broken: 4 });
});

test('what had been violated before the last step is part of the state, where a crash may take that step’s answer back', () => {
  const query = "SELECT 1 FROM t WHERE b > 1 UNION SELECT 1 FROM world.response WHERE task = 'w1'";
  const made = labOf(
    { w1: {}, w2: {} },
    { crash: 1 },
    { ...counter, properties: always(query, 'every-state') },
  );
  agree(made, upAndDown);
  const cells = exploreLab(made, upAndDown).map ?? [];
  const broken = (schedule: string) => cells.find((cell) => cell.schedule === schedule)?.broken;
  expect([broken('w2 w2 w1 w1 crash:w1'), broken('w2 w1 w2 w1 crash:w1')]).toEqual([[], ['it']]);
});
