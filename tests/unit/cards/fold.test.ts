import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, collectionOf, newFold } from '../../../src/cards/collection.ts';
import type { CardRecord } from '../../../src/cards/history.ts';
import { newCard } from '../../../src/cards/schedule.ts';
import { byOrder, type ProgressEvent, type Rating } from '../../../src/progress/events.ts';
import { deckOf, foldOf, logOf, rated, said, utc } from './log.ts';
import { wall } from './zones.ts';

/** Any history of three cards in two decks, as a list of things that can happen. */
const happening = fc.oneof(
  { weight: 6, arbitrary: reviewOf() },
  fc.record({
    kind: fc.constant('bury' as const),
    ...named(),
    day: fc.constantFrom('2026-11-29', '2026-11-30'),
  }),
  fc.record({ kind: fc.constant('suspend' as const), ...named(), suspended: fc.boolean() }),
  fc.record({ kind: fc.constant('forget' as const), ...named() }),
  fc.record({
    kind: fc.constant('card-forward' as const),
    ...named(),
    because: fc.constantFrom('wrong' as const, 'sure-and-wrong' as const),
  }),
  fc.record({
    kind: fc.constant('card-text' as const),
    ...named(),
    question: fc.constantFrom('one?', 'two?'),
    answer: fc.constant('yes'),
    tags: fc.constant<string[]>([]),
  }),
  fc.record({ kind: fc.constant('card-original' as const), ...named() }),
  fc.record({
    kind: fc.constant('confidence' as const),
    lesson: fc.constantFrom('races', 'crashes'),
    level: fc.constantFrom('new' as const, 'confident' as const),
  }),
  fc.record({
    kind: fc.constant('setting' as const),
    name: fc.constant('cards.retention'),
    value: fc.constantFrom(0.8, 0.9, 0.95),
  }),
  fc.record({
    kind: fc.constant('undo' as const),
    event: fc.integer({ min: 0, max: 30 }).map((n) => `e${n}`),
  }),
);

function named() {
  return { deck: fc.constantFrom('races', 'crashes'), card: fc.constantFrom('a', 'b', 'c') };
}

function reviewOf() {
  return fc.record({
    kind: fc.constant('review' as const),
    ...named(),
    rating: fc.constantFrom<Rating[]>(1, 2, 3, 4),
    zone: fc.constantFrom(0, 345, -300),
    tookMs: fc.constant(1000),
  });
}

/** Events with ids `e0`, `e1`, … and clocks that mostly go forward. */
const anyLog = fc
  .array(fc.tuple(happening, fc.integer({ min: -2, max: 60 })), { maxLength: 30 })
  .map((list): ProgressEvent[] => {
    let instant = wall('2026-11-01 12:00', utc);
    return list.map(([what, hours], index) => {
      instant += hours * 3_600_000;
      return {
        id: `e${index}`,
        v: 1,
        at: new Date(instant).toISOString(),
        n: index + 1,
        ...what,
      } as ProgressEvent;
    });
  });

describe('the fold', () => {
  test('is the same wherever the log is split', () => {
    fc.assert(
      fc.property(anyLog, fc.array(fc.nat(30), { maxLength: 4 }), (log, cuts) => {
        let fold = newFold();
        for (const cut of [...cuts].sort((a, b) => a - b)) fold = advance(fold, log.slice(0, cut));
        expect(said(advance(fold, log))).toEqual(said(foldOf(log)));
      }),
    );
  });

  test('is the same when the logs of two devices are merged, whichever had which', () => {
    fc.assert(
      fc.property(anyLog, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (log, onFirst) => {
        const first = log.filter((_, index) => onFirst[index]);
        const second = log.filter((_, index) => !onFirst[index]);
        const merged = [...second, ...first].sort(byOrder);
        const whole = said(foldOf(log));
        expect(said(advance(foldOf(first), merged))).toEqual(whole);
        expect(said(advance(foldOf(second), merged))).toEqual(whole);
      }),
    );
  });

  test('is another where an event was replaced by its twin from an earlier tab', () => {
    const log = logOf(['2026-11-30 12:00', rated('a', 4)], ['2026-11-30 12:01', rated('b', 4)]);
    const [first, second] = log as [ProgressEvent, ProgressEvent];
    const twin = { ...first, at: '2026-11-20T12:00:00.000Z' };
    const fold = advance(foldOf(log), [twin, second]);
    expect(said(fold)).toEqual(said(foldOf([twin, second])));
    expect(said(advance(fold, []))).toEqual(said(newFold()));
  });

  test('undo of a review gives exactly the state before it', () => {
    fc.assert(
      fc.property(anyLog, reviewOf(), (log, review) => {
        const n = log.length + 1;
        const event: ProgressEvent = { id: 'last', v: 1, at: '2027-01-01T12:00:00.000Z', n, ...review };
        const undo: ProgressEvent = { id: 'undo', v: 1, at: event.at, n: n + 1, kind: 'undo', event: 'last' };
        const before = said(foldOf(log));
        const fold = advance(advance(foldOf(log), [...log, event]), [...log, event, undo]);
        const after = said(fold);
        const isOfIt = ({ deck, card }: CardRecord) => deck === review.deck && card === review.card;
        const record = after.records.find(isOfIt);
        // What stays is the number: a second rating of the card is another showing.
        if (record) record.reviews -= 1;
        if (!before.records.some(isOfIt)) after.records = after.records.filter((each) => each !== record);
        expect(after).toEqual(before);
      }),
    );
  });

  test('an undo that is read before what it takes back means the same', () => {
    const log = logOf(
      ['2026-11-30 12:00', { kind: 'undo', event: 'e2' }],
      ['2026-11-30 12:00', rated('a', 3)],
    );
    const record = foldOf(log).histories.get('races')?.get('a')?.record;
    expect(record?.state).toEqual(newCard);
  });
});

test('100,000 reviews of 10,000 cards are folded, and one more answer is one more', () => {
  const log: ProgressEvent[] = [];
  const start = Date.parse('2025-01-01T12:00:00Z');
  for (let round = 0; round < 10; round += 1) {
    for (let card = 0; card < 10_000; card += 1) {
      const n = log.length + 1;
      const instant = start + (round * round * 4 + (card % 7)) * 86_400_000 + card * 1000;
      const rating: Rating = (card * 7 + round * 3) % 10 === 0 ? 1 : 3;
      log.push({
        id: `review:many/card-${card}/${round + 1}/${round}/${rating}`,
        v: 1,
        at: new Date(instant).toISOString(),
        n,
        kind: 'review',
        deck: 'many',
        card: `card-${card}`,
        rating,
        zone: 60,
        tookMs: 4000,
      });
    }
  }
  const deck = deckOf('many', ...Array.from({ length: 10_000 }, (_, index) => `card-${index}`));
  const folding = performance.now();
  const fold = foldOf(log);
  const joining = performance.now();
  const { decks } = collectionOf([deck], fold);
  const answering = performance.now();
  const again: ProgressEvent = { ...log[0], id: 'one-more', n: log.length + 1 } as ProgressEvent;
  advance(fold, [...log, again]);
  const end = performance.now();
  console.info(
    `${log.length} reviews: fold ${(joining - folding).toFixed(0)} ms, ` +
      `join ${(answering - joining).toFixed(0)} ms, one more answer ${(end - answering).toFixed(1)} ms`,
  );
  // Ten each, and the one more.
  const counts = decks[0]?.cards.map(({ record }) => record.rated.length) ?? [];
  expect([counts.length, counts[0], ...new Set(counts.slice(1))]).toEqual([10_000, 11, 10]);
});
