import { expect, test } from 'vitest';
import { exploreLab, handle, handler, loadLab, replayLab, smallLab } from './support.ts';

const doubleCharge = loadLab('double-charge');
const chargeRows = (trace: ReturnType<typeof replayLab>) => trace.moments.at(-1)?.tables.charge?.rows;

test('check-then-insert under w1 w2 w1 w2 ends with two charges, 2000 cents', () => {
  const trace = replayLab(doubleCharge, 'w1 w2 w1 w2', { handler: 'check-then-insert' });
  expect(trace.complete).toBe(true);
  expect(chargeRows(trace)).toEqual([
    { rowid: 1, values: ['order-9', 1000], by: 'w1', fresh: null },
    { rowid: 2, values: ['order-9', 1000], by: 'w2', fresh: 'added' },
  ]);
  expect(trace.moments.at(-1)).toMatchObject({ level: 2, total: 2000, broken: ['one-charge-per-order'] });
  expect(trace.events.map((event) => event.breaks)).toEqual([[], [], [], ['one-charge-per-order']]);
  expect(trace.events.map((event) => event.end?.status ?? null)).toEqual([null, null, 201, 201]);
});

test('a belief goes stale when another worker’s write changes its answer', () => {
  const { beliefs } = replayLab(doubleCharge, 'w1 w2 w1 w2', { handler: 'check-then-insert' });
  expect(beliefs).toEqual([
    { task: 'w1', from: 1, to: 3, staleAt: null, says: 'none yet' },
    { task: 'w2', from: 2, to: 4, staleAt: 3, says: 'none yet' },
  ]);
});

test('nothing is believed by a worker that does not look first', () => {
  expect(replayLab(doubleCharge, 'w1 w2 w1 w2', { handler: 'unique-claim' }).beliefs).toEqual([]);
});

test('under unique-claim the loser’s answer is the stored one or 409, by timing', () => {
  const { map } = exploreLab(doubleCharge, { handler: 'unique-claim' });
  const answers = (map ?? []).map(({ schedule }) => {
    const trace = replayLab(doubleCharge, schedule, { handler: 'unique-claim' });
    expect(chargeRows(trace)?.map((row) => row.values)).toEqual([['order-9', 1000, '{"charged":1000}']]);
    const { w1, w2 } = trace.moments.at(-1)?.tasks ?? {};
    return [schedule, w1?.end?.status, w1?.end?.body, w2?.end?.status, w2?.end?.body];
  });
  const charged = '{"charged":1000}';
  const running = '{"error":"still running"}';
  expect(answers).toEqual([
    ['w1 w1 w2 w2', 201, charged, 201, charged],
    ['w1 w2 w1 w2', 201, charged, 201, charged],
    ['w1 w2 w2 w1', 201, charged, 409, running],
    ['w2 w1 w1 w2', 409, running, 201, charged],
    ['w2 w1 w2 w1', 201, charged, 201, charged],
    ['w2 w2 w1 w1', 201, charged, 201, charged],
  ]);
});

test('BEGIN IMMEDIATE parks the second worker until the first commits', () => {
  const trace = replayLab(doubleCharge, 'w1 w2 w1 w1 w1 w2 w2 w2', { handler: 'begin-immediate' });
  expect(trace.events.map((event) => [event.task, event.label, event.result, event.parked])).toEqual([
    ['w1', 'BEGIN IMMEDIATE', 'has the write lock', false],
    ['w2', 'BEGIN IMMEDIATE', 'waits for w1', true],
    ['w1', 'SELECT 1 FROM charge …', 'no row', false],
    ['w1', 'INSERT INTO charge …', '1 row written', false],
    ['w1', 'COMMIT', '1 row visible', false],
    ['w2', 'BEGIN IMMEDIATE', 'has the write lock', false],
    ['w2', 'SELECT 1 FROM charge …', 'found a row', false],
    ['w2', 'COMMIT', 'nothing to write', false],
  ]);
  expect(trace.moments.map((moment) => moment.tasks.w2?.enabled)).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
    true,
    true,
    false,
  ]);
  // Rows appear when they are committed, not when they are written.
  expect(trace.moments.map((moment) => moment.tables.charge?.rows.length)).toEqual([
    0, 0, 0, 0, 0, 1, 1, 1, 1,
  ]);
});

test('a read, then a write, in a plain transaction is refused at once behind a newer commit', () => {
  const trace = replayLab(loadLab('narrow-gaps'), 'w1 w2 w1 w2 w1 w1 w2', {
    handler: 'plain-transaction',
    scenario: 'two-servers',
  });
  expect(trace.events.at(-1)).toMatchObject({
    task: 'w2',
    label: 'INSERT INTO charge …',
    result: 'refused: database is locked (SQLITE_BUSY_SNAPSHOT)',
    error: 'SQLITE_BUSY_SNAPSHOT',
    parked: false,
    end: { kind: 'threw', status: 500, line: 6, column: 11 },
    breaks: ['throws'],
  });
  expect(trace.moments.at(-1)?.tables.charge?.rows.length).toBe(1);
});

