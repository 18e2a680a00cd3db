import type { Session } from '../ports.ts';

export interface TableInfo {
  name: string;
  columns: { name: string; generated: boolean }[];
  /** The name by which its rowid goes; null for a WITHOUT ROWID table, or when columns hide it. */
  rowid: string | null;
  /** `UNIQUE (order_id)`, `PRIMARY KEY (key)`. */
  constraints: string[];
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The application's own tables, in the order in which they were made. */
export function readTables(session: Session): Map<string, TableInfo> {
  const tables = new Map<string, TableInfo>();
  const names = session.run(
    "SELECT name, wr FROM pragma_table_list JOIN sqlite_master USING (name) WHERE schema = 'main' AND pragma_table_list.type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY sqlite_master.rowid",
  ).rows;
  for (const [name, withoutRowid] of names) {
    const table = String(name);
    const columns = session
      .run('SELECT name, hidden FROM pragma_table_xinfo(?)', [table])
      .rows.map(([column, hidden]) => ({ name: String(column), generated: hidden !== 0 }));
    const constraints = session
      .run('SELECT name, origin, partial FROM pragma_index_list(?) WHERE "unique" ORDER BY seq DESC', [table])
      .rows.map(([index, origin, partial]) => {
        const on = session
          .run('SELECT name FROM pragma_index_info(?)', [String(index)])
          .rows.map(([column]) => column ?? 'expression');
        return `${origin === 'pk' ? 'PRIMARY KEY' : 'UNIQUE'} (${on.join(', ')})${partial ? ' WHERE …' : ''}`;
      });
    tables.set(table, {
      name: table,
      columns,
      rowid: withoutRowid === 0 ? freeRowidName(columns) : null,
      constraints,
    });
  }
  return tables;
}

function freeRowidName(columns: { name: string }[]): string | null {
  const taken = new Set(columns.map((column) => column.name.toLowerCase()));
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name)) ?? null;
}
