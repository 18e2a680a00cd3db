import { zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readDecks } from '../../../../src/cards/formats/formats.ts';
import { FormatError } from '../../../../src/cards/formats/shape.ts';
import {
  bytes,
  databaseOf,
  join,
  legacy,
  message,
  newCard,
  note,
  sql,
  zip,
  zstd,
  zstdStream,
} from './apkg.ts';

const read = (entries: Record<string, Uint8Array>, level: 0 | 6 = 0) =>
  readDecks('x.apkg', zip(entries, level), { sql });
const media = bytes('{}');
const one = legacy({
  notes: [note(10, 'g1', 'What is a <b>door</b>?|A hole<br>that can be closed.')],
  cards: [newCard(20, 10)],
});
const door = {
  id: 'g1',
  question: 'What is a **door**?',
  answer: 'A hole\nthat can be closed.',
  see: null,
  tags: ['t', 'u::v'],
  foreignId: null,
  changed: 1_700_000_000_000,
  scheduling: null,
};
const doors = { title: 'Doors::Old', tint: 'sky', blurb: 'All & any', cards: [door], log: [] };

/**
 * Schema 18 as Anki writes it. sql.js knows no collation `unicase`, so the tables are made with another
 * one of as many letters, and the name is put into the schema afterwards.
 */
function latest(): Uint8Array {
  const template = message([1, '{{Front}}'], [2, '{{FrontSide}}<hr id=answer>{{Back}}']);
  return databaseOf(
    `CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer, scm integer, ver integer, dty integer,
       usn integer, ls integer, conf text, models text, decks text, dconf text, tags text);
     CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer, mod integer, usn integer, tags text, flds text,
       sfld integer, csum integer, flags integer, data text);
     CREATE TABLE cards (id integer PRIMARY KEY, nid integer, did integer, ord integer, mod integer, usn integer, type integer,
       queue integer, due integer, ivl integer, factor integer, reps integer, lapses integer, left integer, odue integer,
       odid integer, flags integer, data text);
     CREATE TABLE revlog (id integer PRIMARY KEY, cid integer, usn integer, ease integer, ivl integer, lastIvl integer,
       factor integer, time integer, type integer);
     CREATE TABLE fields (ntid integer NOT NULL, ord integer NOT NULL, name text NOT NULL COLLATE nocase, config blob NOT NULL,
       PRIMARY KEY (ntid, ord)) WITHOUT ROWID;
     CREATE UNIQUE INDEX idx_fields_name_ntid ON fields (name, ntid);
     CREATE TABLE templates (ntid integer NOT NULL, ord integer NOT NULL, name text NOT NULL COLLATE nocase,
       mtime_secs integer NOT NULL, usn integer NOT NULL, config blob NOT NULL, PRIMARY KEY (ntid, ord)) WITHOUT ROWID;
     CREATE UNIQUE INDEX idx_templates_name_ntid ON templates (name, ntid);
     CREATE TABLE notetypes (id integer NOT NULL PRIMARY KEY, name text NOT NULL COLLATE nocase, mtime_secs integer NOT NULL,
       usn integer NOT NULL, config blob NOT NULL);
     CREATE UNIQUE INDEX idx_notetypes_name ON notetypes (name);
     CREATE TABLE decks (id integer PRIMARY KEY NOT NULL, name text NOT NULL COLLATE nocase, mtime_secs integer NOT NULL,
       usn integer NOT NULL, common blob NOT NULL, kind blob NOT NULL);
     CREATE UNIQUE INDEX idx_decks_name ON decks (name);
     INSERT INTO col VALUES (1, 1577851200, 0, 0, 18, 0, 0, 0, '', '', '', '', '');
     INSERT INTO fields VALUES (1, 0, 'Front', ''), (1, 1, 'Back', '');
     INSERT INTO notes VALUES (${note(10, 'g1', 'What is a <b>door</b>?|A hole<br>that can be closed.')});
     INSERT INTO cards VALUES (${newCard(20, 10)});`,
    (database) => {
      database.run('INSERT INTO templates VALUES (1, 0, ?, 0, 0, ?)', ['Card 1', template]);
      database.run('INSERT INTO notetypes VALUES (1, ?, 0, 0, ?)', ['Basic', message([3, 'css'])]);
      const kind = message([1, message([1, 1], [4, 'All &amp; any'])]);
      database.run('INSERT INTO decks VALUES (5, ?, 0, 0, ?, ?)', ['Doors\u001FOld', message([1, 1]), kind]);
      database.exec(
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'nocase', 'unicase')",
      );
    },
  );
}
const mediaList = message(
  [1, message([1, 'door.png'], [2, 3], [3, new Uint8Array(20)])],
  [1, message([1, '../../.profile'], [2, 3])],
);
/** The note that newer packages show to older programs. */
const dummy = legacy({
  notes: [note(1, 'dummy', 'Please update to the latest Anki version.|x')],
  cards: [newCard(1, 1)],
});

