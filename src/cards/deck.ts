/**
 * The text form of a deck: read and printed here, and inverse to each other.
 *
 * ```text
 * # Races
 * tint: 4
 * blurb: What two workers can do to each other.
 *
 * id: races-gap
 * Q: Where is the gap?
 * A: Between the check and the act.
 * see: double-charge check-then-insert w1 w2 w2 w1
 * tags: check-then-act, gap
 * ```
 *
 * A schedule of another scenario than the lab's first is `see: stuck-key?scenario=owner-dies no-lease w1`.
 *
 * A card begins at a line `id:` and ends where the next begins. A question or answer may run over
 * several lines, blank ones too, and may hold fenced code. A line of text that looks like a key, a
 * small word and a colon, is written with a backslash before it: a misspelt key is no text. Files from elsewhere may end an answer with a second id
 * (`… id: 143cacbe-…`): it is kept as `foreignId` and never shown.
 */

/** What a card links to: a schedule in a lab where it can be seen to happen. */
export interface See {
  lab: string;
  /** The lab's first when absent. */
  scenario?: string;
  handler: string;
  /** As printed: `w1 w2 w2 w1`. */
  schedule: string;
}

export interface Card {
  /** Permanent: the reader's history hangs on it. */
  id: string;
  question: string;
  answer: string;
  see: See | null;
  tags: string[];
  /** A second id that another program glued to the answer. */
  foreignId: string | null;
}

export interface Deck {
  title: string;
  /** A chapter's number, `sky`, or a colour as `#cae4f2`. */
  tint: string;
  blurb: string;
  cards: Card[];
}

export class DeckError extends Error {
  readonly line: number;
  constructor(file: string, line: number, message: string) {
    super(`${file}:${line}: ${message}`);
    this.name = 'DeckError';
    this.line = line;
  }
}

type CardKey = 'id' | 'Q' | 'A' | 'see' | 'tags';
const keyLine = /^(id|Q|A|see|tags): ?([\s\S]*)$/;
const unknownKey = /^([a-z]+):\s/;
const escaped = /^\\(\\*(?:(?:id|Q|A|see|tags):|[a-z]+:\s|```))/;
const needsEscape = /^\\*(?:(?:id|Q|A|see|tags):|[a-z]+:\s|```)/;
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const fence = /^```/;
const fenceEnd = new RegExp(`^\x60{3}(?:\\s*| \\\\*id: ${uuid})$`, 'i');
const gluedId = new RegExp(`^([\\s\\S]*?)(?:^| )(\\\\*)id: (${uuid})$`, 'i');

interface Field {
  key: CardKey;
  line: number;
  text: string;
}

/** @throws DeckError naming file, line and key */
export function parseDeck(text: string, file = 'deck'): Deck {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const firstCard = lines.findIndex((line) => keyLine.test(line));
  const end = firstCard === -1 ? lines.length : firstCard;
  const header = readHeader(lines.slice(0, end), file);
  const cards: Card[] = [];
  const seen = new Map<string, number>();
  for (const fields of cardsOf(readFields(lines, end, file), file)) {
    const card = readCard(fields, file);
    const line = fields[0]?.line ?? 0;
    const before = seen.get(card.id);
    if (before !== undefined) {
      throw new DeckError(
        file,
        line,
        `"id: ${card.id}" is used already, on line ${before}. Give every card an id of its own.`,
      );
    }
    seen.set(card.id, line);
    cards.push(card);
  }
  return { ...header, cards };
}

function readHeader(lines: readonly string[], file: string): Omit<Deck, 'cards'> {
  const found: Record<string, string> = Object.create(null);
  lines.forEach((raw, index) => {
    const line = raw.trim();
    if (line === '') return;
    const [, key, value = ''] = /^(#|tint:|blurb:)\s*([\s\S]*)$/.exec(line) ?? [];
    if (key === undefined) {
      throw new DeckError(
        file,
        index + 1,
        `"${line}" is no line of a deck's head. Before the first card stand "# title", "tint:" and "blurb:".`,
      );
    }
    if (found[key] !== undefined) {
      throw new DeckError(file, index + 1, `"${key}" is given twice. Keep one of them.`);
    }
    if (value === '') throw new DeckError(file, index + 1, `"${key}" is empty. Write its text after it.`);
    if (key === 'tint:' && !/^(?:[1-8]|sky|#[0-9a-f]{6})$/i.test(value)) {
      throw new DeckError(
        file,
        index + 1,
        `"tint: ${value}" is no tint. Write a chapter's number, 1 to 8, "sky", or a colour such as #cae4f2.`,
      );
    }
    found[key] = value;
  });
  const title = found['#'];
  if (title === undefined) {
    throw new DeckError(file, 1, 'The deck has no title. Begin the file with a line "# title".');
  }
  return { title, tint: found['tint:'] ?? 'sky', blurb: found['blurb:'] ?? '' };
}

