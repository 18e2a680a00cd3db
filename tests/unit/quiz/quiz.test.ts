import { expect, test } from 'vitest';
import type { Happening } from '../../../src/progress/events.ts';
import {
  answersIn,
  levelAfter,
  nextItem,
  type QuizAnswer,
  type QuizItem,
  quizLength,
  startLevel,
} from '../../../src/quiz/quiz.ts';
import { logOf } from '../interview/fixtures.ts';

const seeded = { seed: 'abc', start: 1 as const };

function answersOf(marks: string): QuizAnswer[] {
  return [...marks].map((mark, index) => ({ item: `x${index}`, right: mark === '+' }));
}

function item(id: string, level: QuizItem['level'], topic = id, fact = id): QuizItem {
  return { id, level, topics: [topic], fact };
}

/** Twelve items of each level, each with a topic of its own. */
const pool = ([1, 2, 3] as const).flatMap((level) =>
  Array.from({ length: 12 }, (_, index) => item(`l${level}-${index}`, level)),
);

function play(marks: string, items = pool, how = seeded): { asked: QuizItem[]; answers: QuizAnswer[] } {
  const asked: QuizItem[] = [];
  const answers: QuizAnswer[] = [];
  for (const mark of marks) {
    const next = nextItem(items, answers, how);
    if (next === null) break;
    asked.push(next);
    answers.push({ item: next.id, right: mark === '+' });
  }
  return { asked, answers };
}

test('two right answers in a row lead one level up, a wrong one leads one down', () => {
  const after = (marks: string) => levelAfter(answersOf(marks), 1);
  expect(['', '+', '++', '+++', '++++', '++++++'].map(after)).toEqual([1, 1, 2, 2, 3, 3]);
  expect(['-', '+-+', '++-', '++++-', '++++--', '++-+', '++-++'].map(after)).toEqual([1, 1, 1, 2, 1, 1, 2]);
  expect(levelAfter([], 2)).toBe(2);
});

test('who answers right meets harder items, and who does not stays with the easy ones', () => {
  expect(play('++++++++++').asked.map(({ level }) => level)).toEqual([1, 1, 2, 2, 3, 3, 3, 3, 3, 3]);
  expect(play('----------').asked.map(({ level }) => level)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
});

test('it ends after ten answers, or when nothing is left', () => {
  expect(quizLength).toBe(10);
  const { answers } = play('++++++++++');
  expect(nextItem(pool, answers, seeded)).toBeNull();
  expect(play('++++', [item('a', 1), item('b', 3)]).asked.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('where a level has run out, the one below is asked, and else the one above', () => {
  const few = [item('a', 2), item('b', 2), item('c', 2), item('d', 3)];
  // Starts at 1, which is empty; after two right answers level 2 has one left, then there is only level 3.
  expect(play('++++', few).asked.map(({ level }) => level)).toEqual([2, 2, 2, 3]);
});

test('no fact is asked twice, in whatever form', () => {
  const twins = [
    item('card/a/choice', 1, 't', 'a'),
    item('card/a/recall', 2, 't', 'a'),
    item('b', 1, 'u', 'b'),
  ];
  expect(new Set(play('++', twins).asked.map(({ fact }) => fact))).toEqual(new Set(['a', 'b']));
  expect(play('+++', twins).asked).toHaveLength(2);
});

test('what was missed is asked again in another way, and otherwise the topic changes', () => {
  const items = [
    ...['a', 'b', 'c', 'd'].map((id) => item(id, 1, 'gap')),
    ...['e', 'f', 'g', 'h'].map((id) => item(id, 1, 'claim')),
  ];
  const [first, afterWrong] = play('-+', items).asked;
  expect(afterWrong?.topics).toEqual(first?.topics);
  const [begun, afterRight] = play('++', items).asked;
  expect(afterRight?.topics).not.toEqual(begun?.topics);
});

// rstudio/learnr#68 and oppia/oppia#14426: the order changed on every retry.
test('the same seed and the same answers give the same items, and another seed gives others', () => {
  const marks = '+-++-+++-+';
  expect(play(marks).asked).toEqual(play(marks).asked);
  const seeds = ['a', 'b', 'c', 'd'].map((seed) =>
    play(marks, pool, { seed, start: 1 })
      .asked.map(({ id }) => id)
      .join(),
  );
  expect(new Set(seeds).size).toBe(4);
});

function quiz(session: string, itemId: string, level: number, right: boolean, lesson = 'races'): Happening {
  return { kind: 'quiz', session, lesson, item: itemId, level, right };
}

test('answers are those of the session, and answering an item again changes nothing', () => {
  const log = logOf(quiz('s', 'a', 1, false), quiz('t', 'b', 1, true), quiz('s', 'a', 1, true));
  expect(answersIn(log, 's')).toEqual([{ item: 'a', right: false }]);
});

test('who was right at the top level the last time begins in the middle', () => {
  expect(startLevel(logOf(), 'races', 'now')).toBe(1);
  const top = [quiz('old', 'a', 3, true), quiz('old', 'b', 2, false)];
  expect(startLevel(logOf(...top), 'races', 'now')).toBe(2);
  expect(startLevel(logOf(quiz('old', 'a', 3, false)), 'races', 'now')).toBe(1);
  expect(startLevel(logOf(...top, quiz('later', 'c', 1, true)), 'races', 'now')).toBe(1);
  expect(startLevel(logOf(quiz('old', 'a', 3, true, 'crashes')), 'races', 'now')).toBe(1);
  // The beginning of a session stays where it was while it runs, whatever is played beside it.
  const beside = logOf(...top, quiz('now', 'a', 2, true), quiz('other', 'b', 1, false));
  expect(startLevel(beside, 'races', 'now')).toBe(2);
});
