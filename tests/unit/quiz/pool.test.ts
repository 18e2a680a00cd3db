import { expect, test } from 'vitest';
import { passageFinder } from '../../../src/quiz/load.ts';
import { choiceOf, orderOf, poolOf, type QuizCard, type QuizData } from '../../../src/quiz/pool.ts';

function card(id: string, tags: string[], options: QuizCard['options'] = null): QuizCard {
  return { id, question: `Question ${id}?`, answer: `Answer ${id}.`, see: null, tags, where: null, options };
}

const options = [
  { text: 'Answer a.', right: true, why: 'So it is.' },
  { text: 'Belief one.', right: false, why: 'It is not.' },
  { text: 'Belief two.', right: false, why: 'Nor is it.' },
  { text: 'Belief three.', right: false, why: 'Never was.' },
];
const cards = [card('a', ['gap'], options), card('b', ['claim'])];
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

test('a quiz asks the checkpoint’s questions, and each card: to recall, and to choose where options are written', () => {
  const pool = poolOf(data);
  expect(pool.map(({ id, level, fact, card: forward }) => [id, level, fact, forward])).toEqual([
    ['item/steps', 3, 'card/a', 'a'],
    ['card/a/choice', 1, 'card/a', 'a'],
    ['card/a/recall', 2, 'card/a', 'a'],
    ['card/b/recall', 2, 'card/b', 'b'],
  ]);
  expect(pool[0]?.where).toEqual({ heading: 'the-gap', title: 'The gap' });
});

test('a card with options is a choice of one among just these', () => {
  const choice = choiceOf(card('a', ['gap'], options));
  expect(choice).toEqual({
    kind: 'single',
    id: 'a',
    question: 'Question a?',
    covers: ['gap'],
    card: { id: 'a', question: 'Question a?' },
    see: null,
    figure: null,
    options,
  });
  expect(choiceOf(card('a', ['gap']))).toBeNull();
});

test('options stand in an order that the seed decides', () => {
  const choice = choiceOf(card('a', ['gap'], options));
  if (choice === null) throw new Error('no choice');
  expect(orderOf(choice, 's').toSorted()).toEqual([0, 1, 2, 3]);
  expect(orderOf(choice, 's')).toEqual(orderOf(choice, 's'));
  // 24 orders: eight seeds that all led to one would be no accident.
  expect(new Set([...'abcdefgh'].map((seed) => orderOf(choice, seed).join())).size).toBeGreaterThan(1);
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
