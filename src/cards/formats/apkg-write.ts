/**
 * Writes an Anki package in its oldest form, which every Anki and every other program reads. Nothing in
 * it depends on when or where it is written: equal decks give equal bytes.
 */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Database, SqlJsStatic, Statement } from 'sql.js';
import {
  creationSeconds,
  deckJson,
  deckOptionsJson,
  epochMs,
  epochSeconds,
  fieldSeparator,
  modelId,
  modelJson,
  optionsJson,
  schema,
} from './anki-model.ts';
import { columnsOf, logColumns } from './anki-schedule.ts';
import { seeText, tooMany } from './clean.ts';
import { encodeText } from './decode.ts';
import { decodeEntity } from './entities.ts';
import {
  type DeckFile,
  type FileCard,
  Findings,
  limits,
  quoted,
  type Review,
  type Writing,
} from './shape.ts';
import { escapeHtml, toHtml } from './to-html.ts';
import { zipOf } from './zip-write.ts';

export interface ApkgOptions {
  /** Also when cards are due and what was answered. */
  scheduling: boolean;
  /** The page that shows what a card links to; null: its text alone. */
  addressOf?: (see: NonNullable<FileCard['see']>) => string | null;
}

export function writeApkg(decks: readonly DeckFile[], sql: SqlJsStatic, options: ApkgOptions): Writing {
  if (decks.reduce((sum, { cards }) => sum + cards.length, 0) > limits.cards) throw tooMany();
  const report = new Findings();
  const database = new sql.Database();
  try {
    database.exec(`PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; ${schema}`);
    database.exec('BEGIN');
    writeDecks(database, decks, options, report);
    database.exec('COMMIT');
    const collection = database.export();
    return {
      bytes: zipOf({ 'collection.anki2': collection, media: encodeText('{}') }),
      report: report.lines,
    };
  } finally {
    database.close();
  }
}

function writeDecks(
  database: Database,
  decks: readonly DeckFile[],
  options: ApkgOptions,
  report: Findings,
): void {
  const ids = new Ids();
  const insert: Inserts = {
    note: database.prepare('INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, ?)'),
    card: database.prepare(
      'INSERT INTO cards VALUES (?, ?, ?, 0, ?, -1, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)',
    ),
    answer: database.prepare('INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)'),
  };
  const guids = new Set<string>();
  const answers: Answer[] = [];
  const deckIds = decks.map(({ title }) => ids.next('deck', title));
  const all: Record<string, object> = { 1: deckJson(1, 'Default', '', null) };
  for (const [index, { title, tint, blurb }] of decks.entries()) {
    const id = deckIds[index] ?? 1;
    all[id] = deckJson(id, title, toHtml(blurb), { tint });
  }
  database.run('INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)', [
    creationSeconds,
    epochMs,
    epochMs,
    JSON.stringify(optionsJson(deckIds[0] ?? 1)),
    JSON.stringify({ [modelId]: modelJson() }),
    JSON.stringify(all),
    JSON.stringify({ 1: deckOptionsJson() }),
    '{}',
  ]);
  for (const [index, deck] of decks.entries()) {
    const cardIds = new Map<string, number>();
    for (const [at, card] of deck.cards.entries()) {
      const guid = guids.has(card.id)
        ? `${card.id}@${ids.next('guid', `${deck.title}\n${card.id}`).toString(36)}`
        : card.id;
      if (guid !== card.id)
        report.add(
          `The id ${quoted(card.id)} is in two decks; in ${quoted(deck.title)} it became ${quoted(guid)}.`,
        );
      guids.add(guid);
      const id = ids.next('note', guid);
      cardIds.set(card.id, id);
      writeCard(insert, { id, guid, deck: deckIds[index] ?? 1, position: at + 1, card }, options, report);
    }
    if (options.scheduling) for (const answer of answersOf(deck, cardIds, report)) answers.push(answer);
  }
  writeLog(insert, answers);
}

