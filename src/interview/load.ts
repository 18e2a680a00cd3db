/** Interview questions and design prompts, from the lessons and `content/interview` (Node only). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Card } from '../cards/deck.ts';
import type { CardView } from '../cards/view.ts';
import { loadDeck } from '../checkpoints/load.ts';
import { lessonsIn } from '../checks/lessons.ts';
import type { Lab } from '../engine/lab.ts';
import { loadLabs } from '../labs/load.ts';
import { promptSchema } from '../schemas/interview.ts';
import { readYaml } from '../schemas/read.ts';
import { likeness } from './likeness.ts';
import type { CardRef, InterviewQuestion, Prompt } from './question.ts';
import { type AskedQuestion, questionsIn } from './read.ts';

export interface InterviewFile {
  /** `content/interview/retrying-well.mdx`, or a lesson. */
  file: string;
  /** Slug of the lesson whose matter it is. */
  lesson: string;
  source: string;
  inLesson: boolean;
}

/** Every text that asks questions: the lessons, and what no lesson asks. */
export function interviewFiles(root = process.cwd()): InterviewFile[] {
  const lessons = lessonsIn(root).map(({ file, slug, source }) => ({
    file,
    lesson: slug,
    source,
    inLesson: true,
  }));
  const others = namesIn(join(root, 'content/interview'), '.mdx').map((slug) => {
    const file = `content/interview/${slug}.mdx`;
    return { file, lesson: slug, source: readFileSync(join(root, file), 'utf8'), inLesson: false };
  });
  return [...lessons, ...others];
}

/** @throws {ContentError} @throws {DeckError} What a question itself lacks is told by the content check. */
export function loadQuestions(root = process.cwd()): InterviewQuestion[] {
  const shelf = shelfOf(root);
  return interviewFiles(root).flatMap(({ file, lesson, source, inLesson }) =>
    questionsIn(file, source).questions.map((asked) => questionOf(asked, lesson, inLesson, shelf)),
  );
}

function questionOf(
  asked: AskedQuestion,
  lesson: string,
  inLesson: boolean,
  shelf: Shelf,
): InterviewQuestion {
  const { id, topics, ask, short, full, rubric, follow, proves, scenario } = asked;
  const [lab, handler, ...choices] = (proves ?? '').split(/\s+/);
  return {
    id,
    lesson,
    topics,
    ask,
    short,
    full,
    rubric,
    cards: rubric.map((point) => shelf.cardFor(point, ask, topics)),
    proves: seeOf(lab, scenario, handler, choices.join(' '), shelf.labs),
    follow,
    inLesson,
  };
}

export function promptIds(root = process.cwd()): string[] {
  return namesIn(join(root, 'content/interview/prompts'), '.yaml');
}

/** @throws {ContentError} */
export function loadPrompts(root = process.cwd()): Prompt[] {
  const shelf = shelfOf(root);
  return promptIds(root).map((id) => {
    const file = `content/interview/prompts/${id}.yaml`;
    const { stages, ...prompt } = readYaml(file, readFileSync(join(root, file), 'utf8'), promptSchema);
    return {
      ...prompt,
      id,
      stages: stages.map(({ covers, proves, ...stage }) => ({
        ...stage,
        answer: paragraphs(stage.answer),
        cards: stage.rubric.map((point) => shelf.cardFor(point, stage.task, covers)),
        proves: proves === undefined ? null : proofOf(proves, shelf.labs),
      })),
    };
  });
}

/** Folded YAML gives a paragraph a line of its own; the small markup parts them by blank lines. */
function paragraphs(text: string): string {
  return text.trim().replace(/\n+/g, '\n\n');
}

/** The run that `proves` names in a prompt's file; its lab may carry a scenario. */
export function runOf(proves: string): {
  lab: string;
  scenario: string | null;
  handler: string;
  schedule: string;
} {
  const [place = '', handler = '', ...choices] = proves.trim().split(/\s+/);
  const [lab = '', scenario = null] = place.split('?scenario=');
  return { lab, scenario, handler, schedule: choices.join(' ') };
}

function proofOf(proves: string, labs: ReadonlyMap<string, Lab>): CardView['see'] {
  const { lab, scenario, handler, schedule } = runOf(proves);
  return seeOf(lab, scenario, handler, schedule, labs);
}

function seeOf(
  id: string | undefined,
  named: string | null,
  handler: string | undefined,
  schedule: string,
  labs: ReadonlyMap<string, Lab>,
): CardView['see'] {
  const lab = labs.get(id ?? '');
  if (lab === undefined || handler === undefined || schedule === '') return null;
  const scenario = named ?? Object.keys(lab.scenarios)[0] ?? '';
  return { lab: lab.id, title: lab.title, scenario, handler, schedule };
}

/** What a card and a point share below this is chance: no card is better than a strange one. */
const leastLike = 0.3;

interface Shelf {
  labs: ReadonlyMap<string, Lab>;
  /** The card with one of these tags that is most like a point of a rubric; null where none is like it. */
  cardFor(point: string, ask: string, topics: readonly string[]): CardRef | null;
}

const shelves = new Map<string, Shelf>();

function shelfOf(root: string): Shelf {
  const known = shelves.get(root);
  // A page of the running site is drawn again when its content changes; a build reads it once.
  if (known !== undefined && process.env['NODE_ENV'] === 'production') return known;
  const cards = namesIn(join(root, 'content/decks'), '.deck').flatMap((deck) =>
    (loadDeck(deck, root)?.cards ?? []).map((card) => ({ deck, card })),
  );
  const like = likeness(cards.map(({ card }) => textOf(card)));
  const shelf: Shelf = {
    labs: new Map(loadLabs(root).map((lab) => [lab.id, lab])),
    cardFor(point, ask, topics) {
      let best: { ref: CardRef | null; score: number } = { ref: null, score: leastLike };
      for (const [place, { deck, card }] of cards.entries()) {
        if (!card.tags.some((tag) => topics.includes(tag))) continue;
        const ofPoint = like.with(point, place);
        // However like the question it is: a card without a word of the point says nothing about it.
        if (ofPoint === 0) continue;
        const score = 2 * ofPoint + like.with(ask, place);
        if (score > best.score) best = { ref: { deck, card: card.id, question: card.question }, score };
      }
      return best.ref;
    },
  };
  shelves.set(root, shelf);
  return shelf;
}

function textOf({ question, answer }: Card): string {
  return `${question} ${answer}`;
}

function namesIn(folder: string, end: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => name.slice(0, -end.length))
    .sort();
}
