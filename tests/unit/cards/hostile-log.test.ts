/** Logs of cards that were made to do harm, or came together in odd ways. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance, newFold } from '../../../src/cards/collection.ts';
import { queueOf } from '../../../src/cards/queue.ts';
import { tintOf } from '../../../src/cards/view.ts';
import type { Happening, ProgressEvent } from '../../../src/progress/events.ts';
import { readEvent } from '../../../src/progress/events.ts';
import { type NewEvent, startProgress } from '../../../src/progress/progress.ts';
import { MemoryStore } from '../progress/memory-store.ts';
import { clock, collected, deckOf, foldOf, logOf, rated, said } from './log.ts';

const races = deckOf('races', 'a', 'b');
const memory = { due: '2026-12-01T10:00:00.000Z', last: '2026-11-20T10:00:00.000Z', reps: 1, lapses: 0 };

describe('a history from elsewhere', () => {
  test.each([1e-10, 5e-324, 1e308])('of %d days of stability can be rated', (stability) => {
    const log = logOf(
      [
        '2026-11-30T10:00',
        { kind: 'memory', deck: 'races', card: 'a', memory: { ...memory, stability, difficulty: 5 } },
      ],
      ['2026-11-30T11:00', rated('a', 1)],
    );
    const [card] = collected(log, races).decks[0]?.cards ?? [];
    expect(card?.record.state).toMatchObject({ phase: 'relearning', lapses: 1 });
    expect(card?.record.state.stability).toBeGreaterThan(0);
  });
});

test('a tint that is none fetches nothing', () => {
  expect(tintOf('zz, url(https://elsewhere.example/x)')).toBe('var(--tint-sky)');
  expect(tintOf('#fff), url(https://elsewhere.example/x')).toBe('var(--tint-sky)');
  expect(tintOf('4')).toBe('var(--tint-4)');
});

describe('what takes back', () => {
  test('is not taken back itself: an undo of an undo, and two that name each other, change nothing', () => {
    const review = rated('a', 3);
    const log = logOf(
      ['2026-11-30T10:00', review],
      ['2026-11-30T10:01', { kind: 'undo', event: 'e1' }],
      ['2026-11-30T10:02', { kind: 'undo', event: 'e2' }],
      ['2026-11-30T10:03', { kind: 'undo', event: 'e5' }],
      ['2026-11-30T10:04', { kind: 'undo', event: 'e4' }],
      ['2026-11-30T10:05', { kind: 'undo', event: 'e6' }],
    );
    expect(collected(log, races).decks[0]?.cards[0]?.record).toMatchObject({ rated: [], reviews: 1 });
  });

  test('a thousand things at once folds the log once more, not a thousand times', () => {
    const reviews = logOf(
      ...Array.from(
        { length: 20_000 },
        (_, index) => ['2026-11-30T10:00', rated(`c${index}`, 3)] as [string, Happening],
      ),
    );
    const undos = reviews.slice(0, 1000).map(
      ({ id }, index): ProgressEvent => ({
        ...{ id: `u${index}`, v: 1, at: '2026-11-30T11:00:00.000Z', n: 30_000 + index },
        ...{ kind: 'undo', event: id },
      }),
    );
    const log = [...reviews, ...undos];
    const fold = advance(newFold(), reviews);
    const again = advance(fold, log);
    expect(again).not.toBe(fold);
    expect(said(again)).toEqual(said(foldOf(log)));
  });
});

// To look through all earlier showings for each takes minutes: more than the test has.
test('400,000 reviews of one card are folded', () => {
  const log = Array.from({ length: 400_000 }, (_, index): ProgressEvent => {
    const at = new Date(Date.UTC(2000, 0, 1) + index * 2_160_000).toISOString();
    const id = `review:races/a/${index + 1}/${Math.floor(index / 40)}/3`;
    return { id, v: 1, at, n: index + 1, ...rated('a', 3) };
  });
  const record = advance(newFold(), log).histories.get('races')?.get('a')?.record;
  expect([record?.reviews, record?.rated.length]).toEqual([400_000, 400_000]);
}, 60_000);

const deck = fc.constantFrom('races', 'own', '__proto__', 'constructor');
const card = fc.constantFrom('a', 'b', 'mine', '__proto__', 'a/b?c#d', 'x'.repeat(10_000));
const day = fc.constantFrom('2026-11-30', '2026-12-01', '9999-99-99');
const time = fc.constantFrom(
  '1970-01-01T00:00:00.000Z',
  '2026-11-30T10:00:00.000Z',
  '2026-12-01T03:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00.000Z',
);
const ofCard = { deck, card };
const review = {
  kind: fc.constant('review' as const),
  ...ofCard,
  rating: fc.constantFrom(1, 2, 3, 4),
  zone: fc.constantFrom(-960, -300, 0, 345, 960),
  tookMs: fc.nat(1000),
};
const reviewName = fc.constantFrom('1/20787/3', '1/20787/1', '2/20787/3', '2/20788/4', 'x', '1');
const id = fc.constantFrom(...Array.from({ length: 8 }, (_, index) => `e${index}`));

/** Everything that can happen to cards. A few have ids that another device may say, too. */
const happening = fc.oneof(
  fc.record(review),
  fc.record({ review: fc.record(review), reviewName }).map(({ review: each, reviewName: name }) => ({
    ...each,
    id: `review:${each.deck}/${encodeURIComponent(each.card)}/${name}`,
  })),
  fc.record({ kind: fc.constant('forget' as const), ...ofCard, id }),
  fc.record({ kind: fc.constant('undo' as const), event: id, id }),
  fc.record({
    kind: fc.constant('undo' as const),
    event: fc
      .record({ deck, card, reviewName })
      .map((each) => `review:${each.deck}/${encodeURIComponent(each.card)}/${each.reviewName}`),
  }),
  fc.record({ kind: fc.constant('bury' as const), ...ofCard, day, id }),
  fc.record({ kind: fc.constant('suspend' as const), ...ofCard, suspended: fc.boolean() }),
  fc.record({
    kind: fc.constant('memory' as const),
    ...ofCard,
    memory: fc.record({
      stability: fc.constantFrom(1e-300, 0.5, 10, 1e300),
      difficulty: fc.constantFrom(1, 5.5, 10),
      due: time,
      last: time,
      reps: fc.nat(),
      lapses: fc.nat(),
    }),
  }),
  fc.record({
    kind: fc.constant('card-forward' as const),
    ...ofCard,
    because: fc.constantFrom('wrong', 'sure-and-wrong'),
  }),
  fc.record({ kind: fc.constant('card-seen' as const), ...ofCard }),
  fc.record({
    kind: fc.constant('card-text' as const),
    ...ofCard,
    question: fc.string(),
    answer: fc.string(),
    tags: fc.array(fc.string(), { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('card-original' as const), ...ofCard }),
  fc.record({
    kind: fc.constant('deck' as const),
    deck,
    title: fc.constantFrom('Own', 'races'),
    tint: fc.constantFrom('4', 'none of ours'),
    blurb: fc.string(),
  }),
  fc.record({ kind: fc.constant('deck-removed' as const), deck }),
  fc.record({
    kind: fc.constant('setting' as const),
    name: fc.constantFrom('cards.retention', 'cards.new-per-day', 'cards.extra-new', '__proto__'),
    value: fc.constantFrom<(number | string | boolean)[]>(0.7, 0.95, 2, 0, -1, true, '2026-11-30 10'),
  }),
  fc.record({
    kind: fc.constant('confidence' as const),
    lesson: deck,
    level: fc.constantFrom('new', 'getting-there', 'confident'),
  }),
) as fc.Arbitrary<NewEvent>;
const device = fc.array(fc.tuple(time, happening), { maxLength: 25 });

/** A log as a device wrote it, its clock as it pleased. */
async function written(name: string, happened: [string, NewEvent][]) {
  const store = new MemoryStore();
  let [now, made] = ['2026-11-30T10:00:00.000Z', 0];
  const newId = () => {
    made += 1;
    return `${name}${made}`;
  };
  const progress = await startProgress({ store, now: () => new Date(now), newId });
  for (const [at, event] of happened) {
    now = at;
    progress.append(event);
  }
  await progress.append({ kind: 'exported' });
  return { store, progress };
}

describe('logs of two devices, whatever happened on them', () => {
  test('merged in either order are one log, and one collection, here and after a reload', async () => {
    await fc.assert(
      fc.asyncProperty(device, device, async (one, other) => {
        const [a, b] = [await written('a', one), await written('b', other)];
        expect(a.progress.all().map((event) => readEvent(event).kind)).not.toContain('unreadable');
        // One of them looks at its cards before it hears of the other's, as an open page does.
        const before = advance(newFold(), a.progress.all());
        const [fromA, fromB] = [[...a.progress.records()], [...b.progress.records()]];
        await a.progress.take(fromB);
        await b.progress.take(fromA);
        expect(a.progress.all()).toEqual(b.progress.all());
        const whole = said(foldOf(b.progress.all()));
        expect(said(advance(before, a.progress.all()))).toEqual(whole);
        const again = await startProgress({ store: a.store });
        expect(said(foldOf(again.all()))).toEqual(whole);
        // And a page can ask from it.
        const collection = collected(again.all(), races);
        const queue = queueOf(collection, clock('2026-11-30T12:00'));
        expect(Object.values(queue.counts).every(Number.isSafeInteger)).toBe(true);
        for (const { cards } of collection.decks)
          for (const { record } of cards) expect(Number.isFinite(record.state.due)).toBe(true);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test('are folded alike wherever the log is cut, event by event', async () => {
    await fc.assert(
      fc.asyncProperty(device, async (happened) => {
        const log = (await written('a', happened)).progress.all();
        let fold = newFold();
        for (let end = 1; end <= log.length; end += 1) fold = advance(fold, log.slice(0, end));
        expect(said(fold)).toEqual(said(foldOf(log)));
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