type Inserts = Record<'note' | 'card' | 'answer', Statement>;

interface Placed {
  id: number;
  guid: string;
  deck: number;
  position: number;
  card: FileCard;
}

function writeCard(
  insert: Inserts,
  { id, guid, deck, position, card }: Placed,
  options: ApkgOptions,
  report: Findings,
): void {
  const words = card.tags.map((tag) => tag.replace(/\s+/g, '_'));
  if (words.join(' ') !== card.tags.join(' '))
    report.add(`Anki's tags have no spaces: card ${quoted(card.id)} has underscores instead.`);
  const question = toHtml(card.question);
  const fields = [question, toHtml(card.answer), seeHtml(card, options), toHtml(card.foreignId ?? '')];
  const sortField = stripped(question);
  const modified = card.changed === null ? epochSeconds : Math.floor(card.changed / 1000);
  insert.note.run([
    id,
    guid,
    modelId,
    modified,
    words.length === 0 ? '' : ` ${words.join(' ')} `,
    fields.join(fieldSeparator),
    sortField,
    checksum(question),
    '',
  ]);
  const scheduling = options.scheduling ? card.scheduling : null;
  const when = columnsOf(scheduling, position);
  const touched = Math.max(modified, Math.floor((scheduling?.lastReview ?? 0) / 1000));
  insert.card.run([
    id,
    id,
    deck,
    touched,
    when.type,
    when.queue,
    when.due,
    when.ivl,
    when.factor,
    when.reps,
    when.lapses,
    when.left,
    when.data,
  ]);
}

function seeHtml({ see }: FileCard, { addressOf }: ApkgOptions): string {
  const address = see === null ? null : (addressOf?.(see) ?? null);
  const text = toHtml(seeText(see));
  return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
}

/** An answer, and the card in the package that it is to. */
type Answer = [card: number, review: Review];

function answersOf(
  { title, log }: DeckFile,
  cardIds: ReadonlyMap<string, number>,
  report: Findings,
): Answer[] {
  return log.flatMap((review): Answer[] => {
    const card = cardIds.get(review.card);
    if (card !== undefined) return [[card, review]];
    report.add(
      `An answer to the card ${quoted(review.card)} of ${quoted(title)} has no card, and was left out.`,
    );
    return [];
  });
}

/** The log's key is its time: of two answers in one millisecond the second is written a later one. */
function writeLog(insert: Inserts, answers: readonly Answer[]): void {
  let last = 0;
  for (const [card, review] of [...answers].sort(([, left], [, right]) => left.at - right.at)) {
    last = Math.max(Math.round(review.at), last + 1);
    const { ease, ivl, lastIvl, factor, time, type } = logColumns(review);
    insert.answer.run([last, card, ease, ivl, lastIvl, factor, time, type]);
  }
}

/** A field of ours without tags. Marks and line ends vanish, as they do where Anki compares fields. */
const stripped = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&[^;&\s]{1,12};/g, decodeEntity);

/**
 * The first four bytes of SHA-1 of the field without HTML, by which Anki finds duplicates: "front" is
 * 460909371.
 */
export function checksum(html: string): number {
  const hash = sha1(encodeText(stripped(html)));
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0);
}

/** Ids from names: the same in every build, and no two alike in one. */
class Ids {
  readonly #taken = new Map<string, Set<number>>();

  next(kind: string, name: string): number {
    const hash = sha256(encodeText(`${kind}\n${name}`));
    // 36 bits of milliseconds are two years, so that every id is a date of 2020 to 2022.
    const view = new DataView(hash.buffer, hash.byteOffset);
    let id = epochMs + (view.getUint32(0) % 16) * 2 ** 32 + view.getUint32(4);
    const taken = this.#taken.get(kind) ?? new Set([modelId]);
    this.#taken.set(kind, taken);
    while (taken.has(id)) id += 1;
    taken.add(id);
    return id;
  }
}
