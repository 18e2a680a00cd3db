/** Packages made to do harm: each is refused, or made harmless, with one sentence. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDecks } from '../../../../src/cards/formats/formats.ts';
import { FormatError } from '../../../../src/cards/formats/shape.ts';
import { bytes, databaseOf, legacy, message, newCard, note, sql, zip, zstd, zstdBomb } from './apkg.ts';

const read = (file: Uint8Array) => readDecks('x.apkg', file, { sql });
const basic = { notes: [note(10, 'g', 'q|a')], cards: [newCard(20, 10)] };
const good = zip({ 'collection.anki2': legacy(basic), media: bytes('{}') });

describe('the zip', () => {
  test.each<[what: string, file: () => Uint8Array, message: string]>([
    [
      'that is none',
      () => bytes('PK no zip'),
      'The file is no complete zip, so no package of Anki or Mochi. Choose an .apkg or .mochi file, or export it again.',
    ],
    [
      'cut off at its end',
      () => good.slice(0, -10),
      'The file is no complete zip, so no package of Anki or Mochi. Choose an .apkg or .mochi file, or export it again.',
    ],
    [
      'without a collection',
      () => zip({ 'a.txt': bytes('a') }),
      'The zip holds no collection.anki2, so it is no package of Anki. Choose an .apkg file.',
    ],
    [
      'whose list lies',
      () => changed(good, 'directory', 20, [255, 255, 255, 0]),
      'The package is damaged: "collection.anki2" is cut off. Export it again.',
    ],
    [
      'whose list points nowhere',
      () => changed(good, 'directory', 42, [1, 0, 0, 0]),
      'The package is damaged: "collection.anki2" is not where its list says. Export it again.',
    ],
    [
      'with other bytes than were packed',
      () => changed(good, 'start', 200, [1]),
      'The package is damaged: "collection.anki2" is not what was packed. Export it again.',
    ],
    [
      'that is encrypted',
      () => changed(good, 'directory', 8, [1]),
      '"collection.anki2" in the package is encrypted. Export it without a password.',
    ],
    [
      'compressed in an unknown way',
      () => changed(good, 'directory', 10, [99]),
      '"collection.anki2" in the package is compressed by method 99, which is not known here. Export it again.',
    ],
    [
      'of the large kind',
      () => changed(good, 'end', 10, [255, 255]),
      'The package is a zip of the large kind (zip64). Export it without media.',
    ],
    [
      'with 60,000 entries',
      () => changed(good, 'end', 10, [0x60, 0xea]),
      'The package has more than 50000 entries. Export it without media.',
    ],
    [
      'with fewer entries than it says',
      () => changed(good, 'end', 10, [9]),
      'The package is damaged: its list of 9 entries ends at entry 2. Export it again.',
    ],
  ])('%s is refused', (_, file, text) => {
    expect(() => read(file())).toThrow(new FormatError(text));
  });

  test('a bomb of deflate is not unpacked: 30 MB of zeros in 30 kB', () => {
    const bomb = zip({ 'collection.anki2': new Uint8Array(30 * 1024 * 1024) }, 6);
    expect(bomb.length).toBeLessThan(40_000);
    const refused = new FormatError(
      '"collection.anki2" in the package unpacks to more than 200 times its size, as no deck does, so it was not read.',
    );
    expect(() => read(bomb)).toThrow(refused);
    // A smaller size in the list changes nothing: what comes out is counted.
    expect(() => read(changed(bomb, 'directory', 24, [100, 0, 0, 0]))).toThrow(refused);
  });

  test('a bomb of zstd is not unpacked: 512 MB in 16 kB', () => {
    const file = (bomb: Uint8Array) => zip({ meta: message([1, 3]), 'collection.anki21b': bomb });
    expect(() => read(file(zstdBomb(512)))).toThrow(
      new FormatError(
        '"collection.anki21b" in the package unpacks to more than 200 times its size, as no deck does, so it was not read.',
      ),
    );
  });

  test('a zstd frame that asks for 2 GB of memory gets none', () => {
    const sized = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0x70, 1, 0, 0]);
    const window = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 1, 0, 0]);
    const file = (frame: Uint8Array) => zip({ meta: message([1, 3]), 'collection.anki21b': frame });
    expect(() => read(file(sized))).toThrow(
      new FormatError(
        '"collection.anki21b" in the package unpacks to more than 128 MB, so it was not read. Split the deck.',
      ),
    );
    expect(() => read(file(window))).toThrow(
      new FormatError(
        '"collection.anki21b" in the package is damaged: it cannot be unpacked. Export it again.',
      ),
    );
  });

  test('names that lead out of the package are left alone, and said so', () => {
    const { decks, report } = read(
      zip({
        'collection.anki2': legacy(basic),
        '../../etc/passwd': bytes('x'),
        'C:\\x': bytes('x'),
        media: bytes('{"0":"/etc/passwd"}'),
      }),
    );
    expect(decks[0]!.cards).toHaveLength(1);
    expect(report).toEqual([
      'The media file "/etc/passwd" has a name that leads out of its folder, and was left out.',
      '1 media file stayed in the package: cards here hold text.',
      'The package\'s entry "../../etc/passwd" has a name that leads out of it, and was left alone.',
      'The package\'s entry "C:\\x" has a name that leads out of it, and was left alone.',
    ]);
  });

  test('a list of media that cannot be read is left out, and the cards are not', () => {
    const { decks, report } = read(zip({ 'collection.anki2': legacy(basic), media: bytes('[') }));
    expect(decks[0]!.cards).toHaveLength(1);
    expect(report).toEqual(["The package's list of media was not read: It is no JSON."]);
  });

  test('two entries of one name are refused', () => {
    // fflate writes no two, so the other one is renamed, in both places.
    const twice = zip({ 'collection.anki2': legacy(basic), 'collection.ankiX': bytes('x') });
    const text = Buffer.from(twice);
    for (let at = text.indexOf('ankiX'); at !== -1; at = text.indexOf('ankiX', at + 1))
      text.write('anki2', at);
    expect(() => read(new Uint8Array(text))).toThrow(
      new FormatError('The package holds two entries named "collection.anki2". Export it again.'),
    );
  });
});

/** Bytes put at an offset from the zip's first entry, its list of entries, or its end record. */
function changed(
  file: Uint8Array,
  from: 'start' | 'directory' | 'end',
  offset: number,
  values: number[],
): Uint8Array {
  const copy = file.slice();
  const end = copy.length - 22;
  const directory = new DataView(copy.buffer).getUint32(end + 16, true);
  copy.set(values, { start: 0, directory, end }[from] + offset);
  return copy;
}

