import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayAt, dayName, type Moment, momentAt } from '../../../src/cards/day.ts';
import {
  type CardState,
  createScheduler,
  dueDay,
  dueInstant,
  isAhead,
  newCard,
  remembered,
  schedulerFor,
} from '../../../src/cards/schedule.ts';
import type { Rating } from '../../../src/progress/events.ts';
import { wall, zoneNames, zoneOf } from './zones.ts';

const usual = createScheduler();
const minute = 60_000;

/** Weights of FSRS-5, which vector E runs with. */
const fsrs5 = [
  0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192, 1.01925, 1.9395, 0.11,
  0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621,
];
const ratingsA: Rating[] = [3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3];

for (const name of zoneNames) {
  const zoneAt = zoneOf(name);
  const at = (time: string): Moment => momentAt(wall(time, zoneAt), zoneAt);

  /** Rates each time at the very moment the card is due. */
  function atDue(scheduler: typeof usual): { days: number[]; last: CardState } {
    let state = newCard;
    let now = at('2022-12-29 12:30');
    const days = ratingsA.map((rating) => {
      state = scheduler.rate(state, rating, now);
      now = momentAt(dueInstant(state), zoneAt);
      return state.interval;
    });
    return { days, last: state };
  }

  describe(`in ${name}`, () => {
    // The machine's own zone, too: whatever reads it must not matter.
    const machine = process.env['TZ'];
    beforeAll(() => {
      process.env['TZ'] = name;
    });
    afterAll(() => {
      if (machine === undefined) delete process.env['TZ'];
      else process.env['TZ'] = machine;
    });

    test('vector A: six times good, twice again, five times good, each when due', () => {
      const { days, last } = atDue(usual);
      expect(days).toEqual([0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]);
      expect(last.stability).toBeCloseTo(20.77035737, 7);
      expect(last.difficulty).toBeCloseTo(9.0557599, 7);
      expect(last.lapses).toBe(1);
    });

    test.each([
      { short: true, stability: 53.62691 },
      { short: false, stability: 53.335106 },
    ])('vector B: gaps of 0, 0, 1, 3, 8 and 21 days, short-term memory $short', ({ short, stability }) => {
      const scheduler = createScheduler({ enable_short_term: short });
      const ratings: Rating[] = [1, 3, 3, 3, 3, 3];
      let day = 0;
      let state = newCard;
      for (const [index, gap] of [0, 0, 1, 3, 8, 21].entries()) {
        day += gap;
        const now = wall('2022-12-29 12:30', zoneAt) + day * 86_400_000;
        state = scheduler.rate(state, ratings[index] ?? 3, momentAt(now, zoneAt));
      }
      expect(state.stability).toBeCloseTo(stability, 4);
      expect(state.difficulty).toBeCloseTo(6.3574867, 6);
    });

    test('vector C: what each first rating leads to', () => {
      const now = at('2022-12-29 12:30');
      const four = usual.preview(newCard, now);
      expect(([1, 2, 3, 4] as const).map((rating) => four[rating].stability)).toEqual([
        0.212, 1.2931, 2.3065, 8.2956,
      ]);
      expect(([1, 2, 3, 4] as const).map((rating) => four[rating].difficulty)).toEqual([
        6.4133, 5.11217071, 2.11810397, 1,
      ]);
      const waits = ([1, 2, 3, 4] as const).map((rating) => dueInstant(four[rating]) - now.instant);
      expect(waits).toEqual([1 * minute, 6 * minute, 10 * minute, 8 * 1440 * minute]);
      for (const rating of [1, 2, 3, 4] as const)
        expect(usual.rate(newCard, rating, now)).toEqual(four[rating]);
    });

    test('vector D: recall on the day a card is due that was easy', () => {
      const state = usual.rate(newCard, 4, at('2022-12-29 12:30'));
      expect(usual.recall(state, at('2023-01-06 12:30'))).toBeCloseTo(0.9024733, 7);
      // Recall is counted in days of learning, like everything else: the hour does not matter.
      expect(usual.recall(state, at('2023-01-06 04:00'))).toBeCloseTo(0.9024733, 7);
      expect(usual.recall(newCard, at('2023-01-06 12:30'))).toBe(0);
    });

    // Published before ts-fsrs 5.4.2 the vector ends 7, 16, 34, 71, 142: it took the missing weight 19
    // as 0. Since ts-fsrs#486 that weight is at least 0.01, which only ratings on one day feel: those
    // after the lapse.
    test('vector E: the 19 weights of FSRS-5', () => {
      const { days } = atDue(createScheduler({ w: fsrs5 }));
      expect(days).toEqual([0, 4, 14, 44, 125, 328, 0, 0, 6, 14, 31, 65, 130]);
    });

    // ts-fsrs counts one day from 23:50 to 00:10. Here both are one evening.
    test('twenty minutes over midnight are no day, and twenty over 04:00 are one', () => {
      const learnt = usual.rate(newCard, 3, at('2026-11-29 23:50'));
      const sameEvening = usual.rate(learnt, 3, at('2026-11-30 00:10'));
      // Rated on the same day, good leaves the stability as it is, and a new day raises it.
      expect(sameEvening.stability).toBe(2.3065);
      const over = usual.rate(usual.rate(newCard, 3, at('2026-11-30 03:50')), 3, at('2026-11-30 04:10'));
      expect(over.stability).toBeGreaterThan(2.3065);
    });

    test('a card is due on its day whatever the hour, also over a change of clocks', () => {
      for (const [rated, due] of [
        ['2026-11-30 03:30', '2026-12-07'],
        ['2026-11-30 23:30', '2026-12-08'],
        ['2026-03-05 23:30', '2026-03-13'],
        ['2026-10-30 04:00', '2026-11-07'],
      ] as const) {
        expect(dayName(dueDay(usual.rate(newCard, 4, at(rated))))).toBe(due);
      }
    });
  });
}

