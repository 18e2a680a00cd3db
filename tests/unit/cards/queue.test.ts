import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, type Collection, collectionOf, newFold } from '../../../src/cards/collection.ts';
import { type Clock, queueOf, usedToday } from '../../../src/cards/queue.ts';
import type { Happening, ProgressEvent, Rating } from '../../../src/progress/events.ts';
import { clock, collected, deckOf, logOf, rated } from './log.ts';
import { zoneOf } from './zones.ts';

const races = deckOf('races', 'a', 'b', 'c');
const crashes = deckOf('crashes', 'x', 'y');

const setting = (name: string, value: string | number): Happening => ({ kind: 'setting', name, value });
const newPerDay = (value: number) => setting('cards.new-per-day', value);
const reviewsPerDay = (value: number) => setting('cards.reviews-per-day', value);

function asked(collection: Collection, now: Clock, only?: string) {
  const { next, kind, counts } = queueOf(collection, now, only);
  return { next: next?.id ?? null, kind, ...counts };
}

describe('new cards', () => {
  test('come in the order of their decks', () => {
    const now = clock('2026-11-30 12:00');
    expect(asked(collected([], races, crashes), now)).toEqual({
      next: 'a',
      kind: 'new',
      learning: 0,
      review: 0,
      new: 5,
    });
    expect(asked(collected([], races, crashes), now, 'crashes')).toMatchObject({ next: 'x', new: 2 });
  });

  test('are asked no more than the day’s limit, over all decks', () => {
    const log = logOf(['2026-11-30 09:00', newPerDay(3)], ['2026-11-30 10:00', rated('a', 4)]);
    const collection = collected(log, races, crashes);
    const now = clock('2026-11-30 12:00');
    expect(asked(collection, now)).toMatchObject({ next: 'b', new: 2 });
    expect(queueOf(collection, now).beyond).toEqual({ review: 0, new: 2 });
    // The first of them was of the other deck, and counts all the same.
    expect(asked(collection, now, 'crashes')).toMatchObject({ new: 2 });
    // On the next day there is room for three again.
    expect(asked(collection, clock('2026-12-01 04:00'))).toMatchObject({ new: 3 });
    expect(asked(collection, clock('2026-12-01 03:59'))).toMatchObject({ new: 2 });
  });

  test('beyond the limit are asked on the day they were asked for', () => {
    const log = logOf(
      ['2026-11-30 09:00', newPerDay(0)],
      ['2026-11-30 09:00', setting('cards.extra-new', '2026-11-30 2')],
    );
    expect(asked(collected(log, races), clock('2026-11-30 12:00'))).toMatchObject({ new: 2 });
    expect(asked(collected(log, races), clock('2026-12-01 12:00'))).toMatchObject({ new: 0, next: null });
  });

  test('of a lesson that is still shaky come before those of others', () => {
    const log = logOf([
      '2026-11-30 09:00',
      { kind: 'confidence', lesson: 'crashes', level: 'getting-there' },
    ]);
    expect(asked(collected(log, races, crashes), clock('2026-11-30 12:00')).next).toBe('x');
  });
});

describe('learning steps', () => {
  // Good on a new card: again in ten minutes. Again: in one.
  const log = logOf(
    ['2026-11-30 12:00', rated('a', 3)],
    ['2026-11-30 12:01', rated('b', 1)],
    ['2026-11-30 12:01', rated('c', 4)],
  );

  test('are asked when their minutes have passed, before anything new', () => {
    const collection = collected(log, races, crashes);
    expect(asked(collection, clock('2026-11-30 12:01'))).toMatchObject({
      next: 'x',
      kind: 'new',
      learning: 2,
    });
    expect(asked(collection, clock('2026-11-30 12:02'))).toMatchObject({
      next: 'b',
      kind: 'learning',
      learning: 2,
    });
    expect(asked(collection, clock('2026-11-30 12:11'))).toMatchObject({ next: 'b', learning: 2 });
  });

  test('are asked up to twenty minutes early when nothing else is left', () => {
    const only = collected(log, races);
    expect(asked(only, clock('2026-11-30 12:01'))).toMatchObject({ next: 'b', kind: 'learning' });
    const queue = queueOf(only, clock('2026-11-30 12:01'));
    expect(queue.nextAt).toBeNull();
    expect(queue.done).toBe(1);
  });

  test('go on past 04:00', () => {
    const late = logOf(['2026-12-01 03:55', rated('a', 3)]);
    const collection = collected(late, deckOf('races', 'a'));
    expect(asked(collection, clock('2026-12-01 03:56'))).toMatchObject({ next: 'a', learning: 1 });
    expect(asked(collection, clock('2026-12-01 04:05'))).toMatchObject({ next: 'a', learning: 1 });
  });
});