describe('every version of package', () => {
  test('legacy 1: collection.anki2, stored or deflated, with or without a list of media', () => {
    expect(read({ 'collection.anki2': one, media })).toEqual({ decks: [doors], report: [] });
    expect(read({ 'collection.anki2': one }, 6)).toEqual({ decks: [doors], report: [] });
  });

  test('legacy 2: collection.anki21, whatever stands beside it', () => {
    expect(read({ 'collection.anki2': dummy, 'collection.anki21': one, media }).decks).toEqual([doors]);
    expect(
      read({ meta: message([1, 2]), 'collection.anki2': dummy, 'collection.anki21': one, media }).decks,
    ).toEqual([doors]);
  });

  test('latest: collection.anki21b, and its list of media, in zstd', () => {
    const list = [
      'The media file "../../.profile" has a name that leads out of its folder, and was left out.',
      '2 media files stayed in the package: cards here hold text.',
    ];
    for (const pack of [zstd, zstdStream])
      expect(
        read({
          meta: message([1, 3]),
          'collection.anki2': dummy,
          'collection.anki21b': pack(latest()),
          media: pack(mediaList),
        }),
      ).toEqual({ decks: [doors], report: list });
  });

  test('latest: as zstd itself compresses it, in one frame or several', () => {
    const file = latest();
    const [head, tail] = [file.subarray(0, 5000), file.subarray(5000)];
    const frames = join([zstdCompressSync(head), zstdCompressSync(tail)].map((part) => new Uint8Array(part)));
    for (const packed of [new Uint8Array(zstdCompressSync(file)), frames])
      expect(read({ meta: message([1, 3]), 'collection.anki21b': packed }).decks).toEqual([doors]);
  });

  test('zfletch/apkg-to-csv#3, mnemosyne-proj/mnemosyne#287: the note that asks to update is never read, without "meta" either', () => {
    const { decks } = read({
      'collection.anki2': dummy,
      'collection.anki21': dummy,
      'collection.anki21b': zstd(latest()),
    });
    expect(decks).toEqual([doors]);
  });

  test('a newer version is refused with what to do', () => {
    expect(() => read({ meta: message([1, 4]), 'collection.anki2': one })).toThrow(
      new FormatError(
        'The package has Anki\'s version 4, which is too new for this reader. Export it with "Support older Anki versions".',
      ),
    );
  });

  test('a write-ahead log that is not in the package is not missed', () => {
    const wal = one.slice();
    wal[18] = wal[19] = 2;
    expect(read({ 'collection.anki2': wal }).decks).toEqual([doors]);
  });
});

describe('notes of other types', () => {
  const models = {
    2: {
      id: 2,
      name: 'Both ways',
      type: 0,
      flds: [
        { name: 'Back', ord: 1 },
        { name: 'Front', ord: 0 },
        { name: 'Extra', ord: 2 },
      ],
      tmpls: [
        {
          name: 'Card 1',
          ord: 0,
          qfmt: '<script>a()</script>{{Front}}{{#Extra}} ({{text:Extra}}){{/Extra}}',
          afmt: '{{FrontSide}}<hr id=answer>{{Back}}{{^Extra}}!{{/Extra}}',
        },
        {
          name: 'Card 2',
          ord: 1,
          qfmt: '{{Back}} {{type:Front}}',
          afmt: '{{FrontSide}}<hr id=answer>{{type:Front}}{{tts en_US:Front}}',
        },
      ],
    },
    3: {
      id: 3,
      name: 'Cloze',
      type: 1,
      flds: [{ name: 'Text', ord: 0 }],
      tmpls: [{ name: 'Cloze', ord: 0, qfmt: '{{cloze:Text}}', afmt: '{{cloze:Text}}' }],
    },
  };
  const sides = (notes: string[], cards: string[]) => {
    const { decks, report } = read({ 'collection.anki2': legacy({ models, notes, cards }) });
    return {
      cards: decks.flatMap((deck) => deck.cards.map(({ id, question, answer }) => [id, question, answer])),
      report,
    };
  };

  test('each template makes a card of its own', () => {
    expect(
      sides(
        [note(10, 'g1', 'q|a|x', 2), note(11, 'g2', 'q|a|', 2)],
        [newCard(20, 10), newCard(21, 10, 1), newCard(22, 11)],
      ),
    ).toEqual({
      cards: [
        ['g1', 'q (x)', 'a'],
        ['g1#2', 'a', 'q'],
        ['g2', 'q', 'a!'],
      ],
      report: [],
    });
  });

  test('a gap is asked for in one card and shown in the others', () => {
    expect(
      sides(
        [note(10, 'g', '{{c1::Doors::what}} turn on {{c2::hinges}}.', 3)],
        [newCard(20, 10), newCard(21, 10, 1)],
      ),
    ).toEqual({
      cards: [
        ['g', '[what] turn on hinges.', '**Doors** turn on hinges.'],
        ['g#2', 'Doors turn on […].', 'Doors turn on **hinges**.'],
      ],
      report: [],
    });
  });

  test('what has no note, type, template, question or answer is left out, and said so', () => {
    const { cards, report } = sides(
      [
        note(10, 'no-type', 'q|a', 9),
        note(11, 'no-template', 'q|a|', 2),
        note(12, 'no-answer', 'q|<br>|x', 2),
        note(13, '', 'q|a|', 2),
      ],
      [newCard(20, 10), newCard(21, 11, 7), newCard(22, 12), newCard(23, 99), newCard(24, 13)],
    );
    expect(report).toEqual([
      'Card "no-type" has no note type, and was left out.',
      'Card "no-template" has no template for its card 8, or one too large, and was left out.',
      'Card "no-answer" has no answer, and was left out.',
      'Card 23 has no note, and was left out.',
    ]);
    expect(cards).toEqual([[expect.stringMatching(/^c-[0-9a-f]{16}$/), 'q', 'a!']]);
  });

  test('scripts, pictures and sounds in fields are left out, and said so', () => {
    const { cards, report } = sides(
      [note(10, 'g', 'q<img src="x.png" onerror="alert(1)">|<script>alert(2)</script>a[sound:x.mp3]|', 2)],
      [newCard(20, 10)],
    );
    expect(cards).toEqual([['g', 'q[picture]', 'a!']]);
    expect(report).toEqual([
      'Card "g": a picture in its question was left out.',
      'Card "g": a script in its answer was left out.',
      'Card "g": a sound in its answer was left out.',
    ]);
  });
});

