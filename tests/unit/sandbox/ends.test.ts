import { describe, expect, test } from 'vitest';
import type { TaskSpec } from '../../../src/engine/lab.ts';
import {
  done,
  duplicate,
  gets,
  handler,
  handleTask,
  noRows,
  program,
  reach,
  starts,
  written,
} from './helpers.ts';

const end = (body: string, results: Parameters<typeof reach>[1] = []) => reach(handler(body), results).end;

describe('a task that returned', () => {
  test('is answered with the status and the text of its response', () => {
    expect(end('return Response.json({ charged: 1000 }, { status: 201 });')).toEqual({
      kind: 'answered',
      status: 201,
      body: '{"charged":1000}',
      detail: '',
      line: null,
      column: null,
    });
  });
  test('is answered with null where the response has no body', () => {
    expect(end('return new Response(null, { status: 204 });')).toMatchObject({
      kind: 'answered',
      status: 204,
      body: null,
    });
  });
  test('is done when it consumes or runs, whatever it returns', () => {
    const consume: TaskSpec = { entry: 'consume', message: { id: 'm-1' }, after: [] };
    const source =
      'export async function consume(message, env) { console.log(message.id, typeof env.sql); return 5 }\nexport function run({ clock }) { console.log(clock.now()) }';
    const tasks = { w1: consume, w2: { entry: 'run', after: [] } satisfies TaskSpec };
    const ended = { kind: 'done', status: null, body: null, detail: '', line: null, column: null };
    expect(program(source, { tasks }).run([starts('w1')])).toEqual({
      w1: { calls: [], end: ended, logs: ['m-1 function'] },
    });
    expect(program(source, { tasks }).run([starts('w2', 12)])).toEqual({
      w2: { calls: [], end: ended, logs: ['12'] },
    });
  });
  test('without a response says what it returned instead', () => {
    expect(end('return { status: 200 };')).toMatchObject({
      kind: 'no-response',
      detail: 'The handler returned an object.',
    });
    expect(end('')).toMatchObject({ kind: 'no-response', detail: 'The handler returned undefined.' });
    expect(end('return Object.create(Response.prototype);')).toMatchObject({ kind: 'no-response' });
  });
  test('with a response that was read says so', () => {
    expect(end("const r = new Response('a'); await r.text(); return r;")).toMatchObject({
      kind: 'no-response',
      detail: 'The handler returned a response whose body it had read already.',
    });
  });
  test('with too long an answer says how long', () => {
    expect(end("return new Response('x'.repeat(65536));")).toMatchObject({ kind: 'answered' });
    expect(end("return new Response('x'.repeat(65537));")).toMatchObject({
      kind: 'too-much-data',
      detail: 'The answer has 65537 characters; at most 65536 are allowed.',
    });
  });
});

describe('a task that threw', () => {
  test('names the error, and the line and column where it was made', () => {
    expect(end("  const a = 1;\n  throw new TypeError('no');")).toEqual({
      kind: 'threw',
      status: null,
      body: null,
      detail: 'TypeError: no',
      line: 3,
      column: 13,
    });
  });
  test('names an error of a class of its own', () => {
    expect(
      end(
        "class Refused extends Error { constructor() { super('no'); this.name = 'Refused' } }\nthrow new Refused();",
      ),
    ).toMatchObject({
      kind: 'threw',
      detail: 'Refused: no',
      line: 3,
    });
  });
  test('with a database error names its code by its class and the line of the statement', () => {
    expect(end('  await sql`INSERT INTO charge VALUES (1)`;', [duplicate])).toEqual({
      kind: 'threw',
      status: null,
      body: null,
      detail: 'SqlError: UNIQUE constraint failed: charge.order_id',
      line: 2,
      column: 9,
    });
  });
  test.each([
    ["throw 'no'", 'It threw "no", which is not an Error.'],
    ['throw 7', 'It threw a number, which is not an Error.'],
    ['throw null', 'It threw null, which is not an Error.'],
    ['throw undefined', 'It threw undefined, which is not an Error.'],
    ['throw { a: 1 }', 'It threw an object, which is not an Error.'],
    ['return Promise.reject(null)', 'It threw null, which is not an Error.'],
    ["throw { stack: '', get name() { throw 1 } }", 'It threw something that cannot be read.'],
  ])('%s', (body, detail) => {
    expect(end(body)).toMatchObject({ kind: 'threw', detail, line: null });
  });
  test('before it waited for anything is told like one that threw later', () => {
    expect(reach("export function handle() {\n  throw new Error('at once')\n}").end).toMatchObject({
      kind: 'threw',
      detail: 'Error: at once',
      line: 2,
    });
  });
});