describe('reviews', () => {
  // Easy on a new card: back in 8 days, on 8 December.
  const easy = logOf(['2026-11-30 23:30', rated('a', 4)], ['2026-11-30 23:31', rated('b', 4)]);
  const two = deckOf('races', 'a', 'b');

  test('are due on their day from 04:00, whatever the hour of the last', () => {
    const collection = collected(easy, two);
    expect(asked(collection, clock('2026-12-08 03:59'))).toMatchObject({ next: null, review: 0 });
    expect(queueOf(collection, clock('2026-12-08 03:59')).nextAt).toBe(Date.parse('2026-12-08T04:00:00Z'));
    expect(asked(collection, clock('2026-12-08 04:00'))).toMatchObject({ kind: 'review', review: 2 });
  });

  test('are asked no more than the day’s limit', () => {
    const log = [...easy, ...logOf(['2026-11-30 23:32', reviewsPerDay(1)])].map((event, index) => ({
      ...event,
      id: `r${index}`,
      n: index + 1,
    }));
    const now = clock('2026-12-08 12:00');
    expect(asked(collected(log, two), now)).toMatchObject({ review: 1 });
    const done: ProgressEvent = {
      ...log[0],
      id: 'r9',
      n: 9,
      at: '2026-12-08T12:00:00.000Z',
    } as ProgressEvent;
    const after = collected([...log, done], two);
    expect(asked(after, now)).toMatchObject({ next: null, review: 0 });
    expect(queueOf(after, now)).toMatchObject({
      beyond: { review: 1, new: 0 },
      nextAt: Date.parse('2026-12-09T04:00:00Z'),
      done: 1,
    });
  });

  test('come before new cards, after them, or evenly among them', () => {
    const now = clock('2026-12-08 12:00');
    const kind = (order: string, ...more: readonly [string, Happening][]) => {
      const log = logOf(
        ['2026-11-30 12:00', rated('a', 4)],
        ['2026-11-30 12:00', rated('b', 4)],
        ['2026-12-08 09:00', setting('cards.order', order)],
        ...more,
      );
      return asked(collected(log, deckOf('races', 'a', 'b', 'n', 'm')), now).kind;
    };
    expect(kind('reviews-first')).toBe('review');
    expect(kind('new-first')).toBe('new');
    expect(kind('mixed')).toBe('review');
    // One of two reviews done, none of two new cards: those are behind.
    expect(kind('mixed', ['2026-12-08 10:00', rated('a', 3)])).toBe('new');
    expect(kind('mixed', ['2026-12-08 10:00', rated('a', 3)], ['2026-12-08 10:01', rated('n', 4)])).toBe(
      'review',
    );
  });

  test('of one day come in the same order all day and in another on another day', () => {
    const many = Array.from({ length: 40 }, (_, index) => `card-${index}`);
    const log = logOf(
      ...many
        .map((card) => ['2026-11-30 12:00', rated(card, 4)] as const)
        .map(([t, r]) => [t, r] as [string, Happening]),
    );
    const collection = collected(log, deckOf('races', ...many));
    const first = (time: string) => queueOf(collection, clock(time)).next?.id;
    expect(first('2026-12-08 12:00')).toBe(first('2026-12-08 23:00'));
    const days = ['08', '09', '10', '11', '12', '13'].map((day) => first(`2026-12-${day} 12:00`));
    expect(new Set(days).size).toBeGreaterThan(1);
  });
});

