/** A question: think or write, the short answer, the full one, and the rubric to tick. */
import type { InterviewQuestion } from '../../interview/question.ts';
import { Inline, Paragraphs } from '../learn/Prose.tsx';
import { Notes, ProofLink, Rubric } from './parts.tsx';
import { base } from './useInterview.ts';
import { useRubric } from './useRubric.ts';

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
  const { ask, short, full, rubric, proves, inLesson, id } = question;
  const { ticked, toggle, onKeyDown } = useRubric(step === 'full' ? rubric.length : 0, goOn);

  function goOn() {
    if (step === 'think') onShow('short');
    else if (step === 'short') onShow('full');
    else onDone(ticked);
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
          <Rubric points={rubric} ticked={ticked} onToggle={toggle} />
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
