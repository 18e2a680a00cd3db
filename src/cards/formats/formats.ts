/** Decks to and from files: which formats there are, and how one is told from another. */
import type { SqlJsStatic } from 'sql.js';
import { isAnkiText, readAnkiText, writeAnkiText } from './anki-text.ts';
import { readApkg } from './apkg-read.ts';
import { type ApkgOptions, writeApkg } from './apkg-write.ts';
import { readCsv, writeCsv } from './csv.ts';
import { decodeText } from './decode.ts';
import { separatorOf } from './delimited.ts';
import { readJson, writeJson } from './json.ts';
import { writeMochi } from './mochi.ts';
import { isMochi, readMochi } from './mochi-read.ts';
import { readSeed, writeSeed } from './seed.ts';
import { type DeckFile, FormatError, limits, type Reading, type Writing } from './shape.ts';

/** Each is read and written. */
export const formats = ['apkg', 'anki-text', 'csv', 'tsv', 'deck', 'mochi', 'json'] as const;
export type Format = (typeof formats)[number];

/** What a file of the format is called, and the type that a browser gives it. */
export const fileTypes: Readonly<Record<Format, { extension: string; mime: string }>> = {
  apkg: { extension: 'apkg', mime: 'application/apkg' },
  'anki-text': { extension: 'txt', mime: 'text/plain' },
  csv: { extension: 'csv', mime: 'text/csv' },
  tsv: { extension: 'tsv', mime: 'text/tab-separated-values' },
  deck: { extension: 'deck', mime: 'text/plain' },
  mochi: { extension: 'mochi', mime: 'application/zip' },
  json: { extension: 'json', mime: 'application/json' },
};

export interface ReadOptions {
  /** Between cells: `tab`, `comma`, … or the characters themselves. Null: as the format has it. */
  separator?: string | null;
  /** Between records, for text pasted from elsewhere; a line end by default. */
  rows?: string | null;
  /** False: a quotation mark is text, as in lists that other sites let one copy. */
  quotes?: boolean;
  /** Needed for apkg alone, so that it may be loaded when it is. */
  sql?: SqlJsStatic | null;
}

/** By what the file holds, and by its name where that could be several formats. */
export function formatOf(name: string, bytes: Uint8Array): Format {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return isMochi(bytes) ? 'mochi' : 'apkg';
  if (extension === 'mochi') return 'mochi';
  if (extension === 'apkg' || extension === 'colpkg') return 'apkg';
  if (extension === 'json' || extension === 'deck') return extension;
  const begin = decodeText(bytes)
    .slice(0, 8192)
    .replace(/^\uFEFF/, '');
  if (isAnkiText(begin)) return 'anki-text';
  if (extension === 'csv' || extension === 'tsv') return extension;
  if (/^\s*\{/.test(begin)) return 'json';
  if (/^\s*# /.test(begin) && /^(?:id|Q):/m.test(begin)) return 'deck';
  return 'anki-text';
}

/** @param name - The file's name: it gives the title of decks that have none. @throws {FormatError} */
export function readDecks(
  name: string,
  bytes: Uint8Array,
  options: ReadOptions & { format?: Format | null } = {},
): Reading {
  if (bytes.length > limits.fileBytes)
    throw new FormatError(
      `The file has more than ${limits.fileBytes / 1024 / 1024} MB. Split it into smaller ones.`,
    );
  const format = options.format ?? formatOf(name, bytes);
  const title = name.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || 'Imported cards';
  const separator = options.separator == null ? null : separatorOf(options.separator);
  const rows = options.rows == null ? '\n' : separatorOf(options.rows);
  switch (format) {
    case 'apkg':
      if (options.sql == null)
        throw new FormatError('SQLite is not loaded, and a package needs it. Try again.');
      return readApkg(bytes, options.sql);
    case 'anki-text':
      return readAnkiText(bytes, title, separator);
    case 'csv':
    case 'tsv':
      return readCsv(
        bytes,
        { separator: separator ?? (format === 'csv' ? ',' : '\t'), rows, quotes: options.quotes ?? true },
        title,
      );
    case 'deck':
      return readSeed(bytes, name);
    case 'mochi':
      return readMochi(bytes);
    case 'json':
      return readJson(bytes);
  }
}

export interface WriteOptions extends Partial<ApkgOptions> {
  separator?: string | null;
  sql?: SqlJsStatic | null;
}

/** @throws {FormatError} */
export function writeDecks(format: Format, decks: readonly DeckFile[], options: WriteOptions = {}): Writing {
  const separator = options.separator == null ? null : separatorOf(options.separator);
  switch (format) {
    case 'apkg':
      if (options.sql == null)
        throw new FormatError('SQLite is not loaded, and a package needs it. Try again.');
      return writeApkg(decks, options.sql, { scheduling: true, ...options });
    case 'anki-text':
      return writeAnkiText(decks);
    case 'csv':
      return writeCsv(decks, separator ?? ',');
    case 'tsv':
      return writeCsv(decks, separator ?? '\t');
    case 'deck':
      return writeSeed(decks);
    case 'mochi':
      return writeMochi(decks);
    case 'json':
      return writeJson(decks);
  }
}

/**
 * Gives every card whose text is not the published one a newer date: Anki takes a card again only if it
 * is dated later than the one it has (NdYAG/anki-apkg#4).
 *
 * @param published - As read from the package that people have already.
 * @param now - Milliseconds since 1970.
 */
export function datedSince(
  published: readonly DeckFile[],
  decks: readonly DeckFile[],
  now: number,
): DeckFile[] {
  const known = new Map(published.flatMap(({ cards }) => cards.map((card) => [card.id, card])));
  return decks.map((deck) => ({
    ...deck,
    cards: deck.cards.map((card) => {
      const before = known.get(card.id);
      if (before === undefined) return card;
      return { ...card, changed: contentOf(before) === contentOf(card) ? before.changed : now };
    }),
  }));
}

const contentOf = ({ question, answer, see, tags, foreignId }: DeckFile['cards'][number]): string =>
  JSON.stringify([question, answer, see && [see.lab, see.handler, see.schedule], tags, foreignId]);
