import { describe, expect, test } from 'vitest';
import { type ServiceName, serviceNames, type TaskSpec } from '../../../src/engine/lab.ts';
import type { CallResult, ProcessEvent } from '../../../src/engine/ports.ts';
import { readReport } from '../../../src/sandbox/report.ts';
import { brief, done, duplicate, gets, noRows, program, reach, starts, written } from './helpers.ts';

const all = { services: [...serviceNames] };
const value = (json: unknown): CallResult => ({ kind: 'value', json: JSON.stringify(json) });
const declined: CallResult = {
  kind: 'error',
  code: 'CARD_DECLINED',
  message: 'The card was declined, and nothing was charged.',
};

/** A handler file whose `handle` has this body; the body's first line is line 2. */
const handler = (body: string) =>
  `export async function handle(request: Request, { sql, clock, payments, email, llm, queue, redis }: Env) {\n${body}\n}`;
const run = (body: string, results: CallResult[] = [], services: ServiceName[] = all.services) =>
  reach(handler(body), results, { services });
/** What a body returns, as text. */
const answered = (body: string, results: CallResult[] = []) => {
  const { end } = run(body, results);
  if (end?.kind !== 'answered') throw new Error(JSON.stringify(end));
  return end.body;
};

describe('a call', () => {
  test('carries service, operation and arguments, and the place of the call in the handler', () => {
    const body =
      "  const order = { id: 'order-9' };\n  const charge = await payments.charge({\n    amount: 1000,\n    reference: order.id,\n  });";
    expect(run(body).calls).toEqual([
      {
        id: 0,
        kind: 'service',
        service: 'payments',
        operation: 'charge',
        args: '[{"amount":1000,"reference":"order-9"}]',
        request: 'req_7_w1_0',
        line: 3,
        column: 24,
        endLine: 6,
      },
    ]);
  });

  test('is named by its task and its number within the task, and by the seed where that is not 0', () => {
    const body = 'await sql`SELECT 1`; await clock.sleep(1); await email.send({ to: request.method });';
    const history = [starts('w2'), gets(0, noRows, 0, 'w2'), gets(1, done, 0, 'w2')];
    const requestOf = (seed: number) =>
      program(handler(body), { ...all, seed })
        .run(history)
        ['w2']?.calls.map((call) => (call.kind === 'service' ? call.request : ''));
    expect([requestOf(0), requestOf(12)]).toEqual([['req_w2_2'], ['req_12_w2_2']]);
  });

  test('can be any of the table, and waits beside others in the order of the calls', () => {
    const body = `await Promise.all([
      payments.charge({ amount: 1 }), payments.refund({ charge: 'ch_1' }), payments.find({ reference: 'a' }),
      email.send({ to: 'ada', subject: 'Paid' }), llm.generate({ prompt: 'Name it' }), sql\`SELECT 1\`,
      queue.publish('orders', [1], { id: 'm-1' }), queue.receive('orders'), queue.ack({ receipt: 'r' }), queue.nack({ receipt: 'r' }),
      redis.set('k', 'v', { nx: true, ex: 30 }), redis.get('k'), redis.del('k', 'l'), redis.incr('n'), redis.delIfEqual('k', 'v'),
    ]);`;
    expect(run(body).calls.map(brief)).toEqual([
      'payments.charge [{"amount":1}]',
      'payments.refund [{"charge":"ch_1"}]',
      'payments.find [{"reference":"a"}]',
      'email.send [{"to":"ada","subject":"Paid"}]',
      'llm.generate [{"prompt":"Name it"}]',
      'SELECT 1 []',
      'queue.publish ["orders",[1],{"id":"m-1"}]',
      'queue.receive ["orders"]',
      'queue.ack [{"receipt":"r"}]',
      'queue.nack [{"receipt":"r"}]',
      'redis.set ["k","v",{"nx":true,"ex":30}]',
      'redis.get ["k"]',
      'redis.del ["k","l"]',
      'redis.incr ["n"]',
      'redis.delIfEqual ["k","v"]',
    ]);
  });

  test('resolves with the value, a new one each time', () => {
    const body = `const a = await redis.get('k'), b = await redis.get('k'), c = await redis.get('k');
      a.list.push(3);
      return Response.json([a, b, a !== b, c, Object.getPrototypeOf(a) === Object.prototype]);`;
    expect(answered(body, [value({ list: [1] }), value({ list: [1] }), value(null)])).toBe(
      '[{"list":[1,3]},{"list":[1]},true,null,true]',
    );
  });

  test('rejects with an error that has a code, and stands where the handler asked', () => {
    const body = `  try { await payments.charge({ amount: 1 }); } catch (error) {
    return Response.json([error instanceof Error, error.name, error.code, error.message, Object.keys(error)]);
  }`;
    expect(answered(body, [declined])).toBe(
      '[true,"ServiceError","CARD_DECLINED","The card was declined, and nothing was charged.",["code"]]',
    );
    expect(run('  const id = 9;\n  await payments.charge({ amount: id });', [declined]).end).toEqual({
      kind: 'threw',
      status: null,
      body: null,
      detail: 'ServiceError: The card was declined, and nothing was charged.',
      line: 3,
      column: 9,
    });
  });
});

