/** Jumps of the clock and lost answers of services: how many schedules each adds is counted by hand. */
import { expect, test } from 'vitest';
import type { ClockSpec, Lab } from '../../../src/engine/lab.ts';
import { disagreements } from './agree.ts';
import { exploreLab, handle, type handler, labOf, replayLab, schedulesOf } from './support.ts';

function count(lab: Lab, source: ReturnType<typeof handler>): unknown {
  expect(disagreements(lab, source)).toEqual([]);
  return exploreLab(lab, source).schedules.total;
}
const steps = (n: number) =>
  handle(`  for (let i = 0; i < ${n}; i += 1) await env.sql\`SELECT 1\`;\n  return new Response('');`);
const jumps = (budget: number, clock: Partial<ClockSpec>, schema = 'CREATE TABLE t (a, b);') =>
  labOf({ w1: {} }, { clockJump: budget }, { clock: { start: 1000, jumps: [], ...clock }, schema });
const expiresAt = (...instants: number[]) =>
  `CREATE TABLE t (a, b); ${instants.map((instant) => `INSERT INTO t VALUES (${instant}, 0);`).join(' ')}`;
const deadlines = 'SELECT a FROM t';
const nowAfter = (lab: Lab, schedule: string, source = steps(2)) =>
  replayLab(lab, schedule, source).moments.at(-1)?.now;

/* ---------- the clock ---------- */

test('a listed jump may come before each of two steps, and not after the end: 3 schedules', () => {
  const lab = jumps(1, { jumps: [5] });
  expect(schedulesOf(lab, steps(2))).toEqual(['w1 w1', 'w1 clockJump:5 w1', 'clockJump:5 w1 w1']);
  expect(count(lab, steps(2))).toBe(3);
  expect(nowAfter(lab, 'w1 clockJump:5 w1')).toBe(1005);
});

test('two amounts make 5 schedules, and 17 with two jumps', () => {
  // One jump: 2 places, 2 amounts, and none: 5. Two jumps: both in the first place, both in the second,
  // or one in each, 3; each of 2 amounts: 12. 17 together.
  expect(count(jumps(1, { jumps: [5, 9] }), steps(2))).toBe(5);
  expect(count(jumps(2, { jumps: [5, 9] }), steps(2))).toBe(17);
});

test('one deadline is jumped to once: 3 schedules, whatever the budget', () => {
  for (const budget of [1, 2]) {
    const lab = jumps(budget, { deadlines }, expiresAt(1004));
    expect(schedulesOf(lab, steps(2))).toEqual([
      'w1 w1',
      'w1 clockJump:deadline w1',
      'clockJump:deadline w1 w1',
    ]);
    expect(count(lab, steps(2))).toBe(3);
    expect(nowAfter(lab, 'w1 clockJump:deadline')).toBe(1005); // just past it
  }
});

test('two deadlines are jumped to one after the other: 3 schedules, and 6 with two jumps', () => {
  // Two jumps in two places: 3 ways; one: 2; none: 1. A third would find no deadline.
  const lab = (budget: number) => jumps(budget, { deadlines }, expiresAt(1010, 1004));
  expect([1, 2, 3].map((budget) => count(lab(budget), steps(2)))).toEqual([3, 6, 6]);
  expect(nowAfter(lab(2), 'clockJump:deadline')).toBe(1005);
  expect(nowAfter(lab(2), 'clockJump:deadline clockJump:deadline')).toBe(1011);
});

test('deadlines and amounts: a jump of 20 leaves both deadlines behind: 14 schedules', () => {
  // One jump: 2 places, 2 kinds: 4. Two: deadline and deadline, deadline and 20, 20 and 20, for after
  // 20 no deadline is left: 3 pairs, each in 3 ways: 9. And none. 14.
  const lab = jumps(2, { jumps: [20], deadlines }, expiresAt(1004, 1010));
  expect(count(lab, steps(2))).toBe(14);
});

