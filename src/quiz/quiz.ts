/**
 * A review quiz: which item comes next, and how hard. A pure function of the seed and of what was
 * answered, so that a reload goes on where it was.
 *
 * It begins at the level that the reader reached last time. Two right answers in a row lead one level
 * up, a wrong one leads one down, to an item on the same topic if there is one.
 */
import { shuffled } from '../checkpoints/seeded.ts';
import type { ProgressEvent } from '../progress/events.ts';

export const levels = [1, 2, 3] as const;
/** 1: recognise an answer. 2: recall it, or decide. 3: order, predict, spot, break. */
export type Level = (typeof levels)[number];

/** What can be asked. The page knows how it is drawn. */
export interface QuizItem {
  /** Unique in its quiz: `item/races-status`, `card/races-where/recall`. */
  id: string;
  level: Level;
  topics: readonly string[];
  /** Items that ask for the same thing share it, and one of them is asked. */
  fact: string;
}

export interface QuizAnswer {
  item: string;
  right: boolean;
}

/** Answers until it ends. */
export const quizLength = 10;

/** The level after these answers. */
export function levelAfter(answers: readonly QuizAnswer[], start: Level): Level {
  let level = start;
  let row = 0;
  for (const { right } of answers) {
    if (!right) {
      level = lower(level);
      row = 0;
    } else {
      row += 1;
      if (row === 2) {
        level = higher(level);
        row = 0;
      }
    }
  }
  return level;
}

function lower(level: Level): Level {
  return level === 3 ? 2 : 1;
}

function higher(level: Level): Level {
  return level === 1 ? 2 : 3;
}

/** @returns null when the quiz is over: all was asked that it asks, or all that there is. */
export function nextItem<Item extends QuizItem>(
  pool: readonly Item[],
  answers: readonly QuizAnswer[],
  { seed, start }: { seed: string; start: Level },
): Item | null {
  if (answers.length >= quizLength) return null;
  const byId = new Map(pool.map((item) => [item.id, item]));
  const asked = answers.flatMap(({ item }) => byId.get(item) ?? []);
  const facts = new Set(asked.map(({ fact }) => fact));
  const ids = new Set(answers.map(({ item }) => item));
  const open = pool.filter(({ id, fact }) => !ids.has(id) && !facts.has(fact));
  const at = levelAfter(answers, start);
  const level = nearest(at, open);
  if (level === null) return null;
  const candidates = open.filter((item) => item.level === level);
  const last = asked.at(-1);
  const missed = answers.at(-1)?.right === false ? last : undefined;
  const touched = new Set(asked.flatMap(({ topics }) => topics));
  // What was missed is asked again in another way; otherwise the next item is about something new.
  const preferred = missed
    ? candidates.filter(({ topics }) => topics.some((topic) => missed.topics.includes(topic)))
    : candidates.filter(({ topics }) => !topics.some((topic) => touched.has(topic)));
  const among = preferred.length > 0 ? preferred : candidates;
  const [place = 0] = shuffled(among.length, `${seed}/${answers.length}`);
  return among[place] ?? null;
}

/** Where a level has run out: the next one below, or else above. */
function nearest(level: Level, open: readonly QuizItem[]): Level | null {
  const there = (wanted: Level) => open.some((item) => item.level === wanted);
  const below = levels.filter((other) => other < level).reverse();
  const above = levels.filter((other) => other > level);
  return [level, ...below, ...above].find(there) ?? null;
}

/** Answers of one session in the log, each item once. */
export function answersIn(events: readonly ProgressEvent[], session: string): QuizAnswer[] {
  const answers = new Map<string, QuizAnswer>();
  for (const event of events) {
    if (event.kind !== 'quiz' || event.session !== session || answers.has(event.item)) continue;
    answers.set(event.item, { item: event.item, right: event.right });
  }
  return [...answers.values()];
}

/** Where a session begins: in the middle for whoever was right at the top level the last time. */
export function startLevel(events: readonly ProgressEvent[], lesson: string, session: string): Level {
  let latest: string | null = null;
  let reached = 1;
  for (const event of events) {
    if (event.kind !== 'quiz' || event.lesson !== lesson) continue;
    // What comes after the first answer must not move the beginning.
    if (event.session === session) break;
    if (event.session !== latest) reached = 1;
    latest = event.session;
    if (event.right) reached = Math.max(reached, event.level);
  }
  return reached >= 3 ? 2 : 1;
}
