/** One deck: how it stands, and all its cards. An island. */
import { useMemo, useState } from 'react';
import type { DeckNow } from '../../cards/collection.ts';
import { queueOf } from '../../cards/queue.ts';
import { standingOf } from '../../cards/stats.ts';
import { tintOf } from '../../cards/view.ts';
import { removeDeck, writeDeck } from './acts.ts';
import { Browse } from './Browse.tsx';
import { CardDialog } from './CardDialog.tsx';
import { DeckDialog } from './DeckDialog.tsx';
import { CountList } from './Home.tsx';
import { reviewHref } from './hrefs.ts';
import { base, type Cards, useCards } from './useCards.ts';
import { count, nextWords } from './words.ts';

export interface DeckPageProps {
  /** Id of one of our decks; the address names it when it is the reader's own. */
  deck?: string;
}

export default function DeckPage({ deck: given }: DeckPageProps) {
  const { cards, trouble } = useCards();
  const id = given ?? (cards && new URLSearchParams(location.search).get('deck'));
  const deck = cards?.collection.decks.find((each) => each.id === id);
  return (
    <div className="wrap deck-page">
      {trouble !== null && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      {cards === null && <p className="rv-wait">The cards are being counted.</p>}
      {cards !== null && deck !== undefined && (
        <OneDeck cards={cards} deck={deck} isOwnPage={given === undefined} />
      )}
      {cards !== null && deck === undefined && <Missing cards={cards} id={id} />}
    </div>
  );
}

function Missing({ cards, id }: { cards: Cards; id: string | null }) {
  const removed = id === null ? undefined : cards.fold.own.get(id);
  return (
    <>
      <h2>{removed === undefined ? 'There is no such deck here' : `“${removed.title}” has been removed`}</h2>
      <p className="rv-lede">
        {removed === undefined
          ? 'It may belong to another browser. '
          : 'Its cards and their history are kept, in case you want them back. '}
        <a href={`${base}/cards/`}>See all decks</a>.
      </p>
      {removed !== undefined && id !== null && (
        <p className="rv-more">
          <button className="btn" type="button" onClick={() => writeDeck(cards.progress, id, named(removed))}>
            Bring it back
          </button>
        </p>
      )}
    </>
  );
}

function named({ title, tint, blurb }: Pick<DeckNow, 'title' | 'tint' | 'blurb'>) {
  return { title, tint, blurb };
}

function OneDeck({ cards, deck, isOwnPage }: { cards: Cards; deck: DeckNow; isOwnPage: boolean }) {
  const { collection, clock } = cards;
  const [open, setOpen] = useState<'card' | 'name' | null>(null);
  const queue = useMemo(() => queueOf(collection, clock, deck.id), [collection, clock, deck.id]);
  const standing = standingOf(deck.cards);
  return (
    <>
      {isOwnPage && (
        <header className="own-h" style={{ background: tintOf(deck.tint) }}>
          <h2>{deck.title}</h2>
          {deck.blurb !== '' && <p>{deck.blurb}</p>}
        </header>
      )}
      <section aria-labelledby="due" className="due">
        <h2 id="due">Today</h2>
        <CountList counts={queue.counts} />
        <p className="due-go">
          {queue.next !== null ? (
            <a className="btn primary big" href={reviewHref(deck.id)}>
              Review this deck
            </a>
          ) : (
            <span>
              {deck.cards.length === 0
                ? 'It has no cards yet.'
                : queue.nextAt === null
                  ? 'No card waits.'
                  : `The next card comes ${nextWords(queue.nextAt, clock)}.`}
            </span>
          )}
        </p>
        <p className="streak">
          {count(deck.cards.length, 'card')}: {standing.new} new, {standing.learning} learning,{' '}
          {standing.review} in review
          {standing.known > 0 && `, ${standing.known} of them known for three weeks and more`}
          {standing.suspended > 0 && `, ${standing.suspended} put aside`}.
        </p>
      </section>
      <section aria-labelledby="browse">
        <div className="decks-h">
          <h2 id="browse">Cards</h2>
          <p>
            <button className="btn" type="button" onClick={() => setOpen('card')}>
              Add a card
            </button>
            {deck.own && (
              <>
                <button className="btn" type="button" onClick={() => setOpen('name')}>
                  Name the deck
                </button>
                <button className="btn" type="button" onClick={() => removeDeck(cards.progress, deck.id)}>
                  Remove the deck
                </button>
              </>
            )}
          </p>
        </div>
        <Browse cards={cards} deck={deck} />
      </section>
      {open === 'card' && <CardDialog cards={cards} deck={deck} card={null} onClose={() => setOpen(null)} />}
      {open === 'name' && <DeckDialog cards={cards} deck={deck} onClose={() => setOpen(null)} />}
    </>
  );
}
