/** Our own data form: everything that a deck file holds, lossless, and the format of backups. */
import { z } from 'zod';
import { Gatherer, seeText } from './clean.ts';
import { decodeText, encodeText } from './decode.ts';
import { type DeckFile, Findings, FormatError, limits, type Reading, type Writing } from './shape.ts';

const format = 'effectively-once/decks';
const version = 1;
const text = z.string().max(limits.fieldLength);
const name = z.string().min(1).max(1000);
const time = z.number().int().min(0).max(8.64e15);
const whole = z.number().int().min(0).max(1e9);

const schedulingSchema = z.strictObject({
  state: z.enum(['new', 'learning', 'review', 'relearning']),
  due: time,
  stability: z.number().min(0).nullable(),
  difficulty: z.number().min(0).max(10).nullable(),
  scheduledDays: z.number().min(0).max(1e6),
  reps: whole,
  lapses: whole,
  lastReview: time.nullable(),
  suspended: z.boolean(),
  buried: z.boolean(),
});

const cardSchema = z.strictObject({
  id: name,
  question: text,
  answer: text,
  see: z.strictObject({ lab: name, handler: name, schedule: z.string().min(1).max(10_000) }).nullable(),
  tags: z.array(name).max(limits.tags),
  foreignId: name.nullable(),
  changed: time.nullable(),
  scheduling: schedulingSchema.nullable(),
});

const reviewSchema = z.strictObject({
  card: name,
  at: time,
  rating: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  kind: z.enum(['learning', 'review', 'relearning', 'early']),
  lastSeconds: z.number().min(0),
  nextSeconds: z.number().min(0),
  tookMs: z.number().min(0),
});

const deckSchema = z.strictObject({
  title: z.string().min(1).max(200),
  tint: z.string().regex(/^(?:[1-8]|sky|#[0-9a-f]{6})$/i),
  blurb: z.string().max(10_000),
  cards: z.array(cardSchema).max(limits.cards),
  log: z.array(reviewSchema).max(limits.reviews),
});

const fileSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  decks: z.array(deckSchema).max(10_000),
});

/** @throws {FormatError} naming the path of the first mistake, such as decks.0.cards.3.question */
export function readJson(bytes: Uint8Array): Reading {
  const data = parse(decodeText(bytes));
  if (!isRecord(data) || data['format'] !== format)
    throw new FormatError(`The file is no deck file of ours: its "format" is not "${format}".`);
  if (data['version'] !== version)
    throw new FormatError(
      `The file's version is ${JSON.stringify(data['version'])?.slice(0, 20)}, and only ${version} is known here. Update the site and try again.`,
    );
  const result = fileSchema.safeParse(data);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new FormatError(
      `${issue?.path.join('.') ?? 'The file'}: ${issue?.message ?? 'Invalid input'}. Correct it, or export the decks again.`,
    );
  }
  const findings = new Findings();
  const gatherer = new Gatherer(findings);
  for (const { title, tint, blurb, cards, log } of result.data.decks) {
    const deck = gatherer.deck(title);
    Object.assign(deck, { tint, blurb });
    const ids = new Map<string, string>();
    for (const { see, foreignId, ...card } of cards) {
      const kept = gatherer.add(title, `Card "${card.id}" of "${title}"`, {
        ...card,
        see: seeText(see),
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
