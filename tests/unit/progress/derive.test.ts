import { describe, expect, test } from 'vitest';
import {
  attemptsOf,
  cardsForward,
  checkpointSummary,
  lastCard,
  lastPosition,
  latestConfidence,
} from '../../../src/progress/derive.ts';
import { deskFrom } from '../../../src/progress/desk.ts';
import type { Happening, ProgressEvent } from '../../../src/progress/events.ts';

function log(...happenings: Happening[]): ProgressEvent[] {
  return happenings.map((happening, index) => ({
    id: `e${index + 1}`,
    v: 1,
    at: `2026-11-29T10:00:0${index % 10}.000Z`,
    n: index + 1,
    ...happening,
  }));
}

const begin = (attempt: string, ordinal: number): Happening => ({
  kind: 'attempt',
  checkpoint: 'races',
  attempt,
  ordinal,
  edition: 'e',
});
const answer = (attempt: string, item: string, right: boolean): Happening => ({
  kind: 'answer',
  checkpoint: 'races',
  attempt,
  item,
  answer: { kind: 'single', option: 0 },
  sure: 'fairly',
  right,
});
const finish = (attempt: string, right: number, of = 5): Happening => ({
  kind: 'finish',
  checkpoint: 'races',
  attempt,
  right,
  of,
  passed: right >= 4,
});

describe('where the reader stopped', () => {
  const events = log(
    { kind: 'position', lesson: 'races', heading: 'the-gap', fraction: 0.2 },
    { kind: 'position', lesson: 'keys', heading: null, fraction: 0 },
    { kind: 'confidence', lesson: 'keys', level: 'new' },
  );

  test('is the last position of all, or of one lesson', () => {
    expect(lastPosition(events)).toMatchObject({ lesson: 'keys' });
    expect(lastPosition(events, 'races')).toMatchObject({ heading: 'the-gap', fraction: 0.2 });
    expect(lastPosition(events, 'crashes')).toBeNull();
  });

  test('makes the desk, with what is known of that lesson', () => {
    expect(deskFrom(events)).toEqual({
      lesson: 'keys',
      heading: null,
      fraction: 0,
      checkpoint: null,
      confidence: 'new',
    });
    expect(deskFrom([])).toBeNull();
  });
});

test('a reader may change their mind about how sure they are', () => {
  const events = log(
    { kind: 'confidence', lesson: 'races', level: 'confident' },
    { kind: 'confidence', lesson: 'races', level: 'getting-there' },
  );
  expect(latestConfidence(events, 'races')).toBe('getting-there');
  expect(latestConfidence(events, 'keys')).toBeNull();
});

describe('attempts at a checkpoint', () => {
  test('hold every answer to every question, the first one first', () => {
    const [attempt] = attemptsOf(
      log(begin('a', 1), answer('a', 'q1', false), answer('a', 'q1', true)),
      'races',
    );
    expect(attempt?.tries['q1']?.map(({ right }) => right)).toEqual([false, true]);
    expect(attempt?.result).toBeNull();
  });

  test('an answer to an attempt that was never begun is left out', () => {
    expect(attemptsOf(log(answer('ghost', 'q1', true)), 'races')).toEqual([]);
  });

  test('an item named like a property of every object is an item like others', () => {
    const [attempt] = attemptsOf(log(begin('a', 1), answer('a', 'constructor', true)), 'races');
    expect(attempt?.tries['constructor']).toHaveLength(1);
    expect(attempt?.tries['toString']).toBeUndefined();
  });

  test('first, best and last are of finished attempts alone; the earliest of equals is best', () => {
    const events = log(
      begin('a', 1),
      finish('a', 2),
      begin('b', 2),
      finish('b', 4),
      begin('c', 3),
      finish('c', 4),
      begin('d', 4),
      finish('d', 3),
      begin('e', 5),
      answer('e', 'q1', true),
    );
    const summary = checkpointSummary(events, 'races');
    expect(summary?.finished).toBe(4);
    expect(summary?.first.right).toBe(2);
    expect(summary?.best).toEqual({ right: 4, of: 5, passed: true, at: events[3]?.at });
    expect(summary?.last.right).toBe(3);
  });

  test('the best of two sizes is the better share', () => {
    const events = log(begin('a', 1), finish('a', 5, 10), begin('b', 2), finish('b', 4, 5));
    expect(checkpointSummary(events, 'races')?.best.of).toBe(5);
  });

  test('before the first is finished there is no summary', () => {
    expect(checkpointSummary(log(begin('a', 1)), 'races')).toBeNull();
  });
});

describe('cards', () => {
  test('a wrong answer brings a card forward until its answer is looked at or rated', () => {
    const wrong: Happening = { kind: 'card-forward', deck: 'races', card: 'gap', because: 'wrong' };
    const sure: Happening = { ...wrong, because: 'sure-and-wrong' };
    const seen: Happening = { kind: 'card-seen', deck: 'races', card: 'gap' };
    expect(cardsForward(log(wrong), 'races')).toEqual({ gap: 'wrong' });
    expect(cardsForward(log(sure, wrong), 'races')).toEqual({ gap: 'sure-and-wrong' });
    expect(cardsForward(log(wrong, seen), 'races')).toEqual({});
    expect(cardsForward(log(wrong, seen, sure), 'races')).toEqual({ gap: 'sure-and-wrong' });
    expect(cardsForward(log(wrong), 'keys')).toEqual({});
    const rated: Happening = { kind: 'review', deck: 'races', card: 'gap', rating: 1, zone: 0, tookMs: 0 };
    expect(cardsForward(log(wrong, rated), 'races')).toEqual({});
  });

  test('the deck goes on at the card that was turned last', () => {
    const events = log(
      { kind: 'card-seen', deck: 'races', card: 'gap' },
      { kind: 'card-seen', deck: 'races', card: 'claim' },
      { kind: 'card-seen', deck: 'keys', card: 'key' },
    );
    expect(lastCard(events, 'races')).toBe('claim');
    expect(lastCard(events, 'crashes')).toBeNull();
  });
});
