import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Card, type Deck, parseDeck, printDeck } from '../../../src/cards/deck.ts';
import { deckSchema } from '../../../src/schemas/deck.ts';

/** The quirks of decks from elsewhere: glued ids, no blank lines between cards, a BOM, CRLF. */
const foreign = [
  '\uFEFF# Doors',
  'tint: #AABBCC',
  'blurb: What to know about doors.',
  '',
  'id: 11111111-aaaa-4aaa-8aaa-111111111111',
  'Q: What is a door?',
  'A: A hole that can be closed. id: 22222222-bbbb-4bbb-8bbb-222222222222',
  'id: 33333333-cccc-4ccc-8ccc-333333333333',
  'Q: What is a hinge?',
  'A: What a door turns on.',
  '',
].join('\r\n');

const ours = `# Races
tint: 4
blurb: Two workers and one row.

id: races-gap
Q: Where is the gap
in \`check-then-insert\`?
A: Between the two statements.

It has no line number.
see: double-charge check-then-insert w1 w2 w2 w1
tags: check-then-act, gap

id: races-code
Q: What closes it?
A:
\`\`\`sql
id: is a column here
A: too

INSERT INTO charge …
\`\`\`
\\id: at the start of a line of text is written with a backslash.
`;

describe('reading a deck from elsewhere', () => {
  const deck = parseDeck(foreign);

  test('title, tint and blurb are its head', () => {
    expect(deck).toMatchObject({ title: 'Doors', tint: '#AABBCC', blurb: 'What to know about doors.' });
  });

  test('the id at the line’s start is the card’s, the glued one is kept and not shown', () => {
    expect(deck.cards).toEqual([
      {
        id: '11111111-aaaa-4aaa-8aaa-111111111111',
        question: 'What is a door?',
        answer: 'A hole that can be closed.',
        see: null,
        tags: [],
        foreignId: '22222222-bbbb-4bbb-8bbb-222222222222',
      },
      {
        id: '33333333-cccc-4ccc-8ccc-333333333333',
        question: 'What is a hinge?',
        answer: 'What a door turns on.',
        see: null,
        tags: [],
        foreignId: null,
      },
    ]);
  });

  test('a deck without tint and blurb is sky and says nothing', () => {
    expect(parseDeck('# Doors')).toEqual({ title: 'Doors', tint: 'sky', blurb: '', cards: [] });
  });
});

describe('reading a deck of ours', () => {
  const [gap, code] = parseDeck(ours).cards;

  test('questions and answers may run over lines, and blank ones stay', () => {
    expect(gap).toEqual({
      id: 'races-gap',
      question: 'Where is the gap\nin `check-then-insert`?',
      answer: 'Between the two statements.\n\nIt has no line number.',
      see: { lab: 'double-charge', handler: 'check-then-insert', schedule: 'w1 w2 w2 w1' },
      tags: ['check-then-act', 'gap'],
      foreignId: null,
    });
  });

  test('inside fenced code nothing is a key', () => {
    expect(code?.answer).toBe(
      '```sql\nid: is a column here\nA: too\n\nINSERT INTO charge …\n```\n' +
        'id: at the start of a line of text is written with a backslash.',
    );
  });

  test('a word and a colon are text in fenced code, behind a backslash, and where no line begins', () => {
    const text =
      '# T\n\nid: a\nQ: b\nA: so: yes\n```yaml\nsea: c\n```\n\\note: mind it\nhttps://example.org and so: on';
    expect(parseDeck(text).cards[0]?.answer).toBe(
      'so: yes\n```yaml\nsea: c\n```\nnote: mind it\nhttps://example.org and so: on',
    );
  });

  test('a link may name the scenario behind the lab, as addresses of the site do', () => {
    const text = '# T\n\nid: a\nQ: b\nA: c\nsee: stuck-key?scenario=owner-dies no-lease w1 crash:w1\n';
    expect(parseDeck(text).cards[0]?.see).toEqual({
      lab: 'stuck-key',
      scenario: 'owner-dies',
      handler: 'no-lease',
      schedule: 'w1 crash:w1',
    });
    expect(printDeck(parseDeck(text))).toContain(
      '\nsee: stuck-key?scenario=owner-dies no-lease w1 crash:w1\n',
    );
  });

  test('it satisfies the schema of our own decks', () => {
    expect(deckSchema.safeParse(parseDeck(ours)).success).toBe(true);
    expect(deckSchema.safeParse(parseDeck(foreign)).success).toBe(false);
  });
});