describe('a task that returned too soon', () => {
  test('names the first call that it had not awaited', () => {
    expect(end("  sql`SELECT 1`;\n  sql`SELECT 2`;\n  return new Response('ok');")).toEqual({
      kind: 'not-awaited',
      status: null,
      body: null,
      detail: 'The handler returned before this statement was finished.',
      line: 2,
      column: 3,
    });
  });
  test('is found when a forgotten function asks for something only afterwards', () => {
    expect(
      end(
        "  void (async () => {\n    await null;\n    await null;\n    await null;\n    await sql`SELECT 1`;\n  })();\n  return new Response('ok');",
      ),
    ).toMatchObject({
      kind: 'not-awaited',
      line: 6,
      column: 11,
    });
  });
  test('names a transaction and a sleep by what they are', () => {
    expect(end("  sql.begin(async () => {});\n  return new Response('ok');")).toMatchObject({
      kind: 'not-awaited',
      detail: 'The handler returned before this transaction was finished.',
      line: 2,
      column: 3,
    });
    expect(end("  clock.sleep(5);\n  return new Response('ok');")).toMatchObject({
      detail: 'The handler returned before this sleep was finished.',
    });
  });
  test('with a transaction at work leaves it open', () => {
    const body =
      "  sql.begin(() => new Promise(() => {}));\n  await clock.sleep(1);\n  return new Response('ok');";
    expect(end(body, [done, done])).toEqual({
      kind: 'transaction-left-open',
      status: null,
      body: null,
      detail: 'The handler returned while the function of this sql.begin was still at work.',
      line: 2,
      column: 3,
    });
  });
  test('a task that throws with calls waiting threw', () => {
    expect(end("sql`SELECT 1`; throw new Error('no');")).toMatchObject({
      kind: 'threw',
      detail: 'Error: no',
    });
  });
});

test('a task that waits for what nobody settles has no call and no end', () => {
  expect(reach(handler('await new Promise(() => {});'))).toEqual({ calls: [], end: null, logs: [] });
});

test('too many calls, and too large a call, end the task', () => {
  expect(end('for (let i = 0; i < 201; i += 1) sql`SELECT 1`; await new Promise(() => {});')).toMatchObject({
    kind: 'too-much-data',
    detail: 'More than 200 calls were waiting at once.',
  });
  expect(end("await sql`SELECT ${'x'.repeat(262144)}`;")).toMatchObject({
    kind: 'too-much-data',
    line: 2,
    column: 7,
  });
});

