/** Deliveries, queues and senders: how many schedules each fault adds is counted by hand. */
import { expect, test } from 'vitest';
import type { Lab } from '../../../src/engine/lab.ts';
import { disagreements } from './agree.ts';
import { exploreLab, handle, handler, labOf, replayLab, schedulesOf } from './support.ts';

/** The number of schedules, on which every strategy and the oracle agree. */
function count(lab: Lab, source: ReturnType<typeof handler>): unknown {
  expect(disagreements(lab, source)).toEqual([]);
  return exploreLab(lab, source).schedules.total;
}
const steps = (n: number) =>
  handle(`  for (let i = 0; i < ${n}; i += 1) await env.sql\`SELECT 1\`;\n  return new Response('');`);

/** Tasks that consume from a queue with so many messages, each visible again after 10 ms. */
const consumers = (faults: Lab['scenarios'][string]['faults'], messages: number, tasks = ['w1', 'w2']) =>
  labOf(Object.fromEntries(tasks.map((id) => [id, { entry: 'consume', from: 'q' }])), faults, {
    services: {
      queue: `INSERT INTO queue (name, visibility_ms) VALUES ('q', 10); ${Array.from(
        { length: messages },
        (_, n) => `INSERT INTO message (id, queue, body) VALUES ('m${n + 1}', 'q', '${n}');`,
      ).join(' ')}`,
    },
  });
const acks = handler(
  'export async function consume(message: Message, env: Env) { await env.queue.ack(message); }',
);
const forgets = handler(
  'export async function consume(message: Message, env: Env) { await env.sql`SELECT 1`; }',
);

/* ---------- redeliver ---------- */

const redelivered = (when: 'concurrently' | 'after-end', budget: number) =>
  labOf({ w1: { redelivery: { when } } }, { redeliver: budget });

test('a delivery beside the first: 5 schedules', () => {
  // Without it: `w1 w1`. With it: after w1’s first step come R, its two steps, and w1’s second step at
  // any of the 4 places among those three. 1 + 4 = 5.
  expect(schedulesOf(redelivered('concurrently', 1), steps(2))).toEqual([
    'w1 w1',
    'w1 w1 redeliver:w1 w1.2 w1.2',
    'w1 redeliver:w1 w1 w1.2 w1.2',
    'w1 redeliver:w1 w1.2 w1 w1.2',
    'w1 redeliver:w1 w1.2 w1.2 w1',
  ]);
  expect(count(redelivered('concurrently', 1), steps(2))).toBe(5);
});

test('two deliveries beside the first: 75 schedules', () => {
  // With both: R1 comes first, then the two steps of w1.2 in any order among R2 and the two steps of
  // w1.3: C(5, 2) = 10. w1’s second step goes to any of the 7 places among those six: 70. And the 5.
  expect(count(redelivered('concurrently', 2), steps(2))).toBe(75);
});

test('a delivery after the end of the first: 2 schedules, and 12 with two of them', () => {
  // R only after both steps of w1: nothing, or R and two steps. With two: after R1 the same 10 as above.
  expect(count(redelivered('after-end', 1), steps(2))).toBe(2);
  expect(count(redelivered('after-end', 2), steps(2))).toBe(12);
});

test('a task that fails is not delivered again unless the fault strikes', () => {
  const source = handle("  await env.sql`SELECT 1`;\n  return new Response('', { status: 500 });");
  const trace = replayLab(redelivered('after-end', 1), 'w1', source);
  expect(trace.complete).toBe(true);
  expect(trace.moments.at(-1)?.tasks['w1.2']?.end).toMatchObject({ kind: 'not-needed' });
  expect(trace.moments[1]?.faults).toEqual(['redeliver:w1']);
});

test('a message that the broker delivers again: 10 schedules', () => {
  // Whoever begins takes the only message (D) and acknowledges it (A): for w1 `D A`, and w2 never
  // begins. R may come between them, and w1’s A then has a stale receipt: w2’s D and A in any order
  // with it, 3. Or R comes after A: `D A R`, then w2: 1. 1 + 3 + 1 = 5, and 5 for w2.
  expect(
    schedulesOf(consumers({ redeliver: 1 }, 1), acks).filter((schedule) => schedule.startsWith('w1')),
  ).toEqual([
    'w1 w1',
    'w1 w1 redeliver:w1 w2 w2',
    'w1 redeliver:w1 w1 w2 w2',
    'w1 redeliver:w1 w2 w1 w2',
    'w1 redeliver:w1 w2 w2 w1',
  ]);
  expect(count(consumers({ redeliver: 1 }, 1), acks)).toBe(10);
});