test('a clock that goes back counts as standing still', () => {
  const zoneAt = zoneOf('UTC');
  const state = usual.rate(newCard, 4, momentAt(wall('2026-11-30 12:00', zoneAt), zoneAt));
  const early = momentAt(wall('2026-11-29 12:00', zoneAt), zoneAt);
  const same = momentAt(wall('2026-11-30 12:00', zoneAt), zoneAt);
  expect(usual.rate(state, 3, early)).toEqual(usual.rate(state, 3, same));
  expect(usual.recall(state, early)).toBe(1);
});

test('a clock that was a year ahead leaves a card that can be rated, and is due from now on', () => {
  const zoneAt = zoneOf('UTC');
  const ahead = momentAt(wall('2027-11-30 12:00', zoneAt), zoneAt);
  const now = momentAt(wall('2026-11-30 12:00', zoneAt), zoneAt);
  const state = usual.rate(newCard, 4, ahead);
  expect([isAhead(state, ahead.instant), isAhead(state, now.instant)]).toEqual([false, true]);
  const again = usual.rate(state, 3, now);
  // As if it had been rated today twice: nothing of the year is left in it.
  expect(again).toEqual(usual.rate(usual.rate(newCard, 4, now), 3, now));
  expect(usual.preview(state, now)[3]).toEqual(again);
  expect(isAhead(again, now.instant)).toBe(false);
  // A day is what two devices and two zones may differ by.
  const day = usual.rate(newCard, 4, momentAt(wall('2026-12-01 12:00', zoneAt), zoneAt));
  expect([isAhead(day, now.instant), isAhead(day, now.instant - 1)]).toEqual([false, true]);
});

test('a reader who flies west over night loses no card and breaks nothing', () => {
  const inKathmandu = zoneOf('Asia/Kathmandu');
  const inNewYork = zoneOf('America/New_York');
  const left = wall('2026-11-30 05:00', inKathmandu);
  const state = usual.rate(newCard, 4, momentAt(left, inKathmandu));
  // An hour later, by a clock that says 29 November.
  const arrived = momentAt(left + 60 * minute, inNewYork);
  expect(dayName(dayAt(arrived))).toBe('2026-11-29');
  expect(dayName(dueDay(usual.rate(state, 3, arrived)))).toBe('2026-12-09');
});

test('a higher retention asks sooner, and each is made once', () => {
  const now: Moment = { instant: Date.parse('2026-11-30T12:00:00Z'), zone: 0 };
  const interval = (retention: number) => schedulerFor(retention).rate(newCard, 4, now).interval;
  // By hand: recall r falls on day S (r^(-1/w20) - 1) / (0.9^(-1/w20) - 1), with S = 8.2956 and
  // w20 = 0.1542. For 0.8 that is 8.2956 × 3.2507 / 0.9804 = 27.5, for 0.95 it is 3.34.
  expect([interval(0.8), interval(0.9), interval(0.95)]).toEqual([28, 8, 3]);
  expect(schedulerFor(0.95)).toBe(schedulerFor(0.95));
});

test('a history from elsewhere is a card in review', () => {
  const state = remembered({
    stability: 12.5,
    difficulty: 5,
    due: '2026-12-10T12:00:00Z',
    last: '2026-11-28T12:00:00Z',
    reps: 7,
    lapses: 2,
  });
  expect(state).toMatchObject({ phase: 'review', interval: 12, reps: 7, lapses: 2, stability: 12.5 });
  expect(dayName(dueDay(state))).toBe('2026-12-10');
});
