/** Handlers that patch what JavaScript gives them, and then work as if nothing were. */
import { type HostileCase, handler } from './cases.ts';

export const tampered: [what: string, text: string][] = [
  [
    'Array.prototype',
    "for (const name of Object.getOwnPropertyNames(Array.prototype)) { try { Array.prototype[name] = () => { throw new Error('patched') } } catch {} }",
  ],
  [
    'an index of Array.prototype',
    "Object.defineProperty(Array.prototype, '0', { set() { throw new Error('patched') }, get() { return 'patched' } });",
  ],
  [
    'Object.prototype',
    "Object.prototype.toJSON = () => 'patched'; Object.prototype.kind = 'error'; Object.prototype.get = Object.prototype.set = undefined; Object.prototype.end = 'x'; Object.prototype[0] = 'y';",
  ],
  [
    'setters of Object.prototype',
    "for (const key of ['calls', 'end', 'logs', 'id', 'text', 'next', 'first', 'length', '0']) Object.defineProperty(Object.prototype, key, { set() { throw new Error('patched') }, get() { return 'patched' }, configurable: true });",
  ],
  ['Promise.prototype.then', "Promise.prototype.then = function () { throw new Error('patched') };"],
  [
    'Promise',
    "globalThis.Promise = class { constructor() { throw new Error('patched') } }; delete Promise.resolve;",
  ],
  [
    'the species of promises',
    "Object.defineProperty(Promise, Symbol.species, { get() { throw new Error('patched') } });",
  ],
  ['JSON', "JSON.stringify = JSON.parse = () => { throw new Error('patched') };"],
  ['Error', "globalThis.Error = class { get stack() { throw new Error('patched') } };"],
  [
    'the preparation of stacks',
    "Error.prepareStackTrace = () => { throw new Error('patched') }; Error.stackTraceLimit = 0;",
  ],
  [
    'String.prototype',
    "for (const name of Object.getOwnPropertyNames(String.prototype)) { try { String.prototype[name] = () => { throw new Error('patched') } } catch {} }",
  ],
  [
    'Reflect and Object',
    'const names = Object.getOwnPropertyNames; for (const o of [Reflect, Object, Number, String, Function.prototype]) for (const name of names(o)) { try { o[name] = undefined } catch {} }',
  ],
  ['the iterators', 'Array.prototype[Symbol.iterator] = function* () { yield 1 };'],
  [
    'typed arrays',
    "const proto = Object.getPrototypeOf(Uint8Array.prototype); for (const key of Reflect.ownKeys(proto)) Object.defineProperty(proto, key, { get() { throw new Error('patched') }, configurable: true }); globalThis.Uint8Array = null;",
  ],
  [
    'what is global',
    'for (const name of Reflect.ownKeys(globalThis)) { try { delete globalThis[name] } catch {} }',
  ],
];

/** Its statements run, in a transaction too, and it is answered as it says. */
export const tampering: HostileCase[] = tampered.map(([what, text]) => ({
  does: `a patch of ${what}`,
  source: handler(`  const made = new Response('made'); ${text}
  const rows = await sql\`SELECT \${'order-9'}\`;
  await sql.begin('immediate', async (sql) => { await sql\`INSERT INTO charge VALUES (\${rows.count}, 1)\` });
  return made;`),
  expected: { answers: 'made' },
}));
