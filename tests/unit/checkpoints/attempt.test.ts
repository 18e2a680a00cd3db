import { describe, expect, test } from 'vitest';
import {
  cardsOfMistakes,
  happeningsOf,
  lastTry,
  rightAtFirst,
  shownOrder,
  standing,
} from '../../../src/checkpoints/attempt.ts';
import type { Checkpoint, Question } from '../../../src/checkpoints/checkpoint.ts';
import { checkpointSummary } from '../../../src/progress/derive.ts';
import type { ProgressEvent, Sureness } from '../../../src/progress/events.ts';
import { checkpointOf, questions } from './fixtures.ts';

const one: Question = { ...questions.single, id: 'one', card: { id: 'card-one', question: 'Why?' } };
const two: Question = { ...questions.single, id: 'two' };
const checkpoint: Checkpoint = { ...checkpointOf(one, two), pass: 2 };

/** A reader at the checkpoint, and the log that grows. */
class Reader {
  readonly log: ProgressEvent[] = [];
  afresh = false;
  #attempts = 0;

  stand(of = checkpoint) {
    return standing(this.log, of, this.afresh);
  }

  give(question: Question, right: boolean, sure: Sureness = 'fairly') {
    const stand = this.stand();
    const newId = `attempt-${this.#attempts + 1}`;
    if (stand.attempt === null) this.#attempts += 1;
    const option = right ? 1 : 0;
    const added = happeningsOf(checkpoint, stand, {
      question,
      answer: { kind: 'single', option },
      sure,
      right,
      newId,
    });
    for (const happening of added) {
      const n = this.log.length + 1;
      this.log.push({ id: `e${n}`, v: 1, at: '2026-11-29T10:00:00.000Z', n, ...happening });
    }
    this.afresh = false;
    return added.map(({ kind }) => kind);
  }
}

describe('an attempt', () => {
  test('begins with its first answer and not before', () => {
    const reader = new Reader();
    expect(reader.stand()).toEqual({ ordinal: 1, attempt: null, next: 0, right: 0, changed: false });
    expect(reader.give(one, true)).toEqual(['attempt', 'answer']);
    expect(reader.stand()).toMatchObject({ ordinal: 1, next: 1, right: 1, attempt: { id: 'attempt-1' } });
  });

  test('goes on at the first open question, whatever was loaded anew', () => {
    const reader = new Reader();
    reader.give(one, false);
    const again = standing(structuredClone(reader.log), checkpoint);
    expect(again).toMatchObject({ next: 1, right: 0 });
  });

  test('ends with the answer to its last open question', () => {
    const reader = new Reader();
    reader.give(one, true);
    expect(reader.give(two, true)).toEqual(['answer', 'finish']);
    expect(reader.stand().next).toBe(2);
    expect(checkpointSummary(reader.log, 'races')?.last).toMatchObject({ right: 2, of: 2, passed: true });
  });

  test('answering again shows the new answer and adds no points', () => {
    const reader = new Reader();
    reader.give(one, false);
    expect(reader.give(one, true)).toEqual(['answer']);
    const { attempt, right } = reader.stand();
    expect(lastTry(attempt, one)?.right).toBe(true);
    expect(right).toBe(0);
    reader.give(two, true);
    expect(checkpointSummary(reader.log, 'races')?.last).toMatchObject({ right: 1, passed: false });
  });

  test('answering the last question again does not end the attempt twice', () => {
    const reader = new Reader();
    reader.give(one, true);
    reader.give(two, false);
    expect(reader.give(two, true)).toEqual(['answer']);
    expect(checkpointSummary(reader.log, 'races')).toMatchObject({ finished: 1, last: { right: 1 } });
  });

  test('another one begins only when asked for, with another seed', () => {
    const reader = new Reader();
    reader.give(one, true);
    reader.give(two, false);
    expect(reader.stand()).toMatchObject({ ordinal: 1, next: 2 });
    reader.afresh = true;
    expect(reader.stand()).toEqual({ ordinal: 2, attempt: null, next: 0, right: 0, changed: false });
    reader.give(one, true);
    reader.give(two, true);
    expect(checkpointSummary(reader.log, 'races')).toMatchObject({
      finished: 2,
      first: { right: 1 },
      best: { right: 2 },
      last: { right: 2 },
    });
  });

  test('a second attempt cannot be begun in the middle of the first', () => {
    const reader = new Reader();
    reader.give(one, true);
    reader.afresh = true;
    expect(reader.stand()).toMatchObject({ ordinal: 1, next: 1 });
  });

  test('of another edition of the questions is not resumed, and the reader is told', () => {
    const reader = new Reader();
    reader.give(one, true);
    const edited = { ...checkpoint, edition: 'second' };
    expect(reader.stand(edited)).toEqual({ ordinal: 2, attempt: null, next: 0, right: 0, changed: true });
  });

  test('that was finished before the questions changed is simply over', () => {
    const reader = new Reader();
    reader.give(one, true);
    reader.give(two, true);
    expect(reader.stand({ ...checkpoint, edition: 'second' })).toMatchObject({
      attempt: null,
      changed: false,
    });
  });
});

describe('a wrong answer', () => {
  test('brings its card forward, and a sure one says that it was sure', () => {
    const reader = new Reader();
    expect(reader.give(one, false, 'guess')).toEqual(['attempt', 'answer', 'card-forward']);
    expect(reader.log.at(-1)).toMatchObject({ deck: 'races', card: 'card-one', because: 'wrong' });
    reader.give(one, false, 'certain');
    expect(reader.log.at(-1)).toMatchObject({ because: 'sure-and-wrong' });
  });

  test('without a card brings none', () => {
    expect(new Reader().give(two, false)).toEqual(['attempt', 'answer']);
  });

  test('is counted by first answers, and its card is listed at the end', () => {
    const reader = new Reader();
    reader.give(one, false);
    reader.give(one, true);
    const attempt = reader.stand().attempt;
    expect(attempt && rightAtFirst(attempt, checkpoint.questions)).toBe(0);
    expect(attempt && cardsOfMistakes(attempt, checkpoint.questions)).toEqual([
      { id: 'card-one', question: 'Why?' },
    ]);
  });

  test('lists a card once, although two questions share it', () => {
    const reader = new Reader();
    reader.give(one, false);
    reader.give(two, false);
    const attempt = reader.stand().attempt;
    expect(attempt && cardsOfMistakes(attempt, [one, { ...two, card: one.card }])).toEqual([
      { id: 'card-one', question: 'Why?' },
    ]);
  });
});

test('rstudio/learnr#68, oppia/oppia#14426: options stand in one order throughout an attempt, and steps never in the right one', () => {
  const all = checkpointOf(...Object.values(questions));
  for (const question of all.questions) {
    const order = shownOrder(all, 1, question);
    expect(shownOrder(all, 1, question)).toEqual(order);
    if (question.kind === 'order') expect(order).not.toEqual([0, 1, 2]);
  }
  const orders = [1, 2, 3, 4, 5, 6].map((ordinal) => shownOrder(all, ordinal, questions.multiple).join(''));
  expect(new Set(orders).size).toBeGreaterThan(2);
});
