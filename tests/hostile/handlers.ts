/** Handlers that do not end, take all there is, or reach for their host. */
import { allAnswer, allOf, allThrow, type HostileCase, handler } from './cases.ts';

const hangs = { breaks: 'hangs', kind: 'hangs', detail: 'It ran on without end and was stopped.' } as const;
const memory = 'It used more than the 16 MB of memory that a handler may have.';
const noMemory = { breaks: 'throws', kind: 'out-of-memory', detail: memory } as const;
const tooDeep = {
  breaks: 'throws',
  kind: 'out-of-memory',
  detail: 'Its functions called each other too deeply.',
} as const;

const endless: HostileCase[] = [
  ...allOf(hangs, [
    ['an endless loop', '  let n = 0;\n  for (;;) n += 1;', 4],
    ['an endless loop that catches', '  for (;;) { try { for (;;) {} } catch {} finally { continue } }'],
    ['an endless loop in finally', '  try { throw 1 } finally { for (;;) {} }'],
    ['an endless loop after a step', '  await sql`SELECT 1`;\n  for (;;) {}', 4],
    ['an endless chain of awaits', '  for (;;) await null;'],
    [
      'an endless chain of callbacks',
      '  const f = () => { Promise.resolve().then(f) }; f(); await new Promise(() => {});',
    ],
    ['an endless generator', '  function* g() { for (;;) yield 1 } for (const x of g());'],
    ['an endless async generator', '  async function* g() { for (;;) yield 1 } for await (const x of g());'],
    ['a regular expression that backtracks', "  /(a+)+$/.test('a'.repeat(40) + 'b');"],
    ['a comparison without an end', '  [3, 2, 1].sort(() => { for (;;) {} });'],
    ['an endless loop in eval', "  eval('for (;;);');"],
    ['an endless thenable', '  return { then() { for (;;) {} } };'],
    ['an endless getter of what is thrown', '  throw { get stack() { for (;;) {} } };'],
    ['an endless proxy of what is thrown', "  throw new Proxy(new Error('x'), { get() { for (;;) {} } });"],
    ['an endless toJSON', '  return Response.json({ toJSON() { for (;;) {} } });'],
    ['an endless toJSON of a log line', '  console.log({ toJSON() { for (;;) {} } });'],
    ['endless log lines', "  for (;;) console.log('again');"],
    ['an endless getter in env', "  Object.defineProperty(env, 'sql', { get() { for (;;) {} } }); env.sql;"],
    [
      'a chain of callbacks, each waiting for the next',
      '  const f = () => Promise.resolve().then(f);\n  f(); await new Promise(() => {});',
    ],
    ['statements without an end that nobody awaits', '  for (;;) sql`SELECT 1`.catch(() => 1);'],
    ['hashes without an end', "  const text = 'x'.repeat(1e5); for (;;) crypto.sha256(text);"],
    [
      'hashes without an end that catch',
      "  const text = 'x'.repeat(1e5); for (;;) { try { crypto.sha256(text) } catch {} }",
    ],
    [
      'hashes of bytes without an end that catch',
      '  const bytes = new Uint8Array(1e5); for (;;) { try { crypto.hmacSha256(bytes, bytes) } catch {} }',
    ],
    [
      'URLs without an end that catch',
      "  const url = 'https://a/' + 'x'.repeat(1e5); for (;;) { try { new URL(url) } catch {} }",
    ],
  ]),
  {
    does: 'a proxy for a handler, whose call has no end',
    source: 'export const handle = new Proxy(function () {}, { apply() { for (;;) {} } });',
    expected: hangs,
  },
  {
    does: 'an endless loop while the file loads',
    source: 'export function handle() {}\nwhile (true) {}',
    expected: { ...hangs, breaks: 'handler-loads', line: 2, schedules: { total: 0, broken: 0 } },
  },
  {
    // Each task alone: 60 steps while others can move, and 60 more; both: see the limit of steps.
    does: 'an endless loop of steps in one task, and an endless loop in the other',
    source: handler(`  if (globalThis.second) for (;;) {}
  globalThis.second = true;
  await sql\`SELECT 1\`;
  return new Response('first');`),
    process: 'shared',
    // Whoever starts second hangs: at once, or after the other's only step; it takes the process with it.
    expected: { ...hangs, schedules: { total: 2, broken: 2 } },
  },
];