test('what expires at this very moment may still expire, what expired before may not', () => {
  // At 1000 a lease that ends at 1000 may count as held or as over: the jump goes past it.
  const now = jumps(1, { deadlines }, expiresAt(1000));
  expect(count(now, steps(2))).toBe(3);
  expect(nowAfter(now, 'clockJump:deadline')).toBe(1001);
  expect(count(jumps(1, { deadlines }, expiresAt(999)), steps(2))).toBe(1);
});

test('a deadline that a step makes is jumped to after it', () => {
  const source = handle(
    '  await env.sql`INSERT INTO t VALUES (${env.clock.now() + 7}, 0)`;\n  await env.sql`SELECT 1`;\n  return new Response(String(env.clock.now()));',
  );
  const lab = jumps(1, { deadlines });
  expect(schedulesOf(lab, source)).toEqual(['w1 w1', 'w1 clockJump:deadline w1']);
  expect(replayLab(lab, 'w1 clockJump:deadline w1', source).events.at(-1)?.end?.body).toBe('1008');
  expect(count(lab, source)).toBe(2);
});

test('a key that a service keeps, a lock and a message in flight each have a deadline', () => {
  const source = handle(`
  await env.payments.charge({ amount: 1, idempotencyKey: 'k' });
  await env.redis.set('lock', 'w1', { nx: true, px: 30 });
  await env.queue.receive('q');
  await env.sql\`SELECT 1\`;
  return new Response('');`);
  const lab = labOf(
    { w1: {} },
    { clockJump: 3 },
    {
      clock: { start: 1000, jumps: [] },
      services: {
        payments: '',
        redis: '',
        queue:
          "INSERT INTO queue (name, visibility_ms) VALUES ('q', 10); INSERT INTO message (id, queue, body) VALUES ('m', 'q', '1');",
      },
    },
  );
  const jump = 'clockJump:deadline';
  // The message at 1010, the lock at 1030, the key after 24 hours.
  expect(replayLab(lab, `w1 w1 w1 ${jump} ${jump} ${jump} w1`, source).moments.map(({ now }) => now)).toEqual(
    [1000, 1000, 1000, 1000, 1011, 1031, 86_401_001, 86_401_001],
  );
  expect(disagreements(lab, source)).toEqual([]);
});

test('the clock jumps only while somebody is at work or could begin', () => {
  // A retry that may still begin is work: none here, so no jump after the last step.
  const lab = labOf({ w1: {}, w2: { after: ['w1'] } }, { clockJump: 1 }, { clock: { start: 0, jumps: [5] } });
  // Before w1, and between w1 and w2: 2 places, and none.
  expect(schedulesOf(lab, steps(1))).toEqual(['w1 w2', 'w1 clockJump:5 w2', 'clockJump:5 w1 w2']);
});

test('a jump wakes nobody by itself: a sleeper wakes at its own instant, or later', () => {
  const source = handle('  await env.clock.sleep(10);\n  return new Response(String(env.clock.now()));');
  const lab = jumps(1, { jumps: [4, 25] });
  const body = (schedule: string) => replayLab(lab, schedule, source).events.at(-1)?.end?.body;
  expect([body('w1 w1'), body('w1 clockJump:4 w1'), body('w1 clockJump:25 w1')]).toEqual([
    '1010',
    '1010',
    '1025',
  ]);
  // Two steps, falling asleep and waking: 2 places, 2 amounts, and none.
  expect(count(lab, source)).toBe(5);
});

