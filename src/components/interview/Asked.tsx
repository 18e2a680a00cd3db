/** A question: think or write, the short answer, the full one, and the rubric to tick. */
import { type KeyboardEvent, useState } from 'react';
import type { InterviewQuestion } from '../../interview/question.ts';
import { Inline, Paragraphs } from '../learn/Prose.tsx';
import { isFree, Notes, ProofLink, pointOf, Rubric, toggled } from './parts.tsx';
import { base } from './useInterview.ts';

export type Step = 'think' | 'short' | 'full';

export interface AskedProps {
  question: InterviewQuestion;
  /** The lesson's page; null while it is not written. */
  href: string | null;
  step: Step;
  notes: string;
  onNotes: (text: string) => void;
  onShow: (step: Step) => void;
  onDone: (ticked: number[]) => void;
}

export function Asked({ question, href, step, notes, onNotes, onShow, onDone }: AskedProps) {
  const [ticked, setTicked] = useState<number[]>([]);
  const { ask, short, full, rubric, proves, inLesson, id } = question;

  function goOn() {
    if (step === 'think') onShow('short');
    else if (step === 'short') onShow('full');
    else onDone(ticked);
  }

  /** Only while the focus is inside: Enter and Space press the button below, digits tick. */
  function onKeyDown(event: KeyboardEvent) {
    const point = step === 'full' ? pointOf(event, rubric.length) : null;
    if (point !== null) {
      event.preventDefault();
      setTicked(toggled(ticked, point));
    } else if (!event.repeat && (event.key === 'Enter' || event.key === ' ') && isFree(event)) {
      event.preventDefault();
      goOn();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts; every one has a button
    <div className="iv-body" onKeyDown={onKeyDown}>
      <h2 className="iv-q" tabIndex={-1} data-read="">
        <Inline text={ask} />
      </h2>
      {step === 'think' || notes !== '' ? (
        <Notes value={notes} onChange={onNotes}>
          {step === 'think'
            ? 'Answer aloud, or write. What you write stays on this page as long as it is open.'
            : 'Your words'}
        </Notes>
      ) : null}
      {step !== 'think' && (
        <div className="iv-a" tabIndex={-1} data-read="">
          <h3>In short</h3>
          <p className="iv-short">
            <Inline text={short} />
          </p>
        </div>
      )}
      {step === 'full' && (
        <>
          <div className="iv-a" tabIndex={-1} data-read="">
            <h3>In full</h3>
            <Paragraphs text={full} />
          </div>
          <ProofLink see={proves} />
          <Rubric points={rubric} ticked={ticked} onToggle={(point) => setTicked(toggled(ticked, point))} />
        </>
      )}
      <p className="iv-acts">
        <button className="btn primary big" type="button" onClick={goOn}>
          {step === 'think' ? 'Show the short answer' : step === 'short' ? 'Show the full answer' : 'Go on'}
        </button>
        {step === 'full' && (
          <span>
            {ticked.length} of {rubric.length} named.{' '}
            {inLesson && href !== null && <a href={`${base}${href}#${id}`}>Read it in the lesson</a>}
          </span>
        )}
      </p>
    </div>
  );
}
