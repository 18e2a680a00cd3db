import type { LabModel } from './useLab.ts';
import { outcomeSentence, plural } from './words.ts';

export interface NoticesProps {
  model: LabModel;
  sentences: string[];
  /** The open editor says what is wrong with the handler. */
  editing: boolean;
}

/** Sentences the reader must not miss: a link that was wrong, a schedule cut short, an engine in trouble. */
export function Notices({ model, sentences, editing }: NoticesProps) {
  const { problem, cut } = model.state;
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence} className="lab-note" role="status">
          {sentence}
        </p>
      ))}
      {cut && (
        <p className="lab-note" role="status">
          {cut.made === 0
            ? `This handler does not go along with that schedule of ${plural(cut.wanted, 'choice')}; here is its start.`
            : `This handler goes along with that schedule for ${cut.made} of its ${cut.wanted} choices; it is shown so far.`}
        </p>
      )}
      {problem && !(editing && problem.end) && (
        <div className="lab-note bad" role="alert">
          <p>{problem.end ? outcomeSentence(problem.end) : problem.message}</p>
          {problem.end === null && (
            <button className="btn" type="button" onClick={() => model.dispatch({ type: 'again' })}>
              Try again
            </button>
          )}
        </div>
      )}
    </>
  );
}