test('redelivered-message: naive charges 2200 in 4 charges, key-table 1500 in 3', () => {
  const lab = loadLab('redelivered-message');
  const naive = replayLab(lab, 'w1 w2 w3 w4', { handler: 'naive', scenario: 'redelivered' });
  expect(naive.moments.at(-1)).toMatchObject({ level: 4, total: 2200 });
  const explored = exploreLab(lab, { handler: 'key-table', scenario: 'redelivered' });
  for (const { schedule } of explored.map ?? []) {
    const trace = replayLab(lab, schedule, { handler: 'key-table', scenario: 'redelivered' });
    expect(trace.moments.at(-1)).toMatchObject({ level: 3, total: 1500 });
  }
});

test('redelivered-message: m1 with amount 999 is answered 422', () => {
  const lab = loadLab('redelivered-message');
  const { map } = exploreLab(lab, { handler: 'key-table', scenario: 'same-key-another-body' });
  for (const { schedule } of map ?? []) {
    const trace = replayLab(lab, schedule, { handler: 'key-table', scenario: 'same-key-another-body' });
    expect(trace.moments.at(-1)?.tasks.w2?.end).toMatchObject({
      status: 422,
      body: '{"error":"this key came with another body"}',
    });
    expect(trace.moments.at(-1)).toMatchObject({ level: 1, total: 500 });
  }
});

test('a task starts only after those it follows', () => {
  const lab = loadLab('redelivered-message');
  const options = { handler: 'naive', scenario: 'redelivered' };
  expect(() => replayLab(lab, 'w2', options)).toThrow(
    'Choice 1 of schedule "w2" asks w2 to move, but w2 starts only after w1 has finished. Let w1 move there instead.',
  );
});

test('a schedule that stops early replays as far as it goes', () => {
  const trace = replayLab(doubleCharge, 'w1 w2', { handler: 'check-then-insert' });
  expect(trace).toMatchObject({ complete: false, schedule: 'w1 w2' });
  expect(trace.moments).toHaveLength(3);
  expect(trace.moments.at(-1)?.tasks.w1?.next).toEqual({
    verb: 'INSERT',
    label: 'INSERT INTO charge …',
    writes: true,
    service: null,
    line: 5,
    column: 9,
    endLine: 5,
  });
});

test('what a worker would do next is known before it has moved', () => {
  const [start] = replayLab(doubleCharge, '', { handler: 'check-then-insert' }).moments;
  expect(start?.tasks.w1).toMatchObject({
    status: 'ready',
    enabled: true,
    next: { verb: 'SELECT', line: 3, column: 24 },
  });
});

test.each([
  [
    'w1 w1 w1',
    'Choice 3 of schedule "w1 w1 w1" asks w1 to move, but w1 has finished. Let w2 move there instead.',
    'check-then-insert',
  ],
  [
    'w1 w3',
    'Unknown task "w3" at position 2 in schedule "w1 w3". The scenario has w1 and w2. Correct the schedule.',
    'check-then-insert',
  ],
  [
    'w1 w2 w2',
    'Choice 3 of schedule "w1 w2 w2" asks w2 to move, but w2 is parked until a transaction ends. Let w1 move there instead.',
    'begin-immediate',
  ],
  [
    'w1 w1 w2 w1',
    'Choice 4 of schedule "w1 w1 w2 w1" asks w1 to move, but w1 has finished. Nobody can move there; end the schedule before it.',
    'check-then-insert',
  ],
  [
    'w1 crash:w1',
    'Choice 2, "crash:w1", is a fault, and this scenario has no budget for it. Remove it, or give the scenario faults: { crash: 1 }.',
    'check-then-insert',
  ],
])('schedule "%s" is refused: %s', (schedule, message, name) => {
  expect(() => replayLab(doubleCharge, schedule, { handler: name })).toThrow(message);
});

test('a write in autocommit waits for another’s write lock and goes on after it', () => {
  const source = handle(`
  const { sql } = env;
  if (request.headers.get('plain')) await sql\`INSERT INTO t VALUES (2, 2)\`;
  else await sql.begin(async (sql) => { await sql\`INSERT INTO t VALUES (1, 1)\`; });
  return Response.json({});`);
  const lab = smallLab(2, { properties: { row: { says: 'Row.', sometimes: 'SELECT 1 FROM t' } } });
  const [first] = Object.values(lab.scenarios.only?.tasks ?? {});
  if (!first?.request || !lab.scenarios.only) throw new Error('The small lab has tasks.');
  lab.scenarios.only.tasks.w2 = { ...first, request: { ...first.request, headers: { plain: 'yes' } } };
  const trace = replayLab(lab, 'w1 w1 w2 w1 w2', source);
  expect(trace.events.map((event) => event.result)).toEqual([
    'in a transaction',
    '1 row written',
    'waits for w1',
    '1 row visible',
    '1 row written',
  ]);
});