test('nobody is left to deliver to: the last task is not delivered again', () => {
  // One consumer: R needs another task that has not ended.
  expect(schedulesOf(consumers({ redeliver: 1 }, 1, ['w1']), acks)).toEqual(['w1 w1']);
});

test('a property on the queue is asked as a message is handed over', () => {
  const inFlight = "SELECT 1 FROM queue.message WHERE state = 'in-flight'";
  const lab = {
    ...consumers({}, 1, ['w1']),
    properties: { it: { says: 'It.', always: inFlight, when: 'every-state' as const } },
  };
  // In flight between the two steps, acknowledged after them.
  expect(exploreLab(lab, acks).map).toEqual([{ schedule: 'w1 w1', broken: ['it'] }]);
});

/* ---------- visibility ---------- */

test('a message that is not acknowledged is visible again when nobody else can move: 2 schedules', () => {
  // Each delivers (D) and makes a step (S). The other waits for 10 ms, which pass when nobody moves.
  const lab = consumers({}, 1);
  expect(schedulesOf(lab, forgets)).toEqual(['w1 w1 w2 w2', 'w2 w2 w1 w1']);
  expect(count(lab, forgets)).toBe(2);
  expect(replayLab(lab, 'w1 w1 w2 w2', forgets).moments.map(({ now }) => now)).toEqual([0, 0, 0, 10, 10]);
});

test('the clock may jump to where a message is visible again: 12 schedules', () => {
  // For w1 first: none, 1. Between D and S: w2’s two steps in any order with S, 3. After S, 1. After
  // w2’s D, whose message has a deadline too, 1. At the end nobody is at work. 6, and 6 for w2.
  const lab = consumers({ clockJump: 1 }, 1);
  expect(schedulesOf(lab, forgets).filter((schedule) => schedule.startsWith('w1'))).toEqual([
    'w1 w1 w2 w2',
    'w1 w1 w2 clockJump:deadline w2',
    'w1 w1 clockJump:deadline w2 w2',
    'w1 clockJump:deadline w1 w2 w2',
    'w1 clockJump:deadline w2 w1 w2',
    'w1 clockJump:deadline w2 w2 w1',
  ]);
  expect(count(lab, forgets)).toBe(12);
});

test('two messages, two consumers: each takes the next, in any order: 6 schedules', () => {
  // Two tasks of two steps: C(4, 2). Who begins first gets m1.
  const lab = consumers({}, 2);
  expect(count(lab, acks)).toBe(6);
  const delivered = (schedule: string) =>
    replayLab(lab, schedule, acks).events.flatMap((event) =>
      event.delivered ? [JSON.parse(event.delivered).id] : [],
    );
  expect([delivered('w1 w2 w1 w2'), delivered('w2 w1 w1 w2')]).toEqual([
    ['m1', 'm2'],
    ['m1', 'm2'],
  ]);
});

test('a receive that waits goes on when the message is acknowledged, or visible again: 3 schedules', () => {
  // w2 asks the queue itself. First: it has the message, and w1 gets it 10 ms later: `w2 w1 w1`. While
  // w1 has it: w2 waits until w1 acknowledges, then gets nothing. After that: it gets nothing at once.
  const lab = labOf(
    { w1: { entry: 'consume', from: 'q' }, w2: { entry: 'run' } },
    {},
    {
      services: consumers({}, 1).services,
    },
  );
  const source = handler(`
export async function consume(message: Message, env: Env) { await env.queue.ack(message); }
export async function run(env: Env) { await env.queue.receive('q'); }
`);
  expect(schedulesOf(lab, source)).toEqual(['w1 w1 w2', 'w1 w2 w1 w2', 'w2 w1 w1']);
  expect(count(lab, source)).toBe(3);
  const trace = replayLab(lab, 'w1 w2 w1 w2', source);
  expect(trace.events.map(({ result }) => result)).toEqual([
    'm1 handed over',
    'nothing yet',
    'done',
    'no message',
  ]);
  expect(trace.moments.map(({ tasks }) => tasks.w2?.status)).toEqual([
    'ready',
    'ready',
    'listening',
    'listening',
    'finished',
  ]);
});

test('a crash while others wait for the message: they get it when its time is over', () => {
  const lab = consumers({ crash: 1 }, 1);
  const trace = replayLab(lab, 'w1 crash:w1 w2 w2', acks);
  expect(trace.moments.map(({ now }) => now)).toEqual([0, 0, 0, 10, 10]);
  expect(trace.complete).toBe(true);
  // w1 first: `D A`; `D X` and w2’s two; `D A X`; each for w2 too. w2 gets it again only where w1 did
  // not acknowledge: X after A comes too late. A task without a message has nothing to crash.
  // In `D X D` another crash is not left. 3 · 2 = 6.
  expect(count(lab, acks)).toBe(6);
});

