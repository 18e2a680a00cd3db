import fc from 'fast-check';
import { parse } from 'sucrase/dist/parser/index.js';
import { TokenType } from 'sucrase/dist/parser/tokenizer/types.js';
import { describe, expect, test } from 'vitest';
import { stripTypes } from '../../../src/sandbox/strip-types.ts';

function code(source: string): string {
  const result = stripTypes(source);
  if (result.kind !== 'stripped') throw new Error(`${result.line}:${result.column} ${result.message}`);
  return result.code;
}

function problem(source: string): string {
  const result = stripTypes(source);
  if (result.kind !== 'problem') throw new Error(`Accepted as ${result.code}`);
  return `${result.line}:${result.column} ${result.message}`;
}

const erased: [what: string, before: string, after: string][] = [
  ['a parameter annotation', 'f((a: string) => a)', 'f((a        ) => a)'],
  ['an optional parameter', 'function f(a?: number) {}', 'function f(a         ) {}'],
  ['a return type', 'function f(): Promise<void> {}', 'function f()                {}'],
  [
    'a type predicate',
    'function f(a: unknown): a is string { return true }',
    'function f(a         )              { return true }',
  ],
  ['an assertion', 'const a = b as unknown as T;', 'const a = b                ;'],
  ['as const', 'const a = [1] as const;', 'const a = [1]         ;'],
  ['satisfies', 'const a = {} satisfies T;', 'const a = {}            ;'],
  ['a non-null mark', 'a!.b!()', 'a .b ()'],
  ['type arguments of a call', 'f<A, B<C>>(1)', 'f         (1)'],
  ['type arguments of a template', 'sql<Row[]>`SELECT 1`', 'sql       `SELECT 1`'],
  ['type parameters', 'const f = <T,>(a: T): T => a', 'const f =     (a   )    => a'],
  ['an interface', 'interface A { a: string }', ';                        '],
  ['a type alias', "type A = 'x' | `y${B}`;", ';                      '],
  ['an exported type', 'export type A = 1', ';                '],
  ['a list of exported types', 'export type { A };\na', ';                 \na'],
  ['a type import', "import type { Env } from './env.ts';", ';                                   '],
  ['an import of types alone', "import { type A, type B } from 'x'", ';                                 '],
  ['declare', 'declare const a: number;', ';                       '],
  ['a declared namespace', 'declare namespace A { const b: 1 }', ';                                 '],
  ['an overload', 'function f(a: 1): 1;\nfunction f(a) {}', ';                   \nfunction f(a) {}'],
  ['a this parameter', 'function f(this: A, b) {}', 'function f(         b) {}'],
  ['a definite assignment', 'let a!: number', 'let a         '],
  ['implements', 'class A extends B<C> implements D {}', 'class A extends B                 {}'],
  [
    'access modifiers',
    'class A { private readonly a = 1; public b() {} }',
    'class A {                  a = 1;        b() {} }',
  ],
  ['an abstract class', 'abstract class A { abstract b(): void }', ';        class A {                    }'],
  ['a declared field', 'class A { declare b: C; d }', 'class A {               d }'],
  ['an index signature', 'class A { [k: string]: 1; b }', 'class A {                 b }'],
  ['the type of a caught error', 'try {} catch (e: unknown) {}', 'try {} catch (e         ) {}'],
  ['a mark before the file', '\uFEFFconst a = 1', ' const a = 1'],
];

describe('what belongs to types becomes spaces', () => {
  test.each(erased)('%s', (_what, before, after) => {
    expect(code(before)).toBe(after);
    expect(code(before)).toHaveLength(before.length);
  });
});

describe('what JavaScript has is left as it is', () => {
  test.each([
    'export async function handle(request, { sql }) { return a < b && c > (d) }',
    'const type = 1, declare = 2, namespace = 3, abstract = 4; type.x; namespace.y;',
    'export const a = 1; export let b; export class C { static #d = 1; get e() { return C.#d } }',
    'label: for (const a of b) continue label;',
    'const re = /[/]\\/(?<year>\\d+)/u, t = `a${`b${c}`}d`;',
    'a ? b : c; a?.b?.[c]?.(d); a ?? b; a ||= b; 1_000n;',
  ])('%s', (source) => {
    expect(code(source)).toBe(source);
  });
});

describe('a removed part never changes what its neighbours mean', () => {
  test('a statement before a removed declaration still ends', () => {
    expect(code('const a = b\ntype C = 1\n(d)')).toBe('const a = b\n;         \n(d)');
  });
  test('a statement that ends in an assertion still ends', () => {
    expect(code('const a = b as C\n;[1]')).toBe('const a = b     \n;[1]');
    expect(code('a = b as C\n`d`')).toBe('a = b ;   \n`d`');
  });
  test('no line break comes between the parameters of an arrow function and its arrow', () => {
    expect(code('const f = (a):\n  A => a')).toBe('const f = (a  \n  ) => a');
    expect(code('f(async <\n  T\n>(a) => a)')).toBe('f(async (\n   \n  a) => a)');
  });
});

