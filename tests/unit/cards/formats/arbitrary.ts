/** Any deck, as it may come out of a reader. */
import fc from 'fast-check';
import { cleanText } from '../../../../src/cards/formats/clean.ts';
import type { DeckFile, FileCard } from '../../../../src/cards/formats/shape.ts';

const line = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('*', '`', ' ', 'a', '<', '&', '_', '\t', '"', ',', '#', ';', "'", '=') }),
  fc.constantFrom(
    '```',
    '```ts',
    '``` ts',
    '```js x',
    '',
    '  ',
    '# x',
    '#separator:comma',
    'id: x',
    'A: b',
    '*a* and **b** and `c`',
    '<bits/stdc++.h>',
    'a<=b && b>=c',
    '<script>alert(1)</script>',
    '&amp;&nbsp;&#32;',
    '---',
    '=1+1',
    "'=1",
    '+1',
    '-1',
    '@x',
    '{{c1::x}}',
    '{{Question}}',
    'a\u00A0b',
    '\u3000',
    'x id: 22222222-bbbb-4bbb-8bbb-222222222222',
  ),
);

/** Clean text of one or more lines. */
export const text = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((lines) => cleanText(lines.join('\n')))
  .filter((value) => value !== '');

const word = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
const id = fc.oneof(word, fc.uuid(), fc.stringMatching(/^[!-~]{1,12}$/));

export const card: fc.Arbitrary<FileCard> = fc.record({
  id,
  question: text,
  answer: text,
  see: fc.option(
    fc.record({
      lab: word,
      handler: word,
      schedule: fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
    }),
  ),
  tags: fc.uniqueArray(word, { maxLength: 3 }),
  foreignId: fc.option(fc.uuid()),
  changed: fc.constant(null),
  scheduling: fc.constant(null),
});

const title = text.map((value) => [...value.replace(/\s+/g, ' ').trim()].slice(0, 40).join('').trim());

export const deck: fc.Arbitrary<DeckFile> = fc.record({
  title: title.filter((value) => value !== ''),
  tint: fc.constantFrom('1', '8', 'sky', '#cae4f2'),
  blurb: title,
  cards: fc.uniqueArray(card, { selector: (each) => each.id, maxLength: 4 }),
  log: fc.constant([]),
});

/** Bytes that begin like a file of the kind, and go on by chance. */
export function noise(...begins: (string | Uint8Array)[]): fc.Arbitrary<Uint8Array> {
  const starts = begins.map((begin) => (typeof begin === 'string' ? new TextEncoder().encode(begin) : begin));
  return fc
    .tuple(fc.constantFrom(new Uint8Array(), ...starts), fc.uint8Array({ maxLength: 200 }))
    .map(([begin, rest]) => new Uint8Array([...begin, ...rest]));
}
