/** What stands where the card stood once nothing is due: what was done today, and when it goes on. */
import { useEffect, useRef } from 'react';
import type { Queue } from '../../cards/queue.ts';
import { extraValue, settingNames } from '../../cards/settings.ts';
import { summaryOf } from '../../cards/stats.ts';
import { set } from './acts.ts';
import { base, type Cards } from './useCards.ts';
import { count, nextWords, spent } from './words.ts';

export interface SummaryProps {
  cards: Cards;
  queue: Queue;
  only: string | undefined;
}

/** How many new cards "more" means. */
const more = 10;

export function Summary({ cards, queue, only }: SummaryProps) {
  const { collection, clock, progress } = cards;
  const { answers, cards: answered, newCards, remembered, tookMs } = summaryOf(collection, clock.today, only);
  const heading = useRef<HTMLHeadingElement>(null);
  const { beyond, nextAt } = queue;

  // The card that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);

  // Now there is something to lose.
  useEffect(() => {
    if (answers > 0) progress.keep();
  }, [progress, answers]);

  function askForMore() {
    const { extra } = collection.settings;
    const had = extra?.day === clock.dayName ? extra.cards : 0;
    set(progress, settingNames.extra, extraValue(clock.dayName, had + more));
  }

  return (
    <div className="rv-end">
      <h2 ref={heading} tabIndex={-1}>
        {answers === 0 ? 'Nothing is due now' : 'Done for today'}
      </h2>
      {answers > 0 && (
        <dl className="facts">
          <div>
            <dt>Cards</dt>
            <dd>
              {answered}
              {newCards > 0 && `, ${newCards} of them new`}
            </dd>
          </div>
          <div>
            <dt>Answers</dt>
            <dd>{answers}</dd>
          </div>
          <div>
            <dt>Time</dt>
            <dd>{spent(tookMs)}</dd>
          </div>
          {remembered.of > 0 && (
            <div>
              <dt>Remembered</dt>
              <dd>
                {remembered.right} of {remembered.of}
              </dd>
            </div>
          )}
        </dl>
      )}
      <p className="rv-lede">
        {nextAt === null
          ? 'No card waits: all that is here is put aside, or there is none yet.'
          : `The next card comes ${nextWords(nextAt, clock)}.`}
        {beyond.review > 0 && ` Today’s limit holds ${count(beyond.review, 'card')} to review back.`}
        {beyond.new > 0 && ` ${count(beyond.new, 'new card')} wait behind today’s limit.`}
      </p>
      <p className="rv-more">
        <a className="btn primary" href={`${base}/cards/`}>
          All decks
        </a>
        {beyond.new > 0 && (
          <button className="btn" type="button" onClick={askForMore}>
            {Math.min(more, beyond.new)} more new cards
          </button>
        )}
        {only !== undefined && (
          <a className="btn" href={`${base}/cards/review/`}>
            Review all decks, mixed
          </a>
        )}
      </p>
    </div>
  );
}
