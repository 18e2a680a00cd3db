/** A drill: what it asks, where it stands and how it went, derived from its name and the log. Pure. */
import { digest, shuffled } from '../checkpoints/seeded.ts';
import type { ProgressEvent } from '../progress/events.ts';
import { type CardRef, type FollowUp, followUps, type InterviewQuestion, missedCards } from './question.ts';

/** Null asks all that there are. */
export const lengths = [5, 10, null] as const;
export type Length = (typeof lengths)[number];

/** Minutes for a question; null has no clock. */
export const clocks = [null, 2, 4] as const;
export type MinutesEach = (typeof clocks)[number];

/**
 * What was chosen at the start. Its printed form is the session's name in the address and in the log,
 * so that a reload, or another day, finds everything again.
 */
export interface Plan {
  seed: string;
  /** Slugs of lessons, in the order of the course; none means all of them. */
  lessons: string[];
  length: Length;
  minutes: MinutesEach;
}

/** `drill~k3x9~5~2~races.crashes` */
export function printPlan({ seed, lessons, length, minutes }: Plan): string {
  return ['drill', seed, length ?? 'all', minutes ?? 'none', lessons.join('.') || 'all'].join('~');
}

/** @returns null where it is no session's name */
export function parsePlan(text: string): Plan | null {
  const [kind, seed, length, minutes, lessons, ...rest] = text.split('~');
  if (kind !== 'drill' || rest.length > 0 || !seed || !/^[a-z0-9]{1,40}$/.test(seed)) return null;
  const count = lengths.find((each) => String(each ?? 'all') === length);
  const clock = clocks.find((each) => String(each ?? 'none') === minutes);
  if (count === undefined || clock === undefined || !lessons || !/^[a-z0-9.-]+$/.test(lessons)) return null;
  return { seed, lessons: lessons === 'all' ? [] : lessons.split('.'), length: count, minutes: clock };
}

/** The name of a mock interview or of a quiz on one subject: `mock~post-payments~k3x9`. */
export function sessionName(kind: 'mock' | 'quiz', subject: string, seed: string): string {
  return `${kind}~${subject}~${seed}`;
}

/** Whether an address names a session of this subject. Anybody can write an address. */
export function isSessionOf(kind: 'mock' | 'quiz', subject: string, name: string | null): name is string {
  const start = sessionName(kind, subject, '');
  return name?.startsWith(start) === true && /^[a-z0-9]{1,40}$/.test(name.slice(start.length));
}

/** A short seed from any text that differs each time. */
export function seedFrom(text: string): string {
  return digest(text).toString(36);
}

/**
 * The questions of a session, in their order: lessons take turns, since mixed practice lasts longer.
 * The same plan asks the same questions as long as nobody has added any.
 */
export function questionsOf(plan: Plan, pool: readonly InterviewQuestion[]): InterviewQuestion[] {
  const byLesson = new Map<string, InterviewQuestion[]>();
  for (const question of pool) {
    if (plan.lessons.length > 0 && !plan.lessons.includes(question.lesson)) continue;
    byLesson.set(question.lesson, [...(byLesson.get(question.lesson) ?? []), question]);
  }
  const piles = [...byLesson].map(([lesson, questions]) =>
    shuffled(questions.length, `${plan.seed}/${lesson}`).flatMap((place) => questions[place] ?? []),
  );
  const turns = shuffled(piles.length, `${plan.seed}/turns`).flatMap((place) => [piles[place] ?? []]);
  const asked: InterviewQuestion[] = [];
  for (let round = 0; turns.some((pile) => pile.length > round); round += 1) {
    for (const pile of turns) asked.push(...pile.slice(round, round + 1));
  }
  return asked.slice(0, plan.length ?? asked.length);
}

/** What the log says of one question, stage or follow-up. */
export interface Given {
  ticked: number[];
  of: number;
  tookMs: number;
}

/** By the name of the question; the last word holds. */
export function givenIn(events: readonly ProgressEvent[], session: string): Map<string, Given> {
  const given = new Map<string, Given>();
  for (const event of events) {
    if (event.kind !== 'interview' || event.session !== session) continue;
    const { ticked, of, tookMs } = event;
    given.set(event.question, { ticked, of, tookMs });
  }
  return given;
}

/** Where a session goes on. */
export type Place =
  | { kind: 'question'; at: number }
  | { kind: 'follow-up'; at: number; follow: FollowUp }
  | { kind: 'over' };

