/** A lesson's cards, to flip through. An island; without JavaScript it is a list. */
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { inWords } from '../../cards/text.ts';
import { type DeckView, tintOf } from '../../cards/view.ts';
import { shuffled } from '../../checkpoints/seeded.ts';
import { cardsForward, lastCard } from '../../progress/derive.ts';
import type { ProgressEvent } from '../../progress/events.ts';
import { Face, SeeLink, type Side } from '../cards/Face.tsx';
import { Inline, Paragraphs } from './Prose.tsx';
import './deck.css';
import { useProgress } from './useProgress.ts';

const siteBase = (import.meta.env?.BASE_URL ?? '/').replace(/\/$/, '');

export interface DeckProps {
  deck: DeckView;
  /** What stands at a card's foot: "Lesson 4, races". */
  from: string;
}

interface Pile {
  /** Cards by their place in the deck, in the order in which they are shown. */
  order: number[];
  at: number;
  side: Side;
}

export default function Deck({ deck, from }: DeckProps) {
  const { cards } = deck;
  const { progress, events } = useProgress();
  const [pile, setPile] = useState<Pile>({ order: cards.map((_, index) => index), at: 0, side: 'front' });
  /** How often it was shuffled: the seed. 0 is the deck's own order. */
  const [shuffles, setShuffles] = useState(0);
  const [missed, setMissed] = useState<ReadonlySet<string>>(new Set());
  const ready = progress !== null;
  const dealt = useRef(false);
  const shuffleButton = useRef<HTMLButtonElement>(null);
  const forward = Object.keys(cardsForward(events, deck.id));

  // Dealt when the log has been read, and again when the checkpoint brings a card forward; turning
  // a card, which takes it off that list, deals nothing.
  const fresh = forward.filter((id) => !missed.has(id)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fresh` stands for what is forward
  useEffect(() => {
    if (!ready || (dealt.current && fresh === '')) return;
    dealt.current = true;
    setMissed(new Set(forward));
    setPile(deal(deck, new Set(forward), events));
  }, [ready, fresh, deck]);

  const card = cards[pile.order[pile.at] ?? 0];
  if (card === undefined) return <p className="quiet">This lesson has no cards yet.</p>;

  function flip() {
    const side = pile.side === 'front' ? 'back' : 'front';
    setPile({ ...pile, side });
    if (side === 'back' && card !== undefined && lastCard(events, deck.id) !== card.id) {
      progress?.append({ kind: 'card-seen', deck: deck.id, card: card.id });
    }
  }

  function go(by: number) {
    const at = (pile.at + by + cards.length) % cards.length;
    setPile({ ...pile, at, side: 'front' });
  }

  function shuffle() {
    const times = shuffles + 1;
    setShuffles(times);
    setPile({ order: shuffled(cards.length, `${deck.id}/${times}`), at: 0, side: 'front' });
  }

  function unshuffle() {
    // The button that was pressed goes; its neighbour, which undoes it, takes the focus.
    shuffleButton.current?.focus();
    setShuffles(0);
    setPile({ order: cards.map((_, index) => index), at: 0, side: 'front' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || isControl(event.target)) return;
    const act = { ' ': flip, Enter: flip, ArrowRight: () => go(1), ArrowLeft: () => go(-1) }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    if (isControl(event.target) || getSelection()?.isCollapsed === false) return;
    flip();
  }

  const place = `card ${pile.at + 1} of ${cards.length}`;
  return (
    <div className="deck">
      <div className="deck-live">
        <div className="stack">
          <article
            className="card"
            data-side={pile.side}
            // Keys work while the card has the focus and nowhere else, so that they disturb no other key.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys, as the buttons below take clicks
            tabIndex={0}
            aria-label={`${deck.title}, ${place}. Space turns it, the arrow keys go on and back.`}
            onKeyDown={onKeyDown}
            onClick={onClick}
          >
            <header style={{ background: tintOf(deck.tint) }}>
              <span>{deck.title}</span>
              <span>{place}</span>
            </header>
            <div className="card-text">
              <div aria-live="polite" className="face">
                <Face card={card} side={pile.side} />
              </div>
              {/* The back keeps its room while the front is up: turning the card moves nothing below it. */}
              <div aria-hidden="true" className="room">
                <Face card={card} side="back" />
              </div>
            </div>
            <footer>
              <span>{from}</span>
              {missed.has(card.id) && <span>You missed this when you were asked</span>}
            </footer>
          </article>
        </div>
        <div className="deck-nav">
          <button className="btn" type="button" onClick={() => go(-1)} disabled={!ready}>
            Previous <kbd>←</kbd>
          </button>
          <button className="btn primary" type="button" onClick={flip} disabled={!ready}>
            {pile.side === 'front' ? 'Turn the card over' : 'Turn it back'} <kbd>space</kbd>
          </button>
          <button className="btn" type="button" onClick={() => go(1)} disabled={!ready}>
            Next <kbd>→</kbd>
          </button>
          <button ref={shuffleButton} className="btn plain" type="button" onClick={shuffle} disabled={!ready}>
            Shuffle
          </button>
          {shuffles > 0 && (
            <button className="btn plain" type="button" onClick={unshuffle}>
              In order
            </button>
          )}
        </div>
        {missed.size > 0 && shuffles === 0 && (
          <p className="deck-hint">
            The checkpoint has brought {missed.size === 1 ? 'one card' : `${inWords(missed.size)} cards`} to
            the front.
          </p>
        )}
        <p className="deck-hint">
          <a href={`${siteBase}/cards/${deck.id}/`}>Review this deck</a>: its cards come back when you are
          about to forget them.
        </p>
      </div>
      <noscript>
        <style>{'.deck-live { display: none }'}</style>
        <dl className="card-list">
          {cards.map(({ id, question, answer, see }) => (
            <div key={id}>
              <dt>
                <Inline text={question} />
              </dt>
              <dd>
                <Paragraphs text={answer} />
                <SeeLink see={see} />
              </dd>
            </div>
          ))}
        </dl>
      </noscript>
    </div>
  );
}

/** Cards that a wrong answer brought forward come first; else it goes on where it was left. */
function deal({ id, cards }: DeckView, forward: ReadonlySet<string>, events: readonly ProgressEvent[]): Pile {
  const all = cards.map((_, index) => index);
  const isForward = (index: number) => forward.has(cards[index]?.id ?? '');
  const order = [...all.filter(isForward), ...all.filter((index) => !isForward(index))];
  if (forward.size > 0) return { order, at: 0, side: 'front' };
  const last = lastCard(events, id);
  return {
    order,
    at: Math.max(
      0,
      cards.findIndex((card) => card.id === last),
    ),
    side: 'front',
  };
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}
