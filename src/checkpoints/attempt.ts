/** Where a reader stands in a checkpoint: derived from the log, so a reload changes nothing. */
import { type Attempt, attemptsOf, type Tried } from '../progress/derive.ts';
import type { Answer, Happening, ProgressEvent, Sureness } from '../progress/events.ts';
import type { Checkpoint, Question } from './checkpoint.ts';
import { scrambled, shuffled } from './seeded.ts';

export interface Standing {
  /** Counts from 1; seeds the order of options. */
  ordinal: number;
  /** Null until the first answer. */
  attempt: Attempt | null;
  /** First question without an answer; the number of questions when there is none. */
  next: number;
  /** Right at the first try. */
  right: number;
  /** An attempt was dropped because the questions are others now. */
  changed: boolean;
}

/**
 * @param again - Begin another attempt although the last one is finished.
 */
export function standing(events: readonly ProgressEvent[], checkpoint: Checkpoint, again = false): Standing {
  const attempts = attemptsOf(events, checkpoint.lesson);
  const last = attempts.at(-1) ?? null;
  const begin = { ordinal: attempts.length + 1, attempt: null, next: 0, right: 0 };
  if (last === null) return { ...begin, changed: false };
  if (last.edition !== checkpoint.edition) return { ...begin, changed: last.result === null };
  const { questions } = checkpoint;
  const open = questions.findIndex(({ id }) => last.tries[id] === undefined);
  const next = open === -1 ? questions.length : open;
  if (again && next === questions.length) return { ...begin, changed: false };
  return { ordinal: last.ordinal, attempt: last, next, right: rightAtFirst(last, questions), changed: false };
}

/** Only first answers count: answering again is for learning. */
export function rightAtFirst(attempt: Attempt, questions: readonly Question[]): number {
  return questions.filter(({ id }) => attempt.tries[id]?.[0]?.right === true).length;
}

/** The answer that the page shows: the last one given in this attempt. */
export function lastTry(attempt: Attempt | null, question: Question): Tried | null {
  return attempt?.tries[question.id]?.at(-1) ?? null;
}

/** The order in which a question's options or steps are shown; the same at every visit. */
export function shownOrder(checkpoint: Checkpoint, ordinal: number, question: Question): number[] {
  const seed = `${checkpoint.lesson}/${ordinal}/${question.id}`;
  switch (question.kind) {
    case 'single':
    case 'multiple':
    case 'predict':
      return shuffled(question.options.length, seed);
    case 'order':
      return scrambled(question.steps.length, seed);
    case 'spot-line':
    case 'break-it':
      return [];
  }
}

/** What an answer adds to the log: the attempt's beginning and end, and a card, where due. */
export function happeningsOf(
  checkpoint: Checkpoint,
  { attempt, ordinal }: Standing,
  given: { question: Question; answer: Answer; sure: Sureness; right: boolean; newId: string },
): Happening[] {
  const { lesson, edition, questions, pass } = checkpoint;
  const { question, answer, sure, right } = given;
  const id = attempt?.id ?? given.newId;
  const added: Happening[] = [];
  if (attempt === null) added.push({ kind: 'attempt', checkpoint: lesson, attempt: id, ordinal, edition });
  added.push({ kind: 'answer', checkpoint: lesson, attempt: id, item: question.id, answer, sure, right });
  if (!right && question.card !== null) {
    const because = sure === 'certain' ? 'sure-and-wrong' : 'wrong';
    added.push({ kind: 'card-forward', deck: lesson, card: question.card.id, because });
  }
  const tries = attempt?.tries ?? {};
  const isFirst = tries[question.id] === undefined;
  const open = questions.filter((other) => tries[other.id] === undefined);
  if (isFirst && open.length === 1) {
    const before = attempt === null ? 0 : rightAtFirst(attempt, questions);
    const total = before + (right ? 1 : 0);
    added.push({
      kind: 'finish',
      checkpoint: lesson,
      attempt: id,
      right: total,
      of: questions.length,
      passed: total >= pass,
    });
  }
  return added;
}

/** Cards that the attempt's first answers brought forward, each once. */
export function cardsOfMistakes(
  attempt: Attempt,
  questions: readonly Question[],
): { id: string; question: string }[] {
  const cards = new Map<string, { id: string; question: string }>();
  for (const { id, card } of questions) {
    if (card !== null && attempt.tries[id]?.[0]?.right === false) cards.set(card.id, card);
  }
  return [...cards.values()];
}