describe('a file that does not load', () => {
  const check = (source: string, entries = ['handle']) =>
    program(source, { file: 'check-then-insert.ts' }).check(entries);
  const problem = (detail: string, line: number | null, column: number | null) => ({
    kind: 'does-not-load',
    status: null,
    body: null,
    detail,
    line,
    column,
  });

  test('is none where it exports what is called', () => {
    expect(check('export async function handle() {}')).toBeNull();
    expect(
      check('export const handle = async () => {};\nexport class consume {}', ['handle', 'consume']),
    ).toBeNull();
  });
  test('lacks the function that is called', () => {
    expect(check('export function handel() {}')).toEqual(
      problem(
        'check-then-insert.ts exports no function "handle". Write: export async function handle(request, env) { … }',
        null,
        null,
      ),
    );
    expect(check('async function handle() {}')).toMatchObject({ kind: 'does-not-load' });
    expect(check('export const handle = 1;')).toMatchObject({ kind: 'does-not-load' });
    expect(check('export {}', ['run'])).toMatchObject({ kind: 'does-not-load' });
  });
  test('has a syntax error that the parser of types sees', () => {
    expect(check('export async function handle() {\n  const a = ;\n}')).toEqual(
      problem('Syntax error: unexpected ";".', 2, 13),
    );
  });
  test('has a syntax error that only JavaScript itself sees', () => {
    expect(check('export function handle() {\n  /* é */ const a = await 1;\n}')).toEqual(
      problem("Syntax error: unexpected 'await' keyword.", 2, 21),
    );
  });
  test('throws while it loads', () => {
    expect(check("export function handle() {}\n\n  throw new Error('no');")).toEqual(
      problem('The file fails while it loads: Error: no', 3, 13),
    );
    expect(check("JSON.parse('{');\nexport function handle() {}")).toMatchObject({
      line: 1,
      detail: expect.stringContaining('The file fails while it loads: SyntaxError: '),
    });
  });
  test('waits at its top level', () => {
    expect(
      check('export async function handle() { await 1 }\nconst a = await new Promise(() => {});'),
    ).toEqual(
      problem('The file waits at its top level. Move "await" into the function that the lab calls.', 2, 11),
    );
  });
  test('never finishes loading', () => {
    expect(check('export function handle() {}\nwhile (true) {}')).toMatchObject({
      kind: 'hangs',
      line: 2,
      column: 1,
    });
    expect(check('const a = [];\nfor (;;) a.push(new Array(1000).fill(a.length));')).toMatchObject({
      kind: 'out-of-memory',
      line: 2,
    });
  });
  test('ends every task that starts, the same way', () => {
    const runner = program('export const handle = 1;', {
      tasks: { w1: handleTask, w2: handleTask },
      process: 'shared',
    });
    const ended = runner.check(['handle']);
    expect(runner.run([starts('w1'), starts('w2')])).toEqual({
      w1: { calls: [], end: ended, logs: [] },
      w2: { calls: [], end: ended, logs: [] },
    });
    expect(program('enum A {}').run([starts()])['w1']?.end).toMatchObject({
      kind: 'does-not-load',
      line: 1,
      column: 1,
    });
  });
});

describe('a process shared by two tasks', () => {
  const source = `let count = 0;
export async function handle(request, { sql }) {
  const mine = ++count;
  await sql\`SELECT \${mine}\`;
  if (mine === 1) for (;;) {}
  return new Response(String(count));
}`;
  const shared = () => program(source, { process: 'shared' });

  test('keeps module variables from one task to the next', () => {
    const progress = shared().run([starts('w1'), starts('w2')]);
    expect(progress['w1']?.calls).toMatchObject([{ id: 0, params: [1] }]);
    expect(progress['w2']?.calls).toMatchObject([{ id: 0, params: [2] }]);
  });
  test('gives each result to the task that asked', () => {
    const progress = shared().run([starts('w1'), starts('w2'), gets(0, noRows, 0, 'w2')]);
    expect(progress['w1']?.calls).toHaveLength(1);
    expect(progress['w2']?.end).toMatchObject({ kind: 'answered', body: '2' });
  });
  test('takes the others with it when one hangs: they neither end nor go on', () => {
    const progress = shared().run([
      starts('w1'),
      starts('w2'),
      gets(0, noRows, 0, 'w1'),
      gets(0, noRows, 0, 'w2'),
    ]);
    expect(progress['w1']?.end).toMatchObject({ kind: 'hangs', line: 5, column: 19 });
    expect(progress['w2']).toEqual({ calls: [], end: null, logs: [] });
  });
});

test('nothing has run where nothing has started', () => {
  expect(program(handler('')).run([])).toEqual({});
});

test('a result that no call waits for changes nothing', () => {
  const runner = program(handler('await sql`SELECT 1`;'));
  expect(runner.run([starts(), gets(9, written)])).toEqual(runner.run([starts()]));
});
