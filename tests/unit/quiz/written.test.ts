import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leadOf } from '../../../src/cards/text.ts';
import { loadChoices } from '../../../src/quiz/choices.ts';
import { quizLength } from '../../../src/quiz/quiz.ts';

const choices = readdirSync('content/quiz').map((name) => {
  const lesson = name.replace(/\.yaml$/, '');
  return { lesson, cards: loadChoices(lesson) };
});

test('choices are written for the lessons', () => {
  expect(choices.map(({ lesson }) => lesson)).toEqual(expect.arrayContaining(['races', 'webhooks']));
});

test.each(choices)('$lesson: whoever stays at the first level is never out of choices', ({ cards }) => {
  expect(cards.size).toBeGreaterThanOrEqual(quizLength + 4);
});

// The one option that is longest, or shortest, would be a good guess. By chance it is a quarter of each.
test.each(choices)('$lesson: the right option’s length gives nothing away', ({ cards }) => {
  const lengths = [...cards.values()].map((options) => {
    const [right = 0, ...wrong] = options.map(({ text }) => text.length);
    return { longest: right >= Math.max(...wrong), shortest: right <= Math.min(...wrong) };
  });
  const share = (key: 'longest' | 'shortest') => lengths.filter((each) => each[key]).length / lengths.length;
  expect(share('longest')).toBeLessThanOrEqual(0.4);
  expect(share('shortest')).toBeLessThanOrEqual(0.4);
});

// An option’s first of several sentences is printed in bold.
test.each(choices)('$lesson: no option stands out by its form', ({ cards }) => {
  const mixed = [...cards].filter(
    ([, options]) => new Set(options.map(({ text }) => leadOf(text)[1] === '')).size > 1,
  );
  expect(mixed.map(([id]) => id)).toEqual([]);
});

test.each(choices)(
  '$lesson: quotation marks and apostrophes are the curly ones, as on the cards',
  ({ cards }) => {
    const texts = [...cards.values()].flat().flatMap(({ text, why }) => [text, why]);
    expect(texts.filter((text) => /["']/.test(text.replace(/`[^`]*`/g, '')))).toEqual([]);
  },
);
