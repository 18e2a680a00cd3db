/** A table whose columns need no reading: the application's own. */
import type { SqlValue } from '../../engine/ports.ts';
import type { TableState } from '../../engine/trace.ts';
import type { ReadTable, Said } from './readings.ts';
import { instantWords } from './time.ts';
import { valueWords } from './words.ts';

/** What a table holds, and the instants in it in words. @param start - Of the lab's clock. */
export function asItIs({ columns, rows }: TableState, start: number): ReadTable {
  return {
    heads: columns,
    rows: rows.map(({ values }) => ({
      cells: values.map((value, at) => plain(value, columns[at] ?? '', start)),
      spent: false,
    })),
    sum: null,
  };
}

function plain(value: SqlValue, column: string, start: number): Said {
  const instant =
    typeof value === 'number' && /_(at|until)$/.test(column) ? instantWords(value, start) : null;
  const text = instant ?? valueWords(value);
  const whole = value !== null && text !== String(value) ? { whole: String(value) } : {};
  return { text, quiet: value === null, number: typeof value === 'number' && instant === null, ...whole };
}