describe('inside a transaction', () => {
  test('a call is a step of its own between the statements', () => {
    const body =
      'await sql.begin(async (sql) => { await sql`SELECT 1`; await payments.charge({ amount: 1 }); await sql`SELECT 2`; });';
    const seen = [
      [],
      [done],
      [done, noRows],
      [done, noRows, value({})],
      [done, noRows, value({}), noRows],
    ].map((results) => run(body, results).calls.map(brief));
    expect(seen).toEqual([
      ['begin deferred 0'],
      ['SELECT 1 [] 0'],
      ['payments.charge [{"amount":1}]'],
      ['SELECT 2 [] 0'],
      ['commit 0'],
    ]);
  });

  test('an error that escapes rolls the transaction back, though the provider keeps what it did', () => {
    const body =
      'await sql.begin(async (sql) => { await sql`UPDATE t SET a = 1`; await payments.charge({ amount: 1 }); });';
    expect(run(body, [done, written, declined]).calls.map(brief)).toEqual(['rollback 0']);
    expect(run(body, [done, written, declined, done]).end).toMatchObject({
      kind: 'threw',
      detail: 'ServiceError: The card was declined, and nothing was charged.',
    });
  });

  test('a statement that fails takes no call of a service with it', () => {
    const body = `await sql.begin(async (sql) => {
      await Promise.all([sql\`INSERT INTO t VALUES (1)\`.catch(() => 0), payments.charge({ amount: 1 })]);
    });`;
    expect(run(body, [done, duplicate]).calls.map(brief)).toEqual(['payments.charge [{"amount":1}]']);
  });
});

describe('a task that has returned', () => {
  test('too soon names the call that it had not awaited', () => {
    expect(run("  payments.charge({ amount: 1 });\n  return new Response('ok');").end).toEqual({
      kind: 'not-awaited',
      status: null,
      body: null,
      detail: 'The handler returned before this call of payments.charge was finished.',
      line: 2,
      column: 3,
    });
  });

  test('cannot call any more', () => {
    // w1 ends; w2, in the same process, calls what w1 left behind.
    const source = `let kept;
      export async function handle(request: Request, { payments }: Env) {
        if (!kept) { kept = payments; return new Response('first'); }
        try { await kept.charge({ amount: 1 }); } catch (error) { return new Response(error.message); }
      }`;
    const progress = program(source, { ...all, process: 'shared' }).run([starts('w1'), starts('w2')]);
    expect(progress['w2']?.end?.body).toBe('The request that this payments belongs to has ended.');
    expect(progress['w2']?.calls).toEqual([]);
  });
});

