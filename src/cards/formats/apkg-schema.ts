/** Decks and note types of a collection: JSON in schema 11, tables of protobuf in schema 18. */
import { ownKey } from './anki-model.ts';
import { cleanTint } from './clean.ts';
import type { Cell, CollectionFile } from './collection-file.ts';
import { readMessage } from './protobuf.ts';
import { FormatError } from './shape.ts';
import type { NoteType, Template } from './templates.ts';

export interface DeckRow {
  id: number;
  title: string;
  tint: string;
  /** HTML. */
  description: string;
  /** Written by us: kept even where it has no cards. */
  own: boolean;
}

export interface Schema {
  decks: DeckRow[];
  noteTypes: NoteType[];
  /** When the collection began, in seconds. */
  created: number;
}

export const text = (cell: Cell | undefined): string =>
  typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '';
export const number = (cell: Cell | undefined): number =>
  typeof cell === 'number' && Number.isFinite(cell)
    ? cell
    : typeof cell === 'string' && /^-?\d{1,15}$/.test(cell)
      ? Number(cell)
      : 0;
const bytes = (cell: Cell | undefined): Uint8Array => (cell instanceof Uint8Array ? cell : new Uint8Array());

/** No collection has more of either. */
const most = 10_000;

export function readSchema(file: CollectionFile): Schema {
  const [row] = file.read('col', ['crt', 'ver', 'models', 'decks'], 1);
  if (row === undefined)
    throw new FormatError('The collection in the package is empty. Export the package again.');
  const [created, version] = [number(row[0]), number(row[1])];
  if (file.has('notetypes')) return { created, ...readTables(file) };
  if (version > 18)
    throw new FormatError(
      `The collection has Anki's schema ${version}, which is too new for this reader. Export it with "Support older Anki versions".`,
    );
  return { created, noteTypes: modelsOf(json(row[2], 'note types')), decks: decksOf(json(row[3], 'decks')) };
}

function json(cell: Cell | undefined, what: string): Record<string, unknown> {
  let data: unknown;
  try {
    data = JSON.parse(text(cell) || '{}');
  } catch {
    throw new FormatError(`The collection's list of ${what} is damaged. Export the package again.`);
  }
  return record(data);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.slice(0, 500).map(record) : [];
const string = (value: unknown): string => (typeof value === 'string' ? value : '');
const whole = (value: unknown): number => (Number.isSafeInteger(Number(value)) ? Number(value) : 0);

function modelsOf(models: Record<string, unknown>): NoteType[] {
  return Object.entries(models)
    .slice(0, most)
    .map(([id, value]) => {
      const model = record(value);
      return {
        id: whole(id),
        name: string(model['name']),
        cloze: model['type'] === 1,
        fields: list(model['flds'])
          .sort(byOrd)
          .map((field) => string(field['name'])),
        templates: list(model['tmpls']).map((template, index) => ({
          ord: typeof template['ord'] === 'number' ? template['ord'] : index,
          question: withoutScripts(string(template['qfmt'])),
          answer: withoutScripts(string(template['afmt'])),
        })),
      };
    });
}

const byOrd = (left: Record<string, unknown>, right: Record<string, unknown>): number =>
  whole(left['ord']) - whole(right['ord']);

function decksOf(decks: Record<string, unknown>): DeckRow[] {
  return Object.entries(decks)
    .slice(0, most)
    .map(([id, value]) => {
      const deck = record(value);
      const own = deck[ownKey];
      return {
        id: whole(id),
        title: string(deck['name']),
        description: string(deck['desc']),
        tint: cleanTint(record(own)['tint']),
        own: own !== undefined,
      };
    });
}

/** Names in these tables are sorted by a collation that only Anki knows: they are read, never compared. */
function readTables(file: CollectionFile): Pick<Schema, 'decks' | 'noteTypes'> {
  const fields = file.read('fields', ['ntid', 'ord', 'name', 'config'], most * 10);
  const templates = file.read('templates', ['ntid', 'ord', 'config'], most * 10);
  const fieldsOf = group(fields);
  const templatesOf = group(templates);
  const noteTypes = file.read('notetypes', ['id', 'name', 'config'], most).map(
    ([id, name, config]): NoteType => ({
      id: number(id),
      name: text(name),
      cloze: readMessage(bytes(config), `The note type "${text(name).slice(0, 40)}"`).number(1) === 1,
      fields: (fieldsOf.get(number(id)) ?? []).map((row) => text(row[2])),
      templates: (templatesOf.get(number(id)) ?? []).map((row): Template => {
        const template = readMessage(bytes(row[2]), `A template of "${text(name).slice(0, 40)}"`);
        return {
          ord: number(row[1]),
          question: withoutScripts(template.text(1)),
          answer: withoutScripts(template.text(2)),
        };
      }),
    }),
  );
  return { noteTypes, decks: file.read('decks', ['id', 'name', 'common', 'kind'], most).map(deckOf) };
}

function group(rows: readonly Cell[][]): Map<number, Cell[][]> {
  const groups = new Map<number, Cell[][]>();
  for (const row of [...rows].sort((left, right) => number(left[1]) - number(right[1]))) {
    const key = number(row[0]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  return groups;
}

/** Fields 1 and 4 are Deck.KindContainer.normal and Deck.Normal.description, 255 what older Ankis kept as JSON. */
function deckOf([id, name, common, kind]: Cell[]): DeckRow {
  const title = text(name).split('\u001F').join('::');
  const what = `The deck "${title.slice(0, 40)}"`;
  const [normal] = readMessage(bytes(kind), what).all(1);
  const [other] = readMessage(bytes(common), what).all(255);
  const own = other === undefined ? undefined : safeJson(new TextDecoder().decode(other))[ownKey];
  return {
    id: number(id),
    title,
    description: normal === undefined ? '' : readMessage(normal, what).text(4),
    tint: cleanTint(record(own)['tint']),
    own: own !== undefined,
  };
}

function safeJson(source: string): Record<string, unknown> {
  try {
    return record(JSON.parse(source));
  } catch {
    return {};
  }
}

/** Scripts and styles of a template are its own, not the cards'. */
function withoutScripts(template: string): string {
  return template.slice(0, 100_000).replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '');
}
