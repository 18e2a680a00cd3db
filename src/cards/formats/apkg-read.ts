/** Reads an Anki package of any version: https://github.com/ankitects/anki, rslib/src/import_export/package. */
import type { SqlJsStatic } from 'sql.js';
import { epochSeconds, fieldNames, fieldSeparator } from './anki-model.ts';
import { memoryOf, reviewOf, schedulingOf } from './anki-schedule.ts';
import { type DeckRow, number, readSchema, type Schema, text } from './apkg-schema.ts';
import { cleanLine, cleanText, Gatherer, type RawCard } from './clean.ts';
import { type Cell, type CollectionFile, withCollection } from './collection-file.ts';
import { fromHtml } from './from-html.ts';
import { readMessage } from './protobuf.ts';
import { count, type FileCard, Findings, FormatError, limits, quoted, type Reading } from './shape.ts';
import { type NoteType, renderCard } from './templates.ts';
import { isUnsafe, ZipFile } from './zip-read.ts';
import { unzstd } from './zstd.ts';

const tables = ['col', 'notes', 'cards', 'revlog', 'notetypes', 'fields', 'templates', 'decks'];

/** @throws {FormatError} */
export function readApkg(bytes: Uint8Array, sql: SqlJsStatic): Reading {
  const zip = new ZipFile(bytes);
  const findings = new Findings();
  const { name, packed } = collectionOf(zip);
  const entry = zip.read(name);
  reportMedia(zip, packed, findings);
  for (const unsafe of zip.unsafe)
    findings.add(
      `The package's entry ${quoted(unsafe)} has a name that leads out of it, and was left alone.`,
    );
  return withCollection(sql, packed ? unzstd(name, entry) : entry, tables, (file) => {
    for (const strange of file.strange)
      findings.add(`The collection holds ${strange}, as none of Anki's does; it was not run.`);
    return readCollection(file, findings);
  });
}

/**
 * Newer packages hold a second collection for old programs, with one card that says "please update": the
 * newest one that the package says it has is the one to read.
 */
function collectionOf(zip: ZipFile): { name: string; packed: boolean } {
  const version = zip.has('meta')
    ? readMessage(zip.read('meta', 1000), 'The package’s "meta"').number(1)
    : null;
  if (version !== null && version > 3)
    throw new FormatError(
      `The package has Anki's version ${version}, which is too new for this reader. Export it with "Support older Anki versions".`,
    );
  const byVersion =
    [null, 'collection.anki2', 'collection.anki21', 'collection.anki21b'][version ?? 0] ?? null;
  const name =
    byVersion ??
    ['collection.anki21b', 'collection.anki21', 'collection.anki2'].find((each) => zip.has(each));
  if (name === undefined || !zip.has(name))
    throw new FormatError(
      `The zip holds no ${name ?? 'collection.anki2'}, so it is no package of Anki. Choose an .apkg file.`,
    );
  return { name, packed: name === 'collection.anki21b' };
}

/** Cards here are text: media stay in the package. */
function reportMedia(zip: ZipFile, packed: boolean, findings: Findings): void {
  if (!zip.has('media')) return;
  let names: string[];
  try {
    const entry = zip.read('media');
    names = packed ? mediaEntries(unzstd('media', entry)) : mediaMap(entry);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    findings.add(`The package's list of media was not read: ${error.message}`);
    return;
  }
  for (const name of names.filter(isUnsafe))
    findings.add(`The media file ${quoted(name)} has a name that leads out of its folder, and was left out.`);
  if (names.length > 0)
    findings.add(`${count(names.length, 'media file')} stayed in the package: cards here hold text.`);
}

function mediaEntries(bytes: Uint8Array): string[] {
  return readMessage(bytes, 'The list of media')
    .all(1)
    .slice(0, limits.zipEntries)
    .map((entry) => readMessage(entry, 'The list of media').text(1));
}

function mediaMap(bytes: Uint8Array): string[] {
  try {
    const data: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Object.values(data as object).filter((name) => typeof name === 'string');
  } catch {
    throw new FormatError('It is no JSON.');
  }
}

interface Note {
  guid: string;
  type: number;
  changed: number | null;
  tags: string[];
  fields: string[];
  /** Characters of all fields. */
  length: number;
}

