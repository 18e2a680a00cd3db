/** Where nobody can move: who is given up, what goes on, and which schedule is told. */
import { expect, test } from 'vitest';
import type { Lab, Property } from '../../../src/engine/lab.ts';
import { defaultLimits, type PrefixTree } from '../../../src/engine/verdict.ts';
import { disagreements } from './agree.ts';
import { exploreLab, handle, handler, labOf, replayLab, schedulesOf } from './support.ts';

const always = (query: string, when: 'every-state' | 'at-end' = 'at-end'): Record<string, Property> => ({
  it: { says: 'It.', always: query, when },
});
const agree = (made: Lab, source: ReturnType<typeof handler>) =>
  expect(disagreements(made, source)).toEqual([]);

test('who stalls with a lock frees it for others although a fault could strike, and the schedule replays', () => {
  const source = handle(`
  if (request.headers.get('n') === '1') await env.sql.begin('immediate', async () => { await new Promise(() => {}); });
  else await env.sql\`INSERT INTO t VALUES (2, 2)\`;
  return new Response('');`);
  const made = labOf({ w1: {}, w2: {} }, { crash: 1 });
  agree(made, source);
  const trace = replayLab(made, 'w1 w2 w2', source);
  expect(
    trace.events.map(({ choice, ends }) => [choice, ends.map(({ task, end }) => [task, end.kind])]),
  ).toEqual([
    ['w1', []],
    ['w2', [['w1', 'stalled']]],
    ['w2', [['w2', 'answered']]],
  ]);
  expect(trace.complete).toBe(true);
});

test('of two schedules that cost the same the first in the order of tasks is told, also after a stall', () => {
  // w1 makes its step and stalls, and w2 follows: w1 crashes before it is given up, or w2 after its step.
  const source = handle(`
  await env.sql\`INSERT INTO t VALUES (2, 2)\`;
  if (request.headers.get('n') === '1') await new Promise(() => {});
  return new Response('');`);
  const made = labOf(
    { w1: {}, w2: { after: ['w1'] } },
    { crash: 1 },
    {
      properties: always('SELECT 1 FROM t, world.fault LIMIT 1 OFFSET 1'),
    },
  );
  agree(made, source);
  expect(exploreLab(made, source).properties.it).toMatchObject({ broken: 2, schedule: 'w1 crash:w1 w2' });
});

test('the tree of prefixes goes on where somebody stalls', () => {
  const source = handle(`
  if (request.headers.get('n') === '1') await env.sql.begin('immediate', async () => { await new Promise(() => {}); });
  else await env.sql\`INSERT INTO t VALUES (2, 2)\`;
  return new Response('');`);
  const limits = { ...defaultLimits, schedules: 1 };
  const { map, tree } = exploreLab(labOf({ w1: {}, w2: {} }, { crash: 1 }), source, limits);
  expect(map).toBeNull();
  const at = (...choices: string[]) =>
    choices.reduce<PrefixTree | undefined>(
      (node, choice) => node?.children.find((child) => child.choice === choice),
      tree ?? undefined,
    );
  // `w1 w2` with w2 parked: w1 is let be and stalls, and w2 goes on, crashing or not; or either crashes
  // at once, and w2 goes on after w1: 2 + 1 + 1.
  expect(at('w1', 'w2')?.children.map(({ choice, total }) => [choice, total])).toEqual([
    ['w2', 2],
    ['crash:w1', 1],
    ['crash:w2', 1],
  ]);
  expect(at('w1', 'w2')?.total).toBe(4);
});

test('a fault that is let pass is not offered again before somebody moves', () => {
  // Else `w1 w2 crash:w2` would stand for two schedules: before and after w1 is given up.
  const source = handle(`
  if (request.headers.get('n') === '1') await env.sql.begin('immediate', async () => { await new Promise(() => {}); });
  else await env.sql\`INSERT INTO t VALUES (2, 2)\`;
  return new Response('');`);
  const schedules = schedulesOf(labOf({ w1: {}, w2: {} }, { crash: 1 }), source) ?? [];
  expect(schedules).toContain('w1 w2 crash:w2');
  expect(new Set(schedules).size).toBe(schedules.length);
});

test('a replay without events tells what its end breaks', () => {
  // Nobody can begin, but the clock could jump: that it does not is the empty schedule.
  const source = handler('export async function consume(message: Message, env: Env) {}');
  const made = labOf(
    { w1: { entry: 'consume', from: 'q' } },
    { clockJump: 1 },
    {
      services: { queue: "INSERT INTO queue (name) VALUES ('q');" },
      clock: { start: 0, jumps: [5] },
      properties: always("SELECT 1 FROM world.outcome WHERE kind = 'not-needed'"),
    },
  );
  agree(made, source);
  expect(replayLab(made, '', source).moments.at(-1)?.broken).toEqual(['it']);
});

test('where nobody can even begin there is one schedule, empty and complete', () => {
  const source = handler('export async function consume(message: Message, env: Env) {}');
  const made = labOf(
    { w1: { entry: 'consume', from: 'q' } },
    {},
    {
      services: { queue: "INSERT INTO queue (name) VALUES ('q');" },
      properties: always("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM world.outcome WHERE kind = 'not-needed')"),
    },
  );
  agree(made, source);
  expect(exploreLab(made, source).map).toEqual([{ schedule: '', broken: [] }]);
  expect(replayLab(made, '', source)).toMatchObject({ complete: true, events: [] });
});