test('a property on the clock is asked whenever time passes, by a jump or a sleep', () => {
  const late = {
    late: {
      says: 'Not late.',
      always: 'SELECT 1 FROM world.clock WHERE now >= 5',
      when: 'every-state' as const,
    },
  };
  const jump = labOf({ w1: {} }, { clockJump: 1 }, { clock: { start: 0, jumps: [5] }, properties: late });
  // A jump in either of two places; without one it stays 0.
  expect(exploreLab(jump, steps(2)).map).toEqual([
    { schedule: 'w1 w1', broken: [] },
    { schedule: 'w1 clockJump:5 w1', broken: ['late'] },
    { schedule: 'clockJump:5 w1 w1', broken: ['late'] },
  ]);
  expect(count(jump, steps(2))).toBe(3);
  // Nothing but time has passed at 5, where the first sleep ends and the second begins.
  const sleeps = handle(
    '  await env.clock.sleep(5);\n  await env.clock.sleep(5);\n  return new Response("");',
  );
  const five = {
    five: { says: 'Not 5.', always: 'SELECT 1 FROM world.clock WHERE now = 5', when: 'every-state' as const },
  };
  expect(exploreLab(labOf({ w1: {} }, {}, { properties: five }), sleeps).map).toEqual([
    { schedule: 'w1 w1 w1', broken: ['five'] },
  ]);
});

/* ---------- answers of services ---------- */

const calls = handle(`
  for (let i = 0; i < 2; i += 1) {
    try { await env.payments.charge({ amount: 1 }); } catch (error) { console.log(error.code); }
  }
  return new Response('');`);
const paying = (tasks: string[], budget: number) =>
  labOf(
    Object.fromEntries(tasks.map((id) => [id, {}])),
    { timeout: budget },
    {
      services: { payments: '' },
      properties: {
        all: {
          says: 'All are charged.',
          always: 'SELECT count(*) FROM payments.charge HAVING count(*) <> 2',
          when: 'at-end',
        },
      },
    },
  );

test('the answer of either of two calls may be lost, and the call has its effect: 3 schedules', () => {
  const lab = paying(['w1'], 1);
  expect(exploreLab(lab, calls).map).toEqual([
    { schedule: 'w1 w1', broken: [] },
    { schedule: 'w1 timeout:w1', broken: [] },
    { schedule: 'timeout:w1 w1', broken: [] },
  ]);
  const event = replayLab(lab, 'w1 timeout:w1', calls).events.at(-1);
  expect(event).toMatchObject({ error: 'TIMEOUT', logs: ['TIMEOUT'], service: 'payments' });
  expect(count(lab, calls)).toBe(3);
});

test('two tasks of two calls: 6, 30 with one lost answer, 66 with two', () => {
  // A lost answer takes the place of a step: 6 orders, any one of 4 steps, any two of them: 6 · 6.
  expect([0, 1, 2].map((budget) => count(paying(['w1', 'w2'], budget), calls))).toEqual([6, 30, 66]);
});

test('a lost answer of a first call, and of one that is refused', () => {
  const source = handle(
    "  try { await env.payments.charge({ amount: 0 }); } catch (error) { return new Response(error.code); }\n  return new Response('');",
  );
  const lab = labOf({ w1: {} }, { timeout: 1 }, { services: { payments: '' } });
  const body = (schedule: string) => replayLab(lab, schedule, source).events.at(-1)?.end?.body;
  expect([body('w1'), body('timeout:w1')]).toEqual(['INVALID_ARGUMENT', 'TIMEOUT']);
  expect(count(lab, source)).toBe(2);
});

test('statements and sleeps have no answer to lose, and a call that waits has none yet', () => {
  const plain = handle('  await env.sql`SELECT 1`;\n  await env.clock.sleep(1);\n  return new Response("");');
  expect(schedulesOf(labOf({ w1: {} }, { timeout: 1 }), plain)).toEqual(['w1 w1 w1']);
  const waits = handle(`
  try { await env.queue.receive('q'); await env.queue.receive('q'); } catch {}
  return new Response('');`);
  const lab = labOf(
    { w1: {} },
    { timeout: 1 },
    {
      services: {
        queue:
          "INSERT INTO queue (name, visibility_ms) VALUES ('q', 10); INSERT INTO message (id, queue, body) VALUES ('m', 'q', '1');",
      },
    },
  );
  // The second waits 10 ms for the message that the first has taken: no answer comes before.
  expect(schedulesOf(lab, waits)).toEqual(['w1 w1 w1', 'timeout:w1']);
  expect(count(lab, waits)).toBe(2);
});
