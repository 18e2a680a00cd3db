/** Reads `content/quiz`: wrong answers that are written for cards (Node only). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Card } from '../cards/deck.ts';
import { blocksOf } from '../cards/text.ts';
import type { Option } from '../checkpoints/checkpoint.ts';
import { loadDeck } from '../checkpoints/load.ts';
import { type QuizFile, quizSchema } from '../schemas/quiz.ts';
import { ContentError, readYaml } from '../schemas/read.ts';

/**
 * The written options of a lesson's cards, by the card's id, the right one first.
 *
 * @returns an empty map when nothing is written for the lesson.
 * @throws {ContentError} with a sentence for each mistake
 */
export function loadChoices(lesson: string, root = process.cwd()): Map<string, Option[]> {
  const file = `content/quiz/${lesson}.yaml`;
  const path = join(root, file);
  if (!existsSync(path)) return new Map();
  return choicesOf(file, readFileSync(path, 'utf8'), lesson, loadDeck(lesson, root)?.cards ?? []);
}

/** @throws {ContentError} */
export function choicesOf(
  file: string,
  text: string,
  lesson: string,
  cards: readonly Pick<Card, 'id' | 'question' | 'answer'>[],
): Map<string, Option[]> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const choices = new Map<string, Option[]>();
  const mistakes: { key: string; what: string }[] = [];
  for (const [id, { right, wrong }] of Object.entries(readYaml(file, text, quizSchema))) {
    const card = byId.get(id);
    if (card === undefined) {
      const what = `is no card of content/decks/${lesson}.deck. Correct the id, or remove it.`;
      mistakes.push({ key: id, what });
      continue;
    }
    mistakes.push(...misfits(card, { right, wrong }).map(({ key, what }) => ({ key: `${id}${key}`, what })));
    choices.set(id, [
      { text: right.text ?? card.answer, right: true, why: right.why },
      ...wrong.map((option) => ({ ...option, right: false })),
    ]);
  }
  const [first, ...more] = mistakes;
  if (first !== undefined) throw new ContentError(file, first.key, first.what, ...more);
  return choices;
}

/** What only the card itself can tell. */
function misfits(
  { question, answer }: Pick<Card, 'question' | 'answer'>,
  { right, wrong }: QuizFile[string],
): { key: string; what: string }[] {
  const found: { key: string; what: string }[] = [];
  if (!isParagraph(question))
    found.push({
      key: '',
      what: 'the card’s question is more than one paragraph, which no choice can show. Remove it.',
    });
  if (right.text === undefined && !isParagraph(answer))
    found.push({
      key: '.right.text',
      what: 'is missing, and the card’s answer is more than one paragraph. Write a sentence in its place.',
    });
  if (right.text === answer)
    found.push({ key: '.right.text', what: 'is the card’s own answer, which stands by itself. Remove it.' });
  for (const [index, option] of wrong.entries())
    if (option.text === answer)
      found.push({ key: `.wrong.${index}.text`, what: 'is the card’s answer. Write a wrong one.' });
  return found;
}

function isParagraph(text: string): boolean {
  const blocks = blocksOf(text);
  return blocks.length === 1 && blocks[0]?.kind === 'paragraph';
}
