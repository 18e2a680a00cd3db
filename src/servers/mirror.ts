/**
 * A copy of a server's committed rows in SQLite, so that properties, tables and traces are asked and
 * shown by what asks and shows them everywhere else. Rows that stay keep their rowid.
 */
import { type Session, SqlError, type SqlValue } from '../engine/ports.ts';
import { quoteName, type TableInfo } from '../engine/world/tables.ts';
import type { World } from '../engine/world/world.ts';

interface Copied extends TableInfo {
  /** Columns that can be written. */
  stored: string[];
}

export class Mirror {
  readonly #world: World;
  readonly #session: Session;
  readonly #tables: Copied[];

  constructor(world: World) {
    this.#world = world;
    this.#session = world.session('mirror');
    this.#tables = [...world.tables.values()]
      .filter(({ schema }) => schema === 'main')
      .map((table) => ({
        ...table,
        stored: table.columns.filter(({ generated }) => !generated).map(({ name }) => name),
      }));
  }

  /** What to ask the server for. */
  get tables(): { name: string; columns: string[] }[] {
    return this.#tables.map(({ name, stored }) => ({ name, columns: stored }));
  }

  /** @returns whether any row is different from what was known. */
  show(tables: readonly SqlValue[][][]): boolean {
    this.#session.run('BEGIN IMMEDIATE');
    this.#session.run('PRAGMA defer_foreign_keys = ON');
    this.#tables.forEach((table, index) => {
      const rows = tables[index] ?? [];
      this.#session.run('SAVEPOINT one_table');
      try {
        if (table.rowid === null) this.#rewrite(table, rows);
        else this.#adjust(table, rows);
      } catch (error) {
        if (!(error instanceof SqlError)) throw error;
        // Rows that exchange their keys are in each other's way: write them all anew.
        this.#session.run('ROLLBACK TO one_table');
        this.#rewrite(table, rows);
      }
      this.#session.run('RELEASE one_table');
    });
    this.#session.run('COMMIT');
    return this.#world.hasCommitted();
  }

  #adjust(table: Copied, wanted: readonly SqlValue[][]): void {
    const columns = table.stored.map(quoteName).join(', ');
    const known = this.#session
      .run(`SELECT ${table.rowid}, ${columns} FROM ${table.path} ORDER BY 1`)
      .rows.map(([rowid = null, ...values]) => ({ rowid, values }));
    const { gone, added } = difference(known, wanted);
    if (gone.length === 0 && added.length === 0) return;
    const changed: [SqlValue, SqlValue[]][] = [];
    for (const row of [...gone]) {
      // A row with the same first column is the same row, changed.
      const at = added.findIndex((values) => values[0] === row.values[0]);
      const values = added[at];
      if (!values) continue;
      added.splice(at, 1);
      gone.splice(gone.indexOf(row), 1);
      changed.push([row.rowid, values]);
    }
    for (const { rowid } of gone)
      this.#session.run(`DELETE FROM ${table.path} WHERE ${table.rowid} = ?`, [rowid]);
    const assignments = table.stored.map((name) => `${quoteName(name)} = ?`).join(', ');
    for (const [rowid, values] of changed)
      this.#session.run(`UPDATE ${table.path} SET ${assignments} WHERE ${table.rowid} = ?`, [
        ...values,
        rowid,
      ]);
    for (const values of added) this.#insert(table, values);
  }

  #rewrite(table: Copied, rows: readonly SqlValue[][]): void {
    const columns = table.stored.map(quoteName).join(', ');
    const known = this.#session.run(`SELECT ${columns} FROM ${table.path}`).rows;
    if (JSON.stringify(known.toSorted(byText)) === JSON.stringify(rows.toSorted(byText))) return;
    this.#session.run(`DELETE FROM ${table.path}`);
    for (const values of rows) this.#insert(table, values);
  }

  #insert(table: Copied, values: readonly SqlValue[]): void {
    const columns = table.stored.map(quoteName).join(', ');
    const marks = table.stored.map(() => '?').join(', ');
    this.#session.run(`INSERT INTO ${table.path} (${columns}) VALUES (${marks})`, values);
  }
}

const byText = (a: SqlValue[], b: SqlValue[]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

interface Row {
  rowid: SqlValue;
  values: SqlValue[];
}

/** Rows that are no more, and rows that are new; equal rows are counted, not told apart. */
function difference(
  known: readonly Row[],
  wanted: readonly SqlValue[][],
): { gone: Row[]; added: SqlValue[][] } {
  const counts = new Map<string, number>();
  for (const values of wanted)
    counts.set(JSON.stringify(values), (counts.get(JSON.stringify(values)) ?? 0) + 1);
  const gone: Row[] = [];
  for (const row of known) {
    const text = JSON.stringify(row.values);
    const left = counts.get(text) ?? 0;
    if (left > 0) counts.set(text, left - 1);
    else gone.push(row);
  }
  const added = wanted.filter((values) => {
    const text = JSON.stringify(values);
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left > 0;
  });
  return { gone, added };
}
