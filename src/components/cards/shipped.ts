/** The decks of the site as their pages get them, in the order of the course (Node only). */
import type { ShippedDeck } from '../../cards/collection.ts';
import { loadDeck, loadDeckView } from '../../checkpoints/load.ts';
import { chapters } from '../site/course.ts';

/** Addresses under `/cards/` that are no deck. */
const taken = ['import', 'own', 'review'];

/** @throws when a deck has the name of another page */
export async function shippedDecks(): Promise<ShippedDeck[]> {
  const course = await chapters();
  return course.flatMap(({ slug, number, title, href }) => {
    const deck = loadDeck(slug);
    const view = loadDeckView(slug);
    if (deck === null || view === null) return [];
    if (taken.includes(slug)) {
      throw new Error(
        `content/decks/${slug}.deck: /cards/${slug}/ is another page. Give the lesson another name.`,
      );
    }
    const tags = new Map(deck.cards.map((card) => [card.id, card.tags]));
    return {
      ...view,
      blurb: deck.blurb,
      lesson: { number, title, href },
      cards: view.cards.map((card) => ({ ...card, tags: tags.get(card.id) ?? [] })),
    };
  });
}
