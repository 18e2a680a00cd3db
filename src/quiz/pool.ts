/** What a lesson's quiz may ask: its checkpoint, and its cards in two ways. Pure. */
import type { CardView } from '../cards/view.ts';
import type { Checkpoint, Option, Passage, Question } from '../checkpoints/checkpoint.ts';
import { scrambled, shuffled } from '../checkpoints/seeded.ts';
import type { Level, QuizItem } from './quiz.ts';

export interface QuizCard extends CardView {
  tags: string[];
  /** Where the lesson teaches it. */
  where: Passage | null;
  /** Written for this card, the right one first. Null where none are: it is only recalled. */
  options: Option[] | null;
}

export interface QuizData {
  lesson: { slug: string; number: number; title: string; href: string; tint: string };
  /** Null where the lesson has none. */
  checkpoint: Checkpoint | null;
  cards: QuizCard[];
}

export interface PoolItem extends QuizItem {
  where: Passage | null;
  /** A wrong answer brings it forward. */
  card: string | null;
  ask: { kind: 'question'; question: Question } | { kind: 'recall'; card: QuizCard };
}

const levelOf: Record<Question['kind'], Level> = {
  single: 2,
  multiple: 2,
  order: 3,
  predict: 3,
  'spot-line': 3,
  'break-it': 3,
};

export function poolOf({ checkpoint, cards }: QuizData): PoolItem[] {
  const questions = (checkpoint?.questions ?? []).map((question): PoolItem => {
    const { id, kind, covers, see, card } = question;
    return {
      id: `item/${id}`,
      level: levelOf[kind],
      topics: covers,
      fact: card === null ? `item/${id}` : `card/${card.id}`,
      where: see,
      card: card?.id ?? null,
      // The passage is on another page: the quiz links to it itself.
      ask: { kind: 'question', question: { ...question, see: null } },
    };
  });
  const asked = cards.flatMap((card): PoolItem[] => {
    const shared = { topics: card.tags, fact: `card/${card.id}`, where: card.where, card: card.id };
    const choice = choiceOf(card);
    const recall: PoolItem = {
      ...shared,
      id: `card/${card.id}/recall`,
      level: 2,
      ask: { kind: 'recall', card },
    };
    if (choice === null) return [recall];
    const known: PoolItem = {
      ...shared,
      id: `card/${card.id}/choice`,
      level: 1,
      ask: { kind: 'question', question: choice },
    };
    return [known, recall];
  });
  return [...questions, ...asked];
}

/** A card as a choice among options that are written for it. */
export function choiceOf({ id, question, tags, options }: QuizCard): Question | null {
  if (options === null) return null;
  return {
    kind: 'single',
    id,
    question,
    covers: tags,
    card: { id, question },
    see: null,
    figure: null,
    options,
  };
}

/** The order in which options or steps stand; the same at every look. */
export function orderOf(question: Question, seed: string): number[] {
  const name = `${seed}/${question.id}`;
  switch (question.kind) {
    case 'single':
    case 'multiple':
    case 'predict':
      return shuffled(question.options.length, name);
    case 'order':
      return scrambled(question.steps.length, name);
    case 'spot-line':
    case 'break-it':
      return [];
  }
}
