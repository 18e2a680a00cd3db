import { describe, expect, test } from 'vitest';
import { byOrder, highestNumber, type ProgressEvent, readEvent } from '../../../src/progress/events.ts';

const position = {
  id: 'a',
  v: 1,
  at: '2026-11-29T10:00:00.000Z',
  n: 1,
  kind: 'position',
  lesson: 'races',
  heading: 'the-gap',
  fraction: 0.25,
};

describe('reading a stored record', () => {
  test('an event of ours is read as it is', () => {
    expect(readEvent(position)).toEqual({ kind: 'event', event: position });
  });

  test('a kind that is not known yet is kept for a newer version of the site', () => {
    expect(readEvent({ ...position, kind: 'essay', text: '' })).toEqual({ kind: 'unknown', n: 1 });
  });

  test('an event of a later format is kept for a newer version of the site', () => {
    expect(readEvent({ ...position, v: 2, n: 40 })).toEqual({ kind: 'unknown', n: 40 });
  });

  test('a kind named like a property of every object has no shape', () => {
    for (const kind of ['constructor', '__proto__', 'toString']) {
      expect(readEvent({ ...position, kind })).toEqual({ kind: 'unknown', n: 1 });
    }
  });

  test.each([
    ['null', null],
    ['a list', []],
    ['a text', 'position'],
    ['no id', { ...position, id: undefined }],
    ['an empty id', { ...position, id: '' }],
    ['no number', { ...position, n: undefined }],
    ['a number that nobody reaches', { ...position, n: highestNumber + 1 }],
    ['the same of a later format', { ...position, v: 2, n: Number.MAX_SAFE_INTEGER }],
    ['a negative number', { ...position, n: -1 }],
    ['a time that is none', { ...position, at: 'yesterday' }],
    ['a fraction above one', { ...position, fraction: 1.5 }],
    ['a heading that is a number', { ...position, heading: 4 }],
    ['no lesson', { ...position, lesson: undefined }],
    ['an unknown level', { ...position, kind: 'confidence', level: 'sure' }],
    [
      'an answer of no kind',
      {
        ...position,
        kind: 'answer',
        checkpoint: 'races',
        attempt: 'x',
        item: 'i',
        answer: { kind: 'essay' },
        sure: 'guess',
        right: true,
      },
    ],
  ])('%s is unreadable', (_, record) => {
    expect(readEvent(record)).toEqual({ kind: 'unreadable' });
  });

  test('every kind of answer is read', () => {
    const answers = [
      { kind: 'single', option: 0 },
      { kind: 'multiple', options: [0, 2] },
      { kind: 'predict', option: 1 },
      { kind: 'order', order: [2, 0, 1] },
      { kind: 'spot-line', line: 4 },
      { kind: 'break-it', schedule: 'w1 w2 w2 w1' },
    ];
    for (const answer of answers) {
      const record = {
        ...position,
        kind: 'answer',
        checkpoint: 'races',
        attempt: 'x',
        item: 'i',
        answer,
        sure: 'certain',
        right: false,
      };
      expect(readEvent(record)).toEqual({ kind: 'event', event: record });
    }
  });
});

describe('what happens to cards', () => {
  const card = { id: 'a', v: 1, at: '2026-11-29T10:00:00.000Z', n: 1, deck: 'races', card: 'races-gap' };
  const review = { ...card, kind: 'review', rating: 3, zone: 60, tookMs: 4200 };
  const known = { stability: 2.5, difficulty: 5, due: card.at, last: card.at, reps: 3, lapses: 0 };

  test.each([
    ['a review', review],
    ['a review in Nepal', { ...review, zone: 345 }],
    ['a memory from elsewhere', { ...card, kind: 'memory', memory: known }],
    ['a day', { ...card, kind: 'bury', day: '2026-11-29' }],
    ['a text', { ...card, kind: 'card-text', question: 'Q', answer: 'A', tags: ['gap'] }],
    ['a setting', { ...card, kind: 'setting', name: 'new-per-day', value: 20 }],
    ['an export', { id: 'a', v: 1, at: card.at, n: 1, kind: 'exported' }],
  ])('%s is read', (_, record) => {
    expect(readEvent(record)).toEqual({ kind: 'event', event: record });
  });

  test.each([
    ['a fifth rating', { ...review, rating: 5 }],
    ['a rating between two', { ...review, rating: 2.5 }],
    ['a zone further than any', { ...review, zone: 2000 }],
    ['a zone between minutes', { ...review, zone: 60.5 }],
    ['a memory of no strength', { ...card, kind: 'memory', memory: { ...known, stability: 0 } }],
    ['a difficulty beyond the scale', { ...card, kind: 'memory', memory: { ...known, difficulty: 11 } }],
    ['a due day that is none', { ...card, kind: 'memory', memory: { ...known, due: 'soon' } }],
    ['a day in words', { ...card, kind: 'bury', day: 'today' }],
    ['a setting that is a list', { ...card, kind: 'setting', name: 'new-per-day', value: [20] }],
    ['tags that are none', { ...card, kind: 'card-text', question: 'Q', answer: 'A', tags: 'gap' }],
  ])('%s is unreadable', (_, record) => {
    expect(readEvent(record)).toEqual({ kind: 'unreadable' });
  });
});

test('the number orders events, not the clock, which may go backwards', () => {
  const later = { ...position, id: 'b', n: 2, at: '2020-01-01T00:00:00.000Z' } as ProgressEvent;
  expect([later, position as ProgressEvent].sort(byOrder).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('events of one number, from two tabs, are ordered by clock and then by id', () => {
  const events = [
    { ...position, id: 'c' },
    { ...position, id: 'b' },
    { ...position, id: 'd', at: '2026-11-29T09:59:59.000Z' },
  ] as ProgressEvent[];
  expect(events.sort(byOrder).map(({ id }) => id)).toEqual(['d', 'b', 'c']);
});
