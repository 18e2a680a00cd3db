import { z } from 'zod';
import type { Deck } from '../cards/deck.ts';

const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a permanent kebab-case id such as races-gap');

/**
 * What a deck of ours must be, beyond what the text form allows: decks from elsewhere may be
 * looser. The text form itself is described and read in `src/cards/deck.ts`.
 */
export const deckSchema: z.ZodType<Deck, unknown> = z.strictObject({
  title: z.string().min(1),
  /** The lesson's number, or `sky` for a deck that belongs to none. */
  tint: z.string().regex(/^(?:[1-8]|sky)$/, 'expected the lesson’s number, 1 to 8, or sky'),
  /** One sentence on what the deck is about. */
  blurb: z.string().min(1, 'expected a sentence after "blurb:"'),
  cards: z
    .array(
      z.strictObject({
        id,
        question: z.string().min(1),
        answer: z.string().min(1),
        /** A schedule in which the answer can be watched. */
        see: z
          .strictObject({ lab: id, scenario: id.optional(), handler: id, schedule: z.string().min(1) })
          .nullable(),
        tags: z.array(id),
        foreignId: z.string().nullable(),
      }),
    )
    .min(1, 'expected at least one card'),
});
