import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAnkiText } from '../../../../src/cards/formats/anki-text.ts';
import { type Format, formatOf, readDecks, writeDecks } from '../../../../src/cards/formats/formats.ts';
import { type DeckFile, FormatError } from '../../../../src/cards/formats/shape.ts';
import { card, deck, noise } from './arbitrary.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (
  format: 'csv' | 'tsv' | 'anki-text' | 'deck' | 'json',
  decks: DeckFile[],
  separator?: string,
) => new TextDecoder().decode(writeDecks(format, decks, { separator: separator ?? null }).bytes);

/** Question and answer of each card, by deck. */
function sides(name: string, text: string | Uint8Array, options: Parameters<typeof readDecks>[2] = {}) {
  const { decks, report } = readDecks(name, typeof text === 'string' ? bytes(text) : text, options);
  const cards = decks.map(({ title, cards: all }) => [
    title,
    ...all.map(({ question, answer }) => [question, answer]),
  ]);
  return { decks: cards, report };
}
const plainCard = { see: null, tags: [], foreignId: null, changed: null, scheduling: null };
const deckOf = (cards: Partial<DeckFile['cards'][number]>[]): DeckFile => ({
  title: 'Doors',
  tint: 'sky',
  blurb: '',
  cards: cards.map((each, index) => ({
    id: `d-${index}`,
    question: 'q',
    answer: 'a',
    ...plainCard,
    ...each,
  })),
  log: [],
});

describe('what is written is read again', () => {
  test('every deck of ours, in every text format that holds all of it', () => {
    const names = readdirSync('content/decks');
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) {
      const { decks } = readDecks(name, readFileSync(`content/decks/${name}`));
      for (const format of ['deck', 'json'] as const) {
        const { bytes: written, report } = writeDecks(format, decks);
        expect(readDecks(name, written, { format })).toEqual({ decks, report: [] });
        expect(report).toEqual([]);
      }
      for (const format of ['csv', 'tsv', 'anki-text'] as const) {
        const again = readDecks('x', writeDecks(format, decks).bytes, { format });
        expect(again.report).toEqual([]);
        expect(again.decks.map(({ cards }) => cards)).toEqual(decks.map(({ cards }) => cards));
      }
    }
  });

  test('any deck as deck file and JSON', () => {
    fc.assert(
      fc.property(deck, (any) => {
        for (const format of ['deck', 'json'] as const)
          expect(readDecks('x', writeDecks(format, [any]).bytes, { format })).toEqual({
            decks: [any],
            report: [],
          });
      }),
      { numRuns: 300 },
    );
  });

  test('any cards as CSV and TSV, with any separator', () => {
    fc.assert(
      fc.property(deck, fc.constantFrom('comma', 'semicolon', 'tab', '|', ' - ', 'a'), (any, separator) => {
        for (const format of ['csv', 'tsv'] as const) {
          const { decks, report } = readDecks('x.csv', writeDecks(format, [any], { separator }).bytes, {
            format,
            separator,
          });
          expect({ cards: decks[0]?.cards ?? [], report }).toEqual({ cards: any.cards, report: [] });
        }
      }),
      { numRuns: 300 },
    );
  });

  test('any two decks as Anki text', () => {
    const two = fc.uniqueArray(deck, { selector: ({ title }) => title, minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(two, (any) => {
        const { decks, report } = readDecks('x.txt', writeDecks('anki-text', any).bytes);
        const bare = (all: readonly DeckFile[]) =>
          all.map(({ title, cards }) => ({ title, cards })).filter(({ cards }) => cards.length > 0);
        expect({ decks: bare(decks), report }).toEqual({ decks: bare(any), report: [] });
      }),
      { numRuns: 300 },
    );
  });
});

