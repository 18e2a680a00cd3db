import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { checksum } from '../../../../src/cards/formats/apkg-write.ts';
import { datedSince, readDecks, writeDecks } from '../../../../src/cards/formats/formats.ts';
import type { DeckFile } from '../../../../src/cards/formats/shape.ts';
import { sql } from './apkg.ts';
import { deck } from './arbitrary.ts';

const folder = mkdtempSync(join(tmpdir(), 'effectively-once-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ours = readdirSync('content/decks').map(
  (name) => readDecks(name, readFileSync(`content/decks/${name}`)).decks[0]!,
);
const pack = (decks: readonly DeckFile[], options: object = {}) =>
  writeDecks('apkg', decks, { sql, ...options }).bytes;
const unpack = (bytes: Uint8Array) => readDecks('x.apkg', bytes, { sql });

/** Rows of the collection in a package. */
function rows(bytes: Uint8Array, query: string): unknown[][] {
  const database = new sql.Database(unzipSync(bytes)['collection.anki2']!);
  try {
    return database.exec(query)[0]?.values ?? [];
  } finally {
    database.close();
  }
}
function cardsOf(count: number): DeckFile {
  const plain = { see: null, tags: [], foreignId: null, changed: null, scheduling: null };
  const cards = Array.from({ length: count }, (_, n) => ({
    id: `c-${n}`,
    question: `Q${n}`,
    answer: `A${n}`,
    ...plain,
  }));
  return { title: 'Doors', tint: '3', blurb: 'All & any', cards, log: [] };
}

describe('there and back', () => {
  test.each(ours.map((each) => [each.title, each] as const))(
    'the deck %s, and nothing is lost',
    (_, each) => {
      expect(each.cards.length).toBeGreaterThan(10);
      expect(unpack(pack([each]))).toEqual({ decks: [each], report: [] });
    },
  );

  test('all decks of ours in one package', () => {
    expect(unpack(pack(ours))).toEqual({ decks: ours, report: [] });
  });

  test('any two decks, but for an id that is in both', () => {
    const two = fc
      .uniqueArray(deck, { selector: ({ title }) => title, minLength: 2, maxLength: 2 })
      .filter(
        ([first, second]) => !first!.cards.some(({ id }) => second!.cards.some((card) => card.id === id)),
      );
    fc.assert(
      fc.property(two, (any) => {
        expect(unpack(pack(any))).toEqual({ decks: any, report: [] });
      }),
      { numRuns: 100 },
    );
  });

  test('one id in two decks is two cards in Anki, and the report says so', () => {
    const other = { ...cardsOf(1), title: 'Windows' };
    const { bytes, report } = writeDecks('apkg', [cardsOf(1), other], { sql });
    const ids = unpack(bytes).decks.map(({ cards }) => cards[0]!.id);
    expect(ids[0]).toBe('c-0');
    expect(ids[1]).toMatch(/^c-0@[0-9a-z]+$/);
    expect(report).toEqual([`The id "c-0" is in two decks; in "Windows" it became "${ids[1]}".`]);
  });

  test('when a card is due, to the day for reviews and to the second for steps; answers in whole seconds or days', () => {
    const days = (count: number) => Date.UTC(2020, 0, 1, 4) + count * 86_400_000;
    const base = {
      stability: null,
      difficulty: null,
      scheduledDays: 0,
      reps: 0,
      lapses: 0,
      lastReview: null,
      suspended: false,
      buried: false,
    };
    const each = cardsOf(5);
    const states: DeckFile['cards'][number]['scheduling'][] = [
      null,
      { ...base, state: 'learning', due: days(2000) + 61_000, reps: 1, lastReview: days(2000) + 1000 },
      {
        ...base,
        state: 'review',
        due: days(2100),
        stability: 12.345,
        difficulty: 5.5,
        scheduledDays: 12,
        reps: 6,
        lapses: 1,
        lastReview: days(2088) + 5000,
      },
      {
        ...base,
        state: 'relearning',
        due: days(2001),
        stability: 0.5,
        difficulty: 9.75,
        scheduledDays: 3,
        reps: 9,
        lapses: 4,
        lastReview: days(2000),
        suspended: true,
      },
      { ...base, state: 'new', due: days(0), buried: true },
    ];
    for (const [index, scheduling] of states.entries()) each.cards[index]!.scheduling = scheduling;
    each.log = [
      {
        card: 'c-1',
        at: days(2000) + 1000,
        rating: 3,
        kind: 'learning',
        lastSeconds: 60,
        nextSeconds: 600,
        tookMs: 5000,
      },
      {
        card: 'c-2',
        at: days(2088) + 5000,
        rating: 4,
        kind: 'review',
        lastSeconds: 6 * 86_400,
        nextSeconds: 12 * 86_400,
        tookMs: 900,
      },
    ];
    expect(unpack(pack([each]))).toEqual({ decks: [each], report: [] });
    // Without scheduling every card is new.
    const bare = pack([each], { scheduling: false });
    expect(rows(bare, 'SELECT DISTINCT type, queue, reps FROM cards')).toEqual([[0, 0, 0]]);
    expect(rows(bare, 'SELECT due FROM cards ORDER BY due')).toEqual([[1], [2], [3], [4], [5]]);
    expect(rows(bare, 'SELECT count(*) FROM revlog')).toEqual([[0]]);
  });
});

describe('a package is the same whoever builds it, and when', () => {
  test('repeat-space/anki-apkg-export#37, PR 41: two builds are equal byte for byte', () => {
    expect(pack(ours)).toEqual(pack(ours));
  });

  test('guids are card ids; note type and deck keep their ids when cards come, go and change', () => {
    const query =
      'SELECT notes.guid, notes.mid, cards.did FROM notes JOIN cards ON nid = notes.id ORDER BY guid';
    const before = rows(pack([cardsOf(2)]), query);
    const edited = cardsOf(3);
    edited.cards[0]!.answer = 'Another';
    expect(before).toEqual([
      ['c-0', 1577836800051, before[0]![2]],
      ['c-1', 1577836800051, before[0]![2]],
    ]);
    expect(rows(pack([edited]), query)).toEqual([...before, ['c-2', 1577836800051, before[0]![2]]]);
  });

  test('published ids never change: a name’s hash, in milliseconds after 2020 began', () => {
    // Of sha256("deck\nDoors") and sha256("note\nc-0"): 1577836800000 + (bytes 0 to 3 mod 16) * 2^32 + bytes 4 to 7.
    const query = 'SELECT did, nid, cards.id FROM cards';
    expect(rows(pack([cardsOf(1)]), query)).toEqual([[1644912477400, 1606299345301, 1606299345301]]);
  });

  test('NdYAG/anki-apkg#4: an edited card alone gets a newer date, and note type and deck stay', () => {
    const published = cardsOf(3);
    const edited = cardsOf(4);
    edited.cards[1]!.answer = 'Another';
    const now = Date.UTC(2026, 10, 30);
    const dated = datedSince(unpack(pack([published])).decks, [edited], now);
    const query = 'SELECT guid, mod, mid FROM notes ORDER BY guid';
    const first = Date.UTC(2020, 0, 1) / 1000;
    expect(rows(pack([published]), query).map(([, mod]) => mod)).toEqual([first, first, first]);
    expect(rows(pack(dated), query)).toEqual([
      ['c-0', first, 1577836800051],
      ['c-1', now / 1000, 1577836800051],
      ['c-2', first, 1577836800051],
      ['c-3', first, 1577836800051],
    ]);
    // Built once more from what is published now, and unchanged: no card moves.
    expect(pack(datedSince(unpack(pack(dated)).decks, [edited], now + 1e6))).toEqual(pack(dated));
  });

  test('remiberthoz/anki-periodic-table-memory-pegs#1: ids are milliseconds of 2020 to 2022, not 1970', () => {
    const year = (id: unknown) => new Date(Number(id)).getUTCFullYear();
    const ids = rows(
      pack(ours),
      'SELECT id FROM notes UNION ALL SELECT did FROM cards UNION ALL SELECT mid FROM notes',
    );
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter(([id]) => year(id) < 2020 || year(id) > 2022)).toEqual([]);
  });
});

