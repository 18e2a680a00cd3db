/** What a question's part hands to the item that holds it. */
import type { Question, QuestionOf } from '../../checkpoints/checkpoint.ts';
import type { Trace } from '../../engine/trace.ts';
import type { Answer } from '../../progress/events.ts';

/** An answer that is not given yet. */
export interface Draft {
  answer: Answer;
  /** For *break it*: the schedule as the engine ran it. */
  trace: Trace | null;
}

export interface PartProps<Kind extends Question['kind']> {
  question: QuestionOf<Kind>;
  /** The order in which options or steps are shown. */
  order: number[];
  draft: Draft | null;
  onDraft: (draft: Draft | null) => void;
  /** The answer given, once it is; then every option explains itself. */
  given: Answer | null;
}
