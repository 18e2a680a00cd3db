/** The review. An island: what is due, one card after another, until the day is done. */
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Queue } from '../../cards/queue.ts';
import type { CardState } from '../../cards/schedule.ts';
import { capital, inWords } from '../../cards/text.ts';
import { type Rating, ratings } from '../../progress/events.ts';
import { CardDialog } from './CardDialog.tsx';
import { deckHref } from './hrefs.ts';
import { ReviewCard } from './ReviewCard.tsx';
import { Summary } from './Summary.tsx';
import { base, type Cards, useCards } from './useCards.ts';
import { type Review as ReviewState, useReview } from './useReview.ts';
import { comesBack, ratingNames } from './words.ts';

export default function Review() {
  const { cards, trouble } = useCards();
  return (
    <div className="review wrap">
      {trouble !== null && (
        <p className="trouble" role="alert">
          {trouble}
        </p>
      )}
      {cards === null ? (
        <>
          <h1>Review</h1>
          <p className="rv-wait">Your cards are being counted.</p>
        </>
      ) : (
        <Asked cards={cards} only={new URLSearchParams(location.search).get('deck') ?? undefined} />
      )}
    </div>
  );
}

function Asked({ cards, only }: { cards: Cards; only: string | undefined }) {
  const deck = cards.collection.decks.find(({ id }) => id === only);
  if (only !== undefined && deck === undefined) {
    return (
      <>
        <h1>There is no deck “{only}”</h1>
        <p className="rv-lede">
          It may have been removed, or belong to another browser. <a href={`${base}/cards/`}>See all decks</a>
          .
        </p>
      </>
    );
  }
  return <Session cards={cards} only={only} title={deck?.title ?? null} />;
}

/** Keys, and what each does. Shown on the buttons. */
const tools = [
  { key: 'z', name: 'Undo', act: 'undo' },
  { key: 'e', name: 'Edit', act: 'edit' },
  { key: 'b', name: 'Bury', act: 'bury' },
  { key: 's', name: 'Suspend', act: 'suspend' },
] as const;

function Session({ cards, only, title }: { cards: Cards; only: string | undefined; title: string | null }) {
  const review = useReview(cards, only);
  const { queue, card, side, preview } = review;
  const [editing, setEditing] = useState(false);
  const box = useRef<HTMLElement>(null);
  const root = useRef<HTMLElement>(null);
  const key = card === null ? '' : `${card.deck.id}/${card.id}/${card.record.reviews}/${side}`;

  // The focus stays on the card, where the keys work; nobody who is elsewhere is called away. It is there
  // before the card is seen: the first key pressed counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what is up
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || root.current?.contains(activeElement) === true;
    if (isHere && !editing) box.current?.focus({ preventScroll: true });
  }, [key, editing]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (editing || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = actOf(event.key, event.target);
    if (act === null) return;
    event.preventDefault();
    // A key that is held down is one answer, not twenty.
    if (!event.repeat) act();
  }

  function actOf(pressed: string, target: EventTarget): (() => void) | null {
    const isButton = target instanceof Element && target.closest('a, button') !== null;
    if (pressed === ' ' || pressed === 'Enter') {
      if (isButton || card === null) return null;
      return side === 'back' && pressed === ' ' ? () => review.rate(3) : review.turn;
    }
    const rating = ratings.find((each) => String(each) === pressed);
    if (rating !== undefined) return () => review.rate(rating);
    const tool = tools.find((each) => each.key === pressed.toLowerCase());
    return tool === undefined ? null : () => use(tool.act);
  }

  function use(act: (typeof tools)[number]['act']) {
    if (act === 'undo') review.undo();
    else if (card !== null) act === 'edit' ? setEditing(true) : review[act]();
  }

  const left = queue.counts.learning + queue.counts.review + queue.counts.new;
  const total = queue.done + left;
  return (
    <section ref={root} className="rv" aria-labelledby="rv-title" tabIndex={-1} onKeyDown={onKeyDown}>
      <header className="rv-h">
        <h1 id="rv-title">
          {card === null
            ? 'Nothing is due'
            : `${capital(inWords(total))} ${total === 1 ? 'card' : 'cards'} today`}
        </h1>
        <Counts queue={queue} title={title} />
        <div className="rv-tools">
          {tools.map(({ key: pressed, name, act }) => (
            <button
              key={act}
              className="btn plain"
              type="button"
              aria-keyshortcuts={pressed}
              disabled={act === 'undo' ? !review.canUndo : card === null}
              onClick={() => use(act)}
            >
              {name} <kbd>{pressed}</kbd>
            </button>
          ))}
        </div>
      </header>
      <Bar done={queue.done} total={total} />
      {review.notice !== null && (
        <p className="rv-notice">
          {review.notice.text} <a href={deckHref(review.notice.deck)}>Open the deck</a>
        </p>
      )}
      {card === null ? (
        <Summary cards={cards} queue={queue} only={only} />
      ) : (
        <div className="deck">
          <ReviewCard
            card={card}
            side={side}
            clock={cards.clock}
            place={`${left} to go`}
            onTurn={review.turn}
            onRate={review.rate}
            box={box}
          />
          <Rates review={review} preview={preview} />
          <p className="rv-hint">
            {side === 'back' && <span className="touch">Swipe left for Again, right for Good. </span>}
            The intervals come from your own history and a target of{' '}
            {Math.round(cards.collection.settings.retention * 100)} % remembered.
          </p>
        </div>
      )}
      <p className="sr" role="status">
        {review.said}
      </p>
      {editing && card !== null && (
        <CardDialog cards={cards} deck={card.deck} card={card} onClose={() => setEditing(false)} />
      )}
    </section>
  );
}

