/** What every reader does to text before it becomes a card's. */
import { sha256 } from '@noble/hashes/sha2.js';
import { placeOf, printSee, type See } from '../deck.ts';
import {
  type DeckFile,
  type FileCard,
  type Findings,
  FormatError,
  limits,
  mostCardCharacters,
  quoted,
} from './shape.ts';

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** Line ends as `\n`, no control characters, no half characters, no blank lines around. */
export function cleanText(text: string): string {
  return cleanChars(text)
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trim();
}

function cleanChars(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(controls, '').replace(loneSurrogate, '\uFFFD');
}

export function cleanLine(text: string): string {
  return cleanChars(text).replace(/\s+/g, ' ').trim();
}

/** An id is one word. @returns null where nothing is left of it */
export function cleanId(text: string): string | null {
  const id = cleanChars(text).trim().replace(/\s+/g, '_');
  if (id === '') return null;
  return id.length > 200 ? `c-${digest(id)}` : id;
}

/** Tags of ours are separated by commas, and so hold none. */
export function cleanTags(tags: readonly string[]): string[] {
  const clean = tags.slice(0, 1000).map((tag) => cleanLine(tag.slice(0, 200)).replace(/,/g, '-'));
  return [...new Set(clean.filter((tag) => tag !== ''))].slice(0, limits.tags);
}

export function cleanTint(tint: unknown): string {
  return typeof tint === 'string' && /^(?:[1-8]|sky|#[0-9a-f]{6})$/i.test(tint) ? tint : 'sky';
}

/** `double-charge check-then-insert w1 w2`, as a deck file has it; null where a part is missing. */
export function seeOf(text: string): See | null {
  const [place = '', handler, ...schedule] = cleanLine(text).split(' ');
  const { lab, scenario } = placeOf(place);
  if (!lab || !handler || schedule.length === 0) return null;
  return { lab, ...(scenario ? { scenario } : {}), handler, schedule: schedule.join(' ') };
}

export function seeText(see: See | null): string {
  return see === null ? '' : printSee(see);
}

/** 16 hexadecimal digits of SHA-256. */
export function digest(text: string): string {
  const bytes = sha256(new TextEncoder().encode(text));
  return Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The id of a card that came without one: the same in every reading of the same file, another one in
 * another deck.
 */
export function idFromContent(deck: string, question: string, answer: string): string {
  return `c-${digest(JSON.stringify([deck, question, answer]))}`;
}

/** A card as its file gives it, before anything is checked. */
export interface RawCard {
  id: string | null;
  question: string;
  answer: string;
  tags: readonly string[];
  see: string;
  foreignId: string;
  changed?: number | null;
  scheduling?: FileCard['scheduling'];
}

/** Checks cards one by one, and gathers them into decks by title. */
export class Gatherer {
  readonly #decks = new Map<string, { deck: DeckFile; ids: Map<string, string> }>();
  readonly #findings: Findings;
  #cards = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  deck(title: string): DeckFile {
    return this.#entry(title).deck;
  }

  #entry(title: string) {
    const name = cleanLine(title.slice(0, 200)) || 'Imported cards';
    const known = this.#decks.get(name);
    if (known !== undefined) return known;
    const entry = {
      deck: { title: name, tint: 'sky', blurb: '', cards: [], log: [] } satisfies DeckFile as DeckFile,
      ids: new Map<string, string>(),
    };
    this.#decks.set(name, entry);
    return entry;
  }

  /** @param place - Such as `Line 7`. @returns the card, or null where it was left out */
  add(title: string, place: string, raw: RawCard): FileCard | null {
    const { deck, ids } = this.#entry(title);
    const question = cleanText(raw.question);
    const answer = cleanText(raw.answer);
    const lacks = question === '' ? 'question' : answer === '' ? 'answer' : null;
    if (lacks !== null) {
      this.#findings.add(`${place} has no ${lacks}, and was left out.`);
      return null;
    }
    if (Math.max(question.length, answer.length) > mostCardCharacters) {
      this.#findings.add(
        `${place} is longer than ${mostCardCharacters.toLocaleString('en')} characters, and was left out. Make several cards of it.`,
      );
      return null;
    }
    const id = (raw.id === null ? null : cleanId(raw.id)) ?? idFromContent(deck.title, question, answer);
    const before = ids.get(id);
    if (before !== undefined) {
      this.#findings.add(`${place} has the id ${quoted(id)}, as ${before} has, and was left out.`);
      return null;
    }
    this.#cards += 1;
    if (this.#cards > limits.cards) throw tooMany();
    ids.set(id, place.charAt(0).toLowerCase() + place.slice(1));
    const see = seeOf(raw.see);
    if (see === null && cleanLine(raw.see) !== '')
      this.#findings.add(
        `${place} links to ${quoted(raw.see)}, which names no schedule; the link was left out.`,
      );
    const card: FileCard = {
      id,
      question,
      answer,
      see,
      tags: cleanTags(raw.tags),
      foreignId: cleanId(raw.foreignId),
      changed: raw.changed ?? null,
      scheduling: raw.scheduling ?? null,
    };
    deck.cards.push(card);
    return card;
  }

  get decks(): DeckFile[] {
    return [...this.#decks.values()].map(({ deck }) => deck);
  }
}

export function tooMany(): FormatError {
  return new FormatError(
    `The file holds more than ${limits.cards.toLocaleString('en')} cards. Split it into smaller ones.`,
  );
}