describe('what a wrong answer brought forward', () => {
  const forward = (card: string, because: 'wrong' | 'sure-and-wrong' = 'wrong'): Happening => ({
    kind: 'card-forward',
    deck: 'races',
    card,
    because,
  });

  test('is asked first, past the limits, and a confident mistake before all', () => {
    const log = logOf(
      ['2026-11-30 09:00', newPerDay(0)],
      ['2026-11-30 09:00', reviewsPerDay(0)],
      ['2026-11-30 10:00', forward('b')],
      ['2026-11-30 10:01', forward('c', 'sure-and-wrong')],
    );
    expect(asked(collected(log, races), clock('2026-11-30 12:00'))).toEqual({
      next: 'c',
      kind: 'new',
      learning: 0,
      review: 0,
      new: 2,
    });
  });

  test('uses nothing of the limit that it went past: what was promised is asked', () => {
    const log = logOf(['2026-11-30 09:00', newPerDay(1)], ['2026-11-30 10:00', forward('b')]);
    const before = collected(log, races);
    expect(asked(before, clock('2026-11-30 12:00'))).toMatchObject({ next: 'b', new: 2 });
    const after = collected([...log, ...logOf(['2026-11-30 12:01', rated('b', 4)])], races);
    expect(usedToday(after, clock('2026-11-30 12:02'))).toEqual({ new: 0, review: 0 });
    expect(asked(after, clock('2026-11-30 12:02'))).toMatchObject({ next: 'a', new: 1 });
  });

  test('is asked although it was put off for days', () => {
    const log = logOf(['2026-11-30 10:00', rated('a', 4)], ['2026-12-01 10:00', forward('a')]);
    expect(asked(collected(log, races), clock('2026-12-01 12:00'))).toMatchObject({
      next: 'a',
      kind: 'review',
    });
  });

  test('a lesson called new brings its cards back within the limits', () => {
    const log = logOf(
      ['2026-11-30 10:00', rated('a', 4)],
      ['2026-11-30 10:00', reviewsPerDay(0)],
      ['2026-12-01 10:00', { kind: 'confidence', lesson: 'races', level: 'new' }],
    );
    const now = clock('2026-12-01 12:00');
    expect(queueOf(collected(log, deckOf('races', 'a')), now)).toMatchObject({
      next: null,
      beyond: { review: 1 },
    });
    expect(
      asked(
        collected(
          log.filter(({ kind }) => kind !== 'setting'),
          deckOf('races', 'a'),
        ),
        now,
      ),
    ).toMatchObject({
      next: 'a',
      review: 1,
    });
  });
});

describe('cards set aside', () => {
  test('buried ends with the day of learning', () => {
    const log = logOf(['2026-11-30 12:00', { kind: 'bury', deck: 'races', card: 'a', day: '2026-11-30' }]);
    const one = deckOf('races', 'a');
    expect(queueOf(collected(log, one), clock('2026-12-01 03:59'))).toMatchObject({
      next: null,
      nextAt: Date.parse('2026-12-01T04:00:00Z'),
    });
    expect(asked(collected(log, one), clock('2026-12-01 04:00'))).toMatchObject({ next: 'a', new: 1 });
  });

  test('suspended stays out until the reader takes it back', () => {
    const suspend = (suspended: boolean): Happening => ({
      kind: 'suspend',
      deck: 'races',
      card: 'a',
      suspended,
    });
    const one = deckOf('races', 'a');
    const log = logOf(['2026-11-30 12:00', suspend(true)], ['2026-12-10 12:00', suspend(false)]);
    expect(queueOf(collected(log.slice(0, 1), one), clock('2027-11-30 12:00'))).toMatchObject({
      next: null,
      nextAt: null,
    });
    expect(asked(collected(log, one), clock('2026-12-10 12:01'))).toMatchObject({ next: 'a' });
  });
});

test('with nothing at all there is no next time', () => {
  expect(queueOf(collected([], deckOf('races')), clock('2026-11-30 12:00'))).toMatchObject({
    next: null,
    kind: null,
    nextAt: null,
    done: 0,
  });
});

