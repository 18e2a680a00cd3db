/** Where each thing that the lessons teach is taught, practised and reviewed. */
import { expect, test } from 'vitest';
import { topicMap } from '../../../src/labs/topics.ts';

const { topics, unknown, taken } = topicMap();

test('whatever a checkpoint, an exercise or a card covers is taught by one lesson', () => {
  expect(unknown).toEqual([]);
  expect(taken).toEqual([]);
});

test('each written lesson teaches topics of its own', () => {
  const lessons = [...new Set(topics.map(({ lesson }) => lesson))];
  expect(lessons).toEqual(['why-everything-runs-twice', 'idempotency-keys', 'races', 'crashes', 'webhooks']);
  for (const lesson of lessons)
    expect(topics.filter((topic) => topic.lesson === lesson).length, lesson).toBeGreaterThanOrEqual(15);
});

test.each(topics)('$id: taught in $file, practised in $practised, reviewed by $reviewed', (topic) => {
  expect(topic.practised.length).toBeGreaterThan(0);
  expect(topic.reviewed.length).toBeGreaterThan(0);
});
