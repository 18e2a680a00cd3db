import type { Trace } from '../engine/trace.ts';
import type { Answer } from '../progress/events.ts';
import type { Question } from './checkpoint.ts';

/**
 * Whether an answer is right.
 *
 * @param trace - For *break it* alone: the schedule of the answer, replayed. An answer that was
 *   never replayed is not right.
 */
export function grade(question: Question, answer: Answer, trace: Trace | null = null): boolean {
  switch (question.kind) {
    case 'single':
    case 'predict':
      return answer.kind === question.kind && question.options[answer.option]?.right === true;
    case 'multiple':
      return (
        answer.kind === 'multiple' &&
        question.options.every(({ right }, index) => right === answer.options.includes(index))
      );
    case 'order':
      return (
        answer.kind === 'order' &&
        answer.order.length === question.steps.length &&
        answer.order.every((step, index) => step === index)
      );
    case 'spot-line':
      return answer.kind === 'spot-line' && question.right.includes(answer.line);
    case 'break-it':
      return answer.kind === 'break-it' && trace !== null && breaks(trace, question.property.id);
  }
}

/** Whether a run has violated a property by its last moment. */
export function breaks(trace: Trace, property: string): boolean {
  return trace.moments.at(-1)?.broken.includes(property) ?? false;
}

export type Mark = 'chosen-right' | 'chosen-wrong' | 'right' | 'left';

/** How an option is marked once the question is answered. */
export function markOf(right: boolean, chosen: boolean): Mark {
  if (chosen) return right ? 'chosen-right' : 'chosen-wrong';
  return right ? 'right' : 'left';
}
