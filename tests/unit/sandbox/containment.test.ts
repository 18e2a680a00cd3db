/**
 * What the sandbox itself promises of a hostile handler, step by step. Its ends, by the whole way of an
 * exploration, are in `tests/hostile`.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadSandbox } from '../../../src/sandbox/load.ts';
import { tampered } from '../../hostile/tampering.ts';
import {
  answer,
  done,
  duplicate,
  gets,
  handler,
  handleTask,
  loadProgram,
  noRows,
  program,
  reach,
  starts,
  written,
} from './helpers.ts';

const sound = 'const [row] = await sql`SELECT 1`; return new Response(String(row === undefined));';

/** After whatever a handler did, the next one runs as if it had been the first. */
function nextRunWorks(): void {
  expect(answer(sound, [noRows])).toBe('true');
}

describe('a handler that never ends is stopped by a count', () => {
  test('after a step as well as before it, and what it logged is kept', () => {
    expect(
      reach(handler("console.log('before'); await sql`SELECT 1`; console.log('after'); for (;;) {}"), [
        noRows,
      ]),
    ).toMatchObject({
      end: { kind: 'hangs' },
      logs: ['before', 'after'],
    });
  });
  test('a long but finite piece of work is not stopped', () => {
    expect(
      answer('let n = 0; for (let i = 0; i < 200000; i += 1) n += i; return new Response(String(n));'),
    ).toBe('19999900000');
  });
});

describe('memory', () => {
  test('the memory of a run is as large for the last run as for the first', () => {
    const most =
      'const a = []; try { for (;;) a.push(new ArrayBuffer(1e5)) } catch { const n = a.length; a.length = 0; return new Response(String(n)) }';
    const first = answer(most);
    for (let i = 0; i < 5; i += 1) expect(answer(most)).toBe(first);
  });
});

