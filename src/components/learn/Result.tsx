/** The end of an attempt: the score, earlier scores, what to read again, which cards come forward. */
import type { Ref } from 'react';
import { capital, inWords } from '../../cards/text.ts';
import { cardsOfMistakes, rightAtFirst } from '../../checkpoints/attempt.ts';
import type { Checkpoint } from '../../checkpoints/checkpoint.ts';
import { type Attempt, checkpointSummary, type Result as Score } from '../../progress/derive.ts';
import type { ProgressEvent } from '../../progress/events.ts';
import { VerdictIcon } from '../lab/marks.tsx';
import { Inline } from './Prose.tsx';

export interface ResultProps {
  checkpoint: Checkpoint;
  attempt: Attempt;
  events: readonly ProgressEvent[];
  heading: Ref<HTMLHeadingElement>;
  /** Whether the browser has promised to keep the log; null when it was not asked or cannot say. */
  kept: boolean | null;
  onAgain: () => void;
}

export function Result({ checkpoint, attempt, events, heading, kept, onAgain }: ResultProps) {
  const { questions, pass } = checkpoint;
  const right = rightAtFirst(attempt, questions);
  const passed = right >= pass;
  const summary = checkpointSummary(events, checkpoint.lesson);
  const cards = cardsOfMistakes(attempt, questions);
  return (
    <div className="item result">
      <h3 ref={heading} tabIndex={-1}>
        <span className={passed ? 'mark-r' : 'mark-w'}>
          <VerdictIcon kind={passed ? 'holds' : 'broken'} />
        </span>
        {capital(inWords(right))} of {inWords(questions.length)} right.{' '}
        {passed ? 'You have passed.' : `${capital(inWords(pass))} right answers pass.`}
      </h3>
      <p className="item-how">
        Only first answers count; answering again is for you. This is practice: the answers are part of the
        page, so a score proves nothing to anybody else.
      </p>
      {summary !== null && summary.finished > 1 && (
        <dl className="scores">
          <ScoreLine name="First" score={summary.first} />
          <ScoreLine name="Best" score={summary.best} />
          <ScoreLine name="Last" score={summary.last} />
        </dl>
      )}
      <ul className="result-l">
        {questions.map(({ id, question, see }) => {
          const isRight = attempt.tries[id]?.[0]?.right === true;
          return (
            <li key={id}>
              <span className={isRight ? 'mark-r' : 'mark-w'}>
                <VerdictIcon kind={isRight ? 'holds' : 'broken'} />
                <span className="sr">{isRight ? 'Right: ' : 'Not right: '}</span>
              </span>
              <span>
                <Inline text={question} />
                {see !== null && !isRight && (
                  <>
                    {' '}
                    <a href={`#${see.heading}`}>Read again: {see.title}</a>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {cards.length > 0 && (
        <div className="result-c">
          <p className="item-how">
            {cards.length === 1 ? 'This card comes' : 'These cards come'} forward in the lesson’s deck:
          </p>
          <ul>
            {cards.map(({ id, question }) => (
              <li key={id}>
                <Inline text={question} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="item-foot">
        <button className="btn" type="button" onClick={onAgain}>
          Try all of it again
        </button>
        {kept === false && (
          <p>This browser may clear your progress when you have not been here for some time.</p>
        )}
      </div>
    </div>
  );
}

function ScoreLine({ name, score }: { name: string; score: Score }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {score.right} of {score.of}
        {score.passed ? ', passed' : ''},{' '}
        <time dateTime={score.at}>{new Date(score.at).toLocaleDateString()}</time>
      </dd>
    </div>
  );
}
