/** The command line as people run it: output, exit status, one sentence for every mistake. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const labs = readdirSync('content/labs', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const folder = mkdtempSync(join(tmpdir(), 'effectively-once-'));
afterAll(() => rmSync(folder, { recursive: true }));

function once(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
function mine(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

test('explore check-then-insert --json prints the contract and exits 1', () => {
  const { status, stdout, stderr } = once(
    'explore',
    'double-charge',
    '--handler',
    'check-then-insert',
    '--json',
  );
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    lab: 'double-charge',
    handler: 'check-then-insert',
    scenario: 'two-at-once',
    verdict: { kind: 'broken', property: 'one-charge-per-order' },
    properties: {
      'one-charge-per-order': { kind: 'broken', broken: 4 },
      'customer-is-charged': { kind: 'holds' },
    },
    schedules: { total: 6, broken: 4, run: 6 },
    states: 17,
    steps: 16,
    counterexample: {
      schedule: 'w1 w2 w2 w1',
      steps: [
        { task: 'w1', label: 'SELECT 1 FROM charge …', line: 3, column: 24, result: 'no row' },
        { task: 'w2', label: 'SELECT 1 FROM charge …', line: 3, column: 24, result: 'no row' },
        { task: 'w2', label: 'INSERT INTO charge …', line: 5, column: 9, result: '1 row written' },
        { task: 'w1', label: 'INSERT INTO charge …', line: 5, column: 9, result: '1 row written' },
      ],
    },
  });
});

test('explore prints verdict, steps and the command that replays them', () => {
  const { stdout } = once('explore', 'double-charge');
  expect(stdout).toBe(`Broken: At most one charge per order (4 of 6 schedules)
Holds: The customer is charged (6 schedules)
  1  w1  check-then-insert.ts:3  SELECT 1 FROM charge …  no row
  2  w2  check-then-insert.ts:3  SELECT 1 FROM charge …  no row
  3  w2  check-then-insert.ts:5  INSERT INTO charge …    1 row written
  4  w1  check-then-insert.ts:5  INSERT INTO charge …    1 row written
Replay: npm run -s once -- replay double-charge --handler check-then-insert --schedule "w1 w2 w2 w1"
`);
});

test('explore unique-claim exits 0 and holds, for three workers too', () => {
  for (const workers of [[], ['--workers', '3']]) {
    const { status, stdout } = once(
      'explore',
      'double-charge',
      '--handler',
      'unique-claim',
      ...workers,
      '--json',
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: { kind: 'holds' }, schedules: { broken: 0 } });
  }
});

test('explore --all agrees with every lab file, mutants included, by both searches', {
  timeout: 300_000,
}, () => {
  const { status, stdout } = once('explore', '--all', '--json');
  const results = JSON.parse(stdout) as { lab: string; agrees: boolean; confirmed: boolean | null }[];
  expect(results.filter(({ agrees, confirmed }) => !agrees || confirmed === false)).toEqual([]);
  expect([...new Set(results.map(({ lab }) => lab))].sort()).toEqual(labs);
  expect(status).toBe(0);
});

test.each([
  ['unreduced', 0, { kind: 'holds' }, 20],
  ['reduced', 0, { kind: 'holds' }, 20],
  // Two switches break nothing that one does not: bounded and drawn searches never say that it holds.
  ['preemptions:1', 2, { kind: 'inconclusive', limit: 'preemptions' }, null],
  ['random:50', 2, { kind: 'inconclusive', limit: 'sample' }, null],
] as const)('explore --strategy %s of a handler that holds exits %i', (strategy, code, verdict, total) => {
  // Two tasks of three statements: C(6, 3) schedules.
  const file = mine(
    'three.ts',
    `export async function handle(request: Request, { sql }: Env) {
  await sql\`SELECT 1 FROM charge\`;
  await sql\`INSERT INTO charge (order_id, cents) VALUES ('order-9', 1) ON CONFLICT DO NOTHING\`;
  await sql\`SELECT 1 FROM charge\`;
  return Response.json({});
}
`,
  );
  const own = ['double-charge', '--file', file, '--handler', 'unique-claim', '--json'];
  const { status, stdout } = once('explore', ...own, '--strategy', strategy);
  expect(JSON.parse(stdout)).toMatchObject({ verdict, schedules: { total } });
  expect(status).toBe(code);
});

test('preemptions:1 and random:100 find the double charge, whose counterexample has one preemption', () => {
  // w1 is interrupted once; w2 then goes on to its end, which is no preemption.
  for (const strategy of ['preemptions:1', 'random:100']) {
    const { status, stdout } = once('explore', 'double-charge', '--strategy', strategy, '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: { kind: 'broken', property: 'one-charge-per-order' },
      schedules: { total: null, broken: null },
    });
  }
  const none = once('explore', 'double-charge', '--strategy', 'preemptions:0', '--json');
  expect(none.status).toBe(2);
});

test('replay prints the last state, with both charges', () => {
  const { status, stdout, stderr } = once(
    'replay',
    'double-charge',
    '--handler',
    'check-then-insert',
    '--schedule',
    'w1 w2 w1 w2',
    '--json',
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const trace = JSON.parse(stdout) as { tables: { charge: { cents: number }[] } };
  expect(trace).toMatchObject({
    complete: true,
    next: [],
    responses: { w1: { status: 201, body: '{"charged":1000}' }, w2: { status: 201 } },
    tables: {
      charge: [
        { order_id: 'order-9', cents: 1000 },
        { order_id: 'order-9', cents: 1000 },
      ],
    },
    broken: ['one-charge-per-order'],
  });
});

test('replay of a schedule that stops early says so, and exits 0', () => {
  const { status, stderr } = once('replay', 'double-charge', '--schedule', 'w1 w2 w1');
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'The schedule ends after 3 choices, before w2 has finished. Next may move: w2.\n',
  });
});

test('replay says once how a worker ended', () => {
  const { stdout } = once('replay', 'outside-effect', '--schedule', 'w1 crash:w1');
  expect(stdout.split('\n').filter((line) => line.startsWith('w1:'))).toEqual(['w1: crashed']);
});

test('replay without a schedule lets one task after another run', () => {
  const { stdout } = once('replay', 'redelivered-message', '--handler', 'naive', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ schedule: 'w1 w2 w3 w4', complete: true });
});

test('a file that loops, one with a syntax error, one that touches nothing: each has its verdict', () => {
  const loops = mine('loops.ts', 'export async function handle() {\n  for (;;);\n}\n');
  const wrong = mine('wrong.ts', 'export async function handle() {\n  const a = 1;\n  const b = ;\n}\n');
  const idle = mine('idle.ts', 'export async function handle() {\n  return Response.json({});\n}\n');
  const results = [loops, wrong, idle].map((file) => {
    const { status, stdout } = once('explore', 'double-charge', '--file', file, '--json');
    const { verdict, properties } = JSON.parse(stdout) as {
      verdict: { property: string };
      properties: Record<string, { line?: number }>;
    };
    return { status, verdict, line: properties[verdict.property]?.line };
  });
  expect(results).toEqual([
    { status: 1, verdict: { kind: 'broken', property: 'hangs' }, line: 2 },
    { status: 1, verdict: { kind: 'broken', property: 'handler-loads' }, line: 3 },
    { status: 1, verdict: { kind: 'vacuous', property: 'one-charge-per-order' }, line: undefined },
  ]);
});

test('a file of one’s own runs on a variant’s tables with --handler, or on --schema', () => {
  const file = mine(
    'own.ts',
    `export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const [won] = await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents}) ON CONFLICT DO NOTHING RETURNING cents\`;
  return Response.json({}, { status: won ? 201 : 409 });
}
`,
  );
  const schema = mine('own.sql', 'CREATE UNIQUE INDEX one ON charge (order_id);');
  expect(once('explore', 'double-charge', '--file', file).status).toBe(1);
  expect(once('explore', 'double-charge', '--file', file, '--schema', schema).status).toBe(0);
  expect(once('explore', 'double-charge', '--file', file, '--handler', 'unique-claim').status).toBe(0);
});

test.each([
  [
    ['explore', 'double-charge', '--strategy', 'luck'],
    'There is no strategy "luck". Write exhaustive, unreduced, reduced, preemptions:2 or random:1000.',
  ],
  [
    ['explore', 'double-charge', '--seed', '7'],
    '--seed is for the strategy random, not for exhaustive. Leave it out.',
  ],
  [['explore', '--all', '--threads', '0'], '--threads is "0". Write a number from 1 to 8.'],
  [['explore', 'nope'], `There is no lab "nope". The labs are: ${labs.join(', ')}.`],
  [['explore'], `explore needs a lab. Name one of: ${labs.join(', ')}.`],
  [
    ['explore', 'double-charge', '--handler', 'nope'],
    'Lab "double-charge" has no handler "nope". Its handlers are: check-then-insert, unique-claim, begin-immediate.',
  ],
  [
    ['explore', 'double-charge', '--scenario', 'nope'],
    'Lab "double-charge" has no scenario "nope". Its scenarios are: two-at-once.',
  ],
  [
    ['explore', 'double-charge', '--workers', 'many'],
    '--workers is "many". Write a whole number from 1 to 6.',
  ],
  [['explore', 'double-charge', '--workers', '-1'], '--workers is "-1". Write a whole number from 1 to 6.'],
  [
    ['explore', 'double-charge', '--strategy', 'random', '--seed', '-1'],
    '--seed is "-1". Write a whole number such as 7.',
  ],
  [
    ['explore', 'double-charge', '--workers', '0'],
    'There can be 1 to 6 workers, not 0. Choose a number in between.',
  ],
  [
    ['explore', 'redelivered-message', '--workers', '2'],
    'Scenario "redelivered" of lab "redelivered-message" has 4 tasks of its own and cannot have 2. Leave the number of workers out.',
  ],
  [
    ['explore', 'double-charge', '--file', 'nowhere.ts'],
    '--file names "nowhere.ts", which is no file. Correct the path.',
  ],
  [
    ['replay', 'double-charge', '--schedule', 'w1 w3'],
    'Unknown task "w3" at position 2 in schedule "w1 w3". The scenario has w1 and w2. Correct the schedule.',
  ],
  [
    ['replay', 'double-charge', '--schedule', 'w1,w2'],
    'Choice 1, "w1,w2", in schedule "w1,w2" is not a choice. Write a task such as w1, or a fault and its task such as crash:w1, with spaces between.',
  ],
  [
    ['replay', 'double-charge', '--schedule', 'w1 w1 w1'],
    'Choice 3 of schedule "w1 w1 w1" asks w1 to move, but w1 has finished. Let w2 move there instead.',
  ],
  [
    // The whole name would hide what the sentence says.
    ['replay', 'double-charge', '--schedule', 'x'.repeat(5_000)],
    `Unknown task "${'x'.repeat(40)}" at position 1 in schedule "${'x'.repeat(40)}". The scenario has w1 and w2. Correct the schedule.`,
  ],
  [
    ['grade', 'nowhere.ts', '--exercise', 'close-the-gap'],
    'The handler is "nowhere.ts", which is no file. Correct the path.',
  ],
  [
    ['explode'],
    'There is no command "explode". The commands are labs, explore, replay, grade, quiz, deck and bench.',
  ],
  [
    ['explore', 'double-charge', 'three-at-once'],
    '"three-at-once" is one argument too many. Write explore with one lab.',
  ],
  [
    ['explore', '--all', 'double-charge'],
    'explore --all runs everything, so "double-charge" does nothing. Leave one of the two out.',
  ],
  [
    ['explore', '--all', '--workers', '3'],
    'explore --all runs everything, so "workers" does nothing. Leave one of the two out.',
  ],
  [['explore', 'double-charge', '--schedule', 'w1'], 'explore has no option --schedule. Leave it out.'],
  [['labs', 'double-charge'], 'labs takes no lab, but was given "double-charge". Leave it out.'],
  [['explore', '--nope'], "Unknown option '--nope'. See npm run -s once -- --help."],
])('%j exits 2 with one sentence', (args, sentence) => {
  expect(once(...args)).toEqual({ status: 2, stdout: '', stderr: `${sentence}\n` });
});

test('labs lists every lab', () => {
  const { status, stdout } = once('labs', '--json');
  expect(status).toBe(0);
  expect((JSON.parse(stdout) as { id: string }[]).map((lab) => lab.id)).toEqual(labs);
});