describe('what Anki finds in it', () => {
  test('the checksum of "front" is 460909371, with or without tags', () => {
    expect([checksum('front'), checksum('<em>fr</em>ont')]).toEqual([460909371, 460909371]);
  });

  test('genanki#77, #105: text that looks like HTML is escaped', () => {
    const each = cardsOf(1);
    each.cards[0]!.question = '<bits/stdc++.h> if a<=b & c';
    expect(rows(pack([each]), 'SELECT flds, sfld FROM notes')).toEqual([
      ['&lt;bits/stdc++.h&gt; if a&lt;=b &amp; c\u001FA0\u001F\u001F', '<bits/stdc++.h> if a<=b & c'],
    ]);
  });

  test('a link to a lab is a link where an address is known, and is read back as the schedule', () => {
    const each = cardsOf(1);
    each.cards[0]!.see = { lab: 'double-charge', handler: 'unique-claim', schedule: 'w1 w2' };
    const linked = pack([each], {
      addressOf: ({ lab }: { lab: string }) => `https://example.org/labs/${lab}/?a=1&b="`,
    });
    expect(rows(linked, 'SELECT flds FROM notes')).toEqual([
      [
        'Q0\u001FA0\u001F<a href="https://example.org/labs/double-charge/?a=1&amp;b=&quot;">double-charge unique-claim w1 w2</a>\u001F',
      ],
    ]);
    expect(unpack(linked).decks[0]!.cards[0]!.see).toEqual(each.cards[0]!.see);
  });

  test('note type and decks have every key that Anki demands', () => {
    const [[models, decks, dconf, conf] = []] = rows(
      pack([cardsOf(1)]),
      'SELECT models, decks, dconf, conf FROM col',
    );
    const model = JSON.parse(String(models))[1577836800051];
    expect(Object.keys(model)).toEqual(
      expect.arrayContaining(['id', 'name', 'type', 'mod', 'usn', 'sortf', 'did', 'tmpls', 'flds', 'css']),
    );
    expect(Object.keys(model.tmpls[0])).toEqual(expect.arrayContaining(['name', 'ord', 'qfmt']));
    expect(model.flds.map(({ name }: { name: string }) => name)).toEqual([
      'Question',
      'Answer',
      'See',
      'Other id',
    ]);
    for (const field of model.flds)
      expect(Object.keys(field)).toEqual(
        expect.arrayContaining(['name', 'ord', 'sticky', 'rtl', 'font', 'size']),
      );
    const all = Object.values(JSON.parse(String(decks))) as Record<string, unknown>[];
    expect(all.map(({ name, desc }) => [name, desc])).toEqual([
      ['Default', ''],
      ['Doors', 'All &amp; any'],
    ]);
    for (const each of all) {
      expect(Object.keys(each)).toEqual(
        expect.arrayContaining(['dyn', 'id', 'name', 'mod', 'usn', 'conf', 'collapsed']),
      );
      for (const key of ['newToday', 'revToday', 'lrnToday', 'timeToday']) expect(each[key]).toEqual([0, 0]);
    }
    expect([Object.keys(JSON.parse(String(dconf))), JSON.parse(String(conf)).curModel]).toEqual([
      ['1'],
      '1577836800051',
    ]);
  });
});

