/** One stage of a mock interview: talk, be asked, compare. */
import type { Stage } from '../../interview/question.ts';
import { Inline, Paragraphs } from '../learn/Prose.tsx';
import { Notes, ProofLink, Rubric } from './parts.tsx';
import { useRubric } from './useRubric.ts';

export type StageStep = 'talk' | 'asked' | 'answer';

export interface StagePartProps {
  stage: Stage;
  step: StageStep;
  isLast: boolean;
  notes: string;
  onNotes: (text: string) => void;
  onShow: (step: StageStep) => void;
  onDone: (ticked: number[]) => void;
}

export function StagePart({ stage, step, isLast, notes, onNotes, onShow, onDone }: StagePartProps) {
  const { task, asks, answer, rubric, proves } = stage;
  const { ticked, toggle, onKeyDown } = useRubric(step === 'answer' ? rubric.length : 0, goOn);

  function goOn() {
    if (step === 'talk') onShow('asked');
    else if (step === 'asked') onShow('answer');
    else onDone(ticked);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts; every one has a button
    <div className="iv-body" onKeyDown={onKeyDown}>
      <h2 className="iv-q" tabIndex={-1} data-read="">
        <Inline text={task} />
      </h2>
      {step !== 'answer' || notes !== '' ? (
        <Notes value={notes} onChange={onNotes}>
          {step === 'answer'
            ? 'Your words'
            : 'Talk, or write. What you write stays on this page as long as it is open.'}
        </Notes>
      ) : null}
      {step !== 'talk' && (
        <div className="iv-a" tabIndex={-1} data-read="">
          <h3>They ask</h3>
          <ul className="iv-asks">
            {asks.map((ask) => (
              <li key={ask}>
                <Inline text={ask} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {step === 'answer' && (
        <>
          <div className="iv-a" tabIndex={-1} data-read="">
            <h3>A good answer</h3>
            <Paragraphs text={answer} />
          </div>
          <ProofLink see={proves} />
          <Rubric points={rubric} ticked={ticked} onToggle={toggle} />
        </>
      )}
      <p className="iv-acts">
        <button className="btn primary big" type="button" onClick={goOn}>
          {step === 'talk'
            ? 'I have said it'
            : step === 'asked'
              ? 'Compare'
              : isLast
                ? 'See how it went'
                : 'Next stage'}
        </button>
        {step === 'answer' && (
          <span>
            {ticked.length} of {rubric.length} named.
          </span>
        )}
      </p>
    </div>
  );
}
