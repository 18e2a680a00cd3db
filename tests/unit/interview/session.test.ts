import { expect, test } from 'vitest';
import { followUps, missedCards } from '../../../src/interview/question.ts';
import {
  givenIn,
  isSessionOf,
  namedByLesson,
  openSession,
  type Plan,
  parsePlan,
  placeIn,
  printPlan,
  questionsOf,
  reportOf,
  sessionName,
} from '../../../src/interview/session.ts';
import { logOf, questionOf, said } from './fixtures.ts';

const plan: Plan = { seed: 'k3x9', lessons: [], length: 5, minutes: 2 };
const pool = [
  ...['a1', 'a2', 'a3', 'a4'].map((id) => questionOf(id, 'races')),
  ...['b1', 'b2'].map((id) => questionOf(id, 'crashes')),
  ...['c1', 'c2', 'c3'].map((id) => questionOf(id, 'webhooks')),
];

test('what was chosen is printed into the name of the session, and read from it', () => {
  expect(printPlan(plan)).toBe('drill~k3x9~5~2~all');
  const other: Plan = { seed: '1', lessons: ['races', 'idempotency-keys'], length: null, minutes: null };
  expect(printPlan(other)).toBe('drill~1~all~none~races.idempotency-keys');
  for (const each of [plan, other]) expect(parsePlan(printPlan(each))).toEqual(each);
});

test('a name that no session has is none', () => {
  for (const name of ['', 'drill', 'drill~k~7~2~all', 'drill~k~5~3~all', 'drill~~5~2~all', 'mock~k~5~2~all'])
    expect(parsePlan(name), name).toBeNull();
  for (const name of ['drill~k~5~2~', 'drill~k~5~2~all~x', 'drill~K!~5~2~all', 'drill~k~5~2~<b>'])
    expect(parsePlan(name), name).toBeNull();
});

test('lessons take turns, each question once, the same ones for the same seed', () => {
  const asked = questionsOf({ ...plan, length: null }, pool);
  expect(asked.map(({ id }) => id).toSorted()).toEqual(pool.map(({ id }) => id).toSorted());
  // Three lessons with 4, 2 and 3 questions: two whole rounds, a round of the two that have a third, and the last.
  const lessons = asked.map(({ lesson }) => lesson);
  expect(new Set(lessons.slice(0, 3)).size).toBe(3);
  expect(lessons.slice(3, 6)).toEqual(lessons.slice(0, 3));
  expect(lessons.slice(6, 8).toSorted()).toEqual(['races', 'webhooks']);
  expect(lessons[8]).toBe('races');
  expect(questionsOf({ ...plan, length: null }, pool)).toEqual(asked);
  expect(questionsOf(plan, pool)).toEqual(asked.slice(0, 5));
});

test('only the chosen lessons are asked', () => {
  const asked = questionsOf({ ...plan, lessons: ['crashes'], length: 10 }, pool);
  expect(asked.map(({ id }) => id).toSorted()).toEqual(['b1', 'b2']);
});

test('another seed gives another order', () => {
  const orders = ['a', 'b', 'c', 'd', 'e'].map((seed) =>
    questionsOf({ ...plan, seed }, pool)
      .map(({ id }) => id)
      .join(),
  );
  expect(new Set(orders).size).toBeGreaterThan(1);
});

test('a follow-up may be asked always, of who missed a point, or of who named it', () => {
  const question = questionOf('q', 'races', [null, { point: 1, named: false }, { point: 1, named: true }]);
  const asked = (ticked: number[]) => followUps(question, ticked).map(({ id }) => id);
  expect(asked([])).toEqual(['q/1', 'q/2']);
  expect(asked([0, 2])).toEqual(['q/1', 'q/2']);
  expect(asked([1])).toEqual(['q/1', 'q/3']);
});