describe('Anki text', () => {
  test('the headers come first, guid and deck before the fields, tags last', () => {
    const text = textOf('anki-text', [
      deckOf([{ id: 'b<,;#"', question: '#1 is `x<y>`?', answer: 'One\n\nTwo "three"', tags: ['t', 'u v'] }]),
    ]);
    expect(text).toBe(
      '#separator:tab\n#html:true\n#guid column:1\n#deck column:2\n#columns:guid\tdeck\tQuestion\tAnswer\tSee\tOther id\ttags\n#tags column:7\n' +
        '"b<,;#"""\tDoors\t"#1 is <code>x&lt;y&gt;</code>?"\tOne<br><br>Two &quot;three&quot;\t\t\tt u_v\n',
    );
  });

  test('ankitects/anki#3853, #4205: the separators that a spreadsheet adds to header lines are trimmed', () => {
    expect(
      sides(
        'x.txt',
        '#separator:comma,,\n#html:true,,\n"#columns:Front,Back,Tags",,\n#tags column:3,,\n#deck:Doors,,\na<br>b,c,t\n',
      ),
    ).toEqual({ decks: [['Doors', ['a\nb', 'c']]], report: [] });
  });

  test('ankitects/anki PR 2360: a byte order mark hides no header', () => {
    expect(sides('x.txt', '\uFEFF#separator:|\n#html:false\na<b>|c')).toEqual({
      decks: [['x', ['a<b>', 'c']]],
      report: [],
    });
  });

  test('2anki/2anki.net#4106, Yvee1/hascard#17: tab-separated text keeps its columns, and its answers of several lines', () => {
    const text =
      'What is a door?\t"A hole\nthat can be closed."\nWhat is a "hinge"?\tWhat it turns on, 5" wide.\n';
    expect(sides('x.txt', text)).toEqual({
      decks: [
        [
          'x',
          ['What is a door?', 'A hole\nthat can be closed.'],
          ['What is a "hinge"?', 'What it turns on, 5" wide.'],
        ],
      ],
      report: [],
    });
  });

  test('keys in any case, numbers of columns, global tags, comments and unknown keys', () => {
    const text =
      '#Separator:Semicolon\n#HTML:TRUE\n#Deck Column:1\n#GUID column:2\n#tags:all some\n#tags column:5\n#if matches:keep both\n#colour:red\n' +
      '# a comment\nDoors::Old;g1;q;a;own\n;g2;q2;a2;\n"#q3";g3;x;y;z;more\n';
    const { decks, report } = readDecks('File.txt', bytes(text));
    expect(
      decks.map(({ title, cards }) => [
        title,
        ...cards.map(({ id, question, tags }) => [id, question, ...tags]),
      ]),
    ).toEqual([
      ['Doors::Old', ['g1', 'q', 'all', 'some', 'own']],
      ['File', ['g2', 'q2', 'all', 'some']],
      ['#q3', ['g3', 'x', 'all', 'some', 'z']],
    ]);
    expect(report).toEqual([
      'The header "colour" means nothing here, and was left out.',
      'Line 12 has 1 field besides question and answer, and they were left out.',
    ]);
  });

  test('without a header, the first of tab, pipe, semicolon, colon, comma and space that occurs parts the fields', () => {
    expect(sides('x.txt', 'a, b;c d\ne;f').decks).toEqual([['x', ['a, b', 'c d'], ['e', 'f']]]);
  });

  test('a script in a field is left out, and said so with its line', () => {
    expect(
      sides('x.txt', '#html:true\n#separator:tab\na<script>alert(1)</script>\t<img src=x onerror=alert(2)>b'),
    ).toEqual({
      decks: [['x', ['a', '[picture]b']]],
      report: ['Line 3: a script was left out.', 'Line 3: a picture was left out.'],
    });
  });

  test('a separator that is chosen wins over all', () => {
    expect(readAnkiText(bytes('a|b;c|d'), 'x', ';').decks[0]?.cards[0]?.question).toBe('a|b');
  });
});

