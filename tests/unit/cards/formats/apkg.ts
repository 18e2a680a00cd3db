/** sql.js for the tests of packages, and packages made by hand. */
import { createRequire } from 'node:module';
import { zipSync } from 'fflate';
import type { Database, SqlJsStatic } from 'sql.js';

export const sql = (await createRequire(import.meta.url)('sql.js')()) as SqlJsStatic;

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A database with what the statements put into it. */
export function databaseOf(script: string, fill: (database: Database) => void = () => {}): Uint8Array {
  const database = new sql.Database();
  database.exec(script);
  fill(database);
  const file = database.export();
  database.close();
  return file;
}

export const zip = (entries: Record<string, Uint8Array>, level: 0 | 6 = 0): Uint8Array =>
  zipSync(entries, { level });

const u24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16];

/** A zstd frame of raw blocks, as RFC 8878 has it: magic, flags 0xA0 (one segment, size in 4 bytes), blocks. */
export function zstd(data: Uint8Array): Uint8Array {
  const most = 128 * 1024;
  const size = new Uint8Array(new Uint32Array([data.length]).buffer);
  const out: Uint8Array[] = [new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0xa0, ...size])];
  for (let at = 0; at < data.length || at === 0; at += most) {
    const block = data.subarray(at, at + most);
    const last = at + most >= data.length ? 1 : 0;
    out.push(new Uint8Array(u24(last | (block.length << 3))), block);
  }
  return join(out);
}

/** The same without a size, and with a window of 1 MiB: what a stream writes. */
export function zstdStream(data: Uint8Array): Uint8Array {
  const sized = zstd(data);
  return join([new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x00, 10 << 3]), sized.subarray(9)]);
}

/** Frames of runs: each block of four bytes unpacks to 128 KiB. */
export function zstdBomb(mib: number): Uint8Array {
  const blocks = Array.from({ length: mib * 8 }, (_, index) => [
    ...u24((index === mib * 8 - 1 ? 1 : 0) | (1 << 1) | ((128 * 1024) << 3)),
    0,
  ]);
  return new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x00, 10 << 3, ...blocks.flat()]);
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A protobuf message of numbers (wire type 0) and bytes (2). */
export function message(...fields: [field: number, value: number | string | Uint8Array][]): Uint8Array {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))];
  return join(
    fields.map(([field, value]) => {
      if (typeof value === 'number') return new Uint8Array([...varint(field * 8), ...varint(value)]);
      const chunk = typeof value === 'string' ? bytes(value) : value;
      return join([new Uint8Array([...varint(field * 8 + 2), ...varint(chunk.length)]), chunk]);
    }),
  );
}

/** Schema 11 with the model Basic and one deck, and rows of notes and cards as given. */
export function legacy(
  rows: {
    notes?: string[];
    cards?: string[];
    revlog?: string[];
    extra?: string;
    models?: object;
    decks?: object;
  } = {},
): Uint8Array {
  const models = rows.models ?? {
    1: {
      id: 1,
      name: 'Basic',
      type: 0,
      flds: [
        { name: 'Front', ord: 0 },
        { name: 'Back', ord: 1 },
      ],
      tmpls: [
        { name: 'Card 1', ord: 0, qfmt: '{{Front}}', afmt: '{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}' },
      ],
    },
  };
  const decks = rows.decks ?? {
    1: { id: 1, name: 'Default', dyn: 0 },
    5: { id: 5, name: 'Doors::Old', desc: 'All &amp; any' },
  };
  return databaseOf(
    `CREATE TABLE col (id integer PRIMARY KEY, crt integer, mod integer, scm integer, ver integer, dty integer, usn integer,
       ls integer, conf text, models text, decks text, dconf text, tags text);
     CREATE TABLE notes (id integer PRIMARY KEY, guid text, mid integer, mod integer, usn integer, tags text, flds text,
       sfld integer, csum integer, flags integer, data text);
     CREATE TABLE cards (id integer PRIMARY KEY, nid integer, did integer, ord integer, mod integer, usn integer, type integer,
       queue integer, due integer, ivl integer, factor integer, reps integer, lapses integer, left integer, odue integer,
       odid integer, flags integer, data text);
     CREATE TABLE revlog (id integer PRIMARY KEY, cid integer, usn integer, ease integer, ivl integer, lastIvl integer,
       factor integer, time integer, type integer);
     INSERT INTO col VALUES (1, 1577851200, 0, 0, 11, 0, 0, 0, '{}', '${JSON.stringify(models).replaceAll("'", "''")}',
       '${JSON.stringify(decks)}', '{}', '{}');
     ${(rows.notes ?? []).map((row) => `INSERT INTO notes VALUES (${row});`).join('\n')}
     ${(rows.cards ?? []).map((row) => `INSERT INTO cards VALUES (${row});`).join('\n')}
     ${(rows.revlog ?? []).map((row) => `INSERT INTO revlog VALUES (${row});`).join('\n')}
     ${rows.extra ?? ''}`,
  );
}

/** id, guid, model, fields. */
export const note = (id: number, guid: string, flds: string, mid = 1): string =>
  `${id}, '${guid}', ${mid}, 1700000000, -1, ' t u::v ', '${flds.replaceAll("'", "''").replaceAll('|', '\u001F')}', 0, 0, 0, ''`;

/** A new card of the deck 5. */
export const newCard = (id: number, nid: number, ord = 0): string =>
  `${id}, ${nid}, 5, ${ord}, 0, -1, 0, 0, ${id}, 0, 0, 0, 0, 0, 0, 0, 0, ''`;
