/** What they ask then: one more answer, judged by who gave it. */
import type { KeyboardEvent } from 'react';
import type { FollowUp } from '../../interview/question.ts';
import { Inline, Paragraphs } from '../learn/Prose.tsx';
import { isFree, Notes } from './parts.tsx';

export interface FollowedUpProps {
  /** The question before. */
  before: string;
  follow: FollowUp;
  open: boolean;
  notes: string;
  onNotes: (text: string) => void;
  onShow: () => void;
  onDone: (held: boolean) => void;
}

export function FollowedUp({ before, follow, open, notes, onNotes, onShow, onDone }: FollowedUpProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (open || event.repeat || (event.key !== 'Enter' && event.key !== ' ') || !isFree(event)) return;
    event.preventDefault();
    onShow();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts; every one has a button
    <div className="iv-body" onKeyDown={onKeyDown}>
      <p className="iv-before">
        <Inline text={before} />
      </p>
      <h2 className="iv-q" tabIndex={-1} data-read="">
        <Inline text={follow.ask} />
      </h2>
      {!open || notes !== '' ? (
        <Notes value={notes} onChange={onNotes}>
          {open ? 'Your words' : 'Answer aloud, or write.'}
        </Notes>
      ) : null}
      {open && (
        <div className="iv-a" tabIndex={-1} data-read="">
          <Paragraphs text={follow.answer} />
        </div>
      )}
      <p className="iv-acts">
        {open ? (
          <>
            <button className="btn primary big" type="button" onClick={() => onDone(true)}>
              I had it
            </button>
            <button className="btn big" type="button" onClick={() => onDone(false)}>
              I did not
            </button>
          </>
        ) : (
          <button className="btn primary big" type="button" onClick={onShow}>
            Show the answer
          </button>
        )}
      </p>
    </div>
  );
}
