/** A review: which card is up, which side of it, and what the reader does to it. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { type CardNow, type Collection, type DeckNow, lastAct } from '../../cards/collection.ts';
import { startOfDay } from '../../cards/day.ts';
import { isLeechAt } from '../../cards/history.ts';
import { type Clock, type Queue, queueOf, usedToday } from '../../cards/queue.ts';
import { type CardState, schedulerFor } from '../../cards/schedule.ts';
import type { Rating } from '../../progress/events.ts';
import { buryCard, rateCard, suspendCard } from './acts.ts';
import type { Side } from './Face.tsx';
import type { Cards } from './useCards.ts';
import { comesBack, ratingNames } from './words.ts';

/** One showing of a card: rated, here or in another tab, it is over. */
interface Showing {
  deck: string;
  card: string;
  reviews: number;
}

export interface Review {
  queue: Queue;
  /** What is up, or null when nothing is due. */
  card: CardNow | null;
  side: Side;
  /** Where each rating would lead. */
  preview: Record<Rating, CardState> | null;
  /** What was just done, for those who hear the page. */
  said: string;
  /** Something the reader should know and may act on. */
  notice: { text: string; deck: DeckNow } | null;
  canUndo: boolean;
  turn(): void;
  rate(rating: Rating): void;
  undo(): void;
  bury(): void;
  suspend(): void;
}

export function useReview(cards: Cards, only?: string): Review {
  const { progress, fold, collection, clock } = cards;
  const [showing, setShowing] = useState<Showing | null>(null);
  const [side, setSide] = useState<Side>('front');
  const [said, setSaid] = useState('');
  const [notice, setNotice] = useState<Review['notice']>(null);
  const shownAt = useRef(0);
  /** The showing that was last rated here: another that ends was ended elsewhere. */
  const ended = useRef('');

  const queue = useMemo(
    () => queueOf(collection, clock, only, usedToday(collection, clock)),
    [collection, clock, only],
  );
  // The card that is up stays up while the queue goes on behind it.
  const card = stillUp(collection, showing, clock) ?? queue.next;
  const next = card && { deck: card.deck.id, card: card.id, reviews: card.record.reviews };
  if (keyOf(next) !== keyOf(showing)) {
    setShowing(next);
    setSide('front');
  }
  const key = keyOf(next);
  const before = useRef(key);
  useEffect(() => {
    shownAt.current = performance.now();
    const wasElsewhere = before.current !== '' && before.current !== key && ended.current !== before.current;
    before.current = key;
    if (wasElsewhere) setSaid('That card was answered or put aside in another tab.');
  }, [key]);

  const preview = useMemo(
    () => card && schedulerFor(collection.settings.retention).preview(card.record.state, clock),
    [card, collection.settings.retention, clock],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fold changes in place with the collection
  const act = useMemo(
    () => lastAct(fold, startOfDay(clock.today, clock.zoneAt), only),
    [collection, fold, clock, only],
  );

  function done(what: string) {
    ended.current = key;
    setNotice(null);
    setSaid(what);
  }

  return {
    queue,
    card,
    side,
    preview,
    said,
    notice,
    canUndo: act !== null,
    turn() {
      setSide(side === 'front' ? 'back' : 'front');
    },
    rate(rating) {
      if (card === null || preview === null || side === 'front') return;
      done(`${ratingNames[rating]}: comes back ${comesBack(preview[rating])}.`);
      const { lapses } = preview[rating];
      if (lapses > card.record.state.lapses && isLeechAt(lapses))
        setNotice({
          text: `“${card.question}” has now been failed ${lapses} times and is put aside. Split it or write it anew, and take it back.`,
          deck: card.deck,
        });
      rateCard(progress, card, rating, clock, performance.now() - shownAt.current);
    },
    undo() {
      if (act === null) {
        setSaid('There is nothing of today to undo.');
        return;
      }
      done(`Taken back: ${acts[act.kind]}.`);
      const record = fold.histories.get(act.deck)?.get(act.card)?.record;
      setShowing({ deck: act.deck, card: act.card, reviews: record?.reviews ?? 0 });
      setSide('front');
      progress.append({ kind: 'undo', event: act.id });
    },
    bury() {
      if (card === null) return;
      done('Put off until tomorrow.');
      buryCard(progress, card, clock);
    },
    suspend() {
      if (card === null) return;
      done('Put aside: it is not asked again until you take it back.');
      setNotice({ text: 'The card is put aside. You can take it back in its deck.', deck: card.deck });
      suspendCard(progress, card, true);
    },
  };
}

const acts = {
  review: 'the answer',
  bury: 'the putting off',
  suspend: 'the putting aside',
  forget: 'the reset',
} as const;

function keyOf(showing: Showing | null): string {
  return showing === null ? '' : JSON.stringify([showing.deck, showing.card, showing.reviews]);
}

function stillUp({ decks }: Collection, showing: Showing | null, { dayName }: Clock): CardNow | null {
  if (showing === null) return null;
  const deck = decks.find(({ id }) => id === showing.deck);
  const card = deck?.cards.find(({ id }) => id === showing.card);
  if (card === undefined) return null;
  const { reviews, suspended, buriedOn } = card.record;
  return reviews === showing.reviews && suspended === null && buriedOn !== dayName ? card : null;
}