describe('arguments cross as JSON', () => {
  test.each([
    ['null, true, -0, 1e21, "a\\u0000\\ud800"', '[null,true,0,1e+21,"a\\u0000\\ud800"]'],
    ['{ a: undefined, b: [{ c: null }] }', '[{"b":[{"c":null}]}]'],
    ['{ ["__proto__"]: 1, "": [] }', '[{"__proto__":1,"":[]}]'],
    ['Object.assign(Object.create(null), { a: 1 })', '[{"a":1}]'],
    ['{ get a() { return 1 } }', '[{"a":1}]'],
    ['"a", undefined, undefined', '["a"]'],
    ['', '[]'],
    ['new Proxy({ a: 1 }, {})', '[{"a":1}]'],
  ])('(%s)', (args, text) => {
    expect(run(`await redis.get(${args});`).calls).toMatchObject([{ args: text }]);
  });

  test('up to 16384 characters', () => {
    // Two for the quotation marks; the brackets of the list of arguments are free.
    expect(run("await redis.get('x'.repeat(16382));").calls).toHaveLength(1);
    expect(run("await redis.get('x'.repeat(16383));").end).toMatchObject({
      kind: 'threw',
      detail: 'TypeError: The arguments of redis.get have more than 16384 characters as JSON. Pass less.',
    });
  });

  const finite = 'Pass a finite number, or null.';
  test.each([
    ['() => 1', 'a function as argument 1. Call it, and pass what it returns.'],
    ['10n', 'a bigint as argument 1. Pass a number, or a string of its digits.'],
    ['undefined, 1', 'undefined as argument 1. Pass null for "no value".'],
    ['{ amount: NaN }', `NaN in argument 1, at amount. ${finite}`],
    ['"a", { x: [1, { y: 1 / 0 }] }', `Infinity in argument 2, at x[1].y. ${finite}`],
    ['[undefined]', 'undefined in argument 1, at [0]. Pass null for "no value".'],
    ['new Date()', 'a Date as argument 1. Pass date.toISOString() or date.getTime().'],
    ['{ a: Promise.resolve(1) }', 'a promise in argument 1, at a. Write await before it.'],
    ["{ a: Symbol('s') }", 'a symbol in argument 1, at a. Pass a string.'],
    ['new Map()', 'an object of a class as argument 1. Pass a plain object with the fields that matter.'],
    ['request', 'an object of a class as argument 1. Pass a plain object with the fields that matter.'],
    [
      "new String('a')",
      'an object of a class as argument 1. Pass a plain object with the fields that matter.',
    ],
    ['{ toJSON() { return 1 } }', 'a function in argument 1, at toJSON. Call it, and pass what it returns.'],
    [
      "{ ['k'.repeat(100)]: 1n }",
      `a bigint in argument 1, at ${'k'.repeat(60)}…. Pass a number, or a string of its digits.`,
    ],
  ])('%s is refused', (args, message) => {
    expect(run(`  await redis.get(${args});`).end).toMatchObject({
      kind: 'threw',
      detail: `TypeError: redis.get got ${message}`,
      line: 2,
      column: 9,
    });
  });

  const deep =
    'TypeError: redis.get got data in argument 1 that is nested more than 20 deep, or holds itself. Pass flat data.';
  const large = 'TypeError: The arguments of redis.get have more than 16384 characters as JSON. Pass less.';
  test.each([
    ['a list that holds itself', 'const a = []; a.push(a); redis.get(a);', deep],
    ['an object that holds itself', 'const a = {}; a.a = a; redis.get(a);', deep],
    [
      'endless proxies',
      'const p = () => new Proxy([], { get: (_, key) => key === "length" ? 1 : p() }); redis.get(p());',
      deep,
    ],
    ['a list without end', 'redis.get(new Proxy([], { get: () => 1e9 }));', large],
    ['a long key', "redis.get({ ['x'.repeat(5e6)]: 1 });", large],
    ['a text that grows when it is written', "redis.get('\\u0000'.repeat(16000));", large],
    ['many lists', 'redis.get(Array.from({ length: 9000 }, () => []));', large],
  ])('%s is refused in good time', (_, body, detail) => {
    expect(run(body).end).toMatchObject({ kind: 'threw', detail });
  });

  test('a getter’s own error is the handler’s', () => {
    expect(run("await redis.get({ get a() { throw new RangeError('mine') } });").end).toMatchObject({
      kind: 'threw',
      detail: 'RangeError: mine',
    });
  });
});

test('nothing that a handler patches reaches what is told', () => {
  const body = `
    for (const key of ['service', 'operation', 'args', 'words', 'json', '0']) {
      Object.defineProperty(Object.prototype, key, { get: () => 'stolen', set() { throw 4 }, configurable: true });
    }
    JSON.stringify = () => '"stolen"'; JSON.parse = () => 'stolen';
    Object.keys = () => ['stolen']; Array.isArray = () => true; Reflect.getPrototypeOf = () => null;
    Array.prototype[Symbol.iterator] = () => { throw 1 }; Array.prototype.push = () => { throw 2 };
    String.prototype.toJSON = () => 'stolen'; Object.prototype.toJSON = () => 'stolen';
    Promise.prototype.then = () => { throw 3 };
    const charge = await payments.charge({ amount: 1, idempotencyKey: 'k-9' });
    console.log(charge.id);`;
  expect(run(body).calls.map(brief)).toEqual(['payments.charge [{"amount":1,"idempotencyKey":"k-9"}]']);
  expect(run(body, [value({ id: 'ch_1' })]).logs).toEqual(['ch_1']);
});

