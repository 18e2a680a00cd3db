/** All decks, what is due of each, and the settings. An island. */
import { useMemo, useState } from 'react';
import type { DeckNow } from '../../cards/collection.ts';
import { type Counts, queueOf, usedToday } from '../../cards/queue.ts';
import { answersByDay, standingOf, streak } from '../../cards/stats.ts';
import { tintOf } from '../../cards/view.ts';
import { DeckDialog } from './DeckDialog.tsx';
import { deckHref } from './hrefs.ts';
import { Settings } from './Settings.tsx';
import { base, type Cards, useCards } from './useCards.ts';
import { count, nextWords } from './words.ts';

export default function Home() {
  const { cards, trouble } = useCards();
  return (
    <div className="wrap cards-home">
      {trouble !== null && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      {cards === null ? <p className="rv-wait">Your cards are being counted.</p> : <Decks cards={cards} />}
    </div>
  );
}

function Decks({ cards }: { cards: Cards }) {
  const { collection, clock } = cards;
  const [making, setMaking] = useState(false);
  const used = useMemo(() => usedToday(collection, clock), [collection, clock]);
  const queue = useMemo(() => queueOf(collection, clock, undefined, used), [collection, clock, used]);
  const left = queue.counts.learning + queue.counts.review + queue.counts.new;
  return (
    <>
      <section aria-labelledby="due" className="due">
        <h2 id="due">
          {left === 0
            ? 'Nothing is due'
            : `${count(left, 'card')} ${queue.done > 0 ? 'left today' : 'today'}`}
        </h2>
        <CountList counts={queue.counts} />
        <p className="due-go">
          {queue.next !== null ? (
            <a className="btn primary big" href={`${base}/cards/review/`}>
              Review all decks, mixed
            </a>
          ) : (
            <span>
              {queue.nextAt === null
                ? 'No card waits.'
                : `The next card comes ${nextWords(queue.nextAt, clock)}.`}
            </span>
          )}
        </p>
        <StreakLine cards={cards} />
      </section>
      <section aria-labelledby="decks">
        <div className="decks-h">
          <h2 id="decks">Decks</h2>
          <a className="btn" href={`${base}/cards/import/`}>
            Import and export
          </a>
          <button className="btn" type="button" onClick={() => setMaking(true)}>
            New deck
          </button>
        </div>
        <table className="grid-table deck-t">
          <thead>
            <tr>
              <th scope="col">Deck</th>
              <th scope="col">To review</th>
              <th scope="col">Learning</th>
              <th scope="col">New</th>
              <th scope="col">Known</th>
            </tr>
          </thead>
          <tbody>
            {collection.decks.map((deck) => (
              <DeckRow
                key={deck.id}
                deck={deck}
                counts={queueOf(collection, clock, deck.id, used).counts}
                href={deckHref(deck)}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Settings cards={cards} />
      {making && (
        <DeckDialog
          cards={cards}
          deck={null}
          onClose={() => setMaking(false)}
          onSaved={(id) => location.assign(`${base}/cards/own/?deck=${encodeURIComponent(id)}`)}
        />
      )}
    </>
  );
}

export function CountList({ counts }: { counts: Counts }) {
  return (
    <ul className="counts" aria-label="Left today">
      <li data-count="learning">
        <b>{counts.learning}</b> learning
      </li>
      <li data-count="review">
        <b>{counts.review}</b> to review
      </li>
      <li data-count="new">
        <b>{counts.new}</b> new
      </li>
    </ul>
  );
}

function StreakLine({ cards: { collection, clock } }: { cards: Cards }) {
  const { days, today, ofThirty } = useMemo(
    () => streak(answersByDay(collection), clock.today),
    [collection, clock.today],
  );
  if (ofThirty === 0) {
    return (
      <p className="streak">
        You have not answered a card yet. Read a lesson first, or begin right here: what you do not know comes
        back soon, and what you know comes back late.
      </p>
    );
  }
  return (
    <p className="streak">
      {days > 1 && `${count(days, 'day')} in a row${today ? '' : ', today not yet among them'}. `}
      You answered cards on {count(ofThirty, 'day')} of the last thirty.
    </p>
  );
}

function DeckRow({ deck, counts, href }: { deck: DeckNow; counts: Counts; href: string }) {
  const { known, review, learning } = standingOf(deck.cards);
  const seen = review + learning;
  const all = deck.cards.length;
  const share = all === 0 ? 0 : Math.round((100 * known) / all);
  return (
    <tr>
      <th scope="row">
        <span className="sw" style={{ background: tintOf(deck.tint) }} />
        <a href={href}>{deck.title}</a>
      </th>
      <td className="num" data-label="to review">
        {counts.review}
      </td>
      <td className="num" data-label="learning">
        {counts.learning}
      </td>
      <td className="num" data-label="new">
        {counts.new}
      </td>
      <td data-label="known">
        <span className="bar" style={{ '--p': `${share}%` } as React.CSSProperties} />
        {known} of {all}
        {seen > known && <span className="quiet">, {seen - known} on the way</span>}
      </td>
    </tr>
  );
}
