/** What a lesson's quiz may ask: its checkpoint, and its cards in two ways. Pure. */
import { blocksOf } from '../cards/text.ts';
import type { CardView } from '../cards/view.ts';
import type { Checkpoint, Passage, Question } from '../checkpoints/checkpoint.ts';
import { scrambled, shuffled } from '../checkpoints/seeded.ts';
import type { Level, QuizItem } from './quiz.ts';

export interface QuizCard extends CardView {
  tags: string[];
  /** Where the lesson teaches it. */
  where: Passage | null;
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

/** @param seed - Decides which other answers stand beside a card's own. */
export function poolOf({ checkpoint, cards }: QuizData, seed: string): PoolItem[] {
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
    const choice = choiceOf(card, cards, seed);
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

const others = 3;
/** As many are looked at before three are drawn: answers of a like length give nothing away. */
const alike = 9;

/**
 * A card as a choice among answers of other cards, which are true of something else.
 *
 * @returns null where its answer is no single paragraph, or too few others are far enough from it.
 */
export function choiceOf(card: QuizCard, cards: readonly QuizCard[], seed: string): Question | null {
  if (!isShort(card)) return null;
  const length = card.answer.length;
  const rivals = cards
    .filter(
      (other) => isShort(other) && !other.tags.some((tag) => card.tags.includes(tag)) && other.id !== card.id,
    )
    .sort((a, b) => Math.abs(a.answer.length - length) - Math.abs(b.answer.length - length))
    .slice(0, alike);
  const drawn: QuizCard[] = [];
  for (const place of shuffled(rivals.length, `${seed}/${card.id}`)) {
    const rival = rivals[place];
    // Two answers to one question would be half the choice gone.
    const near = drawn.some(({ tags }) => tags.some((tag) => rival?.tags.includes(tag)));
    if (rival !== undefined && !near && drawn.length < others) drawn.push(rival);
  }
  if (drawn.length < others) return null;
  return {
    kind: 'single',
    id: card.id,
    question: card.question,
    covers: card.tags,
    card: { id: card.id, question: card.question },
    see: null,
    figure: null,
    options: [
      { text: card.answer, right: true, why: 'It answers this question.' },
      ...drawn.map((other) => ({
        text: other.answer,
        right: false,
        why: `True, of another question: ${other.question}`,
      })),
    ],
  };
}

/** One paragraph, and a plain question: a code block cannot be an option. */
function isShort({ question, answer }: QuizCard): boolean {
  return [question, answer].every((text) => {
    const blocks = blocksOf(text);
    return blocks.length === 1 && blocks[0]?.kind === 'paragraph';
  });
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
