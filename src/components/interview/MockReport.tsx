/** How a mock interview went, stage by stage. */
import { type CardRef, missedCards, type Prompt } from '../../interview/question.ts';
import type { Given } from '../../interview/session.ts';
import { CardsForward, inTime, Missed } from './parts.tsx';
import { base } from './useInterview.ts';

export interface MockReportProps {
  prompt: Prompt;
  given: ReadonlyMap<string, Given>;
  onAgain: () => void;
}

export function MockReport({ prompt: { id: prompt, title, stages }, given, onAgain }: MockReportProps) {
  const parts = stages.map((stage) => {
    const { ticked = [], tookMs = 0 } = given.get(`${prompt}/${stage.id}`) ?? {};
    return {
      stage,
      tookMs,
      missed: stage.rubric.filter((_, point) => !ticked.includes(point)),
      cards: missedCards(stage.cards, ticked),
    };
  });
  const points = stages.reduce((sum, { rubric }) => sum + rubric.length, 0);
  const missed = parts.reduce((sum, part) => sum + part.missed.length, 0);
  const cards = new Map<string, CardRef>();
  for (const card of parts.flatMap((part) => part.cards)) cards.set(`${card.deck}/${card.card}`, card);
  return (
    <div className="iv-report">
      <header className="iv-head">
        <h1 id="iv-title" tabIndex={-1} data-read="">
          {points - missed} of {points} points named
        </h1>
      </header>
      <p className="iv-lede">
        {title}, in {inTime(parts.reduce((sum, { tookMs }) => sum + tookMs, 0))}.
      </p>
      <section className="iv-part" aria-label="Stages">
        <ol>
          {parts.map(({ stage, tookMs, missed }) => (
            <li key={stage.id}>
              <h3>{stage.title}</h3>
              <p className="iv-sums num">
                {stage.rubric.length - missed.length} of {stage.rubric.length} points, {inTime(tookMs)} of{' '}
                {stage.minutes} {stage.minutes === 1 ? 'minute' : 'minutes'}
                {tookMs > stage.minutes * 60_000 && ': too long'}
              </p>
              {missed.length > 0 && <Missed points={missed} />}
            </li>
          ))}
        </ol>
      </section>
      <CardsForward cards={[...cards.values()]} />
      <p className="iv-acts">
        <button className="btn primary" type="button" onClick={onAgain}>
          From the top
        </button>
        <a className="btn" href={`${base}/interview/`}>
          Interview drill
        </a>
      </p>
    </div>
  );
}
