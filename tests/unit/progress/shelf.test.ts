import { expect, test } from 'vitest';
import { lastCopy, practice, type Shelf, statusOf } from '../../../src/components/progress/shelf.ts';
import type { Happening, ProgressEvent } from '../../../src/progress/events.ts';

const log = (...happenings: Happening[]): ProgressEvent[] =>
  happenings.map((happening, index) => ({
    ...{ id: `e${index}`, v: 1 as const, n: index + 1, at: `2026-11-30T10:0${index}:00.000Z` },
    ...happening,
  }));

const shelf: Shelf = {
  lessons: [{ slug: 'races', number: 4, title: 'Races', href: '/learn/races/', tint: 'red' }],
  exercises: [
    { id: 'close-the-gap', lesson: 'races', title: 'Close the gap', version: 3, points: 10 },
    { id: 'other', lesson: 'crashes', title: 'Other', version: 1, points: 5 },
  ],
};

test('a lesson is shown with its exercises, and of them the present version’s points', () => {
  const events = log(
    { kind: 'graded', exercise: 'close-the-gap', version: 2, points: 10, of: 10 },
    { kind: 'graded', exercise: 'close-the-gap', version: 3, points: 4, of: 10 },
    { kind: 'finish', checkpoint: 'races', attempt: 'a', right: 9, of: 11, passed: true },
  );
  expect(statusOf(shelf, events)).toEqual([
    {
      ...shelf.lessons[0],
      ...{ read: null, checkpoint: null, confidence: null },
      exercises: [{ id: 'close-the-gap', title: 'Close the gap', of: 10, best: 4, attempts: 2 }],
    },
  ]);
});

test('what happened since the last copy is counted without the turning of pages', () => {
  expect(lastCopy(log({ kind: 'confidence', lesson: 'races', level: 'new' }))).toEqual({
    at: null,
    since: 1,
  });
  expect(
    lastCopy(
      log(
        { kind: 'confidence', lesson: 'races', level: 'new' },
        { kind: 'exported' },
        { kind: 'position', lesson: 'races', heading: null, fraction: 0.5 },
        { kind: 'suspend', deck: 'races', card: 'gap', suspended: true },
      ),
    ),
  ).toEqual({ at: '2026-11-30T10:01:00.000Z', since: 1 });
});

test('questions of the drill and of quizzes are added up', () => {
  expect(
    practice(
      log(
        { kind: 'interview', session: 's', question: 'a', ticked: [0, 2], of: 4, tookMs: 1 },
        { kind: 'interview', session: 's', question: 'b', ticked: [], of: 3, tookMs: 1 },
        { kind: 'quiz', session: 'q', lesson: 'races', item: 'i', level: 1, right: true },
        { kind: 'quiz', session: 'q', lesson: 'races', item: 'j', level: 2, right: false },
      ),
    ),
  ).toEqual({ interview: { questions: 2, named: 2, of: 7 }, quiz: { answers: 2, right: 1 } });
});
