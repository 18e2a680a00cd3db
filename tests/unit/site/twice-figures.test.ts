import { expect, test } from 'vitest';
import { allFaints } from '../../../src/components/lesson/figures/faints.ts';
import { plans, words } from '../../../src/components/lesson/figures/last-words.ts';
import { stories } from '../../../src/components/lesson/figures/lost-answers.ts';
import { reaches, stretches } from '../../../src/components/lesson/figures/reaches.ts';

test('of nine faints one loses the note and one doubles it', async () => {
  // Whoever faints before both steps or after both leaves one entry. Between them lies either a signature
  // without an entry, or an entry without a signature, which a colleague repeats unless the index stops her.
  const found = (await allFaints()).map(({ handler, faints }) => [
    handler,
    ...faints.map(({ after, entries }) => `${after} ${entries}`),
  ]);
  expect(found).toEqual([
    ['ack-first', 'takes the note 1', 'signs 0', 'writes 1'],
    ['ack-last', 'takes the note 1', 'writes 2', 'signs 1'],
    ['ack-last-dedupe', 'takes the note 1', 'writes 1', 'signs 1'],
  ]);
});

test('one silence hides two stories without a payment and three with one', () => {
  // Nothing was written where the request was lost, and where the server died first.
  expect(stories.filter(({ paid }) => !paid).map(({ id }) => id)).toEqual(['request', 'before']);
  expect(stories).toHaveLength(5);
});

test('plans go from five messages to none, and whoever sends the last one is named', () => {
  // Ines sends the odd ones.
  expect(plans.map(({ messages }) => messages)).toEqual([5, 4, 3, 2, 1, 0]);
  expect(words).toHaveLength(5);
  expect(plans.slice(0, 5).map(({ argues }) => argues.split(' sends the ')[0])).toEqual([
    'Ines',
    'The club',
    'Ines',
    'The club',
    'Ines',
  ]);
  expect(plans[1]?.argues).toBe(
    'The club sends the fourth message and cannot see whether it arrives, so what it does next is the same either way. If the plan is safe, Ines must act alike with it or without it. Then it decides nothing. Strike it out.',
  );
});

test('no promise reaches the world outside', () => {
  const outside = stretches.length - 1;
  for (const { spans } of reaches) {
    for (const [from, to] of spans) {
      expect(from).toBeLessThanOrEqual(to);
      expect(to).toBeLessThan(outside);
    }
  }
});