describe('the collection', () => {
  const collection = (file: Uint8Array) => read(zip({ 'collection.anki2': file }));

  test('triggers and views are never run, and said so', () => {
    const extra = `CREATE TRIGGER gotcha AFTER INSERT ON notes BEGIN DELETE FROM notes; END;
      CREATE VIEW "endless" AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;`;
    const { decks, report } = collection(legacy({ ...basic, extra }));
    expect(decks[0]!.cards).toHaveLength(1);
    expect(report).toEqual([
      'The collection holds the trigger "gotcha", as none of Anki\'s does; it was not run.',
      'The collection holds the view "endless", as none of Anki\'s does; it was not run.',
    ]);
  });

  test.each<[what: string, file: () => Uint8Array, message: string]>([
    [
      'whose notes are an endless view',
      () =>
        legacy({
          ...basic,
          extra: `DROP TABLE notes; CREATE VIEW notes AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT i AS id, 'g' AS guid, 1 AS mid, 0 AS mod, '' AS tags, '' AS flds FROM n;`,
        }),
      '"notes" in the collection is no plain table, so it was not read. Export the package again.',
    ],
    [
      'whose notes are computed',
      () => legacy({ ...basic, extra: `ALTER TABLE notes ADD COLUMN more AS (hex(zeroblob(100000000)));` }),
      'The table "notes" of the collection has computed columns, so it was not read. Export the package again.',
    ],
    [
      'that is no database',
      () => bytes('x'.repeat(4096)),
      'The collection in the package is no SQLite database. Export the package again.',
    ],
    [
      'of another program',
      () => databaseOf('CREATE TABLE col (id)'),
      "The collection has no col.crt, so it is none of Anki's. Export the package again.",
    ],
    [
      'without rows',
      () => databaseOf('CREATE TABLE col (crt, ver, models, decks)'),
      'The collection in the package is empty. Export the package again.',
    ],
    [
      'with broken lists',
      () => legacy({ ...basic, extra: "UPDATE col SET models = '{'" }),
      "The collection's list of note types is damaged. Export the package again.",
    ],
    [
      'cut in half',
      () => {
        const file = legacy({
          ...basic,
          extra:
            `INSERT INTO notes SELECT value, 'g', 1, 0, 0, '', hex(zeroblob(500)), 0, 0, 0, '' FROM generate_series(100, 200)`.replace(
              'generate_series(100, 200)',
              '(WITH RECURSIVE n(value) AS (SELECT 100 UNION ALL SELECT value + 1 FROM n WHERE value < 200) SELECT value FROM n)',
            ),
        });
        return file.slice(0, 20_000);
      },
      'The collection in the package is damaged (database disk image is malformed). Export the package again.',
    ],
    [
      'with more notes than any deck has',
      () =>
        legacy({
          extra: `INSERT INTO notes WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50001) SELECT i, 'g', 1, 0, 0, '', '', 0, 0, 0, '' FROM n`,
        }),
      'The collection has more than 50,000 rows in one table. Split the deck.',
    ],
  ])('%s is refused', (_, file, text) => {
    expect(() => collection(file())).toThrow(new FormatError(text));
  });

  test('values of the wrong kind, cycles of templates and huge numbers do no harm', () => {
    const models = JSON.stringify({
      1: { name: 7, type: '1', flds: 'x', tmpls: [null, { qfmt: '{{#a}}{{#b}}', afmt: 9 }] },
      x: null,
    });
    const extra = `UPDATE col SET models = '${models}', crt = 'soon'; UPDATE notes SET flds = x'00ff', tags = 7, mod = 9e99;
      UPDATE cards SET type = 99, due = -9e99, ivl = 'x', ord = -1, data = '[1]'; INSERT INTO revlog VALUES (1, 20, 0, 9, 'x', 0, 0, 0, 0)`;
    expect(collection(legacy({ ...basic, extra }))).toEqual({
      decks: [],
      report: ['Card "g" has no template for its card 0, or one too large, and was left out.'],
    });
  });

  test('a template that repeats a long field is bounded', () => {
    const models = {
      1: {
        name: 'x',
        flds: [{ name: 'F', ord: 0 }],
        tmpls: [{ ord: 0, qfmt: '{{F}}'.repeat(10_000), afmt: 'a' }],
      },
    };
    const { decks, report } = collection(
      legacy({ ...basic, models, notes: [note(10, 'g', 'x'.repeat(90_000))] }),
    );
    expect([decks, report]).toEqual([
      [],
      ['Card "g" has no template for its card 1, or one too large, and was left out.'],
    ]);
  });

  test('a schema whose pages repeat one another is refused, and not walked for ever', () => {
    expect(() => collection(endlessSchema())).toThrow(
      new FormatError(
        'The collection in the package is damaged (its list of tables repeats itself). Export the package again.',
      ),
    );
  });
});

