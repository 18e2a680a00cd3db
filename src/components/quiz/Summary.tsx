/** How the quiz went, with where to read for what was missed. */
import type { Ref } from 'react';
import { capital, inWords } from '../../cards/text.ts';
import type { PoolItem, QuizData } from '../../quiz/pool.ts';
import type { QuizAnswer } from '../../quiz/quiz.ts';
import { base } from '../interview/useInterview.ts';
import { VerdictIcon } from '../lab/marks.tsx';
import { Inline } from '../learn/Prose.tsx';

export interface SummaryProps {
  data: QuizData;
  pool: readonly PoolItem[];
  answers: readonly QuizAnswer[];
  heading: Ref<HTMLHeadingElement>;
  onAgain: () => void;
}

export function Summary({ data: { lesson }, pool, answers, heading, onAgain }: SummaryProps) {
  const asked = answers.flatMap(({ item: id, right }) => {
    const item = pool.find((each) => each.id === id);
    return item === undefined ? [] : [{ item, right }];
  });
  const right = asked.filter((each) => each.right).length;
  const top = Math.max(0, ...asked.filter((each) => each.right).map(({ item }) => item.level));
  const cards = asked.filter(({ item, right: known }) => !known && item.card !== null).length;
  const href = `${base}${lesson.href}`;
  return (
    <div className="iv-report">
      <header className="iv-head">
        <h1 id="quiz-title" ref={heading} tabIndex={-1} data-read="">
          {capital(inWords(right))} of {inWords(asked.length)} right
        </h1>
      </header>
      <p className="iv-lede">
        {top === 0
          ? 'A second reading, then? The sections that answer each of these stand beside them.'
          : `The hardest that you got right was of level ${top} of 3.`}
        {cards > 0 && ` ${capital(inWords(cards))} ${cards === 1 ? 'card comes' : 'cards come'} forward.`}
      </p>
      <ul className="result-l quiz-l">
        {asked.map(({ item, right: known }) => (
          <li key={item.id}>
            <span className={known ? 'mark-r' : 'mark-w'}>
              <VerdictIcon kind={known ? 'holds' : 'broken'} />
              <span className="sr">{known ? 'Right: ' : 'Not right: '}</span>
            </span>
            <span>
              <Inline
                text={item.ask.kind === 'recall' ? item.ask.card.question : item.ask.question.question}
              />{' '}
              <span className="quiet">level {item.level}</span>
              {!known && item.where !== null && (
                <>
                  {' '}
                  <a href={`${href}#${item.where.heading}`}>Read again: {item.where.title}</a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="iv-acts">
        <button className="btn primary" type="button" onClick={onAgain}>
          Another round
        </button>
        <a className="btn" href={`${base}/cards/review/?deck=${lesson.slug}`}>
          Review its cards
        </a>
        <a className="btn" href={href}>
          Back to the lesson
        </a>
      </p>
    </div>
  );
}
