/** A card to recall: the answer is judged by whoever gave it. */
import { type KeyboardEvent, useState } from 'react';
import type { QuizCard } from '../../quiz/pool.ts';
import { isFree, ProofLink } from '../interview/parts.tsx';
import { Paragraphs } from '../learn/Prose.tsx';

export interface RecallProps {
  card: QuizCard;
  /** Null until it is judged. */
  known: boolean | null;
  isLast: boolean;
  onKnown: (known: boolean) => void;
  onNext: () => void;
}

export function Recall({ card, known, isLast, onKnown, onNext }: RecallProps) {
  const [open, setOpen] = useState(known !== null);

  function onKeyDown(event: KeyboardEvent) {
    if (open || event.repeat || (event.key !== 'Enter' && event.key !== ' ') || !isFree(event)) return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts; every one has a button
    <div className="item quiz-recall" onKeyDown={onKeyDown}>
      <div className="quiz-q" tabIndex={-1} data-read="">
        <Paragraphs text={card.question} />
      </div>
      {open && (
        <div className="iv-a">
          <Paragraphs text={card.answer} />
          <ProofLink see={card.see} />
        </div>
      )}
      <p className="iv-acts">
        {!open ? (
          <button className="btn primary big" type="button" onClick={() => setOpen(true)}>
            Say it, then look
          </button>
        ) : known === null ? (
          <>
            <button className="btn primary big" type="button" onClick={() => onKnown(true)}>
              I knew it
            </button>
            <button className="btn big" type="button" onClick={() => onKnown(false)}>
              I did not
            </button>
          </>
        ) : (
          <>
            <button className="btn primary" type="button" onClick={onNext} data-next="">
              {isLast ? 'See the result' : 'Next question'}
            </button>
            {!known && <span>Its card comes forward.</span>}
          </>
        )}
      </p>
    </div>
  );
}
