/** `deck`: a deck of ours, or a file of cards from elsewhere, in another format. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { SqlJsStatic } from 'sql.js';
import {
  datedSince,
  type Format,
  fileTypes,
  formats,
  readDecks,
  writeDecks,
} from '../cards/formats/formats.ts';
import {
  count,
  type DeckFile,
  FormatError,
  limits,
  type Reading,
  type Writing,
} from '../cards/formats/shape.ts';
import type { CommandOptions } from './main.ts';
import { CommandError, json, type Report } from './report.ts';

const folder = 'content/decks';
const binary: readonly Format[] = ['apkg', 'mochi'];
const separated: readonly Format[] = ['csv', 'tsv'];

/** @throws {CommandError} */
export async function deckCommand(input: string | undefined, options: CommandOptions): Promise<Report> {
  const { out } = options;
  const to = formats.find((format) => format === options.to);
  if (to === undefined)
    throw new CommandError(
      `${options.to === undefined ? 'deck needs a format' : `There is no format "${options.to}"`}. Add --to with one of: ${formats.join(', ')}.`,
    );
  if (binary.includes(to) && out === undefined)
    throw new CommandError(
      `A file of the format ${to} is no text. Add --out cards.${fileTypes[to].extension}.`,
    );
  if (options.json && out === undefined)
    throw new CommandError('--json tells what was written to a file. Add --out, or leave it out.');
  if (options.separator !== undefined && !separated.includes(to))
    throw new CommandError(
      '--separator is for the csv and tsv files that are written. For the file that is read, write --cells.',
    );
  const path = inputOf(input, options.deck);
  const sql = (await createRequire(import.meta.url)('sql.js')()) as SqlJsStatic;
  const from = fromOf(options.from);
  const reading = read(path, sql, { format: from, separator: options.cells, rows: options.rows });
  const decks = dated(chosen(reading.decks, options.only), options.since, sql);
  if (decks.every(({ cards }) => cards.length === 0))
    throw new CommandError(
      `"${path}" holds no card that could be read.${reading.report.map((line) => ` ${line}`).join('')}`,
    );
  const { separator, fresh } = options;
  const writing = named(path, () => writeDecks(to, decks, { sql, separator, scheduling: !fresh }));
  if (out !== undefined) save(out, writing.bytes);
  return reportOf(decks, [...reading.report, ...writing.report], writing, options);
}

function inputOf(input: string | undefined, deck: string | undefined): string {
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith('.deck'))
    .map((name) => name.replace(/\.deck$/, ''));
  const choose = `Name a file, such as cards.csv, or add --deck with one of: ${ids.join(', ')}.`;
  if (input !== undefined && deck !== undefined)
    throw new CommandError(`deck was given both "${input}" and --deck ${deck}. Leave one of them out.`);
  if (input !== undefined) return input;
  if (deck === undefined) throw new CommandError(`deck needs cards. ${choose}`);
  if (!ids.includes(deck)) throw new CommandError(`There is no deck "${deck}". ${choose}`);
  return `${folder}/${deck}.deck`;
}

function fromOf(from: string | undefined): Format | null {
  if (from === undefined) return null;
  const format = formats.find((each) => each === from);
  if (format === undefined)
    throw new CommandError(`--from is "${from}", which is no format. Write one of: ${formats.join(', ')}.`);
  return format;
}

function read(path: string, sql: SqlJsStatic, options: Parameters<typeof readDecks>[2]): Reading {
  if (!existsSync(path) || !statSync(path).isFile())
    throw new CommandError(`"${path}" is no file. Correct the path.`);
  if (statSync(path).size > limits.fileBytes)
    throw new CommandError(
      `"${path}" has more than ${limits.fileBytes / 1024 / 1024} MB. Split it into smaller ones.`,
    );
  return named(path, () => readDecks(basename(path), readFileSync(path), { ...options, sql }));
}

/** What the formats refuse, with the file's name before it. */
function named<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const name = basename(path);
    throw new CommandError(
      error.message.startsWith(`${name}:`) ? error.message : `${name}: ${error.message}`,
    );
  }
}

function chosen(decks: DeckFile[], only: string | undefined): DeckFile[] {
  if (only === undefined) return decks;
  const found = decks.filter(({ title }) => title === only);
  if (found.length === 0)
    throw new CommandError(
      `There is no deck "${only}" in it. It has: ${decks.map(({ title }) => title).join(', ')}.`,
    );
  return found;
}

function dated(decks: DeckFile[], since: string | undefined, sql: SqlJsStatic): DeckFile[] {
  if (since === undefined) return decks;
  return datedSince(read(since, sql, {}).decks, decks, Date.now());
}

function save(out: string, bytes: Uint8Array): void {
  try {
    writeFileSync(out, bytes);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandError(`"${out}" could not be written (${reason}). Choose another path.`);
  }
}

function reportOf(
  decks: readonly DeckFile[],
  report: string[],
  { bytes }: Writing,
  options: CommandOptions,
): Report {
  const { out } = options;
  if (options.json) {
    const all = decks.map(({ title, cards, log }) => ({ title, cards: cards.length, answers: log.length }));
    return { out: json({ decks: all, report, file: out, bytes: bytes.length }), talk: '', status: 0 };
  }
  const total = decks.reduce((sum, { cards }) => sum + cards.length, 0);
  const told = `${count(total, 'card')} in ${count(decks.length, 'deck')}${out === undefined ? '' : `, written to ${out} (${bytes.length} bytes)`}`;
  return {
    out: out === undefined ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : '',
    talk: [told, ...report].join('\n'),
    status: 0,
  };
}
