/** The reader's cards, folded from the log, and again after every change from whatever tab. */
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  advance,
  type Collection,
  collectionOf,
  type Fold,
  newFold,
  type ShippedDeck,
} from '../../cards/collection.ts';
import { type Clock, clockAt } from '../../cards/queue.ts';
import type { Progress } from '../../progress/progress.ts';
import { useProgress } from '../learn/useProgress.ts';

export const base = (import.meta.env?.BASE_URL ?? '/').replace(/\/$/, '');

export interface Cards {
  progress: Progress;
  fold: Fold;
  collection: Collection;
  clock: Clock;
}

export interface CardsView {
  /** Null until log and decks have been read. */
  cards: Cards | null;
  /** What went wrong, in a sentence. */
  trouble: string | null;
}

const unread = 'The decks could not be loaded. Reload the page to try again; your progress is kept.';

let fetched: Promise<ShippedDeck[]> | null = null;

function fetchDecks(): Promise<ShippedDeck[]> {
  fetched ??= fetch(`${base}/cards/decks.json`).then((response) => {
    if (!response.ok) throw new Error(`decks.json: ${response.status}`);
    return response.json();
  });
  return fetched;
}

export function useCards(): CardsView {
  const { progress, events, trouble } = useProgress();
  const [decks, setDecks] = useState<ShippedDeck[] | null>(null);
  const [failed, setFailed] = useState(false);
  const fold = useRef<Fold | null>(null);
  const clock = useClock();

  useEffect(() => {
    let here = true;
    fetchDecks().then(
      (loaded) => here && setDecks(loaded),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, []);

  const known = useMemo(() => {
    if (progress === null || decks === null) return null;
    fold.current = advance(fold.current ?? newFold(), events);
    return { progress, fold: fold.current, collection: collectionOf(decks, fold.current) };
  }, [progress, events, decks]);
  // What was just done has made the moment another: a card rated now is due from now on.
  const cards = useMemo(() => known && { ...known, clock: later(clock) }, [known, clock]);
  return { cards, trouble: failed ? unread : trouble };
}

function later(clock: Clock): Clock {
  return clockAt(Math.max(clock.instant, Date.now()));
}

/** The moment, anew every half minute and when the page is looked at again. */
function useClock(): Clock {
  const [clock, setClock] = useState(() => clockAt(Date.now()));
  useEffect(() => {
    const look = () => {
      if (!document.hidden) setClock(clockAt(Date.now()));
    };
    const timer = setInterval(look, 30_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return clock;
}