function readCollection(file: CollectionFile, findings: Findings): Reading {
  const schema = readSchema(file);
  const notes = readNotes(file);
  const reviews = file.has('revlog')
    ? file.read('revlog', ['id', 'cid', 'ease', 'ivl', 'lastIvl', 'time', 'type'], limits.reviews)
    : [];
  const lastReview = new Map<number, number>();
  for (const [id, cid, ease, , , , type] of reviews) {
    // What is no answer, such as a date set by hand, is no review.
    if (number(ease) < 1 || number(type) > 3) continue;
    lastReview.set(number(cid), Math.max(number(id), lastReview.get(number(cid)) ?? 0));
  }
  const gatherer = new Gatherer(findings);
  const deckOf = decksFor(schema, gatherer);
  const cards = new Map<number, { card: FileCard; deck: string }>();
  const noteTypes = new Map(schema.noteTypes.map((type) => [type.id, type]));
  let read = 0;
  for (const row of readCards(file)) {
    const note = notes.get(row.note);
    const type = note === undefined ? undefined : noteTypes.get(note.type);
    const place = note === undefined ? `Card ${row.id}` : `Card ${quoted(note.guid)}`;
    if (note === undefined || type === undefined) {
      findings.add(`${place} has no ${note === undefined ? 'note' : 'note type'}, and was left out.`);
      continue;
    }
    if (note.length > limits.fieldLength * 4) {
      findings.add(`${place} is longer than any card, and was left out.`);
      continue;
    }
    // Few notes, long and each with many cards, are more to read than their file is large.
    read += note.length;
    if (read > limits.renderedLength)
      throw new FormatError('The collection makes more text than it holds, over and over. Split the deck.');
    const raw = rawCard(note, type, row.ord, place, findings);
    if (raw === null) continue;
    const scheduling = schedulingOf(row, {
      created: schema.created,
      lastReview: lastReview.get(row.id) ?? null,
    });
    const deck = deckOf(row.deck);
    const card = gatherer.add(deck, place, { ...raw, changed: note.changed, scheduling });
    if (card !== null) cards.set(row.id, { card, deck });
  }
  for (const [id, cid, ease, ivl, lastIvl, time, type] of reviews) {
    const known = cards.get(number(cid));
    const columns = {
      id: number(id),
      ease: number(ease),
      ivl: number(ivl),
      lastIvl: number(lastIvl),
      time: number(time),
      type: number(type),
    };
    const review = known === undefined ? null : reviewOf(known.card.id, columns);
    if (known !== undefined && review !== null) gatherer.deck(known.deck).log.push(review);
  }
  for (const deck of gatherer.decks) deck.log.sort((left, right) => left.at - right.at);
  return { decks: gatherer.decks, report: findings.lines };
}

/** @returns the title of a deck by its id; decks that hold cards come in the collection's order */
function decksFor({ decks }: Schema, gatherer: Gatherer): (id: number) => string {
  const begin = ({ title, tint, description }: DeckRow) =>
    Object.assign(gatherer.deck(title), { tint, blurb: cleanLine(cleanText(fromHtml(description).text)) });
  for (const deck of decks) if (deck.own) begin(deck);
  const byId = new Map(decks.map((deck) => [deck.id, deck]));
  const begun = new Set(decks.filter(({ own }) => own));
  return (id) => {
    const deck = byId.get(id);
    if (deck === undefined) return 'Default';
    if (!begun.has(deck)) begin(deck);
    begun.add(deck);
    return deck.title;
  };
}

function readNotes(file: CollectionFile): Map<number, Note> {
  const notes = new Map<number, Note>();
  for (const [id, guid, mid, mod, tags, fields] of file.read(
    'notes',
    ['id', 'guid', 'mid', 'mod', 'tags', 'flds'],
    limits.cards,
  ))
    notes.set(number(id), {
      guid: text(guid),
      type: number(mid),
      changed: number(mod) === epochSeconds ? null : Math.min(Math.max(number(mod), 0), 8.64e12) * 1000,
      tags: text(tags).slice(0, 10_000).split(/\s+/),
      length: text(fields).length,
      fields: text(fields).split(fieldSeparator),
    });
  return notes;
}

/** In the order that new cards are shown in. A card in a filtered deck counts for the deck it came from. */
function readCards(file: CollectionFile) {
  const columns = [
    'id',
    'nid',
    'did',
    'ord',
    'type',
    'queue',
    'due',
    'ivl',
    'reps',
    'lapses',
    'odue',
    'odid',
    'data',
  ];
  const rows = file.read('cards', columns, limits.cards).map((cells: Cell[]) => {
    const [id, note, did, ord, type, queue, due, ivl, reps, lapses, odue, odid] = cells.map(number) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const data = text(cells[12]);
    const home = odid === 0 ? { deck: did, due } : { deck: odid, due: odue === 0 ? due : odue };
    const position = type === 0 ? home.due : (memoryOf(data).position ?? Number.MAX_SAFE_INTEGER);
    return { id, note, ord, type, queue, ivl, reps, lapses, data, position, ...home };
  });
  return rows.sort(
    (left, right) => left.position - right.position || left.id - right.id || left.ord - right.ord,
  );
}

function rawCard(note: Note, type: NoteType, ord: number, place: string, findings: Findings): RawCard | null {
  const convert = (html: string, side: string) => {
    if (html.length > limits.fieldLength * 5) return null;
    const { text: plain, dropped } = fromHtml(html.replace(/\[sound:[^\]\n]{0,500}\]/g, ''));
    for (const what of dropped) findings.add(`${place}: ${what} in its ${side} was left out.`);
    if (/\[sound:[^\]\n]{0,500}\]/.test(html)) findings.add(`${place}: a sound in its ${side} was left out.`);
    return plain;
  };
  const ours = type.fields.join('\n') === fieldNames.join('\n');
  const sides = ours
    ? { question: note.fields[0] ?? '', answer: note.fields[1] ?? '' }
    : renderCard(type, note.fields, ord);
  if (sides === null) {
    findings.add(`${place} has no template for its card ${ord + 1}, or one too large, and was left out.`);
    return null;
  }
  const [question, answer] = [convert(sides.question, 'question'), convert(sides.answer, 'answer')];
  if (question === null || answer === null) {
    findings.add(`${place} is longer than any card, and was left out.`);
    return null;
  }
  return {
    id: note.guid === '' ? null : ord === 0 ? note.guid : `${note.guid}#${ord + 1}`,
    question,
    answer,
    tags: note.tags,
    see: ours ? fromHtml(note.fields[2] ?? '', { links: false }).text : '',
    foreignId: ours ? fromHtml(note.fields[3] ?? '').text : '',
  };
}
