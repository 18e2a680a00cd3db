/**
 * Anki's text files: a block of headers, then records. What the headers may say:
 * https://docs.ankiweb.net/importing/text-files.html#file-headers
 */
import { cleanLine, Gatherer, seeText } from './clean.ts';
import { leftOut } from './csv.ts';
import { decodeText, encodeText } from './decode.ts';
import { parseRows, printRows, separatorOf } from './delimited.ts';
import { fromHtml } from './from-html.ts';
import { count, type DeckFile, Findings, FormatError, quoted, type Reading, type Writing } from './shape.ts';
import { toHtml } from './to-html.ts';

interface Headers {
  separator: string | null;
  html: boolean;
  tags: string[];
  deck: string | null;
  /** Names of all columns, in lower case. */
  columns: string[];
  /** From 0. */
  places: Partial<Record<'guid' | 'notetype' | 'deck' | 'tags', number>>;
  /** Lines of the file that are headers. */
  lines: number;
}

/** Keys that say how Anki should import, or nothing to us. */
const ignored = new Set(['notetype', 'match scope', 'if matches']);

export function isAnkiText(text: string): boolean {
  return /^#(?:separator|html|tags|columns|notetype|deck|guid column|notetype column|deck column|tags column) ?:/im.test(
    text.slice(0, 8192).replace(/^\uFEFF/, ''),
  );
}

/** @param title - The deck of cards whose record names none. @throws {FormatError} */
export function readAnkiText(bytes: Uint8Array, title: string, chosen: string | null = null): Reading {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n');
  const findings = new Findings();
  const headers = readHeaders(text, findings);
  const body = text.split('\n').slice(headers.lines).join('\n');
  const separator = chosen ?? headers.separator ?? guessSeparator(body);
  const rows = parseRows(body, { separator, rows: '\n', quotes: true, comments: true }, headers.lines + 1);
  const gatherer = new Gatherer(findings);
  if (rows.length > 0 && rows.every(({ cells }) => cells.length < 2))
    throw new FormatError('No record has two fields. Check which separator the file uses.');
  const { places, columns } = headers;
  const special = new Set(Object.values(places));
  const named = (name: string) =>
    columns.findIndex((column, index) => column === name && !special.has(index));
  const [see, other] = [named('see'), named('other id')];
  for (const { line, cells } of rows) {
    const fields = cells.flatMap((cell, index) =>
      special.has(index) || index === see || index === other ? [] : [cell],
    );
    const place = `Line ${line}`;
    const convert = (cell: string) => {
      if (!headers.html) return cell;
      const { text: plain, dropped } = fromHtml(cell);
      for (const what of dropped) findings.add(`${place}: ${what} was left out.`);
      return plain;
    };
    const at = (index: number | undefined) => (index === undefined || index < 0 ? '' : (cells[index] ?? ''));
    const more = fields.slice(2).filter((field) => field.trim() !== '').length;
    if (more > 0)
      findings.add(
        `${place} has ${count(more, 'field')} besides question and answer, and they were left out.`,
      );
    gatherer.add(at(places.deck).trim() || headers.deck || title, place, {
      id: at(places.guid) || null,
      question: convert(fields[0] ?? ''),
      answer: convert(fields[1] ?? ''),
      tags: [...headers.tags, ...at(places.tags).split(/\s+/)],
      see: headers.html ? fromHtml(at(see), { links: false }).text : at(see),
      foreignId: at(other),
    });
  }
  return { decks: gatherer.decks, report: findings.lines };
}

/** Headers stand before the first record. A spreadsheet may have put quotes and separators around them. */
function readHeaders(text: string, findings: Findings): Headers {
  const headers: Headers = {
    separator: null,
    html: false,
    tags: [],
    deck: null,
    columns: [],
    places: {},
    lines: 0,
  };
  for (const [index, raw] of text.split('\n', 200).entries()) {
    const line = raw
      .slice(0, 10_001)
      .replace(/^\uFEFF/, '')
      .replace(/^"(#[\s\S]*)"([,;\t|]*)$/, '$1$2');
    if (!line.startsWith('#') || line.length > 10_000) break;
    headers.lines = index + 1;
    const [, key = '', written = ''] = /^#([^:]*):([\s\S]*)$/.exec(line) ?? [];
    readHeader(headers, key.trim().toLowerCase(), written, findings);
  }
  return headers;
}

function readHeader(headers: Headers, key: string, written: string, findings: Findings): void {
  // A lone separator is the value itself, what follows a value is the spreadsheet's.
  const value = (
    /^\s*[,;\t|:]\s*$/.test(written) ? written : written.trimEnd().replace(/(?<![,;\t|])[,;\t|]+$/, '')
  ).replace(/^ +| +$/g, '');
  const [, column] = /^(guid|notetype|deck|tags) column$/.exec(key) ?? [];
  if (column !== undefined) {
    if (/^[1-9]\d{0,2}$/.test(value)) headers.places[column as 'guid'] = Number(value) - 1;
    else
      findings.add(`The header "${key}" is ${quoted(value)}, which is no column's number, and was left out.`);
  } else if (key === 'separator') headers.separator = separatorOf(value);
  else if (key === 'html') headers.html = value.toLowerCase() === 'true';
  else if (key === 'tags') headers.tags = value.split(/\s+/);
  else if (key === 'deck') headers.deck = cleanLine(value);
  else if (key === 'columns') {
    const separator = headers.separator ?? guessSeparator(value);
    headers.columns = value
      .split(separator)
      .map((name) => cleanLine(name.replace(/^"|"$/g, '')).toLowerCase());
  } else if (!ignored.has(key) && key !== '')
    findings.add(`The header ${quoted(key)} means nothing here, and was left out.`);
}

/** As Anki guesses: the first of these that occurs in the first 8 KiB. */
function guessSeparator(text: string): string {
  const begin = text.slice(0, 8192);
  return ['\t', '|', ';', ':', ',', ' '].find((each) => begin.includes(each)) ?? '\t';
}

export function writeAnkiText(decks: readonly DeckFile[]): Writing {
  const report = new Findings();
  leftOut(decks, report);
  const columns = ['guid', 'deck', 'Question', 'Answer', 'See', 'Other id', 'tags'];
  const rows = decks.flatMap(({ title, cards }) =>
    cards.map(({ id, question, answer, see, foreignId, tags }) => {
      const words = tags.map((tag) => tag.replace(/\s+/g, '_'));
      if (words.join(' ') !== tags.join(' '))
        report.add(`Anki's tags have no spaces: card ${quoted(id)} has underscores instead.`);
      return [
        id,
        title,
        toHtml(question),
        toHtml(answer),
        toHtml(seeText(see)),
        foreignId ?? '',
        words.join(' '),
      ];
    }),
  );
  const head = [
    '#separator:tab',
    '#html:true',
    '#guid column:1',
    '#deck column:2',
    `#columns:${columns.join('\t')}`,
    '#tags column:7',
  ];
  return { bytes: encodeText(`${head.join('\n')}\n${printRows(rows, '\t', '\n')}`), report: report.lines };
}