describe('CSV', () => {
  test('cells are quoted as in RFC 4180, and lines end with CR LF', () => {
    expect(textOf('csv', [deckOf([{ question: 'a, "b"', answer: 'c\nd', tags: ['t', 'u'] }])])).toBe(
      'id,question,answer,tags,see,other id\r\nd-0,"a, ""b""","c\nd","t, u",,\r\n',
    );
  });

  test('guangshinhaha/relief-teacher-planning#446: no cell begins like a formula', () => {
    const cells = ['=1+1', '+1', '-1', '@x', "'=1", "it's"];
    const deckFile = deckOf(cells.map((question) => ({ question })));
    const text = textOf('csv', [deckFile]);
    expect(text.split('\r\n').slice(1, -1)).toEqual([
      "d-0,'=1+1,a,,,",
      "d-1,'+1,a,,,",
      "d-2,'-1,a,,,",
      "d-3,'@x,a,,,",
      "d-4,''=1,a,,,",
      "d-5,it's,a,,,",
    ]);
    expect(readDecks('x.csv', bytes(text)).decks[0]?.cards.map(({ question }) => question)).toEqual(cells);
  });

  test('headings may be in any order, in other words and any case', () => {
    expect(sides('Doors.csv', 'Back;FRONT;Hint\na;q;h\n', { separator: ';' })).toEqual({
      decks: [['Doors', ['q', 'a']]],
      report: ['The column "Hint" is none of a card\'s, and was left out.'],
    });
  });

  test('without headings a line is question, answer and tags', () => {
    const { decks } = readDecks('x.csv', bytes('who,I,"t, u"\n'));
    expect(decks[0]?.cards[0]).toMatchObject({ question: 'who', answer: 'I', tags: ['t', 'u'] });
  });

  test('lines without question or answer, and repeated ones, are left out with their number', () => {
    // The first 16 digits of: printf '["x","who","I"]' | sha256sum
    expect(sides('x.csv', 'who,I\n\n,I\n"who\n2",\nwho,I\n')).toEqual({
      decks: [['x', ['who', 'I']]],
      report: [
        'Line 3 has no question, and was left out.',
        'Line 4 has no answer, and was left out.',
        'Line 6 has the id "c-a9cc7621ad2e87c0", as line 1 has, and was left out.',
      ],
    });
  });

  test('a list copied from another site has separators of its own, and no quotation marks', () => {
    expect(
      sides('x.txt', 'an "a" - b;c - "d', { format: 'csv', separator: ' - ', rows: ';', quotes: false }),
    ).toEqual({
      decks: [['x', ['an "a"', 'b'], ['c', '"d']]],
      report: [],
    });
  });

  test('kerrickstaley/genanki#61: the same words in two decks are two cards, and in one deck always the same', () => {
    const ids = ['A.csv', 'A.csv', 'B.csv'].map(
      (name) => readDecks(name, bytes('who,I')).decks[0]?.cards[0]?.id,
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });
});

describe('deck files', () => {
  const glued = `# Doors
tint: #AABBCC
blurb: All about doors.

${Array.from({ length: 24 }, (_, n) => {
  const uuid = (kind: number) =>
    `${String(n).padStart(8, '0')}-0000-4000-8000-${String(kind).padStart(12, '0')}`;
  return `id: ${uuid(1)}\nQ: Question ${n}?\nA: Answer ${n}.${n < 23 ? ` id: ${uuid(2)}` : ''}`;
}).join('\n')}`;

  test('24 cards with 23 ids glued to their answers: 47 ids, and none of them shown', () => {
    const { decks, report } = readDecks('doors.txt', bytes(glued));
    const cards = decks[0]?.cards ?? [];
    expect(report).toEqual([]);
    expect(cards.map(({ answer }) => answer)).toEqual(Array.from({ length: 24 }, (_, n) => `Answer ${n}.`));
    expect(new Set(cards.flatMap(({ id, foreignId }) => [id, foreignId ?? []].flat())).size).toBe(47);
    expect(decks[0]).toMatchObject({ title: 'Doors', tint: '#AABBCC', blurb: 'All about doors.' });
  });

  test('st3v3nmw/obsidian-spaced-repetition#601, #881: blank lines end no card, in fenced code or out of it', () => {
    const answer = 'One.\n\n```sql\nSELECT 1;\n\nSELECT 2;\n```\n\nTwo.';
    for (const format of ['deck', 'csv', 'tsv', 'anki-text', 'json'] as const) {
      const { decks } = readDecks('x', writeDecks(format, [deckOf([{ answer }, { answer }])]).bytes, {
        format,
      });
      expect(decks[0]?.cards.map((each) => each.answer)).toEqual([answer, answer]);
    }
  });

  test('several decks do not fit into one file', () => {
    const other = { ...deckOf([]), title: 'Windows' };
    expect(() => writeDecks('deck', [deckOf([]), other])).toThrow(
      new FormatError('A deck file holds one deck, and there are 2: Doors, Windows. Choose one of them.'),
    );
  });
});

describe('JSON', () => {
  const scheduled = deckOf([
    {
      changed: 1_700_000_000_123,
      scheduling: {
        state: 'relearning',
        due: 1_700_000_000_456,
        stability: 1.5,
        difficulty: 7.25,
        scheduledDays: 0,
        reps: 7,
        lapses: 2,
        lastReview: 1_699_999_400_000,
        suspended: true,
        buried: false,
      },
    },
  ]);
  scheduled.log = [
    {
      card: 'd-0',
      at: 1_699_999_400_000,
      rating: 1,
      kind: 'review',
      lastSeconds: 86_400,
      nextSeconds: 600,
      tookMs: 4321,
    },
  ];

  test('holds scheduling and answers to the millisecond', () => {
    expect(readDecks('x.json', bytes(textOf('json', [scheduled])))).toEqual({
      decks: [scheduled],
      report: [],
    });
  });

  test('other text formats say that they leave them out', () => {
    expect(writeDecks('csv', [scheduled]).report).toEqual([
      'When cards are due and what was answered was left out (1 card, 1 answer): apkg and json hold it.',
    ]);
  });

  test.each([
    ['{}', 'The file is no deck file of ours: its "format" is not "effectively-once/decks".'],
    ['[', 'The file is no JSON. Choose a file that was exported here.'],
    [
      '{"format":"effectively-once/decks","version":2}',
      "The file's version is 2, and only 1 is known here. Update the site and try again.",
    ],
    [
      '{"format":"effectively-once/decks","version":1,"decks":[{"title":"x","tint":"9","blurb":"","cards":[],"log":[]}]}',
      'decks.0.tint is "9". It must be a number from 1 to 8, sky, or a colour such as #cae4f2; correct it, or export the decks again.',
    ],
    [
      '{"format":"effectively-once/decks","version":1,"decks":[{"title":"x","tint":"1","blurb":"","cards":[{"id":"a","__proto__":1}],"log":[]}]}',
      'decks.0.cards.0 has "__proto__", which is no key of it. Leave it out, or export the decks again.',
    ],
    [
      '{"format":"effectively-once/decks","version":1,"decks":[{"title":"x","tint":"1","blurb":"","cards":[{"id":"a"}],"log":[]}]}',
      'decks.0.cards.0.question is missing. It must be a text of at most 100000 characters; correct it, or export the decks again.',
    ],
    [
      '{"format":"effectively-once/decks","version":1,"decks":[{"title":"x","tint":"1","blurb":"","cards":{},"log":[]}]}',
      'decks.0.cards is an object. It must be a list of at most 50000; correct it, or export the decks again.',
    ],
  ])('%s is refused', (text, message) => {
    expect(() => readDecks('x.json', bytes(text))).toThrow(new FormatError(message));
  });
});

describe('Mochi', () => {
  test('kalibetre/mochi-cards-exporter#1: decks have no ids, cards are question, line, answer', async () => {
    const { unzipSync } = await import('fflate');
    const { bytes: written, report } = writeDecks('mochi', [
      deckOf([{ question: 'a "b"\n---\nc\\', answer: 'd', tags: ['t'] }]),
    ]);
    expect(new TextDecoder().decode(unzipSync(written)['data.edn'])).toBe(
      '{:decks [{:name "Doors"\n :cards ({:content "a \\"b\\"\\n\\\\---\\nc\\\\\\n\\n---\\n\\nd"})}]\n :version 2}\n',
    );
    expect(report).toEqual([
      "Tags and links to labs were left out (1 card): Mochi's file has no place for them.",
    ]);
  });
});

describe('files that are not what they seem', () => {
  test('the format is told from what a file holds', () => {
    const told = [
      ['x.txt', '#separator:tab\na\tb'],
      ['x.txt', '# Doors\n\nid: a\nQ: b\nA: c'],
      ['x.txt', 'a\tb'],
      ['x', ' {"format": 1}'],
      ['x.csv', 'a,b'],
      ['x.csv', '#separator:comma\na,b'],
      ['x.tsv', 'a\tb'],
      ['x.zip', 'PK\u0003\u0004'],
    ].map(([name = '', text = '']) => formatOf(name, bytes(text)));
    expect(told).toEqual(['anki-text', 'deck', 'anki-text', 'json', 'csv', 'anki-text', 'tsv', 'apkg']);
  });

  test('UTF-16 with a byte order mark is read, other encodings are refused', () => {
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(new Uint16Array([...'é\tb'].map((sign) => sign.charCodeAt(0))).buffer),
    ]);
    expect(sides('x.tsv', utf16).decks).toEqual([['x', ['é', 'b']]]);
    expect(() => readDecks('x.csv', new Uint8Array([0x61, 0x2c, 0xe9]))).toThrow(
      new FormatError('The file is not UTF-8. Save it as UTF-8 and try again.'),
    );
    expect(() => readDecks('x.csv', new Uint8Array([0x61, 0x2c, 0]))).toThrow(
      new FormatError('The file holds bytes that are no text. Choose a text file.'),
    );
  });

  test.each([
    [
      'a quotation mark without an end',
      'x.csv',
      'a,b\nc,"d\n',
      'Line 2: a quotation mark opens a cell and is never closed. Close it, or double it if it is text.',
    ],
    ['no second cell', 'x.csv', 'a;b\nc;d', 'No line has two cells. Check which separator the file uses.'],
    [
      'no second field',
      'x.txt',
      '#separator:comma\na;b',
      'No record has two fields. Check which separator the file uses.',
    ],
    [
      'a separator that is none',
      'x.txt',
      '#separator:"\na',
      'The separator is """. Write tab, comma, semicolon, colon, pipe, space, or up to ten characters without a quotation mark.',
    ],
    [
      'more cells than any card has',
      'x.csv',
      ','.repeat(300),
      'Line 1 has more than 200 cells. Check the separator.',
    ],
    [
      'more cards than any deck has',
      'x.csv',
      'q,a\n'.repeat(51_001),
      'The file has more than 51000 records. Split it into smaller ones.',
    ],
    [
      'a deck with a misspelt key',
      'x.deck',
      '# D\n\nid: a\nQ: b\nA: c\nsea: d',
      'x.deck:6: "sea:" is no key of a card. Write id, Q, A, see or tags, or a backslash before it if it is part of the text.',
    ],
  ])('%s is refused in one sentence', (_, name, text, message) => {
    expect(() => readDecks(name, bytes(text))).toThrow(new FormatError(message));
  });

  test('a text longer than any card’s is left out', () => {
    expect(sides('x.csv', `q,${'a'.repeat(100_001)}\nr,b`)).toEqual({
      decks: [['x', ['r', 'b']]],
      report: ['Line 1 is longer than 20,000 characters, and was left out. Make several cards of it.'],
    });
  });

  test('a report has 100 sentences and a count', () => {
    const { report } = readDecks('x.csv', bytes(`q,a\n${',a\n'.repeat(150)}`));
    expect([report.length, report.at(-1)]).toEqual([101, 'And 50 more like these.']);
  });

  test('no bytes throw anything but a FormatError', () => {
    const formats: Format[] = ['anki-text', 'csv', 'tsv', 'deck', 'json'];
    const any = noise(
      '#separator:tab\n#columns:a\tb\n',
      '# Doors\n\nid: a\nQ: b\nA: c\n',
      '{"format":"effectively-once/decks","version":1,',
      'id,question,answer\n"',
    );
    fc.assert(
      fc.property(any, fc.constantFrom(...formats), (file, format) => {
        try {
          readDecks('x', file, { format });
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('no JSON of almost the right shape throws anything but a FormatError', () => {
    fc.assert(
      fc.property(fc.json(), fc.option(card), (json, any) => {
        const text = `{"format":"effectively-once/decks","version":1,"decks":[{"title":"x","tint":"sky","blurb":"","cards":[${any === null ? '' : `${JSON.stringify(any)},`}${json}],"log":[]}]}`;
        try {
          readDecks('x.json', bytes(text));
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
    );
  });
});
