import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentOf, type Token, tokenize } from '../../../src/components/lab/tokenize.ts';

const kinds = (source: string, kind: Token['kind']) =>
  tokenize(source, 'ts')
    .flat()
    .filter((token) => token.kind === kind)
    .map((token) => token.text);
const washed = (source: string) =>
  tokenize(source, 'ts').map((line) =>
    line
      .filter((token) => token.wash)
      .map((token) => token.text)
      .join(''),
  );

test('no character is lost, whatever the text', () => {
  const pieces = fc.constantFrom(
    '`',
    '${',
    '}',
    '{',
    "'",
    '"',
    '//',
    '/*',
    '*/',
    '\n',
    '\\',
    'sql',
    ' ',
    'await',
    '/',
    'x',
    '$',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('ts' as const, 'sql' as const), (source, language) => {
      const lines = tokenize(source, language).map((line) => line.map((token) => token.text).join(''));
      expect(lines.join('\n')).toBe(source.replaceAll('\r\n', '\n'));
    }),
    { numRuns: 500 },
  );
});

test('a tagged template is washed from backtick to backtick, over lines', () => {
  expect(washed('const [won] = await sql`INSERT INTO charge\n  VALUES (${orderId})`;')).toEqual([
    '`INSERT INTO charge',
    '  VALUES (${orderId})`',
  ]);
});

test('an untagged template is not washed', () => {
  expect(washed('const answer = `${cents} cents`;')).toEqual(['']);
});

test('code inside an interpolation is code, however deep', () => {
  expect(kinds('sql`a ${list.map((x) => { return `b ${await x}`; })} await`', 'keyword')).toEqual([
    'return',
    'await',
  ]);
});

test('keywords are not names, and names are not keywords', () => {
  expect(kinds('const { from: a } = b.delete(new Map())', 'keyword')).toEqual(['const', 'new']);
  expect(kinds("import { x } from 'y'", 'keyword')).toEqual(['import', 'from']);
});

test('a comment mark inside a string, a template or a regular expression opens no comment', () => {
  expect(kinds("f('// no') // yes", 'comment')).toEqual(['// yes']);
  expect(kinds('sql`-- // no`', 'comment')).toEqual([]);
  expect(kinds('return /[/`]\\/\\/"/.test(a) // yes', 'comment')).toEqual(['// yes']);
});

test('a slash after a value divides', () => {
  expect(kinds('a / b // c', 'comment')).toEqual(['// c']);
  expect(kinds('(a) / 2 + "x"', 'string')).toEqual(['"x"']);
});

test('SQL keywords are found in either case, and not in strings or comments', () => {
  const found = tokenize("select 'FROM' from t -- WHERE", 'sql')[0] ?? [];
  expect(found.filter((token) => token.kind === 'keyword').map((token) => token.text)).toEqual([
    'select',
    'from',
  ]);
});

test('the indent of a line is its leading spaces', () => {
  expect(tokenize('a\n    b', 'ts').map(indentOf)).toEqual([0, 4]);
});
