/** Comma, tab or otherwise separated text: for spreadsheets, and for what other programs paste. */
import { cleanLine, Gatherer, type RawCard, seeText } from './clean.ts';
import { decodeText, encodeText } from './decode.ts';
import { type Dialect, parseRows, printRows } from './delimited.ts';
import { count, type DeckFile, Findings, FormatError, type Reading, type Writing } from './shape.ts';

type Column = 'id' | 'question' | 'answer' | 'tags' | 'see' | 'other';

const headings: Readonly<Record<string, Column>> = {
  id: 'id',
  guid: 'id',
  question: 'question',
  front: 'question',
  term: 'question',
  prompt: 'question',
  q: 'question',
  answer: 'answer',
  back: 'answer',
  definition: 'answer',
  a: 'answer',
  tags: 'tags',
  see: 'see',
  'other id': 'other',
};

/** A cell that begins like a formula would be run by a spreadsheet: an apostrophe keeps it text. */
const formula = /^'*[=+\-@\t\r\n]/;
const guarded = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);
const unguarded = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

export function readCsv(bytes: Uint8Array, dialect: Dialect, title: string): Reading {
  const rows = parseRows(decodeText(bytes), dialect);
  const findings = new Findings();
  const gatherer = new Gatherer(findings);
  gatherer.deck(title);
  const columns = columnsOf(rows[0]?.cells ?? []);
  if (columns === null && rows.length > 0 && rows.every(({ cells }) => cells.length < 2))
    throw new FormatError('No line has two cells. Check which separator the file uses.');
  for (const { line, cells } of columns === null ? rows : rows.slice(1)) {
    const cell = (column: Column) => {
      const index = columns === null ? bare.indexOf(column) : columns.indexOf(column);
      return index === -1 ? '' : unguarded(cells[index] ?? '');
    };
    const extra = cells.slice(columns?.length ?? bare.length).filter((value) => value.trim() !== '');
    if (extra.length > 0)
      findings.add(`Line ${line} has ${count(extra.length, 'cell')} too many, and they were left out.`);
    const raw: RawCard = {
      id: cell('id') || null,
      question: cell('question'),
      answer: cell('answer'),
      tags: cell('tags').split(','),
      see: cell('see'),
      foreignId: cell('other'),
    };
    gatherer.add(title, `Line ${line}`, raw);
  }
  const left = (columns ?? []).flatMap((column, index) =>
    column === null ? [rows[0]?.cells[index] ?? ''] : [],
  );
  for (const name of left.filter((each) => each.trim() !== ''))
    findings.add(`The column "${cleanLine(name).slice(0, 40)}" is none of a card's, and was left out.`);
  return { decks: gatherer.decks, report: findings.lines };
}

/** Without headings, a record is a question and an answer, and perhaps tags. */
const bare: readonly (Column | null)[] = ['question', 'answer', 'tags'];

function columnsOf(cells: readonly string[]): (Column | null)[] | null {
  const columns = cells.map((cell) => {
    const name = cleanLine(cell).toLowerCase();
    return (Object.hasOwn(headings, name) && headings[name]) || null;
  });
  return columns.includes('question') && columns.includes('answer') ? columns : null;
}

export function writeCsv(decks: readonly DeckFile[], separator: string): Writing {
  const report = new Findings();
  if (decks.length > 1)
    report.add(
      `The file has no place for decks: the cards of ${decks.map(({ title }) => title).join(', ')} are one list.`,
    );
  leftOut(decks, report);
  const rows = decks.flatMap(({ cards }) =>
    cards.map(({ id, question, answer, tags, see, foreignId }) => [
      id,
      question,
      answer,
      tags.join(', '),
      seeText(see),
      foreignId ?? '',
    ]),
  );
  const all = [['id', 'question', 'answer', 'tags', 'see', 'other id'], ...rows];
  return {
    bytes: encodeText(
      printRows(
        all.map((cells) => cells.map(guarded)),
        separator,
        '\r\n',
      ),
    ),
    report: report.lines,
  };
}

/** Says what formats of text alone cannot hold. */
export function leftOut(decks: readonly DeckFile[], report: Findings): void {
  const scheduled = decks.flatMap(({ cards }) =>
    cards.filter(({ scheduling }) => scheduling !== null),
  ).length;
  const reviews = decks.reduce((sum, { log }) => sum + log.length, 0);
  if (scheduled + reviews > 0)
    report.add(
      `When cards are due and what was answered was left out (${count(scheduled, 'card')}, ${count(reviews, 'answer')}): apkg and json hold it.`,
    );
}
