import { expect, test } from 'vitest';
import { likeness, stemsOf } from '../../../src/interview/likeness.ts';

test('words lose their endings, and common ones do not count', () => {
  expect(stemsOf('The retries were retried, retrying a retry')).toEqual([
    'retry',
    'were',
    'retry',
    'retry',
    'retry',
  ]);
});

test('a text is most like the one that shares its rare words', () => {
  const like = likeness([
    'A row with a lease and an owner',
    'A row with a fingerprint of the body',
    'A row with a time to live',
  ]);
  const scores = [0, 1, 2].map((place) => like.with('the fingerprint of the row', place));
  expect(scores.indexOf(Math.max(...scores))).toBe(1);
  expect(like.with('nothing of this kind', 0)).toBe(0);
  expect(like.with('A row with a lease and an owner', 0)).toBeCloseTo(1, 10);
});