/** Splits the lines after the head into keys with their text, which may run over several lines. */
function readFields(lines: readonly string[], start: number, file: string): Field[] {
  const fields: (Omit<Field, 'text'> & { text: string[] })[] = [];
  let index = start;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const [, key, rest = ''] = keyLine.exec(line) ?? [];
    const current = fields.at(-1);
    if (key !== undefined) {
      const text = /^(?:Q|A)$/.test(key) ? unescapeLine(rest) : rest;
      fields.push({ key: key as CardKey, line: index + 1, text: [text] });
    } else if (current === undefined) {
      throw new DeckError(file, index + 1, `"${line}" belongs to no card. Begin a card with "id:".`);
    } else if (fence.test(line)) {
      const close = fenceAfter(lines, index);
      if (close === -1) {
        throw new DeckError(
          file,
          index + 1,
          'The code that begins here has no end. Close it with a line of three backticks.',
        );
      }
      current.text.push(...lines.slice(index, close + 1));
      index = close;
    } else {
      refuseUnknownKey(line, index + 1, file);
      current.text.push(unescapeLine(line));
    }
    index += 1;
  }
  return fields.map(({ text, ...field }) => ({ ...field, text: trimLines(text.join('\n')) }));
}

function refuseUnknownKey(line: string, number: number, file: string): void {
  const [, key] = unknownKey.exec(line) ?? [];
  if (key === undefined) return;
  throw new DeckError(
    file,
    number,
    `"${key}:" is no key of a card. Write id, Q, A, see or tags, or a backslash before it if it is part of the text.`,
  );
}

function fenceAfter(lines: readonly string[], open: number): number {
  for (let index = open + 1; index < lines.length; index += 1) {
    if (fenceEnd.test(lines[index] ?? '')) return index;
  }
  return -1;
}

function cardsOf(fields: readonly Field[], file: string): Field[][] {
  const cards: Field[][] = [];
  for (const field of fields) {
    if (field.key === 'id') cards.push([field]);
    else if (cards.length > 0) cards.at(-1)?.push(field);
    else {
      throw new DeckError(
        file,
        field.line,
        `"${field.key}:" stands before any card. Begin the card with "id:".`,
      );
    }
  }
  return cards;
}

function readCard(fields: readonly Field[], file: string): Card {
  const start = fields[0]?.line ?? 0;
  const by = new Map<CardKey, Field>();
  for (const field of fields) {
    if (by.has(field.key)) {
      throw new DeckError(
        file,
        field.line,
        `"${field.key}:" is given twice in the card that begins on line ${start}. ` +
          'Keep one, or write a backslash before it if it is part of the text.',
      );
    }
    by.set(field.key, field);
  }
  function required(key: CardKey, what: string): string {
    const field = by.get(key);
    if (field === undefined) {
      throw new DeckError(file, start, `The card has no "${key}:". Add ${what}.`);
    }
    if (field.text === '')
      throw new DeckError(file, field.line, `"${key}:" is empty. Write ${what} after it.`);
    return field.text;
  }
  const id = required('id', 'its permanent id');
  if (/\s/.test(id)) {
    throw new DeckError(file, start, `"id: ${id}" has a space in it. An id is one word.`);
  }
  const question = required('Q', 'its question');
  const { answer, foreignId } = splitForeignId(required('A', 'its answer'));
  if (answer === '') {
    throw new DeckError(file, by.get('A')?.line ?? start, '"A:" is empty. Write its answer after it.');
  }
  return {
    id,
    question,
    answer,
    see: readSee(by.get('see'), file),
    tags: (by.get('tags')?.text ?? '').split(',').flatMap((tag) => tag.trim() || []),
    foreignId,
  };
}