describe('a service that the lab does not have', () => {
  test.each<[ServiceName[], string, string]>([
    [[], 'payments.charge({})', 'This lab has no payments provider. It has no services.'],
    [['queue', 'redis'], 'email.send({})', 'This lab has no email provider. It has queue, redis.'],
    [['payments'], 'llm.generate({})', 'This lab has no llm provider. It has payments.'],
    [['payments'], 'queue.receive()', 'This lab has no queue. It has payments.'],
    [['payments'], 'redis.incr(1n)', 'This lab has no redis. It has payments.'],
  ])('says so: with %j, %s', (services, call, message) => {
    expect(run(`  await ${call};`, [], services).end).toMatchObject({
      kind: 'threw',
      detail: `Error: ${message}`,
      line: 2,
      column: 9,
    });
  });

  test('is not listed among those that it has', () => {
    const source = 'export function handle(request, env) { return Response.json(Object.keys(env)) }';
    expect(reach(source, [], { services: ['redis', 'payments'] }).end?.body).toBe(
      '["sql","clock","crypto","isUniqueViolation","payments","redis"]',
    );
  });
});

describe('a message that a queue hands over', () => {
  const consume: TaskSpec = { entry: 'consume', from: 'orders', after: [] };
  const source = `export async function consume(message: Message, { queue }: Env) {
    message.body.tags.push('seen');
    console.log(JSON.stringify(message));
    await queue.ack(message);
  }`;
  const hands = (task: string, message: unknown): ProcessEvent => ({
    kind: 'start',
    task,
    now: 0,
    message: JSON.stringify(message),
  });
  const delivery = (id: string) => ({ id, body: { tags: ['a'] }, deliveries: 1, receipt: `orders/1/${id}` });

  test('is what consume gets, each task its own', () => {
    const tasks = { w1: consume, w2: consume };
    const progress = program(source, { ...all, tasks, process: 'shared' }).run([
      hands('w1', delivery('m-1')),
      hands('w2', delivery('m-2')),
    ]);
    expect([progress['w1']?.logs, progress['w2']?.logs]).toEqual([
      ['{"id":"m-1","body":{"tags":["a","seen"]},"deliveries":1,"receipt":"orders/1/m-1"}'],
      ['{"id":"m-2","body":{"tags":["a","seen"]},"deliveries":1,"receipt":"orders/1/m-2"}'],
    ]);
    expect(progress['w1']?.calls).toMatchObject([
      {
        operation: 'ack',
        args: '[{"id":"m-1","body":{"tags":["a","seen"]},"deliveries":1,"receipt":"orders/1/m-1"}]',
      },
    ]);
  });

  test('goes before the one that the lab wrote', () => {
    const tasks = { w1: { ...consume, message: 'from the lab' } };
    const logs = (start: ProcessEvent) =>
      program('export function consume(message) { console.log(message) }', { tasks }).run([start])['w1']
        ?.logs;
    expect([logs(starts()), logs(hands('w1', 'from the queue'))]).toEqual([
      ['from the lab'],
      ['from the queue'],
    ]);
  });
});

test.each([
  [
    { service: 'bank', operation: 'charge', args: '[]' },
    'The sandbox reported "bank" where a service belongs.',
  ],
  [
    { service: 'queue', operation: 'redeliver', args: '[]' },
    'The sandbox reported "redeliver" where an operation belongs.',
  ],
  [
    { service: 'queue', operation: 'toString', args: '[]' },
    'The sandbox reported "toString" where an operation belongs.',
  ],
  [{ service: 'queue', operation: 'ack', args: '{}' }, 'The sandbox reported {} where a list belongs.'],
])('the host does not believe in %j', (call, message) => {
  const report = { w1: { calls: [{ id: 0, stack: '', kind: 'service', ...call }], end: null, logs: [] } };
  expect(() => readReport(JSON.stringify(report))).toThrow(message);
});
