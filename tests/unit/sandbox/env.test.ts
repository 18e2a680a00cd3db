import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
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

const bytes = (values: number[]) => `new Uint8Array(${JSON.stringify(values)})`;
const thrown = (call: string, setup = {}) =>
  json(
    `(() => { try { ${call}; return 'no error' } catch (e) { return [e instanceof Error, e.name, e.message, e.code] } })()`,
    setup,
  );

describe('crypto', () => {
  test('gives the published vectors', () => {
    // FIPS 180-2, B.1.
    expect(json("crypto.sha256('abc')")).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    // GitHub, validating-webhook-deliveries.
    expect(json('crypto.hmacSha256("It\'s a Secret to Everybody", "Hello, World!")')).toBe(
      '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
    // RFC 4231, test case 3: key and data are bytes.
    expect(json('crypto.hmacSha256(new Uint8Array(20).fill(0xaa), new Uint8Array(50).fill(0xdd))')).toBe(
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    );
    // Standard Webhooks, libraries/javascript/src/webhook.test.ts: a handler decodes the secret.
    expect(
      json(`crypto.hmacSha256(
        Uint8Array.from(atob('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), (char) => char.charCodeAt(0)),
        'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}', 'base64')`),
    ).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
  test('agrees with Node on any text and any bytes, in both encodings', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.uint8Array({ maxLength: 80 }),
        fc.constantFrom('hex' as const, 'base64' as const),
        (text, data, encoding) => {
          const [t, d, e] = [JSON.stringify(text), bytes([...data]), JSON.stringify(encoding)];
          expect(
            json(
              `[crypto.sha256(${t}, ${e}), crypto.sha256(${d}, ${e}), crypto.hmacSha256(${d}, ${t}, ${e})]`,
            ),
          ).toEqual([
            createHash('sha256').update(text).digest(encoding),
            createHash('sha256').update(data).digest(encoding),
            createHmac('sha256', data).update(text).digest(encoding),
          ]);
        },
      ),
      { numRuns: 40 },
    );
  });
  test('compares text and bytes of one length', () => {
    expect(
      json(
        `[['a', 'a'], ['a', 'b'], ['', ''], ['é', 'ab'], ['é', ${bytes([0xc3, 0xa9])}], [${bytes([1, 2])}, ${bytes([1, 3])}], [${bytes([255])}, ${bytes([255])}]].map(([a, b]) => crypto.timingSafeEqual(a, b))`,
      ),
    ).toEqual([true, false, true, false, true, false, true]);
  });
  test('throws as Node does where lengths differ', () => {
    const node = (() => {
      try {
        return timingSafeEqual(Buffer.from('v1,short'), Buffer.from('v1,longer'));
      } catch (error) {
        const { name, message, code } = error as NodeJS.ErrnoException;
        return [true, name, message, code];
      }
    })();
    expect(node).toEqual([
      true,
      'RangeError',
      'Input buffers must have the same byte length',
      'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
    ]);
    expect(thrown("crypto.timingSafeEqual('v1,short', 'v1,longer')")).toEqual(node);
    // One letter each, but é takes two bytes.
    expect(thrown("crypto.timingSafeEqual('é', 'e')")).toEqual(node);
    expect(reach(handler("  crypto.timingSafeEqual('a', '');")).end).toMatchObject({
      kind: 'threw',
      detail: 'RangeError: Input buffers must have the same byte length',
      line: 2,
    });
  });
  test.each([
    ['crypto.sha256(1)', 'crypto.sha256 takes a string or a Uint8Array; it got a number.'],
    ['crypto.sha256([1])', 'crypto.sha256 takes a string or a Uint8Array; it got an array.'],
    ['crypto.sha256(new Uint16Array(1))', 'crypto.sha256 takes a string or a Uint8Array; it got an object.'],
    [
      'crypto.sha256(new Proxy(new Uint8Array(1), {}))',
      'crypto.sha256 takes a string or a Uint8Array; it got an object.',
    ],
    [
      'crypto.sha256(new Uint8Array(300000))',
      'There are 300000 bytes; at most 262144 are allowed.',
      'RangeError',
    ],
    ["crypto.sha256('a', 'latin1')", `crypto.sha256 writes 'hex' or 'base64'; it was asked for "latin1".`],
    ["crypto.sha256('a', null)", "crypto.sha256 writes 'hex' or 'base64'; it was asked for null."],
    [
      "crypto.hmacSha256(undefined, 'a')",
      'crypto.hmacSha256 takes a string or a Uint8Array; it got undefined.',
    ],
    ["crypto.hmacSha256('a', {})", 'crypto.hmacSha256 takes a string or a Uint8Array; it got an object.'],
    [
      "crypto.timingSafeEqual('a', request.headers.get('x-signature'))",
      'crypto.timingSafeEqual takes strings or Uint8Arrays; it got null.',
    ],
  ])('%s is refused', (call, message, name = 'TypeError') => {
    expect(reach(handler(call)).end).toMatchObject({ kind: 'threw', detail: `${name}: ${message}` });
  });
  test('is not fooled by patches of typed arrays', () => {
    const patches = `
      const proto = Object.getPrototypeOf(Uint8Array.prototype);
      for (const key of ['length', Symbol.toStringTag, Symbol.iterator, 'buffer', 'byteLength']) {
        Object.defineProperty(proto, key, { get() { throw new Error('patched') }, configurable: true });
      }
      globalThis.Uint8Array = null; String.fromCharCode = null; String.prototype.charCodeAt = null;`;
    const data = 'const data = new Uint8Array([97, 98, 99]);';
    expect(
      answer(
        `${data}${patches} return new Response(crypto.sha256(data) + crypto.timingSafeEqual(data, 'abc') + btoa(atob('YWJj')));`,
      ),
    ).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015adtrueYWJj');
  });
});