test('changed and removed rows are told with what they were', () => {
  const source = handle(`
  const { sql } = env;
  await sql\`UPDATE t SET b = 2 WHERE a = 1\`;
  await sql\`DELETE FROM t\`;
  return Response.json({});`);
  const lab = smallLab(1, { schema: 'CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 1);' });
  const trace = replayLab(lab, 'w1 w1', source);
  expect(trace.events.map((event) => event.changes)).toEqual([
    [{ table: 't', kind: 'changed', rowid: 1, before: [1, 1], after: [1, 2] }],
    [{ table: 't', kind: 'removed', rowid: 1, before: [1, 2], after: null }],
  ]);
  expect(trace.moments[0]?.tables.t?.rows).toEqual([{ rowid: 1, values: [1, 1], by: null, fresh: null }]);
  expect(trace.moments[1]?.tables.t?.rows).toEqual([
    { rowid: 1, values: [1, 2], by: 'w1', fresh: 'changed' },
  ]);
});

test('console.log enters the trace at the step after which it ran', () => {
  const source = handle(`
  console.log('before');
  await env.sql\`SELECT 1\`;
  console.log('after', { a: 1 });
  await env.sql\`SELECT 2\`;
  return Response.json({});`);
  expect(replayLab(smallLab(1), 'w1 w1', source).events.map((event) => event.logs)).toEqual([
    ['before', 'after {"a":1}'],
    [],
  ]);
});

test('time is logical: it moves when a sleep ends', () => {
  const source = handle(`
  const before = env.clock.now();
  await env.clock.sleep(50);
  await env.sql\`SELECT 1\`;
  return Response.json({ before, after: env.clock.now(), date: Date.now() });`);
  const trace = replayLab(smallLab(1), 'w1 w1', source);
  expect(trace.events.map((event) => [event.label, event.result])).toEqual([
    ['SLEEP 50 ms', 'for 50 ms'],
    ['SELECT 1', 'found a row'],
  ]);
  expect(trace.moments.map((moment) => moment.now)).toEqual([0, 0, 50]);
  expect(trace.events[1]?.end?.body).toBe('{"before":0,"after":50,"date":50}');
});

test('tasks of a shared process share module variables, tasks of their own do not', () => {
  const source = handler(`
let visits = 0;
export async function handle(request: Request, { sql }: Env) {
  visits += 1;
  await sql\`SELECT 1\`;
  await sql\`SELECT 2\`;
  return Response.json({ visits });
}`);
  const bodies = (process: 'own' | 'shared') =>
    Object.values(replayLab(smallLab(2, { process }), 'w1 w2 w1 w2', source).moments.at(-1)?.tasks ?? {}).map(
      (task) => task.end?.body,
    );
  expect(bodies('own')).toEqual(['{"visits":1}', '{"visits":1}']);
  expect(bodies('shared')).toEqual(['{"visits":2}', '{"visits":2}']);
});

test('process memory does not outlive its schedule', () => {
  const source = handler(`
let visits = 0;
export async function handle(request: Request, { sql }: Env) {
  visits += 1;
  await sql\`INSERT INTO t VALUES (\${visits}, 0)\`;
  return Response.json({ visits });
}`);
  const lab = smallLab(2, {
    process: 'shared',
    properties: {
      small: { says: 'Small.', always: 'SELECT 1 FROM t WHERE a > 2', when: 'every-state' },
      row: { says: 'Row.', sometimes: 'SELECT 1 FROM t WHERE a = 2' },
    },
  });
  expect(exploreLab(lab, source)).toMatchObject({ verdict: { kind: 'holds' }, schedules: { total: 2 } });
});

test('a mutex in the process holds on one server and breaks on two', () => {
  const lab = loadLab('narrow-gaps');
  expect(exploreLab(lab, { handler: 'process-lock', scenario: 'one-server' }).verdict).toEqual({
    kind: 'holds',
  });
  const trace = replayLab(lab, 'w1 w2 w1 w2', { handler: 'process-lock', scenario: 'one-server' });
  // w2's first choice only joins the queue; the SELECT of w2 comes after w1 has finished.
  expect(trace.events.map((event) => [event.task, event.label, event.result])).toEqual([
    ['w1', 'SELECT 1 FROM charge …', 'no row'],
    ['w2', 'run', 'waits its turn in the process'],
    ['w1', 'INSERT INTO charge …', '1 row written'],
    ['w2', 'SELECT 1 FROM charge …', 'found a row'],
  ]);
});