const greedy: HostileCase[] = [
  ...allOf(noMemory, [
    ['an array that grows without end', "  const a = []; for (;;) a.push('x'.repeat(1000) + a.length);"],
    ['a string that doubles without end', "  let s = 'x'; for (;;) s += s;"],
    ['half a gigabyte of text', "  'x'.repeat(2 ** 29);"],
    ['a gigabyte of buffer', '  new ArrayBuffer(1e9);'],
    ['buffers without an end', '  const a = []; for (;;) a.push(new ArrayBuffer(1e6));'],
    ['numbers without an end', '  const a = []; for (;;) a.push(new Float64Array(1e5));'],
    ['a million promises', '  for (let i = 0; i < 1e6; i += 1) Promise.resolve(i).then(() => i);'],
    ['an array of all lengths', '  new Array(2 ** 32 - 1).fill(0);'],
    ['ten million arguments', '  Math.max(...new Array(1e7));'],
    ['five million pieces', "  'x'.repeat(5e6).split('');"],
    ['an answer of fifty megabytes', "  return new Response('x'.repeat(5e7));"],
    [
      'an array that grows without end where nobody looks',
      "  Promise.resolve().then(() => { const a = []; for (;;) a.push('x'.repeat(1000) + a.length); });\n  await new Promise(() => {});",
    ],
  ]),
  ...allOf(tooDeep, [
    ['a recursion without an end', '  const f = () => f() + 1;\n  f();', 3],
    ['a recursion of conversions', "  const o = { toString() { return '' + o } }; '' + o;"],
    ['a recursion that awaits', '  const f = async () => { await f() }; await f();'],
    ['nested source text', "  eval('('.repeat(1e5));"],
    ['nested data', '  let a = []; for (let i = 0; i < 1e5; i += 1) a = [a]; JSON.stringify(a);'],
  ]),
  {
    does: 'an array that grows without end while the file loads',
    source: 'const a = [];\nfor (;;) a.push(new Array(1000).fill(a.length));\nexport function handle() {}',
    expected: { ...noMemory, breaks: 'handler-loads', line: 2, schedules: { total: 0, broken: 0 } },
  },
  ...allOf({ breaks: 'throws', kind: 'too-much-data', detail: 'More than 200 calls were waiting at once.' }, [
    [
      'two hundred and one statements at once',
      '  for (let i = 0; i < 201; i += 1) sql`SELECT 1`;\n  await new Promise(() => {});',
    ],
  ]),
  ...allOf(
    {
      breaks: 'throws',
      kind: 'too-much-data',
      detail: 'The answer has 65537 characters; at most 65536 are allowed.',
    },
    [['an answer of one character more than allowed', "  return new Response('x'.repeat(65537));"]],
  ),
  ...allThrow([
    [
      'a number without an end',
      '  let n = 2n; for (;;) n *= n;',
      'RangeError: BigInt is too large to allocate',
    ],
    [
      'a million arguments for then',
      '  sql`SELECT 1`.then.apply(null, new Array(1e6));',
      'RangeError: too many arguments in function call (only 65534 allowed)',
    ],
  ]),
  ...allAnswer([
    [
      'a recursion that is caught',
      "  const f = () => f() + 1; try { f() } catch { return new Response('caught') }",
      'caught',
    ],
    [
      'buffers without an end that are caught',
      "  const a = []; try { for (;;) a.push(new ArrayBuffer(1e6)) } catch { a.length = 0; return new Response('caught') }",
      'caught',
    ],
  ]),
];

const forgotten: HostileCase[] = [
  ...allOf(
    { breaks: 'never-finishes', kind: 'stalled', detail: 'w1 waits for something that nobody will do.' },
    [
      ['a promise that nobody settles', '  await new Promise(() => {});'],
      [
        'a thousand promises that nobody settles',
        '  for (let i = 0; i < 1000; i += 1) new Promise(() => {}).then(() => 1);\n  await new Promise(() => {});',
      ],
      [
        'a promise that nobody settles, with thirteen megabytes in hand',
        '  const a = []; for (let i = 0; i < 13; i += 1) a.push(new Uint8Array(1e6).fill(1));\n  await new Promise(() => {});',
      ],
    ],
  ),
  ...allOf(
    {
      breaks: 'throws',
      kind: 'not-awaited',
      detail: 'The handler returned before this statement was finished.',
    },
    [
      [
        'a statement that nobody awaits',
        "  sql`INSERT INTO charge VALUES (1, 1)`;\n  return new Response('');",
        3,
      ],
      [
        'a statement asked for when the handler has returned',
        "  void (async () => { for (let i = 0; i < 9; i += 1) await null;\n  await sql`SELECT 1` })();\n  return new Response('');",
        4,
      ],
    ],
  ),
];

