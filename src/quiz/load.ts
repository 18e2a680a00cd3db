/** What the quiz of a lesson asks, and where the lesson teaches it (Node only). */

import type { Passage } from '../checkpoints/checkpoint.ts';
import { loadCheckpoint, loadDeck, loadDeckView } from '../checkpoints/load.ts';
import { headingsOf, lessonsIn } from '../checks/lessons.ts';
import { type MdxNode, mdxOf } from '../checks/prose.ts';
import { likeness } from '../interview/likeness.ts';
import { loadChoices } from './choices.ts';
import type { QuizCard, QuizData } from './pool.ts';

/** Sections with these tags ask, list or sum up; nobody learns a thing there for the first time. */
const notTaught = new Set(['Interview', 'Sources', 'Checkpoint', 'Takeaways', 'Confidence', 'Deck']);

/** Less than this in common is chance. */
const leastLike = 0.05;

/**
 * @returns null where the lesson has neither a checkpoint nor a deck
 * @throws {ContentError}
 */
export async function loadQuiz(lesson: QuizData['lesson'], root = process.cwd()): Promise<QuizData | null> {
  const source = lessonsIn(root).find(({ slug }) => slug === lesson.slug)?.source;
  if (source === undefined) return null;
  const checkpoint = await loadCheckpoint(lesson.slug, headingsOf(source), root);
  const view = loadDeckView(lesson.slug, root);
  if (checkpoint === null && view === null) return null;
  const tags = new Map((loadDeck(lesson.slug, root)?.cards ?? []).map((card) => [card.id, card.tags]));
  const where = passageFinder(source);
  const choices = loadChoices(lesson.slug, root);
  const cards = (view?.cards ?? []).map(
    (card): QuizCard => ({
      ...card,
      tags: tags.get(card.id) ?? [],
      where: where(`${card.question} ${card.answer}`),
      options: choices.get(card.id) ?? null,
    }),
  );
  return { lesson, checkpoint, cards };
}

/** Finds the section of a lesson that is most like a text. */
export function passageFinder(source: string): (text: string) => Passage | null {
  const sections = sectionsOf(source).filter(({ taught }) => taught);
  const like = likeness(sections.map(({ text }) => text));
  return (text) => {
    let best: { passage: Passage; score: number } | null = null;
    for (const [place, { heading, title }] of sections.entries()) {
      const score = like.with(text, place);
      if (score >= leastLike && (best === null || score > best.score))
        best = { passage: { heading, title }, score };
    }
    return best?.passage ?? null;
  };
}

interface Section extends Passage {
  text: string;
  taught: boolean;
}

/** The texts below each heading. */
function sectionsOf(source: string): Section[] {
  const sections: Section[] = [];
  const headings = headingsOf(source);
  const visit = (node: MdxNode) => {
    if (node.type === 'heading') {
      const { slug = '', text = '' } = headings[sections.length] ?? {};
      sections.push({ heading: slug, title: text, text, taught: true });
      return;
    }
    const section = sections.at(-1);
    if (section !== undefined) {
      if (node.value !== undefined && node.type !== 'code') section.text += ` ${node.value}`;
      if (node.name && notTaught.has(node.name)) section.taught = false;
    }
    for (const child of node.children ?? []) visit(child);
  };
  visit(mdxOf(source));
  return sections;
}
