export interface Report {
  /** Data, for stdout. */
  out: string;
  /** Talk, for stderr. */
  talk: string;
  status: 0 | 1 | 2;
}

/** The command cannot be carried out: one sentence with the value and what to do. */
export class CommandError extends Error {}

/** Columns padded to their widest cell. */
export function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

export const json = (value: unknown) => JSON.stringify(value, null, 2);
