/**
 * Committed rows by number: equal rows have equal numbers, and a number brings its rows back. Each
 * table is told apart and kept for itself, since most steps change one table.
 */
import type { Session } from '../ports.ts';
import { quoteName, type TableInfo } from './tables.ts';

interface Kept {
  /** Reads every row so that all that SQLite tells apart is told apart, their order too. */
  dump: string;
  save: string;
  clear: string;
  fill: string;
  versions: Map<string, number>;
}

export class Contents {
  readonly #keeper: Session;
  readonly #observer: Session;
  readonly #tables: Kept[];
  readonly #numbers = new Map<string, number>();
  /** For each number, the version of each table. */
  readonly #versions: number[][] = [];
  #now: number | null = null;

  /**
   * @param keeper - Writes the tables, and has a database `kept` attached, where versions are stored.
   * @param observer - Sees committed rows.
   * @param sequences - Schemas whose tables count with AUTOINCREMENT.
   */
  constructor(
    keeper: Session,
    observer: Session,
    tables: readonly TableInfo[],
    sequences: readonly string[],
  ) {
    this.#keeper = keeper;
    this.#observer = observer;
    this.#tables = tables.map((table) => keep(keeper, table));
    // Filling the tables moves the sequences, so they come last.
    for (const schema of sequences) {
      const sequence = {
        name: '',
        path: `${schema}.sqlite_sequence`,
        schema,
        rowid: 'rowid',
        constraints: [],
      };
      const columns = ['name', 'seq'].map((name) => ({ name, generated: false }));
      this.#tables.push(keep(keeper, { ...sequence, columns }));
    }
  }

  /** The number of the rows that are committed now. The first that was asked for is 0. */
  number(): number {
    if (this.#now === null) {
      const versions = this.#tables.map((table) => this.#versionOf(table));
      const text = versions.join();
      let number = this.#numbers.get(text);
      if (number === undefined) {
        number = this.#versions.length;
        this.#numbers.set(text, number);
        this.#versions.push(versions);
      }
      this.#now = number;
    }
    return this.#now;
  }

  /** Rows may have been committed: look again. */
  changed(): void {
    this.#now = null;
  }

  /** Puts rows back. Nobody else may hold a lock. @returns whether that changed anything. */
  restore(number: number): boolean {
    if (number === this.number()) return false;
    const from = this.#versions[this.number()];
    const to = this.#versions[number];
    this.#keeper.run('BEGIN');
    this.#tables.forEach((table, index) => {
      if (from?.[index] === to?.[index] && !table.clear.includes('sqlite_sequence')) return;
      this.#keeper.run(table.clear);
      this.#keeper.run(table.fill, [to?.[index] ?? 0]);
    });
    this.#keeper.run('COMMIT');
    this.#now = number;
    return true;
  }

  #versionOf({ dump, save, versions }: Kept): number {
    const text = JSON.stringify(this.#observer.run(dump).rows);
    let version = versions.get(text);
    if (version === undefined) {
      version = versions.size;
      versions.set(text, version);
      this.#keeper.run(save, [version]);
    }
    return version;
  }
}

/** Makes the table that stores versions. It is made from the table itself, so that values keep their types. */
function keep(keeper: Session, { path, columns, rowid }: TableInfo): Kept {
  const stored = columns.filter((column) => !column.generated).map((column) => quoteName(column.name));
  const ids = rowid === null ? [] : [rowid];
  const store = `kept.${quoteName(path)}`;
  const named = [...ids.map((id) => `${id} AS "kept rowid"`), ...stored].join(', ');
  keeper.run(`CREATE TABLE ${store} AS SELECT 0 AS "kept version", ${named} FROM ${path} WHERE false`);
  keeper.run(`CREATE INDEX kept.${quoteName(`${path} by version`)} ON ${quoteName(path)} ("kept version")`);
  const kept = [...ids.map(() => '"kept rowid"'), ...stored].join(', ');
  const own = [...ids, ...stored].join(', ');
  return {
    // Not by an index: rows whose rowid has no name are told apart by their order alone.
    dump: `SELECT ${[...ids.map((id) => `quote(${id})`), ...columns.map(exactly)].join(', ')} FROM ${path} NOT INDEXED`,
    save: `INSERT INTO ${store} SELECT ?, ${own} FROM ${path} NOT INDEXED`,
    clear: `DELETE FROM ${path}`,
    fill: `INSERT INTO ${path} (${own}) SELECT ${kept} FROM ${store} WHERE "kept version" = ?`,
    versions: new Map(),
  };
}

/** A column so that values that SQLite tells apart are told apart: 2 and 2.0, 'hi' and x'6869'. */
function exactly({ name }: { name: string }): string {
  const column = quoteName(name);
  return `CASE typeof(${column}) WHEN 'text' THEN 't' || hex(${column}) ELSE quote(${column}) END`;
}
