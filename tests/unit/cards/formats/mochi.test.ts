/** Mochi's package, read: https://mochi.cards/docs/import-and-export/mochi-format-reference */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatOf, readDecks, writeDecks } from '../../../../src/cards/formats/formats.ts';
import { FormatError } from '../../../../src/cards/formats/shape.ts';
import { bytes, zip } from './apkg.ts';
import { deck, noise } from './arbitrary.ts';

const packed = (name: string, data: unknown) =>
  zip({
    [name]: data instanceof Uint8Array ? data : bytes(typeof data === 'string' ? data : JSON.stringify(data)),
  });

/** Titles, each with its cards: id, question, answer, tags. */
function read(file: Uint8Array) {
  const { decks, report } = readDecks('x.mochi', file);
  return {
    decks: decks.map(({ title, cards }) => [
      title,
      ...cards.map(({ id, question, answer, tags }) => [id, question, answer, ...tags]),
    ]),
    report,
  };
}

/** As Mochi writes it: keywords begin with "~:", lists and sets are objects with their tag. */
const written = {
  '~:version': 2,
  '~:schema/version': 35,
  '~:templates': {
    '~#list': [
      {
        '~:id': '~:9buMPDAw',
        '~:content': '<< Front >>\n---\n<< Back >><< #Hint >> (<< Hint >>)<< /Hint >>',
        '~:fields': {
          '~:name': { '~:id': '~:name', '~:name': 'Front' },
          '~:aaaaaaaa': { '~:id': '~:aaaaaaaa', '~:name': 'Back' },
          '~:bbbbbbbb': { '~:id': '~:bbbbbbbb', '~:name': 'Hint' },
        },
      },
    ],
  },
  '~:decks': [
    {
      '~:id': '~:deckdeck',
      '~:name': 'Doors',
      '~:cards': {
        '~#list': [
          {
            '~:id': '~:card0002',
            '~:pos': 'b',
            '~:content': 'The second\n---\none\n--- \nand its third side',
            '~:tags': { '~#set': ['late'] },
            '~:created-at': { '~#dt': 1767240000000 },
            '~:reviews': [{ '~:date': { '~#dt': 1767240000000 }, '~:remembered?': true }],
          },
          { '~:id': '~:card0001', '~:pos': 'a', '~:content': '~~first\n---\n![a door](@media/d.png)' },
          { '~:id': '~:card0003', '~:pos': 'c', '~:content': 'A note' },
          { '~:id': '~:card0004', '~:pos': 'd', '~:content': 'Old\n---\none', '~:archived?': true },
        ],
      },
    },
    {
      '~:id': '~:deckunde',
      '~:name': 'Hinges',
      '~:parent-id': '~:deckdeck',
      '~:cards': {
        '~#list': [
          { '~:id': '~:gaps0001', '~:content': 'A {{1::retry}} asks {{again}}, see [[Doors|card0001]].' },
          {
            '~:id': '~:fields01',
            '~:content': '',
            '~:template-id': '~:9buMPDAw',
            '~:fields': {
              '~:name': { '~:id': '~:name', '~:value': 'front' },
              '~:aaaaaaaa': { '~:id': '~:aaaaaaaa', '~:value': 'back' },
            },
          },
        ],
      },
    },
  ],
};

const decks = [
  [
    'Doors',
    ['card0001', '~first', '[picture: a door]'],
    ['card0002', 'The second', 'one\n\nand its third side', 'late'],
  ],
  [
    'Doors::Hinges',
    ['gaps0001', 'A […] asks […], see Doors.', 'A **retry** asks **again**, see Doors.'],
    ['fields01', 'front', 'back'],
  ],
];