const host: HostileCase[] = [
  ...allThrow([
    [
      'constructor.constructor asked for process',
      "  constructor.constructor('return process')();",
      "ReferenceError: 'process' is not defined",
    ],
    [
      'the constructor of sql asked for process',
      "  sql.constructor('return process')();",
      "ReferenceError: 'process' is not defined",
    ],
    [
      'the constructor of Response.json asked for the globals of another realm',
      "  Response.json.constructor('return globalThis.process.pid')();",
      "TypeError: cannot read property 'pid' of undefined",
    ],
    [
      'the constructor of an async function asked for a module',
      '  await (async () => {}).constructor(\'return import("node:fs")\')();',
      "ReferenceError: could not load module 'node:fs'",
    ],
    [
      'eval asked for a module',
      '  await eval(\'import("node:fs")\');',
      "ReferenceError: could not load module 'node:fs'",
    ],
    [
      'require',
      "  require('node:fs');",
      'Error: require is not available in a handler. A handler cannot import: what it may use is in env.',
    ],
    [
      'fetch',
      "  await fetch('https://example.com');",
      'Error: fetch is not available in a handler. There is no network here: what a handler may reach is in env.',
    ],
    [
      'a timer',
      '  setTimeout(() => {}, 1);',
      'Error: setTimeout is not available in a handler. Use clock.sleep(ms) of env: other workers move while this one sleeps.',
    ],
    ['postMessage', "  postMessage('hello');", "ReferenceError: 'postMessage' is not defined"],
    ['self', '  self.close();', "ReferenceError: 'self' is not defined"],
    ['navigator', '  navigator.storage;', "ReferenceError: 'navigator' is not defined"],
    [
      'WebAssembly',
      '  new WebAssembly.Memory({ initial: 1 });',
      "ReferenceError: 'WebAssembly' is not defined",
    ],
    [
      'Atomics.wait',
      '  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
      "ReferenceError: 'Atomics' is not defined",
    ],
    ['performance', '  performance.now();', "ReferenceError: 'performance' is not defined"],
    ['the caller', '  arguments.callee.caller;', 'TypeError: invalid property access'],
    ['the prelude’s host', '  host;', "ReferenceError: 'host' is not defined"],
    ['the prelude’s configuration', '  config;', "ReferenceError: 'config' is not defined"],
  ]),
  ...allAnswer([
    [
      'globals of browsers and of Node looked for',
      `  const names = ['process', 'postMessage', 'self', 'window', 'WebAssembly', 'navigator', 'performance', 'module', 'Deno', 'Bun',
    'importScripts', 'XMLHttpRequest', 'Worker', 'Atomics', 'std', 'os', 'print', 'scriptArgs', 'indexedDB', 'caches', 'Buffer',
    'global', 'gc', 'Intl', 'queueMicrotask', 'structuredClone', 'crypto'];
  return Response.json(names.filter((name) => name in globalThis));`,
      '[]',
    ],
    ['import.meta', '  return Response.json(Object.keys(import.meta));', '[]'],
  ]),
];

const odd: HostileCase[] = [
  ...allThrow([
    [
      'an answer that holds itself',
      '  const a = {}; a.a = a; return Response.json(a);',
      'TypeError: circular reference',
    ],
    [
      'an answer with a BigInt',
      '  return Response.json({ a: 1n });',
      'TypeError: Do not know how to serialize a BigInt',
    ],
    [
      'an answer of nothing',
      '  return Response.json(undefined);',
      'TypeError: Response.json takes what JSON can hold; it got undefined.',
    ],
    ['null thrown', '  throw null;', 'It threw null, which is not an Error.'],
    ['an error of a million characters', "  throw new Error('x'.repeat(1e6));", `Error: ${'x'.repeat(993)}`],
    [
      'an error that claims to be the engine’s',
      "  throw Object.assign(new Error(), { name: 'InternalError', message: 'interrupted' });",
      'InternalError: interrupted',
    ],
  ]),
  ...allOf({ breaks: 'throws', kind: 'no-response', detail: 'The handler returned an object.' }, [
    ['an object that claims to be a response', '  return { status: 201, ok: true };'],
    ['a response without a soul', '  return Object.create(Response.prototype);'],
    [
      'a class that claims its instances are responses',
      '  Object.defineProperty(Response, Symbol.hasInstance, { value: () => true }); return { status: 201 };',
    ],
    ['a proxy of a response', "  return new Proxy(new Response('x'), {});"],
  ]),
  {
    does: 'a class for a handler',
    source: 'export class handle {}',
    expected: {
      breaks: 'throws',
      kind: 'threw',
      detail: "TypeError: class constructors must be invoked with 'new'",
    },
  },
];

export const handlers = [...endless, ...greedy, ...forgotten, ...host, ...odd];
