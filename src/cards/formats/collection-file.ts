/** Opens an Anki collection from elsewhere in sql.js, on its guard: the file may be made to do harm. */
import type { Database, SqlJsStatic, SqlValue } from 'sql.js';
import { FormatError, limits } from './shape.ts';

export type Cell = SqlValue;

/** Only plain tables are read, each from beginning to end. */
export class CollectionFile {
  readonly #database: Database;
  readonly #tables = new Set<string>();
  readonly #columns = new Map<string, Set<string>>();
  /** What no collection of Anki has: triggers and views. They never run here. */
  readonly strange: string[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param only - These are the tables that will be read. */
  inspect(only: readonly string[]): void {
    for (const [type, name, sql] of this.#rows('SELECT type, name, sql FROM sqlite_master', 1000)) {
      if (type === 'trigger' || type === 'view')
        this.strange.push(`the ${type} "${String(name).slice(0, 40)}"`);
      const plain = type === 'table' && typeof sql === 'string' && /^CREATE TABLE\b/i.test(sql);
      if (plain && only.includes(String(name))) this.#tables.add(String(name));
      else if (type !== 'index' && only.includes(String(name)))
        throw new FormatError(
          `"${String(name)}" in the collection is no plain table, so it was not read. Export the package again.`,
        );
    }
    for (const table of this.#tables) this.#columns.set(table, this.#plainColumns(table));
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
    return this.#rows(
      `SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM ${table} NOT INDEXED`,
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
    for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON', 'query_only = ON', 'mmap_size = 0'])
      database.exec(`PRAGMA ${pragma}`);
    const file = new CollectionFile(database);
    file.inspect(tables);
    return use(file);
  } catch (error) {
    if (error instanceof FormatError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new FormatError(
      `The collection in the package is damaged (${reason.slice(0, 80)}). Export the package again.`,
    );
  } finally {
    database?.close();
  }
}

/** A copy that says it has no write-ahead log: there is none in a package, and opening one needs shared memory. */
function plainFile(bytes: Uint8Array): Uint8Array {
  const magic = new TextDecoder().decode(bytes.subarray(0, 16));
  if (magic !== 'SQLite format 3\0' || bytes.length < 512)
    throw new FormatError('The collection in the package is no SQLite database. Export the package again.');
  const copy = bytes.slice();
  copy[18] = 1;
  copy[19] = 1;
  return copy;
}