describe('scheduling', () => {
  const notes = ['a', 'b', 'c', 'd', 'e'].map((guid, index) => note(10 + index, guid, `${guid}|x`));
  /** id, nid, did, ord, mod, usn, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, data */
  const cards = [
    `20, 10, 5, 0, 0, -1, 2, 2, 100, 30, 2500, 8, 1, 0, 0, 0, 0, '{"pos":1,"s":31.5,"d":6.25,"dr":0.9}'`,
    `21, 11, 5, 0, 0, -1, 1, 1, 1700000060, 0, 0, 1, 0, 1001, 0, 0, 0, ''`,
    // Suspended in the middle of a review's life.
    `22, 12, 5, 0, 0, -1, 2, -1, 100, 10, 2500, 3, 0, 0, 0, 0, 0, '{'`,
    // In a filtered deck: it came from deck 5, where it is due on day 7.
    `23, 13, 1, 0, 0, -1, 2, 2, -100, 5, 2500, 2, 0, 0, 7, 5, 0, ''`,
    newCard(24, 14),
  ];
  const revlog = [
    '1700000000000, 20, -1, 3, 30, 12, 2500, 4000, 1',
    '1600000000000, 20, -1, 1, -600, -60, 0, 9000, 0',
    '1700000000001, 20, -1, 0, 30, 30, 0, 0, 4',
  ];
  const created = 1_577_851_200_000;
  const day = 86_400_000;

  test('days count from the collection’s first, steps are seconds, and the log says when it was last', () => {
    const [deck] = read({ 'collection.anki2': legacy({ notes, cards, revlog }) }).decks;
    const base = { stability: null, difficulty: null, suspended: false, buried: false };
    const found = Object.fromEntries(deck!.cards.map(({ id, scheduling }) => [id, scheduling]));
    expect(found).toEqual({
      a: {
        ...base,
        state: 'review',
        due: created + 100 * day,
        stability: 31.5,
        difficulty: 6.25,
        scheduledDays: 30,
        reps: 8,
        lapses: 1,
        lastReview: 1_700_000_000_000,
      },
      b: {
        ...base,
        state: 'learning',
        due: 1_700_000_060_000,
        scheduledDays: 0,
        reps: 1,
        lapses: 0,
        lastReview: null,
      },
      c: {
        ...base,
        state: 'review',
        due: created + 100 * day,
        scheduledDays: 10,
        reps: 3,
        lapses: 0,
        lastReview: created + 90 * day,
        suspended: true,
      },
      d: {
        ...base,
        state: 'review',
        due: created + 7 * day,
        scheduledDays: 5,
        reps: 2,
        lapses: 0,
        lastReview: created + 2 * day,
      },
      e: null,
    });
    // An interval set by hand (type 4) is no answer.
    expect(deck!.log).toEqual([
      {
        card: 'a',
        at: 1_600_000_000_000,
        rating: 1,
        kind: 'learning',
        lastSeconds: 60,
        nextSeconds: 600,
        tookMs: 9000,
      },
      {
        card: 'a',
        at: 1_700_000_000_000,
        rating: 3,
        kind: 'review',
        lastSeconds: 12 * 86_400,
        nextSeconds: 30 * 86_400,
        tookMs: 4000,
      },
    ]);
  });
});
