/** Records of cells: comma, tab or otherwise separated, in quotation marks where need be (RFC 4180). */
import { FormatError, limits } from './shape.ts';

export interface Dialect {
  separator: string;
  /** Between records. With `\n`, line ends of every kind count. */
  rows: string;
  /** Whether `"a, b"` is one cell. */
  quotes: boolean;
  /** Whether a record that begins with a bare # is a comment. */
  comments?: boolean;
}

export interface Row {
  /** The line that the record begins on, from 1. */
  line: number;
  cells: string[];
}

const names: Readonly<Record<string, string>> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  colon: ':',
  pipe: '|',
  space: ' ',
};

/** `tab`, `comma` …, or the separator itself. @throws {FormatError} */
export function separatorOf(text: string): string {
  const name = text.trim().toLowerCase();
  // A file may call its separator `constructor`.
  const known = Object.hasOwn(names, name) ? names[name] : undefined;
  const separator = known ?? text.replace(/\\t/g, '\t').replace(/\\n/g, '\n');
  if (separator === '' || separator.length > 10 || separator.includes('"'))
    throw new FormatError(
      `The separator is "${text}". Write ${Object.keys(names).join(', ')}, or up to ten characters without a quotation mark.`,
    );
  return separator;
}

const most = limits.cards + 1000;

/** @throws {FormatError} where a quotation mark is never closed, or there are too many records */
export function parseRows(source: string, dialect: Dialect, firstLine = 1): Row[] {
  const { separator, rows, quotes, comments = false } = dialect;
  const text = rows === '\n' ? source.replace(/\r\n?/g, '\n') : source;
  const all: Row[] = [];
  let cells: string[] = [];
  let [at, line, start] = [0, firstLine, firstLine];
  const endRow = () => {
    if (cells.length > 1 || cells[0] !== '') all.push({ line: start, cells });
    if (all.length > most)
      throw new FormatError(`The file has more than ${most} records. Split it into smaller ones.`);
    cells = [];
  };
  while (at <= text.length) {
    if (comments && cells.length === 0 && text[at] === '#') {
      const end = text.indexOf(rows, at);
      if (end === -1) break;
      at = end + rows.length;
      start = line += newlines(rows, 0, rows.length);
      continue;
    }
    const { cell, end } =
      quotes && text[at] === '"'
        ? quotedCell(text, at, line, separator, rows)
        : bareCell(text, at, separator, rows);
    cells.push(cell);
    if (cells.length > 200)
      throw new FormatError(`Line ${line} has more than 200 cells. Check the separator.`);
    line += newlines(text, at, end);
    if (end >= text.length) {
      endRow();
      break;
    }
    if (text.startsWith(separator, end)) at = end + separator.length;
    else {
      endRow();
      at = end + rows.length;
      line += newlines(rows, 0, rows.length);
      start = line;
    }
  }
  return all;
}

function newlines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === 10) lines += 1;
  return lines;
}

function bareCell(text: string, at: number, separator: string, rows: string): { cell: string; end: number } {
  const [first, other] = [separator.charCodeAt(0), rows.charCodeAt(0)];
  let end = at;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if ((code === first && text.startsWith(separator, end)) || (code === other && text.startsWith(rows, end)))
      break;
  }
  return { cell: text.slice(at, end), end };
}

/** A cell in quotation marks; whatever follows the closing one up to the separator belongs to it too. */
function quotedCell(text: string, at: number, line: number, separator: string, rows: string) {
  const parts: string[] = [];
  let from = at + 1;
  while (true) {
    const mark = text.indexOf('"', from);
    if (mark === -1)
      throw new FormatError(
        `Line ${line}: a quotation mark opens a cell and is never closed. Close it, or double it if it is text.`,
      );
    parts.push(text.slice(from, mark));
    from = mark + 1;
    if (text[from] !== '"') break;
    parts.push('"');
    from += 1;
  }
  const rest = bareCell(text, from, separator, rows);
  return { cell: parts.join('') + rest.cell, end: rest.end };
}

export function printRows(rows: readonly (readonly string[])[], separator: string, end: string): string {
  return rows
    .map((cells) => `${cells.map((cell) => printCell(cell, separator)).join(separator)}${end}`)
    .join('');
}

function printCell(cell: string, separator: string): string {
  // The end of a cell and the beginning of a separator may look like a separator.
  const apart = (cell + separator).indexOf(separator) === cell.length;
  const bare = apart && !/["\r\n]|^[#\s\uFEFF]|\s$/.test(cell);
  return bare ? cell : `"${cell.replace(/"/g, '""')}"`;
}
