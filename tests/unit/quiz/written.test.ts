import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leadOf } from '../../../src/cards/text.ts';
import { loadChoices } from '../../../src/quiz/choices.ts';
import { quizLength } from '../../../src/quiz/quiz.ts';

const lessons = readdirSync('content/quiz').map((name) => name.replace(/\.yaml$/, ''));

test('the lessons with written choices', () => {
  expect(lessons).toEqual(expect.arrayContaining(['races', 'webhooks']));
});

test.each(lessons)('%s: whoever stays at the first level is never out of choices', (lesson) => {
  expect(loadChoices(lesson).size).toBeGreaterThanOrEqual(quizLength + 4);
});

// The one option that is longest, or shortest, would be a good guess. By chance it is a quarter of each.
test.each(lessons)('%s: the right option’s length gives nothing away', (lesson) => {
  const lengths = [...loadChoices(lesson).values()].map((options) => {
    const [right = 0, ...wrong] = options.map(({ text }) => text.length);
    return { longest: right >= Math.max(...wrong), shortest: right <= Math.min(...wrong) };
  });
  const share = (key: 'longest' | 'shortest') => lengths.filter((each) => each[key]).length / lengths.length;
  expect(share('longest')).toBeLessThanOrEqual(0.4);
  expect(share('shortest')).toBeLessThanOrEqual(0.4);
});

// An option’s first of several sentences is printed in bold.
test.each(lessons)('%s: no option stands out by its form', (lesson) => {
  const mixed = [...loadChoices(lesson)].filter(
    ([, options]) => new Set(options.map(({ text }) => leadOf(text)[1] === '')).size > 1,
  );
  expect(mixed.map(([id]) => id)).toEqual([]);
});

test.each(lessons)('%s: quotation marks and apostrophes are the curly ones, as on the cards', (lesson) => {
  const texts = [...loadChoices(lesson).values()].flat().flatMap(({ text, why }) => [text, why]);
  expect(texts.filter((text) => /["']/.test(text.replace(/`[^`]*`/g, '')))).toEqual([]);
});
