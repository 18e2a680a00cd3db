/** Committed rows of the watched tables, with who wrote each and what changed since the last look. */
import type { TaskId } from '../lab.ts';
import type { SqlValue } from '../ports.ts';
import type { RowChange, TableRow, TableState } from '../trace.ts';
import type { World } from '../world/world.ts';

/** Rows shown of one table, and characters shown of one value. */
const mostRows = 200;
const mostCharacters = 160;

interface KnownRow {
  values: SqlValue[];
  by: TaskId | null;
  fresh: TableRow['fresh'];
}

export class Ledger {
  readonly #world: World;
  readonly #watch: string[];
  readonly #rows = new Map<string, Map<number, KnownRow>>();

  constructor(world: World, watch: string[]) {
    this.#world = world;
    // The migration's own tables are shown too, after those that the lab names.
    const own = [...world.tables.values()].filter(({ schema }) => schema === 'main').map(({ name }) => name);
    this.#watch = [...watch, ...own.filter((name) => !watch.includes(name))];
    for (const table of this.#watch) {
      const rows = this.#read(table);
      this.#rows.set(
        table,
        new Map([...rows].map(([rowid, values]) => [rowid, { values, by: null, fresh: null }])),
      );
    }
  }

  /** Looks again after a step of `task`, who gets the credit for every difference. */
  update(task: TaskId): RowChange[] {
    const changes: RowChange[] = [];
    for (const table of this.#watch) {
      const known = this.#rows.get(table) ?? new Map<number, KnownRow>();
      const now = this.#read(table);
      for (const row of known.values()) row.fresh = null;
      for (const [rowid, { values }] of known) {
        if (now.has(rowid)) continue;
        known.delete(rowid);
        changes.push({ table, kind: 'removed', rowid, before: shown(values), after: null });
      }
      for (const [rowid, values] of now) {
        const before = known.get(rowid);
        if (!before) {
          known.set(rowid, { values, by: task, fresh: 'added' });
          changes.push({ table, kind: 'added', rowid, before: null, after: shown(values) });
        } else if (JSON.stringify(before.values) !== JSON.stringify(values)) {
          known.set(rowid, { values, by: task, fresh: 'changed' });
          changes.push({ table, kind: 'changed', rowid, before: shown(before.values), after: shown(values) });
        }
      }
    }
    return changes;
  }

  states(): Record<string, TableState> {
    const states: Record<string, TableState> = {};
    for (const table of this.#watch) {
      const info = this.#world.tables.get(table);
      const rows = [...(this.#rows.get(table) ?? [])].sort(([a], [b]) => a - b);
      states[table] = {
        columns: info?.columns.map((column) => column.name) ?? [],
        constraints: info?.constraints ?? [],
        rows: rows.map(([rowid, row]) => ({
          rowid,
          values: shown(row.values),
          by: row.by,
          fresh: row.fresh,
        })),
      };
    }
    return states;
  }

  #read(table: string): Map<number, SqlValue[]> {
    const info = this.#world.tables.get(table);
    if (!info) return new Map();
    if (!info.rowid) {
      const rows = this.#world.observe(`SELECT * FROM ${info.path} LIMIT ${mostRows}`);
      return new Map(rows.map((values, index) => [index + 1, values]));
    }
    const rows = this.#world.observe(
      `SELECT ${info.rowid}, * FROM ${info.path} ORDER BY 1 LIMIT ${mostRows}`,
    );
    return new Map(rows.map(([rowid, ...values]) => [Number(rowid), values]));
  }
}

function shown(values: SqlValue[]): SqlValue[] {
  return values.map((value) =>
    typeof value === 'string' && value.length > mostCharacters ? `${value.slice(0, mostCharacters)}…` : value,
  );
}