test('a session goes on where the log ends: at a question, at its follow-up, or nowhere', () => {
  const questions = [questionOf('q', 'races', [{ point: 0, named: false }, null]), questionOf('r', 'races')];
  const at = (...happened: Parameters<typeof logOf>) => placeIn(questions, givenIn(logOf(...happened), 's'));
  expect(at()).toEqual({ kind: 'question', at: 0 });
  expect(at(said('s', 'q', [1]))).toMatchObject({ kind: 'follow-up', at: 0, follow: { id: 'q/1' } });
  // The first follow-up is only for who did not name point 0.
  expect(at(said('s', 'q', [0]))).toMatchObject({ kind: 'follow-up', at: 0, follow: { id: 'q/2' } });
  expect(at(said('s', 'q', [0]), said('s', 'q/2', []))).toEqual({ kind: 'question', at: 1 });
  expect(at(said('s', 'q', [0]), said('s', 'q/2', [0], 1), said('s', 'r', []))).toEqual({ kind: 'over' });
  expect(at(said('other', 'q', [0]))).toEqual({ kind: 'question', at: 0 });
});

test('the report has the weakest topic first, what was missed, the follow-ups, the time and the cards', () => {
  const questions = [
    questionOf('q', 'races', [null]),
    questionOf('r', 'crashes'),
    questionOf('s', 'crashes'),
  ];
  const given = givenIn(
    logOf(said('x', 'q', [0, 1]), said('x', 'q/1', [0], 1), said('x', 'r', [2], 3, 30_000)),
    'x',
  );
  const report = reportOf(questions, given);
  // Races 2 of 3, crashes 1 of 3; the third question was not answered and counts for nothing.
  expect(report).toMatchObject({ named: 3, of: 6, answered: 2, tookMs: 90_000 });
  expect(report.lessons.map(({ lesson, named, of }) => [lesson, named, of])).toEqual([
    ['crashes', 1, 3],
    ['races', 2, 3],
  ]);
  expect(report.lessons[1]?.questions[0]).toMatchObject({ missed: ['three'], held: 1, asked: 1 });
  expect(report.cards.map(({ card }) => card)).toEqual(['q-2', 'r-0', 'r-1']);
});

test('a question brings at most three cards forward, each once', () => {
  const card = (name: string) => ({ deck: 'races', card: name, question: `${name}?` });
  const cards = [card('a'), card('a'), null, card('b'), card('c'), card('d')];
  expect(missedCards(cards, []).map((each) => each.card)).toEqual(['a', 'b', 'c']);
  expect(missedCards(cards, [0, 1, 3]).map((each) => each.card)).toEqual(['c', 'd']);
});

test('the session begun last is offered again until its last word is given', () => {
  const name = 'drill~k3x9~5~none~crashes';
  expect(openSession(logOf(), pool)).toBeNull();
  expect(openSession(logOf(said(name, 'b1', [])), pool)).toEqual({ session: name, answered: 1, of: 2 });
  expect(openSession(logOf(said(name, 'b1', []), said(name, 'b2', [])), pool)).toBeNull();
  expect(openSession(logOf(said('mock~post-payments~1', 'post-payments/api', [])), pool)).toBeNull();
});

test('what was named the last time is counted by lesson, each question by its last answer', () => {
  const log = logOf(
    said('x', 'a1', []),
    said('x', 'b1', [0]),
    said('y', 'a1', [0, 1]),
    said('y', 'a1/1', [], 1),
  );
  expect(namedByLesson(log, pool)).toEqual(
    new Map([
      ['races', { named: 2, of: 3, questions: 1 }],
      ['crashes', { named: 1, of: 3, questions: 1 }],
    ]),
  );
});

test('an address names a session of its own subject, or none', () => {
  expect(sessionName('mock', 'post-payments', 'k3x9')).toBe('mock~post-payments~k3x9');
  expect(isSessionOf('mock', 'post-payments', 'mock~post-payments~k3x9')).toBe(true);
  for (const name of [
    null,
    '',
    'mock~post-payments~',
    'mock~other~k3x9',
    'quiz~post-payments~k3x9',
    'mock~post-payments~a~b',
    `mock~post-payments~${'a'.repeat(41)}`,
  ])
    expect(isSessionOf('mock', 'post-payments', name), String(name)).toBe(false);
});
