/** Our own data form: everything that a deck file holds, lossless, and the format of backups. */
import type { See } from '../deck.ts';
import { list, matching, number, object, oneOf, optional, orNull, shown, text, truth } from './checks.ts';
import { Gatherer, seeText } from './clean.ts';
import { decodeText, encodeText } from './decode.ts';
import { type DeckFile, Findings, FormatError, limits, type Reading, type Writing } from './shape.ts';

const format = 'effectively-once/decks';
const version = 1;
const name = text(1, 1000);
const field = text(0, limits.fieldLength);
const time = number(0, 8.64e15);
const count = number(0, 1e9);

const scheduling = object({
  state: oneOf(['new', 'learning', 'review', 'relearning']),
  due: time,
  stability: orNull(number(0, 1e6)),
  difficulty: orNull(number(0, 10)),
  scheduledDays: number(0, 1e6),
  reps: count,
  lapses: count,
  lastReview: orNull(time),
  suspended: truth,
  buried: truth,
});

const card = object({
  id: name,
  question: field,
  answer: field,
  see: orNull(object({ lab: name, scenario: optional(name), handler: name, schedule: text(1, 10_000) })),
  tags: list(name, limits.tags),
  foreignId: orNull(name),
  changed: orNull(time),
  scheduling: orNull(scheduling),
});

const review = object({
  card: name,
  at: time,
  rating: oneOf([1, 2, 3, 4]),
  kind: oneOf(['learning', 'review', 'relearning', 'early']),
  lastSeconds: number(0, 1e12),
  nextSeconds: number(0, 1e12),
  tookMs: number(0, 1e12),
});

const deckList = list(
  object({
    title: text(1, 200),
    tint: matching(/^(?:[1-8]|sky|#[0-9a-f]{6})$/i, 'a number from 1 to 8, sky, or a colour such as #cae4f2'),
    blurb: text(0, 10_000),
    cards: list(card, limits.cards),
    log: list(review, limits.reviews),
  }),
  10_000,
);

/** @throws {FormatError} naming the path of the first mistake, such as decks.0.cards.3.question */
export function readJson(bytes: Uint8Array): Reading {
  const data = parse(decodeText(bytes));
  if (!isRecord(data) || data['format'] !== format)
    throw new FormatError(`The file is no deck file of ours: its "format" is not "${format}".`);
  if (data['version'] !== version)
    throw new FormatError(
      `The file's version is ${shown(data['version'], 20)}, and only ${version} is known here. Update the site and try again.`,
    );
  const findings = new Findings();
  const gatherer = new Gatherer(findings);
  for (const { title, tint, blurb, cards, log } of deckList(data['decks'], 'decks')) {
    const deck = gatherer.deck(title);
    Object.assign(deck, { tint, blurb });
    const ids = new Map<string, string>();
    for (const { see, foreignId, ...card } of cards) {
      const kept = gatherer.add(title, `Card "${card.id}" of "${title}"`, {
        ...card,
        see: seeText(see && seeFrom(see)),
        foreignId: foreignId ?? '',
      });
      if (kept !== null) ids.set(card.id, kept.id);
    }
    for (const review of log) {
      const card = ids.get(review.card);
      if (card === undefined)
        findings.add(`An answer to the card "${review.card}" of "${title}" has no card, and was left out.`);
      else deck.log.push({ ...review, card });
    }
  }
  return { decks: gatherer.decks, report: findings.lines };
}

function seeFrom({ scenario, ...see }: { scenario?: string | undefined } & See): See {
  return scenario === undefined ? see : { ...see, scenario };
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source.replace(/^\uFEFF/, ''));
  } catch {
    throw new FormatError('The file is no JSON. Choose a file that was exported here.');
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function writeJson(decks: readonly DeckFile[]): Writing {
  return { bytes: encodeText(`${JSON.stringify({ format, version, decks }, null, 2)}\n`), report: [] };
}