/** The first question, or follow-up of one, that has no word in the log. */
export function placeIn(questions: readonly InterviewQuestion[], given: ReadonlyMap<string, Given>): Place {
  for (const [at, question] of questions.entries()) {
    const answer = given.get(question.id);
    if (answer === undefined) return { kind: 'question', at };
    const follow = followUps(question, answer.ticked).find(({ id }) => !given.has(id));
    if (follow !== undefined) return { kind: 'follow-up', at, follow };
  }
  return { kind: 'over' };
}

export interface QuestionReport {
  question: InterviewQuestion;
  named: number;
  missed: string[];
  /** Follow-ups that were answered, and how many were asked. */
  held: number;
  asked: number;
  tookMs: number;
  cards: CardRef[];
}

export interface LessonReport {
  lesson: string;
  questions: QuestionReport[];
  named: number;
  of: number;
  tookMs: number;
}

export interface Report {
  /** The weakest first. */
  lessons: LessonReport[];
  named: number;
  of: number;
  answered: number;
  tookMs: number;
  /** Cards that came forward, each once. */
  cards: CardRef[];
}

/** How it went so far. */
export function reportOf(questions: readonly InterviewQuestion[], given: ReadonlyMap<string, Given>): Report {
  const lessons = new Map<string, LessonReport>();
  const cards = new Map<string, CardRef>();
  const total = { named: 0, of: 0, answered: 0, tookMs: 0 };
  for (const question of questions) {
    const answer = given.get(question.id);
    if (answer === undefined) continue;
    const one = questionReport(question, answer, given);
    for (const card of one.cards) cards.set(`${card.deck}/${card.card}`, card);
    const lesson = lessons.get(question.lesson) ?? {
      lesson: question.lesson,
      questions: [],
      named: 0,
      of: 0,
      tookMs: 0,
    };
    lessons.set(question.lesson, lesson);
    lesson.questions.push(one);
    for (const sum of [lesson, total]) {
      sum.named += one.named;
      sum.of += question.rubric.length;
      sum.tookMs += one.tookMs;
    }
    total.answered += 1;
  }
  const ordered = [...lessons.values()].sort((a, b) => a.named * b.of - b.named * a.of);
  return { ...total, lessons: ordered, cards: [...cards.values()] };
}

function questionReport(
  question: InterviewQuestion,
  { ticked, tookMs }: Given,
  given: ReadonlyMap<string, Given>,
): QuestionReport {
  const follows = question.follow.flatMap(({ id }) => given.get(id) ?? []);
  return {
    question,
    named: question.rubric.filter((_, point) => ticked.includes(point)).length,
    missed: question.rubric.filter((_, point) => !ticked.includes(point)),
    held: follows.filter((follow) => follow.ticked.length > 0).length,
    asked: follows.length,
    tookMs,
    cards: missedCards(question.cards, ticked),
  };
}

/** The session that was begun last and has not been finished; null when there is none. */
export function openSession(
  events: readonly ProgressEvent[],
  pool: readonly InterviewQuestion[],
): { session: string; answered: number; of: number } | null {
  const last = events.findLast((event) => event.kind === 'interview' && parsePlan(event.session) !== null);
  if (last?.kind !== 'interview') return null;
  const plan = parsePlan(last.session);
  if (plan === null) return null;
  const questions = questionsOf(plan, pool);
  const given = givenIn(events, last.session);
  if (placeIn(questions, given).kind === 'over') return null;
  return {
    session: last.session,
    answered: questions.filter(({ id }) => given.has(id)).length,
    of: questions.length,
  };
}

/** How much of each lesson was named, by the last answer to each of its questions, in whatever session. */
export function namedByLesson(
  events: readonly ProgressEvent[],
  pool: readonly InterviewQuestion[],
): Map<string, { named: number; of: number; questions: number }> {
  const last = new Map<string, Given>();
  for (const event of events) if (event.kind === 'interview') last.set(event.question, event);
  const lessons = new Map<string, { named: number; of: number; questions: number }>();
  for (const { id, lesson, rubric } of pool) {
    const given = last.get(id);
    if (given === undefined) continue;
    const sum = lessons.get(lesson) ?? { named: 0, of: 0, questions: 0 };
    lessons.set(lesson, sum);
    sum.named += rubric.filter((_, point) => given.ticked.includes(point)).length;
    sum.of += rubric.length;
    sum.questions += 1;
  }
  return lessons;
}