describe('a mistake names file, line and key', () => {
  const head = '# Races\n\n';
  test.each([
    ['no title', 'tint: 4\n', 'x.deck:1: The deck has no title. Begin the file with a line "# title".'],
    [
      'an unknown line in the head',
      '# Races\ncolour: red\n',
      'x.deck:2: "colour: red" is no line of a deck\'s head. Before the first card stand "# title", "tint:" and "blurb:".',
    ],
    ['a title twice', '# Races\n# Races\n', 'x.deck:2: "#" is given twice. Keep one of them.'],
    [
      'a tint that is none',
      '# Races\ntint: 9\n',
      'x.deck:2: "tint: 9" is no tint. Write a chapter\'s number, 1 to 8, "sky", or a colour such as #cae4f2.',
    ],
    ['an empty blurb', '# Races\nblurb:\n', 'x.deck:2: "blurb:" is empty. Write its text after it.'],
    [
      'a question before any card',
      `${head}Q: Why?\n`,
      'x.deck:3: "Q:" stands before any card. Begin the card with "id:".',
    ],
    ['no question', `${head}id: a\nA: b\n`, 'x.deck:3: The card has no "Q:". Add its question.'],
    ['no answer', `${head}id: a\nQ: b\n`, 'x.deck:3: The card has no "A:". Add its answer.'],
    ['an empty answer', `${head}id: a\nQ: b\nA:\n`, 'x.deck:5: "A:" is empty. Write its answer after it.'],
    [
      'an answer that is only a glued id',
      `${head}id: a\nQ: b\nA: id: 22222222-bbbb-4bbb-8bbb-222222222222\n`,
      'x.deck:5: "A:" is empty. Write its answer after it.',
    ],
    ['an empty id', `${head}id:\nQ: b\nA: c\n`, 'x.deck:3: "id:" is empty. Write its permanent id after it.'],
    [
      'an id of two words',
      `${head}id: a b\nQ: b\nA: c\n`,
      'x.deck:3: "id: a b" has a space in it. An id is one word.',
    ],
    [
      'the same id twice',
      `${head}id: a\nQ: b\nA: c\n\nid: a\nQ: d\nA: e\n`,
      'x.deck:7: "id: a" is used already, on line 3. Give every card an id of its own.',
    ],
    [
      'two answers',
      `${head}id: a\nQ: b\nA: c\nA: d\n`,
      'x.deck:6: "A:" is given twice in the card that begins on line 3. Keep one, or write a backslash before it if it is part of the text.',
    ],
    [
      'a link without a schedule',
      `${head}id: a\nQ: b\nA: c\nsee: double-charge unique-claim\n`,
      'x.deck:6: "see: double-charge unique-claim" is no link to a schedule. Write the lab, the handler and the schedule, as in "see: double-charge check-then-insert w1 w2 w2 w1"; behind the lab may stand its scenario, ?scenario=two-at-once.',
    ],
    [
      'a link with more behind the lab than a scenario',
      `${head}id: a\nQ: b\nA: c\nsee: double-charge?handler=unique-claim w1 w2\n`,
      'x.deck:6: "see: double-charge?handler=unique-claim w1 w2" is no link to a schedule. Write the lab, the handler and the schedule, as in "see: double-charge check-then-insert w1 w2 w2 w1"; behind the lab may stand its scenario, ?scenario=two-at-once.',
    ],
    [
      'a misspelt key after the answer',
      `${head}id: a\nQ: b\nA: c\nsea: double-charge unique-claim w1\n`,
      'x.deck:6: "sea:" is no key of a card. Write id, Q, A, see or tags, or a backslash before it if it is part of the text.',
    ],
    [
      'a misspelt key after the id',
      `${head}id: a\nq: b\nA: c\n`,
      'x.deck:4: "q:" is no key of a card. Write id, Q, A, see or tags, or a backslash before it if it is part of the text.',
    ],
    [
      'code without an end',
      `${head}id: a\nQ: b\nA: c\n\`\`\`ts\nlet x;\n`,
      'x.deck:6: The code that begins here has no end. Close it with a line of three backticks.',
    ],
  ])('%s', (_, text, message) => {
    const line = Number(/:(\d+):/.exec(message)?.[1]);
    expect(() => parseDeck(text, 'x.deck')).toThrow(
      expect.objectContaining({ name: 'DeckError', message, line }),
    );
  });
});

describe('printing is the inverse of reading', () => {
  test('for the decks above', () => {
    for (const text of [foreign, ours]) {
      const deck = parseDeck(text);
      expect(parseDeck(printDeck(deck))).toEqual(deck);
    }
    expect(printDeck(parseDeck(ours))).toBe(ours);
  });

  const line = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, '')),
    fc.constantFrom(
      'id: x',
      'Q:',
      'A: b',
      'see: a',
      'tags: t',
      'sea: a',
      '\\sea: a',
      'so:',
      '\\id: y',
      '\\\\A:',
      '```',
      '```ts',
      '\\```',
      '',
      '  ',
    ),
    fc.constantFrom(
      'x id: 22222222-bbbb-4bbb-8bbb-222222222222',
      '``` \\id: 22222222-bbbb-4bbb-8bbb-222222222222',
    ),
  );
  const text = fc
    .array(line, { minLength: 1, maxLength: 6 })
    .map((lines) =>
      lines
        .join('\n')
        .replace(/^(?:[^\S\n]*\n)+/, '')
        .trim(),
    )
    .filter((value) => value !== '');
  const word = fc.stringMatching(/^[a-z0-9-]{1,8}$/);
  const uuid = fc.uuid();
  const card: fc.Arbitrary<Card> = fc.record({
    id: word,
    question: text,
    answer: text,
    see: fc.option(
      fc.record(
        {
          lab: word,
          scenario: word,
          handler: word,
          schedule: fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
        },
        { requiredKeys: ['lab', 'handler', 'schedule'] },
      ),
    ),
    tags: fc.array(word, { maxLength: 3 }),
    foreignId: fc.option(uuid),
  });
  const deck: fc.Arbitrary<Deck> = fc.record({
    title: text.map((value) => value.replace(/\n/g, ' ').trim()).filter((value) => value !== ''),
    tint: fc.constantFrom('1', '8', 'sky', '#cae4f2'),
    blurb: text.map((value) => value.replace(/\n/g, ' ').trim()),
    cards: fc.uniqueArray(card, { selector: ({ id }) => id, maxLength: 4 }),
  });

  test('for any deck', () => {
    fc.assert(
      fc.property(deck, (any) => {
        expect(parseDeck(printDeck(any))).toEqual(any);
      }),
      { numRuns: 500 },
    );
  });
});