/**
 * The list of tables as a tree of pages of which each names its child a hundred times: ten deep, that is
 * 100^10 rows. (https://sqlite.org/fileformat2.html#b_tree_pages)
 */
function endlessSchema(): Uint8Array {
  const [pageSize, depth] = [512, 10];
  const file = new Uint8Array(pageSize * (depth + 1));
  file.set(databaseOf('PRAGMA page_size = 512; CREATE TABLE a (b)').subarray(0, pageSize));
  const leaf = file.slice(0, pageSize);
  for (let page = 1; page <= depth; page += 1) {
    const view = new DataView(file.buffer, (page - 1) * pageSize, pageSize);
    const header = page === 1 ? 100 : 0;
    const cells = 30;
    const content = pageSize - 5;
    view.setUint8(header, 5);
    view.setUint16(header + 3, cells);
    view.setUint16(header + 5, content);
    view.setUint32(header + 8, page + 1);
    for (let cell = 0; cell < cells; cell += 1) view.setUint16(header + 12 + cell * 2, content);
    view.setUint32(content, page + 1);
    view.setUint8(content + 4, 1);
  }
  // The last page is the leaf, whose cells were on page 1: they keep their offsets, the header moves to 0.
  const last = new Uint8Array(file.buffer, depth * pageSize, pageSize);
  last.set(leaf);
  last.copyWithin(0, 100, 120);
  new DataView(file.buffer).setUint32(28, depth + 1);
  return file;
}

