import { expect, test } from 'vitest';
import { z } from 'zod';
import { ContentError, checked, readYaml } from '../../../src/schemas/read.ts';

const schema = z.strictObject({
  title: z.string().min(1).max(12).default('Races'),
  number: z.int().positive().max(8).default(1),
  open: z.boolean().default(true),
  kind: z.enum(['single', 'multiple', 'order']).default('single'),
  total: z.literal(true).default(true),
  labs: z.array(z.string()).min(1).default(['a']),
  pair: z.array(z.string()).min(2).max(3).default(['a', 'b']),
  points: z.record(z.string().regex(/^[a-z]+$/, 'expected a small word'), z.int().positive()).default({}),
  value: z.union([z.string(), z.number()]).default(1),
  link: z.url().default('https://example.com'),
  path: z.string().startsWith('/').default('/'),
  id: z
    .string()
    .regex(/^[a-z-]+$/, 'expected a kebab-case name')
    .default('a'),
  inner: z.strictObject({ deep: z.strictObject({ count: z.number() }) }).default({ deep: { count: 1 } }),
  body: z.base64().default(''),
});

function mistake(text: string): string {
  try {
    readYaml('content/x.yaml', text, schema);
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
  return 'no mistake';
}

test.each([
  ['title: 7', 'key title: found 7, expected a text.'],
  ['title: ""', 'key title: found an empty text, expected a text.'],
  ['title:', 'key title: found nothing, expected a text.'],
  ['title: Races and more', 'key title: found "Races and more", expected at most 12 characters.'],
  ['number: one', 'key number: found "one", expected a number.'],
  ['number: 1.5', 'key number: found 1.5, expected a whole number.'],
  ['number: 0', 'key number: found 0, expected 1 or more.'],
  ['number: 9', 'key number: found 9, expected 8 or less.'],
  ['open: "yes"', 'key open: found "yes", expected true or false.'],
  ['kind: essay', 'key kind: found "essay", expected single, multiple or order.'],
  ['total: false', 'key total: found false, expected true.'],
  ['labs: races', 'key labs: found "races", expected a list.'],
  ['labs: []', 'key labs: found an empty list, expected at least one entry.'],
  ['labs: [a, 3]', 'key labs.1: found 3, expected a text.'],
  ['pair: [a]', 'key pair: found a list of 1, expected at least 2 entries.'],
  ['pair: [a, b, c, d]', 'key pair: found a list of 4, expected at most 3 entries.'],
  ['points: [1]', 'key points: found a list of 1, expected keys with values.'],
  ['points: { A1: 1 }', 'key points.A1: found "A1", expected a small word.'],
  ['points: { a: many }', 'key points.a: found "many", expected a number.'],
  ['value: true', 'key value: found true, expected a text or a number.'],
  ['link: example', 'key link: found "example", expected an address such as https://example.com.'],
  ['path: charges', 'key path: found "charges", expected a text that starts with /.'],
  ['id: Two words', 'key id: found "Two words", expected a kebab-case name.'],
  ['inner: { deep: {} }', 'key inner.deep.count: is missing, expected a number.'],
  ['inner: { deep: 1 }', 'key inner.deep: found 1, expected keys with values.'],
  ['body: "%"', 'key body: found "%", expected base64.'],
  ['titel: Races', 'key titel: is not a key of this place. Remove it, or correct its spelling.'],
])('%s', (text, says) => {
  expect(mistake(text)).toBe(`content/x.yaml, ${says}`);
});

test('every mistake of a file is told, on a line of its own', () => {
  expect(mistake('title: 7\nnumber: 0\nopen: 1')).toBe(
    [
      'content/x.yaml, key title: found 7, expected a text.',
      'content/x.yaml, key number: found 0, expected 1 or more.',
      'content/x.yaml, key open: found 1, expected true or false.',
    ].join('\n'),
  );
});

test('a misspelt key, which is a missing one too, is one mistake', () => {
  expect(mistake('inner: { deep: { cuont: 1 } }')).toBe(
    'content/x.yaml, key inner.deep.cuont: is not a key of this place. Remove it, or correct its spelling.',
  );
});

test('a long text is cut', () => {
  expect(mistake(`id: ${'A'.repeat(60)}`)).toBe(
    `content/x.yaml, key id: found "${'A'.repeat(50)}…", expected a kebab-case name.`,
  );
});

test('a file that is no YAML names the line', () => {
  expect(mistake('title: [Races\nnumber: 1')).toBe(
    'content/x.yaml: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1. Correct the YAML.',
  );
});

test('a reader may name places in its own way, and say what else to do', () => {
  const read = () =>
    checked('content/x.yaml', { title: 7 }, schema, {
      placeOf: (_, path) => `the ${path.join('/')}`,
      advice: 'Write it again.',
    });
  expect(read).toThrow(
    new ContentError('content/x.yaml', 'the title', 'found 7, expected a text. Write it again.'),
  );
});