describe('TypeScript that makes code of its own is refused, and so are modules', () => {
  const byName = 'A handler exports by name. Write: export async function handle(request, env) { … }';
  const before =
    'Write export before the declaration itself: export async function handle(request, env) { … }';
  const imports =
    'A handler cannot import: what it may use is handed to it as env, and on the reference page. Only "import type" is allowed.';
  test.each([
    [
      '\n  enum A { b }',
      "2:3 An enum makes code of its own. Write a constant instead: const State = { open: 'open' }.",
    ],
    [
      'export const enum A { b }',
      "1:14 An enum makes code of its own. Write a constant instead: const State = { open: 'open' }.",
    ],
    [
      'namespace A { export const b = 1 }',
      '1:1 A namespace makes code of its own. Write plain functions and constants instead.',
    ],
    [
      'export namespace A.B { }',
      '1:8 A namespace makes code of its own. Write plain functions and constants instead.',
    ],
    [
      'class A {\n  constructor(private a: number) {}\n}',
      '2:15 "private" before a parameter makes code of its own. Declare the field, and assign it in the constructor.',
    ],
    ["import { a } from 'b'", `1:1 ${imports}`],
    ["import { type A, b } from 'c'", `1:1 ${imports}`],
    ["import 'a'", `1:1 ${imports}`],
    ["import a = require('b')", `1:1 ${imports}`],
    ["const a = await import('b')", `1:17 ${imports}`],
    ['export default 1', `1:1 ${byName}`],
    ['const a = 1;\nexport { a }', `2:1 ${before}`],
    ["export * from 'a'", `1:1 ${before}`],
    ['export = 1', `1:1 ${before}`],
  ])('%s', (source, message) => {
    expect(problem(source)).toBe(message);
  });
});

describe('a syntax error names what stands there, with line and column', () => {
  test.each([
    ['const a = 1;\nconst b = ;', '2:11 Syntax error: unexpected ";".'],
    [
      'function f() {\n  return 1;\n',
      '3:1 Syntax error: the file ends too early. A bracket, a quote or a template is not closed.',
    ],
    ['const a = `b', '1:12 Syntax error: unterminated template.'],
    ['const a = "b', '1:11 Syntax error: unterminated string constant.'],
    ['if (a { }', '1:7 Syntax error: unexpected "{", expected ")".'],
    ['const a = <b>c</b>', '1:17 Syntax error: unterminated regular expression.'],
  ])('%s', (source, message) => {
    expect(problem(source)).toBe(message);
  });

  test('a file larger than a handler can be is refused unread', () => {
    expect(problem('a;'.repeat(40_000))).toBe('1:1 The file has 80000 characters; a handler may have 65536.');
  });

  test.each([
    ['defaults of arrow functions', '(a = ', ') => 1'],
    ['arrow functions with type parameters', '<T,>(a = ', ') => 1'],
    ['ternaries that may be arrow functions', 'a ? (b) : c => ', ''],
  ])('%s in one another are given up by a count, and the next file is read', (_what, open, close) => {
    const nested = (depth: number) => `f = ${open.repeat(depth)}1${close.repeat(depth)}`;
    // Each level doubles the work: this would take years.
    expect(problem(nested(60))).toMatch(
      /^1:\d+ From here on the file can be read in too many ways\. Give nested arrow functions and ternaries names of their own\.$/,
    );
    expect(code('f = (a: A = 1) => 1')).toBe('f = (a    = 1) => 1');
  });

  test('a file nested beyond reading is refused, not a crash', () => {
    expect(problem(`a = ${'['.repeat(30_000)}`)).toMatch(/nested too deeply|ends too early/);
  });
});

const piece = fc.constantFrom(
  'const a: number = 1;',
  'interface B { b?: string }',
  'type C<T> = T extends infer U ? U : never',
  'function d<T extends object>(this: X, a: T, b?: number): asserts a is T { }',
  'class E<T> extends F implements G { private readonly h!: T; static i = 1; abstract j: 1 }',
  'const k = (l as unknown as M)!.n satisfies O;',
  'for (const p of q as R[]) { }',
  'const s = async <T,>(t: T): Promise<T> => t;',
  'await sql<U[]>`SELECT ${v as number} -- 日本😀\n FROM w`;',
  '/* é */ const x = { y: <Z>z };',
  "import type { A } from 'b';",
  'try { } catch (error: unknown) { }',
);
const gap = fc.constantFrom('\n', '\r\n', '\n\n  ', ' ;\n');

test('stripped text has the length and the lines of its source', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, gap), { maxLength: 12 }), (parts) => {
      const source = parts.flat().join('');
      const stripped = code(source);
      expect(stripped).toHaveLength(source.length);
      expect([...stripped.matchAll(/\r?\n/g)].map(({ index }) => index)).toEqual(
        [...source.matchAll(/\r?\n/g)].map(({ index }) => index),
      );
    }),
  );
});

test('what is left can be read as JavaScript, and stripping it again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, gap), { maxLength: 12 }), (parts) => {
      const stripped = code(parts.flat().join(''));
      parse(stripped, false, false, false);
      expect(code(stripped)).toBe(stripped);
    }),
  );
});

test("sucrase's parser still tells what this file relies on", () => {
  const { tokens } = parse('let a: B = c!; abstract class D { declare e: F; }', false, true, false);
  expect(tokens.map(({ type, isType, start, end }) => [type, isType, start, end]).slice(0, 8)).toEqual([
    [TokenType._let, false, 0, 3],
    [TokenType.name, false, 4, 5],
    [TokenType.colon, true, 5, 6],
    [TokenType.name, true, 7, 8],
    [TokenType.eq, false, 9, 10],
    [TokenType.name, false, 11, 12],
    [TokenType.nonNullAssertion, false, 12, 13],
    [TokenType.semi, false, 13, 14],
  ]);
  expect(tokens[8]?.type).toBe(TokenType._abstract);
  expect(tokens.some(({ type }) => type === TokenType._declare)).toBe(true);
  for (const name of [
    '_enum',
    '_import',
    '_export',
    '_default',
    '_public',
    '_private',
    '_protected',
    '_readonly',
    '_override',
    'backQuote',
    'dollarBraceL',
    'questionDot',
  ] as const) {
    expect(TokenType[name], name).toBeTypeOf('number');
  }
});

test('a syntax error of the parser carries its offset', () => {
  expect(() => parse('a b', false, true, false)).toThrow(expect.objectContaining({ pos: 2 }));
});