function readSee(field: Field | undefined, file: string): See | null {
  if (field === undefined) return null;
  const [place = '', handler, ...schedule] = field.text.split(/\s+/);
  const { lab, scenario } = placeOf(place);
  if (!lab || !handler || schedule.length === 0) {
    throw new DeckError(
      file,
      field.line,
      `"see: ${field.text}" is no link to a schedule. Write the lab, the handler and the schedule, as in ` +
        '"see: double-charge check-then-insert w1 w2 w2 w1"; behind the lab may stand its scenario, ?scenario=two-at-once.',
    );
  }
  return { lab, ...(scenario ? { scenario } : {}), handler, schedule: schedule.join(' ') };
}

function splitForeignId(text: string): Pick<Card, 'answer' | 'foreignId'> {
  const [, before = '', slashes = '', id = ''] = gluedId.exec(text) ?? [];
  if (id === '') return { answer: text, foreignId: null };
  if (slashes === '') return { answer: trimLines(before), foreignId: id };
  return { answer: `${text.slice(0, -`\\id: ${id}`.length)}id: ${id}`, foreignId: null };
}

function unescapeLine(line: string): string {
  return line.replace(escaped, '$1');
}

/** Blank lines around a text, and spaces at the ends of it, are layout and not text. */
function trimLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trim();
}

/** The inverse of `parseDeck`. */
export function printDeck(deck: Deck): string {
  const head = [`# ${deck.title}`, `tint: ${deck.tint}`];
  if (deck.blurb !== '') head.push(`blurb: ${deck.blurb}`);
  return `${[head.join('\n'), ...deck.cards.map(printCard)].join('\n\n')}\n`;
}

function printCard({ id, question, answer, see, tags, foreignId }: Card): string {
  const lines = [`id: ${id}`, `Q:${printText(question)}`];
  lines.push(`A:${printText(foreignId === null ? guardForeignId(answer) : `${answer} id: ${foreignId}`)}`);
  if (see !== null) lines.push(`see: ${printSee(see)}`);
  if (tags.length > 0) lines.push(`tags: ${tags.join(', ')}`);
  return lines.join('\n');
}

/** `double-charge`, or `double-charge?scenario=two-at-once`. */
export function placeOf(place: string): { lab?: string | undefined; scenario?: string | undefined } {
  const [, lab, , scenario] = /^([^?]+)(\?scenario=([^&=?]+))?$/.exec(place) ?? [];
  return { lab, scenario };
}

/** As it stands behind `see:`. */
export function printSee({ lab, scenario, handler, schedule }: See): string {
  return `${lab}${scenario ? `?scenario=${scenario}` : ''} ${handler} ${schedule}`;
}

/** An answer that itself ends like a glued id gets a backslash more. */
function guardForeignId(answer: string): string {
  const [, , slashes, id] = gluedId.exec(answer) ?? [];
  if (slashes === undefined || id === undefined) return answer;
  return `${answer.slice(0, -`id: ${id}`.length)}\\id: ${id}`;
}

/** What stands behind `Q:` or `A:`. A text that begins with fenced code begins on the next line. */
function printText(text: string): string {
  const lines = text.split('\n');
  const printed: string[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const close = fence.test(line) ? fenceAfter(lines, index) : -1;
    printed.push(index === 0 && close === -1 ? ' ' : '\n');
    if (close === -1) {
      printed.push(needsEscape.test(line) ? `\\${line}` : line);
      index += 1;
    } else {
      printed.push(lines.slice(index, close + 1).join('\n'));
      index = close + 1;
    }
  }
  return printed.join('');
}
