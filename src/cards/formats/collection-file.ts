/** Opens an Anki collection from elsewhere in sql.js, on its guard: the file may be made to do harm. */
import type { Database, SqlJsStatic, SqlValue } from 'sql.js';
import { FormatError, limits } from './shape.ts';

export type Cell = SqlValue;

/** Only plain tables are read, each from beginning to end. */
export class CollectionFile {
  readonly #database: Database;
  /** Each with whether it has rowids. */
  readonly #tables = new Map<string, boolean>();
  readonly #columns = new Map<string, Set<string>>();
  /** What no collection of Anki has: triggers and views. They never run here. */
  readonly strange: string[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param only - These are the tables that will be read. */
  inspect(only: readonly string[]): void {
    let unicase = false;
    for (const [type, name, sql] of this.#rows('SELECT type, name, sql FROM sqlite_master', 1000)) {
      unicase ||= typeof sql === 'string' && sql.includes('unicase');
      if (type === 'trigger' || type === 'view')
        this.strange.push(`the ${type} "${String(name).slice(0, 40)}"`);
      const plain = type === 'table' && typeof sql === 'string' && /^CREATE TABLE\b/i.test(sql);
      if (plain && only.includes(String(name)))
        this.#tables.set(String(name), !/\bWITHOUT\s+ROWID\b/i.test(sql));
      else if (type !== 'index' && only.includes(String(name)))
        throw new FormatError(
          `"${String(name)}" in the collection is no plain table, so it was not read. Export the package again.`,
        );
    }
    if (unicase) this.#nameOrder();
    for (const table of this.#tables.keys()) this.#columns.set(table, this.#plainColumns(table));
  }

  /**
   * Newer collections order names by a collation that only Anki has, and SQLite opens no table without
   * rowids whose collation it lacks. Nothing here is looked up by name, so in this copy any other will do.
   */
  #nameOrder(): void {
    this.#database.exec(
      `PRAGMA writable_schema = ON;
       UPDATE sqlite_master SET sql = replace(sql, 'unicase', 'nocase');
       PRAGMA writable_schema = RESET`,
    );
  }

  /** A column that computes its value could compute for ever. */
  #plainColumns(table: string): Set<string> {
    const columns = this.#rows(`PRAGMA table_xinfo(${table})`, 100);
    if (columns.some(([, , , , , , hidden]) => hidden !== 0))
      throw new FormatError(
        `The table "${table}" of the collection has computed columns, so it was not read. Export the package again.`,
      );
    return new Set(columns.map(([, name]) => String(name)));
  }

  has(table: string): boolean {
    return this.#tables.has(table);
  }

  /** @param most - Rows. @throws {FormatError} */
  read(table: string, columns: readonly string[], most: number): Cell[][] {
    const missing = columns.find((column) => !this.#columns.get(table)?.has(column));
    if (missing !== undefined)
      throw new FormatError(
        `The collection has no ${table}.${missing}, so it is none of Anki's. Export the package again.`,
      );
    // Never by an index: those of newer collections need an order of names that only Anki knows.
    const plainly = this.#tables.get(table) ? ' NOT INDEXED' : '';
    return this.#rows(
      `SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM ${table}${plainly}`,
      most,
    );
  }

  #rows(sql: string, most: number): Cell[][] {
    const statement = this.#database.prepare(sql);
    const rows: Cell[][] = [];
    let length = 0;
    try {
      while (statement.step()) {
        const row = statement.get();
        for (const cell of row) length += cell === null || typeof cell === 'number' ? 8 : cell.length;
        if (rows.length >= most)
          throw new FormatError(
            `The collection has more than ${most.toLocaleString('en')} rows in one table. Split the deck.`,
          );
        if (length > limits.unpackedBytes)
          throw new FormatError(
            'The collection holds more text than its file can. Export the package again.',
          );
        rows.push(row);
      }
      return rows;
    } finally {
      statement.free();
    }
  }
}

/** @throws {FormatError}, whatever the file holds */
export function withCollection<T>(
  sql: SqlJsStatic,
  bytes: Uint8Array,
  tables: readonly string[],
  use: (file: CollectionFile) => T,
): T {
  let database: Database | undefined;
  try {
    database = new sql.Database(plainFile(bytes));
    // https://sqlite.org/security.html: nothing in the schema may act, and pages are checked.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const file = new CollectionFile(database);
    file.inspect(tables);
    database.exec('PRAGMA query_only = ON');
    return use(file);
  } catch (error) {
    if (error instanceof FormatError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw damaged(reason.slice(0, 80));
  } finally {
    database?.close();
  }
}

/** A copy that says it has no write-ahead log: there is none in a package, and opening one needs shared memory. */
function plainFile(bytes: Uint8Array): Uint8Array {
  const magic = new TextDecoder().decode(bytes.subarray(0, 16));
  if (magic !== 'SQLite format 3\0' || bytes.length < 512)
    throw new FormatError('The collection in the package is no SQLite database. Export the package again.');
  if (repeats(bytes)) throw damaged('its list of tables repeats itself');
  const copy = bytes.slice();
  copy[18] = 1;
  copy[19] = 1;
  return copy;
}

const damaged = (why: string) =>
  new FormatError(`The collection in the package is damaged (${why}). Export the package again.`);

/**
 * Whether the tree of pages that lists the tables has a page twice. SQLite reads that list to its end
 * before anything can stop it, and a few pages that name each other make it endless.
 *
 * https://sqlite.org/fileformat2.html#b_tree_pages
 */
function repeats(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const written = view.getUint16(16);
  const pageSize = written === 1 ? 65_536 : written;
  const seen = new Set<number>();
  const open = [1];
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    if (seen.has(page) || seen.size > 10_000) return true;
    seen.add(page);
    const start = (page - 1) * pageSize;
    const header = start + (page === 1 ? 100 : 0);
    // A page outside of the file, or of a kind that has no children: SQLite says what it thinks of it.
    if (header + 12 > bytes.length || view.getUint8(header) !== 5) continue;
    open.push(view.getUint32(header + 8));
    for (let cell = 0; cell < view.getUint16(header + 3); cell += 1) {
      const pointer = header + 12 + cell * 2;
      if (pointer + 2 > bytes.length) break;
      const child = start + view.getUint16(pointer);
      if (child + 4 <= bytes.length) open.push(view.getUint32(child));
    }
  }
  return false;
}
