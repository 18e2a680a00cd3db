import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskSpec } from '../../../src/engine/lab.ts';
import { answer, gets, handler, handleTask, noRows, program, reach, starts } from './helpers.ts';

const json = (expression: string, setup = {}): unknown =>
  JSON.parse(answer(`return Response.json(${expression});`, [], setup) ?? 'null');

describe('the clock', () => {
  const source = handler(
    'const t = [clock.now(), Date.now(), +new Date()]; await sql`SELECT 1`; return Response.json([...t, clock.now(), new Date().toISOString()]);',
  );
  test('reads the time of the last event of the task', () => {
    expect(program(source).run([starts('w1', 1000), gets(0, noRows, 61000)])['w1']?.end?.body).toBe(
      '[1000,1000,1000,61000,"1970-01-01T00:01:01.000Z"]',
    );
  });
  test('does not move for one task when another moves', () => {
    const twice = handler('await sql`SELECT 1`; const now = clock.now(); return new Response(String(now));');
    const progress = program(twice, { process: 'shared' }).run([
      starts('w1', 1),
      starts('w2', 5),
      gets(0, noRows, 7, 'w1'),
      gets(0, noRows, 9, 'w2'),
    ]);
    expect([progress['w1']?.end?.body, progress['w2']?.end?.body]).toEqual(['7', '9']);
  });
  test('sleeps as a step', () => {
    expect(reach(handler('  await clock.sleep(50);')).calls).toEqual([
      { id: 0, kind: 'sleep', ms: 50, line: 2, column: 9, endLine: 2 },
    ]);
    expect(answer("await clock.sleep(0); return new Response('awake');", [{ kind: 'done' }])).toBe('awake');
  });
  test.each([
    ['-1', '-1'],
    ['NaN', 'NaN'],
    ['1 / 0', 'Infinity'],
    ["'50'", 'a string'],
    ['', 'undefined'],
  ])('sleep(%s) is refused', (ms, got) => {
    expect(reach(handler(`await clock.sleep(${ms});`)).end).toMatchObject({
      kind: 'threw',
      detail: `RangeError: clock.sleep takes a number of milliseconds from 0 up; it got ${got}.`,
    });
  });
});

describe('Date', () => {
  test('is JavaScript’s, in UTC, wherever it runs', () => {
    expect(
      json(`(() => { const d = new Date(2026, 10, 29, 23, 59, 58, 7); return [
        d.toISOString(), d.getTimezoneOffset(), d.getFullYear(), d.getMonth(), d.getDate(), d.getDay(), d.getHours(), d.getMinutes(), d.getSeconds(),
        String(d), d instanceof Date, d.constructor === Date, new Date(d).getTime() === d.getTime(),
      ] })()`),
    ).toEqual([
      '2026-11-29T23:59:58.007Z',
      0,
      2026,
      10,
      29,
      0,
      23,
      59,
      58,
      '2026-11-29T23:59:58.007Z',
      true,
      true,
      true,
    ]);
  });
  test('reads what it is given', () => {
    expect(
      json(
        "['2026-11-29', '2026-11-29T10:00:00', '2026-11-29T10:00:00Z', '2026-11-29T10:00:00+02:00', 'x'].map((text) => Date.parse(text))",
      ),
    ).toEqual([
      Date.UTC(2026, 10, 29),
      Date.UTC(2026, 10, 29, 10),
      Date.UTC(2026, 10, 29, 10),
      Date.UTC(2026, 10, 29, 8),
      null,
    ]);
    expect(
      json(
        "[new Date(0).toISOString(), new Date(1e15).getTime(), new Date(NaN).getTime(), typeof Date(), String(new Date('x'))]",
      ),
    ).toEqual(['1970-01-01T00:00:00.000Z', 1e15, null, 'string', 'Invalid Date']);
  });
  test('can be set and extended', () => {
    expect(
      json(
        '(() => { class Day extends Date {} const d = new Day(0); d.setHours(5); d.setFullYear(2027); return [d.toISOString(), d instanceof Day] })()',
      ),
    ).toEqual(['2027-01-01T05:00:00.000Z', true]);
  });
});