describe('by chance', () => {
  const collection = legacy(basic);
  const latest = zip({
    meta: message([1, 3]),
    'collection.anki21b': zstd(collection),
    media: zstd(message([1, message([1, 'a'])])),
  });

  test('bytes changed anywhere in a package throw nothing but a FormatError', () => {
    const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.constantFrom(good, latest), change, (file, changes) => {
        const copy = file.slice();
        for (const [at, value] of changes) copy[at % copy.length] = value;
        refusedOrRead(copy);
      }),
      { numRuns: 300 },
    );
  });

  test('bytes changed anywhere in a collection throw nothing but a FormatError', () => {
    // Most bytes of a small database are empty space: the first of each page say most.
    const place = fc.oneof(
      fc.nat(),
      fc.tuple(fc.nat(20), fc.nat(120)).map(([page, at]) => page * 4096 + at),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 30 }), (changes) => {
        const copy = collection.slice();
        for (const [at, value] of changes) copy[at % copy.length] = value;
        refusedOrRead(zip({ 'collection.anki2': copy }));
        refusedOrRead(zip({ meta: message([1, 3]), 'collection.anki21b': zstd(copy) }));
      }),
      { numRuns: 300 },
    );
  });

  test('bytes changed in compressed entries throw nothing but a FormatError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (any, magic) => {
        const frame = magic ? new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, ...any]) : any;
        refusedOrRead(zip({ meta: any, 'collection.anki2': any }));
        refusedOrRead(zip({ meta: message([1, 3]), 'collection.anki21b': frame, media: frame }));
      }),
      { numRuns: 1000 },
    );
  });

  function refusedOrRead(file: Uint8Array): void {
    try {
      read(file);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      expect(error.message).toMatch(/\.$/);
    }
  }
});

describe('nothing takes long', () => {
  const text = (source: string) => new TextEncoder().encode(source);

  // Each would take minutes where a reader looked at its text again and again: more than a test has.
  test.each<[what: string, name: string, source: () => string]>([
    ['50,000 cells without a line end', 'x.csv', () => 'a,b;'.repeat(12_500) + 'c'.repeat(2e6)],
    ['a header of a million commas', 'x.txt', () => `#separator:tab\n#tags:${','.repeat(1e6)}x\na\tb`],
    [
      '20,000 pieces of fenced code',
      'x.deck',
      () =>
        `# D\n\n${Array.from({ length: 20_000 }, (_, n) => `id: c${n}\nQ: q\nA: a\n\`\`\`\nx\n\`\`\`\n`).join('')}`,
    ],
    ['scripts that end nowhere', 'x.txt', () => `#html:true\na\t<script>${'</script'.repeat(12_000)}`],
    ['a quotation mark in every cell', 'x.txt', () => `#separator:comma\n${'a,"b""c",\n'.repeat(40_000)}`],
  ])('%s', (_, name, source) => {
    const file = text(source());
    try {
      readDecks(name, file, { rows: name === 'x.csv' ? ';' : null });
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
    }
  });

  test('a long note of very many cards is not rendered over and over', () => {
    // 50 million characters are allowed, and 157 cards of 320,000 each are more.
    const cards = Array.from({ length: 157 }, (_, n) => newCard(n + 20, 10, n));
    const templates = {
      flds: [{ name: 'T', ord: 0 }],
      tmpls: [{ ord: 0, qfmt: '{{cloze:T}}', afmt: '{{cloze:T}}' }],
    };
    const models = { 1: { name: 'Cloze', type: 1, ...templates } };
    const long = note(10, 'g', '{{c1::}}'.repeat(40_000));
    expect(() => read(zip({ 'collection.anki2': legacy({ models, notes: [long], cards }) }))).toThrow(
      new FormatError('The collection makes more text than it holds, over and over. Split the deck.'),
    );
  });
});
