import type { Lab } from '../../engine/lab.ts';
import { cutSentence } from './cut-words.ts';
import type { LabModel } from './useLab.ts';
import { baseOf, outcomeSentence } from './words.ts';

export interface NoticesProps {
  lab: Lab;
  model: LabModel;
  sentences: string[];
  /** The open editor says what is wrong with the handler. */
  editing: boolean;
}

/** Sentences the reader must not miss: a link that was wrong, a schedule cut short, an engine in trouble. */
export function Notices({ lab, model, sentences, editing }: NoticesProps) {
  const { problem, cut, subject } = model.state;
  const faults = lab.scenarios[subject.scenario]?.faults;
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence} className="lab-note" role="status">
          {sentence}
        </p>
      ))}
      {cut && (
        <p className="lab-note" role="status">
          {cutSentence(cut, model.state.trace, baseOf(subject.handler) !== null, faults)}
        </p>
      )}
      {problem && !editing && (
        <div className="lab-note bad" role="alert">
          <p>{problem.end ? outcomeSentence(problem.end) : problem.message}</p>
          {problem.engine && (
            <button className="btn" type="button" onClick={() => model.dispatch({ type: 'again' })}>
              Try again
            </button>
          )}
        </div>
      )}
    </>
  );
}