describe('randomness', () => {
  const three = 'return Response.json([crypto.randomUUID(), Math.random(), crypto.randomUUID()]);';
  const drawn = (setup = {}, task = 'w1') =>
    program(handler(three), setup).run([starts(task)])[task]?.end?.body;

  test('is the same in every run, and differs by task and by seed', () => {
    const seen = [drawn(), drawn({ seed: 8 }), drawn({}, 'w2')];
    expect(drawn()).toBe(seen[0]);
    expect(new Set(seen).size).toBe(3);
  });
  test('belongs to the task in a shared process too, whoever starts first', () => {
    const own = drawn({ process: 'shared' });
    const progress = program(handler(three), { process: 'shared' }).run([starts('w2'), starts('w1')]);
    expect(progress['w1']?.end?.body).toBe(own);
  });
  test('stays what it was: the seeds that lessons print depend on it', () => {
    expect(JSON.parse(drawn() ?? '')).toMatchInlineSnapshot(`
      [
        "31e7cefe-42e4-46c1-980f-a6b9d881c654",
        0.5790751873287568,
        "05466be8-d41d-468f-a4fb-d7505309e33c",
      ]
    `);
  });
  test('differs between the processes of two tasks, while they load', () => {
    const source =
      'const id = Math.random();\nexport function handle() { return Response.json([id, Math.random()]) }';
    const [a, b] = ['w1', 'w2'].map((task) => program(source).run([starts(task)])[task]?.end?.body);
    expect(a).not.toBe(b);
    const [first, second] = JSON.parse(a ?? '');
    expect(first).not.toBe(second);
  });
  test('looks random: numbers spread over [0, 1), UUIDs are version 4', () => {
    const numbers = JSON.parse(
      answer('return Response.json(Array.from({ length: 2000 }, () => Math.random()));') ?? '',
    ) as number[];
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      expect(numbers.filter((n) => Math.floor(n * 10) === tenth).length).toBeGreaterThan(140);
    }
    const ids = JSON.parse(
      answer('return Response.json(Array.from({ length: 200 }, () => crypto.randomUUID()));') ?? '',
    ) as string[];
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(200);
  });
});

describe('crypto', () => {
  test('gives the published vectors', () => {
    expect(json("crypto.sha256('abc')")).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(json('crypto.hmacSha256("It\'s a Secret to Everybody", "Hello, World!")')).toBe(
      '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });
  test('agrees with Node on any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 80 }),
        (text, secret) => {
          const quoted = `${JSON.stringify(secret)}, ${JSON.stringify(text)}`;
          expect(json(`[crypto.sha256(${JSON.stringify(text)}), crypto.hmacSha256(${quoted})]`)).toEqual([
            createHash('sha256').update(text).digest('hex'),
            createHmac('sha256', secret).update(text).digest('hex'),
          ]);
        },
      ),
      { numRuns: 40 },
    );
  });
  test('compares in constant time, and never throws', () => {
    expect(
      json(
        "[['a', 'a'], ['a', 'b'], ['a', 'ab'], ['', ''], [null, 'a'], [undefined, undefined], ['é', 'e']].map(([a, b]) => crypto.timingSafeEqual(a, b))",
      ),
    ).toEqual([true, false, false, true, false, false, false]);
  });
  test.each([
    ['crypto.sha256(1)', 'crypto.sha256 takes a string; it got a number.'],
    ["crypto.hmacSha256(undefined, 'a')", 'crypto.hmacSha256 takes a string; it got undefined.'],
    ["crypto.hmacSha256('a', {})", 'crypto.hmacSha256 takes a string; it got an object.'],
  ])('%s is refused', (call, message) => {
    expect(reach(handler(call)).end).toMatchObject({ kind: 'threw', detail: `TypeError: ${message}` });
  });
});

