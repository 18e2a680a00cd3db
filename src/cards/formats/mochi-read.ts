/**
 * Reads Mochi's package: a zip with `data.json` or `data.edn`.
 * https://mochi.cards/docs/import-and-export/mochi-format-reference
 */
import { cleanLine, cleanText, Gatherer, type RawCard } from './clean.ts';
import { decodeText } from './decode.ts';
import { fromEdn } from './edn.ts';
import { count, Findings, FormatError, limits, quoted, type Reading } from './shape.ts';
import { fromTransit } from './transit.ts';
import { type Fields, isFields, type Value } from './value.ts';
import { ZipFile } from './zip-read.ts';

const dataNames = ['data.json', 'data.edn'];

/** Whether a zip is a package of Mochi, and none of Anki. */
export function isMochi(bytes: Uint8Array): boolean {
  try {
    const { names } = new ZipFile(bytes);
    return (
      names.some((name) => dataNames.includes(name)) && !names.some((name) => /^collection\./.test(name))
    );
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** @throws {FormatError} */
export function readMochi(bytes: Uint8Array): Reading {
  const zip = new ZipFile(bytes);
  const name = dataNames.find((each) => zip.has(each));
  if (name === undefined)
    throw new FormatError(
      'The zip holds no data.json and no data.edn, so it is no package of Mochi. Choose a .mochi file.',
    );
  const text = decodeText(zip.read(name)).replace(/^\uFEFF/, '');
  const data = name === 'data.edn' ? fromEdn(text) : fromTransit(parsed(text));
  const decks = isFields(data) ? listOf(data['decks']) : [];
  if (!isFields(data) || data['version'] !== 2 || decks.length === 0)
    throw new FormatError(
      `${name} in the package holds no decks of Mochi's version 2, the only one known here. Export them again from Mochi.`,
    );
  const findings = new Findings();
  const gatherer = new Gatherer(findings);
  const titles = titlesOf(decks);
  const templates = new Map(listOf(data['templates']).map((each) => [textIn(each, 'id'), each]));
  const left = { answered: 0, archived: 0 };
  for (const deck of decks) {
    const title = titles.get(deck) ?? '';
    gatherer.deck(title);
    for (const [index, card] of inOrder(listOf(deck['cards'])).entries()) {
      if (card['archived?'] === true || (card['trashed?'] ?? false) !== false) {
        left.archived += 1;
        continue;
      }
      if (Array.isArray(card['reviews']) && card['reviews'].length > 0) left.answered += 1;
      const place = `Card ${index + 1} of ${quoted(title)}`;
      const raw = rawCard(card, templates.get(textIn(card, 'template-id')), place, findings);
      if (raw !== null) gatherer.add(title, place, raw);
    }
  }
  if (left.archived > 0)
    findings.add(`${count(left.archived, 'card')} in Mochi's archive or trash stayed there.`);
  if (left.answered > 0)
    findings.add(
      `When cards are due in Mochi was not taken over (${count(left.answered, 'card')}): they begin as new ones.`,
    );
  const media = zip.names.filter((each) => !dataNames.includes(each)).length;
  if (media > 0) findings.add(`${count(media, 'media file')} stayed in the package: cards here hold text.`);
  return { decks: gatherer.decks, report: findings.lines };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FormatError('data.json in the package is no JSON. Export it again.');
  }
}

const listOf = (value: Value | undefined): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

function textIn(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value : '';
}

/** `Parent::Child`, as in Anki, since a deck here lies in no other. */
function titlesOf(decks: readonly Fields[]): Map<Fields, string> {
  const byId = new Map(decks.map((deck) => [textIn(deck, 'id'), deck]));
  return new Map(
    decks.map((deck) => {
      const names: string[] = [];
      const seen = new Set<Fields>();
      for (let at: Fields | undefined = deck; at !== undefined && !seen.has(at) && names.length < 20; ) {
        seen.add(at);
        names.unshift(cleanLine(textIn(at, 'name').slice(0, 200)) || 'Imported cards');
        const parent = textIn(at, 'parent-id');
        at = parent === '' ? undefined : byId.get(parent);
      }
      return [deck, names.join('::')];
    }),
  );
}

/** Cards without a place of their own stay where they are, as their sort is stable. */
function inOrder(cards: Fields[]): Fields[] {
  if (!cards.every((card) => textIn(card, 'pos') !== '')) return cards;
  return cards.sort((a, b) =>
    textIn(a, 'pos') < textIn(b, 'pos') ? -1 : textIn(a, 'pos') > textIn(b, 'pos') ? 1 : 0,
  );
}

function rawCard(
  card: Fields,
  template: Fields | undefined,
  place: string,
  findings: Findings,
): RawCard | null {
  const written = textIn(card, 'content');
  const content = written.trim() === '' && template !== undefined ? filled(template, card) : written;
  if (content.length > limits.fieldLength * 2) {
    findings.add(`${place} is longer than any card, and was left out.`);
    return null;
  }
  const [question = '', ...sides] = content
    .split(/^---[^\S\n]*$/m)
    .map((side) => plain(side.replace(/^\\(\\*---[^\S\n]*)$/gm, '$1'), place, findings));
  const answer = sides
    .map(cleanText)
    .filter((side) => side !== '')
    .join('\n\n');
  const tags = [card['tags'], card['manual-tags']].flatMap((value) => (Array.isArray(value) ? value : []));
  const rest = {
    id: textIn(card, 'id') || null,
    tags: tags.filter((tag) => typeof tag === 'string'),
    ...{ see: '', foreignId: '' },
  };
  // A card of one side asks for its gaps: {{so}}, or {{1::so}}.
  if (answer === '' && gap.test(question))
    return { ...rest, question: question.replace(gaps, '[…]'), answer: question.replace(gaps, '**$1**') };
  return { ...rest, question, answer };
}

const gap = /\{\{(?:\d{1,3}::)?([^{}]{1,2000})\}\}/;
const gaps = new RegExp(gap, 'g');

/** A template with a card's fields in it: `<< Name >>`, and `<< #Name >> … << /Name >>` where it has one. */
function filled(template: Fields, card: Fields): string {
  const values = new Map<string, string>();
  const given = isFields(card['fields']) ? card['fields'] : {};
  const named = isFields(template['fields']) ? template['fields'] : {};
  for (const [id, field] of Object.entries(named)) {
    const value = given[id];
    const name = isFields(field) ? textIn(field, 'name') : '';
    values.set(name, isFields(value) ? textIn(value, 'value') : '');
  }
  const content = textIn(template, 'content').slice(0, 20_000);
  let [text, from] = ['', 0];
  /** Whether each condition that we are inside of holds. */
  const shown: boolean[] = [];
  for (const { 0: whole, 1: sign, 2: inner = '', index } of content.matchAll(
    /<<\s*([#^/]?)([^<>]{0,200})>>/g,
  )) {
    if (!shown.includes(false)) text += content.slice(from, index);
    from = index + whole.length;
    const value = values.get(inner.trim()) ?? '';
    if (sign === '#' || sign === '^') shown.push((value.trim() !== '') === (sign === '#'));
    else if (sign === '/') shown.pop();
    else if (!shown.includes(false)) text += value;
    if (text.length > limits.fieldLength * 2) break;
  }
  return shown.includes(false) ? text : text + content.slice(from);
}

/** Pictures and sounds stay behind, and a link to another card keeps its words. */
function plain(text: string, place: string, findings: Findings): string {
  return text
    .replace(/!\[([^\]\n]{0,500})\]\([^)\n]{0,1000}\)/g, (_, words: string) => {
      findings.add(`${place}: a picture or sound was left out.`);
      return words.trim() === '' ? '[picture]' : `[picture: ${words.trim()}]`;
    })
    .replace(/(?<!!)\[\[([^\]|\n]{1,500})\|[0-9A-Za-z]{1,40}\]\]/g, '$1');
}
