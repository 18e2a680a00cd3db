/** One question: its options, the question "how sure?", and then what is right and why. */
import { type KeyboardEvent, type MouseEvent, type Ref, useId, useState } from 'react';
import type { Question } from '../../checkpoints/checkpoint.ts';
import { grade } from '../../checkpoints/grade.ts';
import type { Tried } from '../../progress/derive.ts';
import { type Answer, type Sureness, sureness } from '../../progress/events.ts';
import { Lanes } from '../lab/Lanes.tsx';
import type { Draft, PartProps } from './answers.ts';
import { BreakIt } from './BreakIt.tsx';
import { MultipleChoice, Predict, SingleChoice } from './Choices.tsx';
import { Order } from './Order.tsx';
import { Inline } from './Prose.tsx';
import { SpotLine } from './SpotLine.tsx';

const surenessNames: Record<Sureness, string> = {
  guess: 'A guess',
  fairly: 'Fairly sure',
  certain: 'Certain',
};

export interface ItemProps {
  question: Question;
  order: number[];
  /** The answer given last, or null while it is open. */
  tried: Tried | null;
  /** False until the log has been read. */
  ready: boolean;
  isLast: boolean;
  box: Ref<HTMLFieldSetElement>;
  onAnswer: (answer: Answer, sure: Sureness, right: boolean) => void;
  onNext: (press: MouseEvent) => void;
  onAgain: () => void;
}

export function Item({ question, order, tried, ready, isLast, box, onAnswer, onNext, onAgain }: ItemProps) {
  const sureId = useId();
  // Steps stand in some order from the start, so theirs may be handed in as it is.
  const [draft, setDraft] = useState<Draft | null>(
    question.kind === 'order' ? { answer: { kind: 'order', order }, trace: null } : null,
  );
  const [hint, setHint] = useState('');

  function answer(sure: Sureness) {
    if (draft === null) {
      setHint(missing[question.kind]);
      return;
    }
    onAnswer(draft.answer, sure, grade(question, draft.answer, draft.trace));
  }

  const { figure } = question;
  return (
    <div className="noted noted-q">
      <fieldset className="item" disabled={!ready} ref={box} tabIndex={-1}>
        <legend>
          <Inline text={question.question} />
        </legend>
        <Part
          question={question}
          order={order}
          draft={draft}
          onDraft={setDraft}
          given={tried?.answer ?? null}
        />
        {tried === null ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would break the line
          <div className="item-foot" role="group" aria-labelledby={sureId}>
            <p id={sureId} className="sure">
              <b>How sure are you?</b> Your choice shows the answer.
            </p>
            {sureness.map((sure) => (
              <button
                key={sure}
                className="btn"
                type="button"
                aria-disabled={draft === null}
                onClick={() => answer(sure)}
              >
                {surenessNames[sure]}
              </button>
            ))}
            <p className="sure-hint" role="status">
              {draft === null ? hint : ''}
            </p>
          </div>
        ) : (
          <div className="item-foot">
            <button
              className="btn primary"
              type="button"
              onClick={onNext}
              onKeyDown={ignoreHeldKey}
              data-next=""
            >
              {isLast ? 'See the result' : 'Next question'}
            </button>
            <button className="btn" type="button" onClick={onAgain}>
              Try this one again
            </button>
            <After question={question} tried={tried} />
          </div>
        )}
      </fieldset>
      {figure !== null && question.kind !== 'predict' && (
        <aside className="note">
          <b>The moment in question.</b> {figure.says !== null && <Inline text={figure.says} />}
          <Lanes trace={figure.trace} slots={figure.trace.events.length} labels={figure.labels} />
        </aside>
      )}
    </div>
  );
}

/** The key that gave the answer may still be down when this button gets the focus. */
function ignoreHeldKey(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

const missing: Record<Question['kind'], string> = {
  single: 'Choose an answer first.',
  multiple: 'Choose at least one answer first.',
  predict: 'Choose an outcome first.',
  order: 'Put the steps into order first.',
  'spot-line': 'Choose a line first.',
  'break-it': 'Go on until every worker has ended.',
};

/** What the answer leads to: a passage to read again, and a card. */
function After({ question: { see, card }, tried }: { question: Question; tried: Tried }) {
  return (
    <>
      {see !== null && !tried.right && (
        <p>
          Read again: <a href={`#${see.heading}`}>{see.title}</a>.
        </p>
      )}
      {card !== null && !tried.right && (
        <p>
          {tried.sure === 'certain' ? 'A sure mistake is worth meeting again soon. ' : ''}Its card comes
          forward: <Inline text={card.question} />
        </p>
      )}
    </>
  );
}

function Part({ question, ...rest }: { question: Question } & Omit<PartProps<Question['kind']>, 'question'>) {
  switch (question.kind) {
    case 'single':
      return <SingleChoice question={question} {...rest} />;
    case 'multiple':
      return <MultipleChoice question={question} {...rest} />;
    case 'predict':
      return <Predict question={question} {...rest} />;
    case 'order':
      return <Order question={question} {...rest} />;
    case 'spot-line':
      return <SpotLine question={question} {...rest} />;
    case 'break-it':
      return <BreakIt question={question} {...rest} />;
  }
}
