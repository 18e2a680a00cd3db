/** The card that is up. A tap turns it, a swipe rates it; the buttons below it do both as well. */
import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { CardNow } from '../../cards/collection.ts';
import type { Clock } from '../../cards/queue.ts';
import { tintOf } from '../../cards/view.ts';
import type { Rating } from '../../progress/events.ts';
import { Face, type Side } from './Face.tsx';
import { ago, ratingNames } from './words.ts';

export interface ReviewCardProps {
  card: CardNow;
  side: Side;
  clock: Clock;
  /** "card 5 of 12" */
  place: string;
  onTurn(): void;
  onRate(rating: Rating): void;
  box: RefObject<HTMLElement | null>;
}

/** How far a finger must have moved sideways, in pixels. */
const swipePx = 90;

export function ReviewCard({ card, side, clock, place, onTurn, onRate, box }: ReviewCardProps) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  const swiped = useRef(false);
  const [leaning, setLeaning] = useState<Rating | null>(null);

  function onClick({ target }: MouseEvent<HTMLElement>) {
    if (swiped.current) {
      swiped.current = false;
      return;
    }
    if (isControl(target) || getSelection()?.isCollapsed === false) return;
    onTurn();
  }

  function onPointerDown({ pointerType, pointerId, clientX, clientY, isPrimary }: PointerEvent<HTMLElement>) {
    swiped.current = false;
    if (pointerType === 'mouse' || !isPrimary) return;
    start.current = { id: pointerId, x: clientX, y: clientY };
  }

  /** Left is Again and right is Good: what a finger can say without looking. */
  function leans(event: PointerEvent<HTMLElement>): Rating | null {
    const from = start.current;
    if (from === null || event.pointerId !== from.id || side === 'front') return null;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.abs(x) < swipePx || Math.abs(x) < 2 * Math.abs(y)) return null;
    return x < 0 ? 1 : 3;
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const rating = leans(event);
    start.current = null;
    setLeaning(null);
    if (rating === null) return;
    swiped.current = true;
    onRate(rating);
  }

  const why = forwardWords(card);
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the review around it takes the keys */}
      <article
        ref={box}
        className="card"
        data-side={side}
        data-leaning={leaning ?? undefined}
        // Keys work while the focus is in the review, and the card is where it stays.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys, as the buttons below take clicks
        tabIndex={0}
        aria-label={`${card.deck.title}, ${place}. ${side === 'front' ? 'Space turns it.' : 'Space is Good; 1 to 4 rate it.'}`}
        onClick={onClick}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => setLeaning(leans(event))}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          start.current = null;
          setLeaning(null);
        }}
      >
        <header style={{ background: tintOf(card.deck.tint) }}>
          <span>{card.deck.title}</span>
          <span>{leaning === null ? place : ratingNames[leaning]}</span>
        </header>
        <div className="card-text">
          <div aria-live="polite" className="face">
            <Face card={card} side={side} />
          </div>
          {/* The back keeps its room while the front is up: turning the card moves nothing below it. */}
          <div aria-hidden="true" className="room" inert>
            <Face card={card} side="back" />
          </div>
        </div>
        <footer>
          <span>{card.deck.lesson && `Lesson ${card.deck.lesson.number}, ${card.deck.lesson.title}`}</span>
          <span>{why ?? lastWords(card, clock)}</span>
        </footer>
      </article>
    </div>
  );
}

function forwardWords({ forward, deck }: CardNow): string | null {
  switch (forward) {
    case 'wrong':
      return 'You missed this when you were asked';
    case 'sure-and-wrong':
      return 'You were certain of this, and wrong';
    case 'new-to-it':
      return `You called ${deck.title} new to you`;
    case null:
      return null;
  }
}

function lastWords({ record }: CardNow, { today }: Clock): string {
  const last = record.rated.at(-1);
  if (record.state.phase === 'new' || last === undefined) return 'New';
  return `Last seen ${ago(today - last.day)}, “${ratingNames[last.rating].toLowerCase()}”`;
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}