test('a queue that holds nothing begins nobody, and they are not needed', () => {
  const lab = consumers({ crash: 1, redeliver: 1 }, 0);
  expect(schedulesOf(lab, acks)).toEqual(['']);
  const { tasks } = replayLab(lab, '', acks).moments.at(-1) ?? {};
  expect([tasks?.w1?.end?.kind, tasks?.w2?.end?.kind]).toEqual(['not-needed', 'not-needed']);
});

/* ---------- senders ---------- */

const sent = (tasks: number, budget: number) =>
  labOf(
    Object.fromEntries(Array.from({ length: tasks }, (_, n) => [`w${n + 1}`, { sender: 's' }])),
    budget === 0 ? {} : { reorder: budget },
  );

test('one sender’s two requests begin in their order, unless one overtakes: 1 and 3 schedules', () => {
  expect(schedulesOf(sent(2, 0), steps(1))).toEqual(['w1 w2']);
  // Once it may overtake, w2 begins before or after w1.
  expect(schedulesOf(sent(2, 1), steps(1))).toEqual(['w1 w2', 'reorder:w2 w1 w2', 'reorder:w2 w2 w1']);
  expect(count(sent(2, 1), steps(1))).toBe(3);
});

test('of three requests one may overtake: 8 schedules, and 26 when two may', () => {
  // One: w2 at the start, and w3 follows both: 2. w3 at the start, anywhere beside `w1 w2`: 3. w3 after
  // w1: 2. None: 1. 8 together.
  expect(count(sent(3, 1), steps(1))).toBe(8);
  // Both: r2 before w1 and w2, which come in either order: 2 words of three. r3 before w3, put in
  // anywhere: C(5, 2) = 10, together 20; but not after both w1 and w2, which leaves r3 and w3 last: 2.
  // 18 + 7 + 1 = 26.
  expect(count(sent(3, 2), steps(1))).toBe(26);
});

test('only a beginning waits for its sender: later steps come in any order', () => {
  // w1 begins first, then its second step goes anywhere among w2’s two: 3.
  expect(count(sent(2, 0), steps(2))).toBe(3);
});

test('a retry and a second delivery wait for no predecessor', () => {
  const lab = labOf(
    { w1: { sender: 's' }, w2: { sender: 's', retries: { attempts: 1, when: 'concurrently' } } },
    {},
  );
  // w2.2 begins once w2 has: `w1 w2 w2.2`.
  expect(schedulesOf(lab, steps(1))).toEqual(['w1 w2 w2.2']);
});

/* ---------- retries that are not needed ---------- */

test('retries of an answered request are not needed, and those of a failed one are made', () => {
  const lab = labOf({ w1: { retries: { attempts: 2, when: 'after-failure' } } }, { crash: 2 });
  const kinds = (schedule: string) =>
    Object.values(replayLab(lab, schedule, steps(1)).moments.at(-1)?.tasks ?? {}).map(({ end }) => end?.kind);
  expect(kinds('w1')).toEqual(['answered', 'not-needed', 'not-needed']);
  expect(kinds('w1 crash:w1 w1.2')).toEqual(['crashed', 'answered', 'not-needed']);
  expect(kinds('crash:w1 w1.2 crash:w1.2 w1.3')).toEqual(['crashed', 'crashed', 'answered']);
  // Each attempt: its step; step and crash; crash. Three attempts, at most two crashes: 1 + 2 + 2 · 2 = 7.
  expect(count(lab, steps(1))).toBe(7);
});

test('a crash while another is parked: 30 schedules', () => {
  const source = handle("  await env.sql.begin('immediate', async () => {});\n  return new Response('');");
  // B takes the lock, C frees it, P finds it taken, X is a crash. Without a crash and w1 first:
  // `B1 C1 B2 C2` and `B1 P2 C1 B2 C2`. A crash of either task before anything: 2 schedules. With w1
  // first: after B1, after B1 P2, after B1 C1 and after B1 P2 C1 either may crash, and the other goes
  // on alone: 2 each. After each B2 and after each last C2, w2 may: 2 · 2. 12, and 12 for w2 first.
  // 2 · 2 + 2 + 2 · 12 = 30.
  expect(count(labOf({ w1: {}, w2: {} }, { crash: 1 }), source)).toBe(30);
});
