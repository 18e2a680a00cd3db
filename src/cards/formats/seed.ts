/** The text form of a deck, as `src/cards/deck.ts` reads and prints it. */
import { type Deck, DeckError, parseDeck, printDeck } from '../deck.ts';
import { cleanLine, Gatherer, seeText, tooMany } from './clean.ts';
import { leftOut } from './csv.ts';
import { decodeText, encodeText } from './decode.ts';
import { type DeckFile, Findings, FormatError, limits, quoted, type Reading, type Writing } from './shape.ts';

/** @param file - The name that errors give. @throws {FormatError} naming file, line and key */
export function readSeed(bytes: Uint8Array, file: string): Reading {
  const text = decodeText(bytes);
  if ((text.match(/^id:/gm)?.length ?? 0) > limits.cards) throw tooMany();
  const { cards, ...head } = parse(text, file);
  const findings = new Findings();
  const gatherer = new Gatherer(findings);
  const deck = gatherer.deck(head.title);
  Object.assign(deck, { tint: head.tint, blurb: cleanLine(head.blurb) });
  for (const { see, foreignId, ...card } of cards)
    gatherer.add(head.title, `Card ${quoted(card.id)}`, {
      ...card,
      see: seeText(see),
      foreignId: foreignId ?? '',
    });
  return { decks: gatherer.decks, report: findings.lines };
}

function parse(text: string, file: string): Deck {
  try {
    return parseDeck(text, file);
  } catch (error) {
    if (error instanceof DeckError) throw new FormatError(error.message);
    throw error;
  }
}

/** @throws {FormatError} where there are several decks: the form holds one */
export function writeSeed(decks: readonly DeckFile[]): Writing {
  const [deck, ...others] = decks;
  if (deck === undefined) throw new FormatError('There is no deck to write.');
  if (others.length > 0)
    throw new FormatError(
      `A deck file holds one deck, and there are ${decks.length}: ${decks.map(({ title }) => title).join(', ')}. Choose one of them.`,
    );
  const report = new Findings();
  leftOut(decks, report);
  return { bytes: encodeText(printDeck(deck)), report: report.lines };
}
