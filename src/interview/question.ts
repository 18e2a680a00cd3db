/** Interview questions as pages get them: plain data. Texts are in the small markup of `cards/text.ts`. */
import type { CardView } from '../cards/view.ts';

export interface FollowUp {
  /** `races-same-instant/1`, counted from 1 in the order of the text. */
  id: string;
  ask: string;
  answer: string;
  /** Asked only where this point of the rubric, counted from 0, was named or was not; always when null. */
  when: { point: number; named: boolean } | null;
}

export interface CardRef {
  deck: string;
  card: string;
  question: string;
}

export interface InterviewQuestion {
  /** Permanent: the reader's history hangs on it. */
  id: string;
  /** Slug of the lesson whose matter it is. */
  lesson: string;
  topics: string[];
  ask: string;
  short: string;
  full: string;
  /** What a good answer names. */
  rubric: string[];
  /** For each point of the rubric, the card that reviews it. */
  cards: (CardRef | null)[];
  /** Where the answer can be watched. */
  proves: CardView['see'];
  follow: FollowUp[];
  /** The lesson's page asks it too, at `#<id>`. */
  inLesson: boolean;
}

/** A lesson as the drill offers it. */
export interface InterviewLesson {
  slug: string;
  number: number;
  title: string;
  /** Null while the lesson is not written. */
  href: string | null;
  tint: string;
}

/** What `/interview/questions.json` holds. */
export interface InterviewData {
  lessons: InterviewLesson[];
  questions: InterviewQuestion[];
}

/** One part of a mock interview. */
export interface Stage {
  /** Within its prompt. */
  id: string;
  title: string;
  minutes: number;
  /** What the interviewer says. */
  task: string;
  /** What the interviewer asks when the candidate stops. */
  asks: string[];
  answer: string;
  rubric: string[];
  cards: (CardRef | null)[];
  proves: CardView['see'];
}

export interface Prompt {
  id: string;
  title: string;
  story: string;
  /** In the masthead of its page. */
  description: string;
  stages: Stage[];
}

/** The follow-ups that an interviewer asks of somebody who named these points. */
export function followUps(question: InterviewQuestion, ticked: readonly number[]): FollowUp[] {
  return question.follow.filter(({ when }) => when === null || ticked.includes(when.point) === when.named);
}

/** Cards for what was not named, each once, in the rubric's order; three are enough for one evening. */
export function missedCards(cards: readonly (CardRef | null)[], ticked: readonly number[]): CardRef[] {
  const missed = new Map<string, CardRef>();
  for (const [point, card] of cards.entries()) {
    if (card !== null && !ticked.includes(point)) missed.set(`${card.deck}/${card.card}`, card);
  }
  return [...missed.values()].slice(0, 3);
}
