/** Everything that a lesson teaches is practised somewhere and reviewed by a card, and nothing has no home. */
import { expect, test } from 'vitest';
import { topicMap } from '../../../src/labs/topics.ts';

const { topics, unknown } = topicMap();

test('whatever a checkpoint, an exercise or a card covers is taught by one lesson', () => {
  expect(unknown).toEqual([]);
});

test.each(topics)('$id of $lesson is practised and reviewed', ({ practised, reviewed }) => {
  expect(practised.length).toBeGreaterThan(0);
  expect(reviewed.length).toBeGreaterThan(0);
});