test('a reader in another zone has another day', () => {
  // 30 November, 21:00 UTC: in Kathmandu it is 02:45 and still the evening of the 30th.
  const log = logOf(['2026-11-30 21:00', { ...rated('a', 4), zone: 345 }]);
  const collection = collected(log, races);
  const kathmandu = zoneOf('Asia/Kathmandu');
  expect(usedToday(collection, clock('2026-11-30 23:00', kathmandu))).toEqual({ new: 1, review: 0 });
  expect(usedToday(collection, clock('2026-12-01 05:00', kathmandu))).toEqual({ new: 0, review: 0 });
  expect(asked(collection, clock('2026-12-08 03:59', kathmandu))).toMatchObject({ review: 0 });
  expect(asked(collection, clock('2026-12-08 04:00', kathmandu))).toMatchObject({ review: 1 });
});

test('the limits hold whatever is rated how: never more new cards or reviews in a day', () => {
  const many = Array.from({ length: 30 }, (_, index) => `card-${index}`);
  const deck = deckOf('races', ...many);
  const step = fc.record({
    rating: fc.constantFrom<Rating[]>(1, 2, 3, 4),
    minutes: fc.constantFrom(0, 1, 30, 600, 3 * 1440, 12 * 1440),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(6), fc.nat(4), (steps, fresh, reviews) => {
      const log: ProgressEvent[] = logOf(
        ['2026-11-30 09:00', newPerDay(fresh)],
        ['2026-11-30 09:00', reviewsPerDay(reviews)],
      );
      let fold = advance(newFold(), log.slice());
      let instant = Date.parse('2026-11-30T12:00:00Z');
      for (const [index, { rating, minutes }] of steps.entries()) {
        instant += minutes * 60_000;
        const time = new Date(instant).toISOString().slice(0, 16).replace('T', ' ');
        const now = clock(time);
        const collection = collectionOf([deck], fold);
        const { next, counts } = queueOf(collection, now);
        const used = usedToday(collection, now);
        expect(used.new + counts.new).toBeLessThanOrEqual(Math.max(fresh, used.new));
        expect(used.review + counts.review).toBeLessThanOrEqual(Math.max(reviews, used.review));
        expect(used.new).toBeLessThanOrEqual(fresh);
        expect(used.review).toBeLessThanOrEqual(reviews);
        if (next === null) continue;
        const at = new Date(instant).toISOString();
        log.push({ id: `p${index}`, v: 1, at, n: log.length + 1, ...rated(next.id, rating) });
        fold = advance(fold, log.slice());
      }
    }),
    { numRuns: 60 },
  );
});

describe('a clock that was wrong', () => {
  const now = clock('2026-11-30 12:00');

  test('by a year: what was rated then is asked today, and once only', () => {
    const log = logOf(
      ['2027-11-30 10:00', rated('a', 4)],
      ['2027-11-30 10:01', rated('b', 1)],
      ['2026-11-30 11:00', newPerDay(0)],
    );
    // a is in review and b in learning; both were due in a year.
    expect(asked(collected(log, races), now)).toEqual({
      next: 'b',
      kind: 'learning',
      learning: 1,
      review: 1,
      new: 0,
    });
    const later = logOf(
      ...log.map((event): [string, Happening] => [event.at.slice(0, 16).replace('T', ' '), event]),
      ['2026-11-30 11:50', rated('b', 4)],
      ['2026-11-30 11:55', rated('a', 3)],
    );
    const queue = queueOf(collected(later, races), now);
    expect([queue.next, queue.done]).toEqual([null, 2]);
    expect(queue.counts).toEqual({ learning: 0, review: 0, new: 0 });
  });

  test('and what two devices did on other days counts for its day, in whatever order it came', () => {
    // Of the day: one new card and, behind a review of last year, one that was in review.
    const log = logOf(
      ['2026-11-01 10:00', rated('a', 4)],
      ['2026-11-30 10:00', rated('a', 3)],
      ['2026-11-20 10:00', rated('a', 3)],
      ['2026-11-30 10:01', rated('b', 4)],
    );
    const collection = collected(log, races);
    expect(usedToday(collection, now)).toEqual({ new: 1, review: 1 });
    expect(usedToday(collection, clock('2026-11-20 12:00'))).toEqual({ new: 0, review: 1 });
    expect(usedToday(collection, clock('2026-11-29 12:00'))).toEqual({ new: 0, review: 0 });
    expect(queueOf(collection, now).done).toBe(2);
  });
});