describe('a handler cannot reach its host', () => {
  test('its globals are those of JavaScript and those that the reference page lists', () => {
    const language =
      'AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape';
    const ours =
      'Headers Request Response TextDecoder TextEncoder URL URLSearchParams atob btoa console fetch require setImmediate setInterval setTimeout';
    expect(
      answer(
        'return Response.json(Reflect.ownKeys(globalThis).filter((key) => typeof key === "string").sort());',
      ),
    ).toBe(JSON.stringify(`${language} ${ours}`.split(' ').sort()));
  });
  test('they are those that the types of handlers declare', () => {
    const types = readFileSync(new URL('../../../content/labs/env.d.ts', import.meta.url), 'utf8');
    const declared = [...types.matchAll(/^declare (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
    const body = `return Response.json(${JSON.stringify(declared)}.map((name) => typeof globalThis[name]));`;
    expect(declared).toContain('URLSearchParams');
    expect(JSON.parse(answer(body) ?? '')).toEqual(
      declared.map((name) => (name === 'console' ? 'object' : 'function')),
    );
  });
  test('nothing that it can reach is a function of the host', () => {
    const body = `const seen = new Set(); const found = [];
    const visit = (value, path) => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
      seen.add(value);
      for (const key of Reflect.ownKeys(value)) {
        const { value: inner, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
        if (/settle|report|host|quickjs|config/i.test(String(key))) found.push(path + '.' + String(key));
        for (const next of [inner, get, set]) visit(next, path + '.' + String(key));
      }
      visit(Reflect.getPrototypeOf(value), path + '.__proto__');
    };
    visit(globalThis, 'global'); visit(arguments, 'arguments'); visit(sql, 'sql');
    return Response.json([found.filter((path) => !/\\.(host|hostname)(\\.|$)|allSettled/.test(path)), seen.size > 500]);`;
    expect(answer(body)).toBe('[[],true]');
  });
});

describe('tampering changes only what the handler itself sees', () => {
  const body = `
    const rows = await sql\`SELECT \${'order-9'}\`;
    await sql.begin('immediate', async (sql) => { await sql\`INSERT INTO a VALUES (\${rows.count})\` });
    return made;`;
  test.each(tampered)('%s', (_what, text) => {
    const source = handler(`const made = new Response('made'); ${text}${body}`);
    const runner = program(source);
    const history = [starts()];
    expect(runner.run(history)['w1']).toMatchObject({
      calls: [{ kind: 'statement', params: ['order-9'], line: 3, column: 24 }],
      end: null,
    });
    history.push(gets(0, { kind: 'rows', columns: ['id'], rows: [[1]], count: 7 }));
    expect(runner.run(history)['w1']).toMatchObject({
      calls: [{ kind: 'begin', mode: 'immediate', line: 4 }],
      end: null,
    });
    history.push(gets(1, done));
    expect(runner.run(history)['w1']).toMatchObject({
      calls: [{ kind: 'statement', params: [7], transaction: 0 }],
      end: null,
    });
    history.push(gets(2, written));
    expect(runner.run(history)['w1']).toMatchObject({
      calls: [{ kind: 'commit', transaction: 0 }],
      end: null,
    });
    history.push(gets(3, done));
    expect(runner.run(history)['w1']).toMatchObject({
      calls: [],
      end: { kind: 'answered', status: 200, body: 'made' },
    });
    nextRunWorks();
  });

  test('a patched prelude class cannot forge an answer', () => {
    expect(
      reach(
        handler(
          "Object.defineProperty(Response.prototype, 'status', { get: () => 201 }); return new Response('x', { status: 503 });",
        ),
      ).end,
    ).toMatchObject({
      kind: 'answered',
      status: 503,
    });
    expect(
      reach(
        handler(
          'Object.defineProperty(Response, Symbol.hasInstance, { value: () => true }); return { status: 201 };',
        ),
      ).end,
    ).toMatchObject({
      kind: 'no-response',
    });
    expect(reach(handler("return new Proxy(new Response('x'), {});")).end).toMatchObject({
      kind: 'no-response',
    });
  });
  test('an error of the outer sql cannot be swallowed', () => {
    const text =
      'Promise.prototype.catch = Promise.prototype.then = function () { return this };\n await sql.begin(async () => { try { await sql`SELECT 1` } catch {} });';
    expect(reach(handler(text), [done]).end).toMatchObject({ kind: 'outer-sql' });
  });
});

describe('what comes back may be anything', () => {
  test.each([
    'Object.create(Promise.prototype)',
    'new Proxy(Promise.resolve(new Response()), {})',
    'new Proxy({}, { getPrototypeOf() { throw new TypeError() } })',
  ])('%s', (value) => {
    const source = `export function handle() { return ${value} }`;
    expect(reach(source).end?.kind).toMatch(/^(threw|no-response)$/);
    const inside = handler(`await sql.begin(() => ${value});`);
    expect(reach(inside, [done]).calls.map(({ kind }) => kind)).toEqual([
      expect.stringMatching(/^(rollback|commit)$/),
    ]);
  });

  test('text that is no Unicode, and NUL', () => {
    expect(answer("return new Response('a\\u0000b\\ud800c\\u2028');")).toBe('a\u0000b\ud800c\u2028');
  });
});

describe('nothing survives a run', () => {
  test('neither module variables nor globals nor patches', () => {
    const source = `let n = 0;
      export async function handle() {
        n += 1;
        globalThis.m = (globalThis.m ?? 0) + 1;
        Array.prototype.o = (Array.prototype.o ?? 0) + 1;
        return Response.json([n, globalThis.m, [].o]);
      }`;
    const runner = program(source);
    for (let i = 0; i < 3; i += 1) expect(runner.run([starts()])['w1']?.end?.body).toBe('[1,1,1]');
    expect(program(source).run([starts()])['w1']?.end?.body).toBe('[1,1,1]');
  });
  test('a program may be asked anything in any order', () => {
    const runner = program(handler('await sql`SELECT 1`; await sql`SELECT 2`; return new Response();'));
    const long = [starts(), gets(0, noRows), gets(1, noRows)];
    const before = long.map((_event, i) => runner.run(long.slice(0, i + 1)));
    expect(runner.check(['handle'])).toBeNull();
    expect(long.map((_event, i) => runner.run(long.slice(0, i + 1))).reverse()).toEqual(before.reverse());
  });
});

test('equal histories give equal progress, in another program and in another sandbox', async () => {
  const source = handler(`
    const id = crypto.randomUUID();
    console.log(id, Math.random(), Date.now(), new Date().toString());
    try { await sql.begin(async (sql) => { await sql\`INSERT INTO a VALUES (\${id}, \${Math.random()})\` }) } catch (e) { console.log(e.stack) }
    await clock.sleep(5);
    return Response.json({ id, at: clock.now(), next: crypto.randomUUID() });`);
  const history = [starts('w1', 1), gets(0, done, 2), gets(1, duplicate, 3), gets(2, done, 8)];
  const setup = { tasks: { w1: handleTask }, seed: 7, process: 'own' as const };
  const text = { name: 'h', file: 'handler.ts', source, migration: '' };
  const elsewhere = await loadSandbox();
  const first = loadProgram(text, setup).run(history);
  expect(first['w1']?.end?.kind).toBe('answered');
  expect(loadProgram(text, setup).run(history)).toEqual(first);
  expect(elsewhere(text, setup).run(history)).toEqual(first);
});
