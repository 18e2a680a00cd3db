import type { Session } from '../ports.ts';

export interface TableInfo {
  /** As a property names it: `charge`, or `payments.charge` outside the application's file. */
  name: string;
  /** Quoted, and qualified by its database. */
  path: string;
  /** `main`, or the service's name. */
  schema: string;
  columns: { name: string; generated: boolean }[];
  /** The name by which its rowid goes; null for a WITHOUT ROWID table, or when columns hide it. */
  rowid: string | null;
  /** `UNIQUE (order_id)`, `PRIMARY KEY (key)`. */
  constraints: string[];
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Tables of one attached database, in the order in which they were made. */
export function readTables(session: Session, schema: string): TableInfo[] {
  const names = session.run(
    `SELECT name, wr FROM pragma_table_list JOIN ${schema}.sqlite_master USING (name) WHERE schema = ? AND pragma_table_list.type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY sqlite_master.rowid`,
    [schema],
  ).rows;
  return names.map(([name, withoutRowid]) => {
    const table = String(name);
    const columns = session
      .run('SELECT name, hidden FROM pragma_table_xinfo(?, ?)', [table, schema])
      .rows.map(([column, hidden]) => ({ name: String(column), generated: hidden !== 0 }));
    const constraints = session
      .run('SELECT name, origin, partial FROM pragma_index_list(?, ?) WHERE "unique" ORDER BY seq DESC', [
        table,
        schema,
      ])
      .rows.map(([index, origin, partial]) => {
        const on = session
          .run('SELECT name FROM pragma_index_info(?, ?)', [String(index), schema])
          .rows.map(([column]) => column ?? 'expression');
        return `${origin === 'pk' ? 'PRIMARY KEY' : 'UNIQUE'} (${on.join(', ')})${partial ? ' WHERE …' : ''}`;
      });
    return {
      name: schema === 'main' ? table : `${schema}.${table}`,
      path: `${schema}.${quoteName(table)}`,
      schema,
      columns,
      rowid: withoutRowid === 0 ? freeRowidName(columns) : null,
      constraints,
    };
  });
}

function freeRowidName(columns: { name: string }[]): string | null {
  const taken = new Set(columns.map((column) => column.name.toLowerCase()));
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name)) ?? null;
}