function Counts({ queue: { counts, kind }, title }: { queue: Queue; title: string | null }) {
  const each = [
    { kind: 'learning', text: 'learning' },
    { kind: 'review', text: 'to review' },
    { kind: 'new', text: 'new' },
  ] as const;
  return (
    <ul className="counts" aria-label={title === null ? 'Left today' : `Left today in ${title}`}>
      {each.map(({ kind: name, text }) => (
        <li key={name} className={kind === name ? 'on' : undefined} data-count={name}>
          <b>{counts[name]}</b> {text}
        </li>
      ))}
    </ul>
  );
}

/** A segment for each card; more than forty would be hairs. */
function Bar({ done, total }: { done: number; total: number }) {
  const label = `${done} of ${total} done`;
  if (total === 0) return <p className="rv-bar" />;
  if (total > 40) {
    return (
      <p className="rv-bar whole" role="img" aria-label={label}>
        <i className="done" style={{ inlineSize: `${(100 * done) / total}%` }} />
      </p>
    );
  }
  return (
    <p
      className="rv-bar"
      role="img"
      aria-label={label}
      style={{ gridTemplateColumns: `repeat(${total}, 1fr)` }}
    >
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
        <i key={index} className={index < done ? 'done' : index === done ? 'now' : undefined} />
      ))}
    </p>
  );
}

function Rates({ review, preview }: { review: ReviewState; preview: Record<Rating, CardState> | null }) {
  if (review.side === 'front' || preview === null) {
    return (
      <div className="rates" data-side="front">
        <button type="button" className="turn" onClick={review.turn}>
          <b>Turn the card over</b>
          <kbd>space</kbd>
        </button>
      </div>
    );
  }
  return (
    <fieldset className="rates" data-side="back">
      <legend className="sr">How well did you know it?</legend>
      {ratings.map((rating) => (
        <button
          key={rating}
          type="button"
          className={rating === 3 ? 'usual' : undefined}
          aria-keyshortcuts={String(rating)}
          onClick={() => review.rate(rating)}
        >
          <kbd>{rating}</kbd>
          <b>{ratingNames[rating]}</b> <span>{comesBack(preview[rating])}</span>
        </button>
      ))}
    </fieldset>
  );
}