describe('what Mochi exports', () => {
  test('is read: sides, templates, gaps, nested decks; and what stays behind is said', () => {
    expect(read(zip({ 'data.json': bytes(JSON.stringify(written)), 'd.png': bytes('x') }))).toEqual({
      decks,
      report: [
        'Card 1 of "Doors": a picture or sound was left out.',
        'Card 3 of "Doors" has no answer, and was left out.',
        "1 card in Mochi's archive or trash stayed there.",
        'When cards are due in Mochi was not taken over (1 card): they begin as new ones.',
        '1 media file stayed in the package: cards here hold text.',
      ],
    });
  });

  test('in the short form of Transit, too, where a code names a key that was written before', () => {
    // By hand: ^0 is ~:version, ^1 ~:decks, ^2 ~:name, ^3 ~:cards, ^4 ~#list, ^5 ~:content.
    const short = JSON.stringify([
      '^ ',
      ...['~:version', 2, '~:decks'],
      [
        ['^ ', '~:name', 'One', '~:cards', ['~#list', [['^ ', '~:content', 'q\n---\na']]]],
        ['^ ', '^2', 'Two', '^3', ['^4', [['^ ', '^5', '~^r\n---\nb']]]],
      ],
    ]);
    expect(read(packed('data.json', short)).decks.map(([title, card]) => [title, card?.slice(1)])).toEqual([
      ['One', ['q', 'a']],
      ['Two', ['^r', 'b']],
    ]);
  });

  test('and as EDN, with comments, tags and what is passed over', () => {
    const edn = `; mine
      {:version 2, :decks [{:name "Doors" #_:gone #_"x"
        :cards (#:card {:id :c1 :content "a \\"b\\"\\n---\\n\\u00e9\\t\\\\"
                        :tags #{"t"} :created-at #inst "2026-01-01" :pos nil})}]}`;
    expect(read(packed('data.edn', edn))).toEqual({
      decks: [['Doors', ['c1', 'a "b"', 'é\t\\', 't']]],
      report: [],
    });
  });

  test('is told from a package of Anki by what the zip holds, whatever its name', () => {
    const file = packed('data.json', written);
    expect(['x.zip', 'x.apkg', 'x.mochi'].map((name) => formatOf(name, file))).toEqual(
      Array(3).fill('mochi'),
    );
    expect(formatOf('x.mochi', bytes('no zip'))).toBe('mochi');
    expect(formatOf('x.zip', zip({ 'collection.anki2': bytes(''), 'data.json': bytes('') }))).toBe('apkg');
  });
});

test('what is written for Mochi is read back', () => {
  fc.assert(
    fc.property(deck, (any) => {
      const texts = any.cards.map(({ question, answer }) => [question, answer]);
      fc.pre(new Set(texts.map(String)).size === texts.length);
      const back = readDecks('x.mochi', writeDecks('mochi', [any]).bytes);
      expect(back.decks.map(({ title, cards }) => [title, cards.map((c) => [c.question, c.answer])])).toEqual(
        [[any.title, texts]],
      );
    }),
    { numRuns: 300 },
  );
});

test.each<[file: Uint8Array, message: string]>([
  [
    zip({ 'a.txt': bytes('a') }),
    'The zip holds no data.json and no data.edn, so it is no package of Mochi. Choose a .mochi file.',
  ],
  [packed('data.json', '{'), 'data.json in the package is no JSON. Export it again.'],
  [
    packed('data.edn', '{:version 2\n:decks [}'),
    'data.edn in the package cannot be read from its line 2 on. Export it again.',
  ],
  [
    packed('data.edn', '"open'),
    'data.edn in the package cannot be read from its line 1 on. Export it again.',
  ],
  [
    packed('data.json', { '~:version': 3, '~:decks': [{ '~:name': 'x' }] }),
    "data.json in the package holds no decks of Mochi's version 2, the only one known here. Export them again from Mochi.",
  ],
  [
    packed('data.edn', '['.repeat(50_000)),
    "The data in the package holds parts within parts, more than 100 deep, as none of Mochi's does. Export it again.",
  ],
  [
    bytes('no zip'),
    'The file is no complete zip, so no package of Anki or Mochi. Choose an .apkg or .mochi file, or export it again.',
  ],
])('a file that is no export is refused with one sentence (%#)', (file, message) => {
  expect(() => readDecks('x.mochi', file, { format: 'mochi' })).toThrow(new FormatError(message));
});

test('decks that name each other as parents end somewhere', () => {
  const ring = (id: string, parent: string) => ({
    ...{ '~:id': id, '~:name': id.slice(2), '~:parent-id': parent },
    '~:cards': [{ '~:content': 'q\n---\na' }],
  });
  const data = { '~:version': 2, '~:decks': [ring('~:a', '~:b'), ring('~:b', '~:a')] };
  expect(read(packed('data.json', data)).decks.map(([title]) => title)).toEqual(['b::a', 'a::b']);
});

test('no bytes and no data throw anything but a FormatError', () => {
  const edn = noise('{:version 2 :decks [{:name "x" :cards [{:content "', '#{', '#_', '\\');
  const json = fc.json().map((any) => bytes(`{"~:version":2,"~:decks":[${any},{"~:cards":[${any}]}]}`));
  fc.assert(
    fc.property(edn, json, (first, second) => {
      for (const file of [
        packed('data.edn', first),
        packed('data.json', first),
        packed('data.json', second),
      ]) {
        try {
          readDecks('x', file, { format: 'mochi' });
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
