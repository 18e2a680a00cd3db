/// <reference lib="webworker" />
/** Reads and writes files of decks away from the page: a hostile file can be stopped with its thread. */
import initSqlJs, { type SqlJsStatic } from 'sql.js';
import sqliteWasm from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { type Format, formatOf, readDecks, writeDecks } from '../../../cards/formats/formats.ts';
import { type DeckFile, FormatError, type Reading, type Writing } from '../../../cards/formats/shape.ts';

export type TransferRequest =
  | { kind: 'read'; name: string; bytes: Uint8Array; separator: string | null; quotes: boolean }
  | { kind: 'write'; format: Format; decks: DeckFile[]; scheduling: boolean; separator: string | null };

export type TransferAnswer =
  | { kind: 'read'; reading: Reading; format: Format }
  | { kind: 'written'; writing: Writing }
  /** One sentence. */
  | { kind: 'refused'; message: string };

let sql: Promise<SqlJsStatic> | null = null;

/** Only packages need SQLite. */
function loadSql(): Promise<SqlJsStatic> {
  sql ??= initSqlJs({ locateFile: () => sqliteWasm });
  return sql;
}

async function answer(request: TransferRequest): Promise<TransferAnswer> {
  try {
    if (request.kind === 'read') {
      const { name, bytes, separator, quotes } = request;
      const format = formatOf(name, bytes);
      const needs = format === 'apkg' ? await loadSql() : null;
      return {
        kind: 'read',
        format,
        reading: readDecks(name, bytes, { format, separator, quotes, sql: needs }),
      };
    }
    const { format, decks, scheduling, separator } = request;
    const needs = format === 'apkg' ? await loadSql() : null;
    return { kind: 'written', writing: writeDecks(format, decks, { scheduling, separator, sql: needs }) };
  } catch (error) {
    return {
      kind: 'refused',
      message:
        error instanceof FormatError
          ? error.message
          : 'The file could not be handled here. Reload the page and try again; nothing was changed.',
    };
  }
}

addEventListener('message', async ({ data }: MessageEvent<TransferRequest>) => {
  postMessage(await answer(data));
});