const python = spawnSync('python3', ['-c', 'import sqlite3, zipfile'], { encoding: 'utf8' }).status === 0;
const script = `
import json, sqlite3, sys, tempfile, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    bad = z.testzip()
    entries = [[i.filename, i.compress_type, list(i.date_time)] for i in z.infolist()]
    media = z.read('media').decode()
    folder = tempfile.mkdtemp(dir=sys.argv[2])
    path = z.extract('collection.anki2', folder)
db = sqlite3.connect(path)
q = lambda s: [list(r) for r in db.execute(s)]
print(json.dumps({
    'bad': bad, 'entries': entries, 'media': media,
    'integrity': q('PRAGMA integrity_check'),
    'objects': q("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY type, name"),
    'col': q('SELECT id, crt, ver, dty, usn, ls, tags FROM col'),
    'notes': q('SELECT guid, mid, mod, usn, tags, flds, sfld, csum, flags, data FROM notes ORDER BY guid'),
    'cards': q('SELECT nid = id, ord, usn, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, data FROM cards ORDER BY due'),
}))
`;

describe('another reader', () => {
  test.skipIf(!python)(
    'nornagon/mkanki#5: Python’s zipfile and sqlite3 open a package, its entries stored',
    () => {
      const each = cardsOf(2);
      each.cards[0]!.question = 'front';
      each.cards[0]!.tags = ['t', 'u'];
      const path = join(folder, 'doors.apkg');
      writeFileSync(path, pack([each]));
      const { stdout, stderr } = spawnSync('python3', ['-c', script, path, folder], { encoding: 'utf8' });
      expect(stderr).toBe('');
      const index = [
        'cards_nid',
        'cards_sched',
        'cards_usn',
        'notes_csum',
        'notes_usn',
        'revlog_cid',
        'revlog_usn',
      ];
      const first = 1577836800;
      expect(JSON.parse(stdout)).toEqual({
        bad: null,
        // 0 is "stored".
        entries: [
          ['collection.anki2', 0, [1980, 1, 1, 0, 0, 0]],
          ['media', 0, [1980, 1, 1, 0, 0, 0]],
        ],
        media: '{}',
        integrity: [['ok']],
        objects: [
          ...index.map((name) => ['index', `ix_${name}`]),
          ...['cards', 'col', 'graves', 'notes', 'revlog'].map((name) => ['table', name]),
        ],
        col: [[1, first + 4 * 3600, 11, 0, 0, 0, '{}']],
        notes: [
          ['c-0', 1577836800051, first, -1, ' t u ', 'front\u001FA0\u001F\u001F', 'front', 460909371, 0, ''],
          // The first four bytes of: printf Q1 | sha1sum
          ['c-1', 1577836800051, first, -1, '', 'Q1\u001FA1\u001F\u001F', 'Q1', 0xdb5623b4, 0, ''],
        ],
        cards: [1, 2].map((due) => [1, 0, -1, 0, 0, due, 0, 0, 0, 0, 0, 0, 0, 0, '']),
      });
    },
  );
});
