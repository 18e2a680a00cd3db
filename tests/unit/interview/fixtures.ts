import type { InterviewQuestion } from '../../../src/interview/question.ts';
import type { Happening, ProgressEvent } from '../../../src/progress/events.ts';

/** A question with a rubric of three, each with a card, and the follow-ups given. */
export function questionOf(
  id: string,
  lesson: string,
  follow: InterviewQuestion['follow'][number]['when'][] = [],
): InterviewQuestion {
  return {
    id,
    lesson,
    topics: [],
    ask: `${id}?`,
    short: 'Short.',
    full: 'Full.',
    rubric: ['one', 'two', 'three'],
    cards: [0, 1, 2].map((point) => ({ deck: lesson, card: `${id}-${point}`, question: `Card ${point}?` })),
    proves: null,
    follow: follow.map((when, index) => ({
      id: `${id}/${index + 1}`,
      ask: 'Then?',
      answer: 'So.',
      when,
    })),
    inLesson: true,
  };
}

export function logOf(...happened: Happening[]): ProgressEvent[] {
  return happened.map(
    (happening, index): ProgressEvent => ({
      id: `e${index}`,
      v: 1,
      at: '2026-11-30T10:00:00.000Z',
      n: index + 1,
      ...happening,
    }),
  );
}

export function said(
  session: string,
  question: string,
  ticked: number[],
  of = 3,
  tookMs = 60_000,
): Happening {
  return { kind: 'interview', session, question, ticked, of, tookMs };
}
