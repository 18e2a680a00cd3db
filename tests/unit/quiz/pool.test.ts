import { expect, test } from 'vitest';
import { passageFinder } from '../../../src/quiz/load.ts';
import { choiceOf, orderOf, poolOf, type QuizCard, type QuizData } from '../../../src/quiz/pool.ts';

function card(id: string, tags: string[], answer = `Answer ${id}.`): QuizCard {
  return { id, question: `Question ${id}?`, answer, see: null, tags, where: null };
}

const cards = [
  card('a', ['gap']),
  card('b', ['claim']),
  card('c', ['lease']),
  card('d', ['order']),
  card('e', ['gap']),
];
const data: QuizData = {
  lesson: { slug: 'races', number: 4, title: 'Races', href: '/learn/races/', tint: 'x' },
  checkpoint: {
    lesson: 'races',
    pass: 1,
    edition: '1',
    questions: [
      {
        kind: 'order',
        id: 'steps',
        question: 'In which order?',
        covers: ['gap'],
        card: { id: 'a', question: 'Question a?' },
        see: { heading: 'the-gap', title: 'The gap' },
        figure: null,
        steps: ['one', 'two', 'three'],
        why: 'So.',
      },
    ],
  },
  cards,
};

test('a quiz asks the checkpoint’s questions, and each card in two ways', () => {
  const pool = poolOf(data, 's');
  expect(pool.map(({ id, level }) => `${id} ${level}`)).toEqual([
    'item/steps 3',
    ...['a', 'b', 'c', 'd', 'e'].flatMap((id) => [`card/${id}/choice 1`, `card/${id}/recall 2`]),
  ]);
  // The question and its card ask for one fact.
  expect(pool.filter(({ fact }) => fact === 'card/a')).toHaveLength(3);
  expect(pool[0]?.where).toEqual({ heading: 'the-gap', title: 'The gap' });
});

test('a card as a choice stands among answers to questions on other topics, each explained', () => {
  const choice = choiceOf(card('a', ['gap']), cards, 's');
  if (choice?.kind !== 'single') throw new Error('no choice');
  expect(choice.options.filter(({ right }) => right)).toEqual([
    { text: 'Answer a.', right: true, why: 'It answers this question.' },
  ]);
  // Of the five, e shares the topic, so b, c and d remain.
  expect(
    choice.options
      .slice(1)
      .map(({ text }) => text)
      .toSorted(),
  ).toEqual([...['Answer b.', 'Answer c.', 'Answer d.']]);
  expect(choice.options.find(({ text }) => text === 'Answer b.')?.why).toBe(
    'True, of another question: Question b?',
  );
  expect(orderOf(choice, 's').toSorted()).toEqual([0, 1, 2, 3]);
  expect(orderOf(choice, 's')).toEqual(orderOf(choice, 's'));
});

test('an answer with code or paragraphs is recalled and not chosen, and so is one without rivals', () => {
  const long = card('a', ['gap'], 'First.\n\nSecond.');
  expect(choiceOf(long, cards, 's')).toBeNull();
  expect(choiceOf(card('a', ['gap'], '```\ncode\n```'), cards, 's')).toBeNull();
  expect(choiceOf(card('a', ['gap']), cards.slice(0, 3), 's')).toBeNull();
});

test('where to read is the section that is most like the card, and never one that only asks', () => {
  const where = passageFinder(`---
title: x
---

## The gap

Between look and write somebody else may write.

### A lease

A claim with a lease expires after a while.

## What interviewers ask

<Interview>A lease, a lease, a lease expires.</Interview>
`);
  expect(where('When does a lease expire?')).toEqual({ heading: 'a-lease', title: 'A lease' });
  expect(where('Who writes between the look and the write?')).toEqual({
    heading: 'the-gap',
    title: 'The gap',
  });
  expect(where('Bananas')).toBeNull();
});