describe('console', () => {
  const logs = (body: string) => reach(handler(body)).logs;
  test('writes text as it is, and values as JSON', () => {
    expect(
      logs(
        "console.log('a', 1, true, null, undefined, { b: [1] }, [2], () => 1, Symbol('c'), 3n); console.info('i'); console.warn('w'); console.error(new TypeError('no'));",
      ),
    ).toEqual(['a 1 true null undefined {"b":[1]} [2] [function] Symbol(c) 3', 'i', 'w', 'TypeError: no']);
  });
  test('survives what cannot be written', () => {
    expect(
      logs('const a = {}; a.a = a; console.log(a, { toJSON() { throw 1 } }, { toJSON: () => undefined });'),
    ).toEqual(['[object] [object] [object]']);
  });
  test('is bounded in lines and in length', () => {
    const lines = logs("for (let i = 0; i < 300; i += 1) console.log('x'.repeat(5000));");
    expect(lines).toHaveLength(101);
    expect(lines[0]).toBe(`${'x'.repeat(1000)}…`);
    expect(lines[100]).toBe('… further lines are left out.');
  });
  test('belongs to the task that is at work', () => {
    const source = handler(
      "const { url } = request; console.log('start', clock.now()); await sql`SELECT 1`; console.log('go on', clock.now());",
    );
    const progress = program(source, { process: 'shared' }).run([
      starts('w1', 1),
      starts('w2', 2),
      gets(0, noRows, 3, 'w1'),
    ]);
    expect([progress['w1']?.logs, progress['w2']?.logs]).toEqual([['start 1', 'go on 3'], ['start 2']]);
  });
});

describe('what a task is handed', () => {
  test('a request as it crossed the wire', () => {
    expect(
      json(
        '[request instanceof Request, request.method, request.url, [...request.headers], await request.json(), request.bodyUsed]',
      ),
    ).toEqual([
      true,
      'POST',
      'https://shop.test/charges?from=phone',
      [
        ['content-type', 'application/json'],
        ['idempotency-key', 'k-9'],
      ],
      { orderId: 'order-9', cents: 1000 },
      true,
    ]);
  });
  test('a request whose body is text, and one without', () => {
    const text: TaskSpec = {
      ...handleTask,
      request: { method: 'PUT', path: '/', headers: { 'content-type': 'text/csv' }, body: 'a,b' },
    };
    expect(
      json("[await request.text(), request.headers.get('Content-Type')]", { tasks: { w1: text } }),
    ).toEqual(['a,b', 'text/csv']);
    const none: TaskSpec = { ...handleTask, request: { method: 'GET', path: '/x', headers: {} } };
    expect(
      json('[await request.text(), [...request.headers].length, request.bodyUsed]', { tasks: { w1: none } }),
    ).toEqual(['', 0, false]);
  });
  test('env that holds sql, clock, crypto and isUniqueViolation', () => {
    expect(
      JSON.parse(
        reach(
          'export function handle(request, env) { return Response.json([Object.keys(env), Object.keys(env.clock), Object.keys(env.crypto)]) }',
        ).end?.body ?? '',
      ),
    ).toEqual([
      ['sql', 'clock', 'crypto', 'isUniqueViolation'],
      ['now', 'sleep'],
      ['sha256', 'hmacSha256', 'timingSafeEqual', 'randomUUID'],
    ]);
  });
  test('each delivery has a message of its own', () => {
    const consume: TaskSpec = { entry: 'consume', message: { tags: ['a'] }, after: [] };
    const source =
      'export function consume(message) { message.tags.push("b"); console.log(message.tags.join()) }';
    const progress = program(source, { process: 'shared', tasks: { w1: consume, w2: consume } }).run([
      starts('w1'),
      starts('w2'),
    ]);
    expect([progress['w1']?.logs, progress['w2']?.logs]).toEqual([['a,b'], ['a,b']]);
  });
});