describe('atob and btoa', () => {
  test('answer as the browser’s and Node’s do', () => {
    const texts = ['', 'YQ', 'YQ==', ' Y Q\t=\n=\f\r', 'ab', 'abc', 'abcd', 'YR==', '+/+/', 'null'];
    expect(json(`${JSON.stringify(texts)}.map((text) => atob(text))`)).toEqual(
      texts.map((text) => atob(text)),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (data) => {
        const binary = String.fromCharCode(...data);
        const quoted = JSON.stringify(binary);
        expect(json(`[btoa(${quoted}), atob(btoa(${quoted})) === ${quoted}]`)).toEqual([btoa(binary), true]);
      }),
      { numRuns: 40 },
    );
    expect(json('[atob(null), btoa(null), btoa(12)]')).toEqual([atob('null'), 'bnVsbA==', 'MTI=']);
  });
  test.each([
    [
      "atob('whsec_MfKQ')",
      'atob takes base64 text; character 6 of this one is "_". Take off a prefix such as whsec_, and write - and _ as + and /.',
    ],
    [
      "atob('ab=')",
      'atob takes base64 text; character 3 of this one is "=". Take off a prefix such as whsec_, and write - and _ as + and /.',
    ],
    [
      "atob('abcde')",
      'atob takes base64 text; this one ends in the middle of a byte. Look for characters that are missing.',
    ],
    [
      "btoa('1 €')",
      'btoa takes a text of characters up to U+00FF, one for each byte; character 3 of this one is "€". Encode it with new TextEncoder() first.',
    ],
  ])('%s is refused', (call, message) => {
    expect(thrown(call)).toEqual([true, 'InvalidCharacterError', message, 5]);
  });
  test('nothing is refused too', () => {
    expect(thrown('atob()')).toEqual([true, 'TypeError', 'atob takes base64 text; it got nothing.', null]);
    expect(thrown('btoa()')).toEqual([true, 'TypeError', 'btoa takes a text; it got nothing.', null]);
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
  test('a request whose body is no text', async () => {
    // A byte order mark, é in UTF-8, é in Latin-1.
    const sent = new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xe9]);
    const raw: TaskSpec = {
      ...handleTask,
      request: { method: 'POST', path: '/', headers: {}, bodyBase64: Buffer.from(sent).toString('base64') },
    };
    const setup = { tasks: { w1: raw } };
    expect(json('[...(await request.bytes())]', setup)).toEqual([...sent]);
    expect(json('[...new Uint8Array(await request.clone().arrayBuffer())]', setup)).toEqual([...sent]);
    expect(json('await request.text()', setup)).toBe(await new Response(sent).text());
    expect(json('await request.text()', setup)).toBe('é\ufffd');
    expect(json("[request.headers.get('content-type'), request.bodyUsed]", setup)).toEqual([null, false]);
  });
  test('bytes of a body that is text', () => {
    const text: TaskSpec = {
      ...handleTask,
      request: { method: 'POST', path: '/', headers: {}, body: 'é€😀\ud800a' },
    };
    expect(json('[...(await request.bytes())]', { tasks: { w1: text } })).toEqual([
      ...new TextEncoder().encode('é€😀\ud800a'),
    ]);
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
