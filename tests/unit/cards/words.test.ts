import { expect, test } from 'vitest';
import { createScheduler, newCard } from '../../../src/cards/schedule.ts';
import { ago, comesBack, inDays, nextWords, spent } from '../../../src/components/cards/words.ts';
import { clock, utc } from './log.ts';
import { wall, zoneOf } from './zones.ts';

test('days are said as days, then months, then years', () => {
  expect([0, 1, 2, 30, 31, 61, 334, 351, 365, 548, 731].map(inDays)).toEqual([
    'today',
    'tomorrow',
    'in 2 days',
    'in 30 days',
    'in 1 month',
    'in 2 months',
    'in 11 months',
    'in 1 year',
    'in 1 year',
    'in 1.5 years',
    'in 2 years',
  ]);
  expect([0, 1, 9, 62, 400].map(ago)).toEqual([
    'today',
    'yesterday',
    '9 days ago',
    '2 months ago',
    '1.1 years ago',
  ]);
});

test('a button says minutes inside a learning step and days after it', () => {
  const four = createScheduler().preview(newCard, { instant: wall('2026-11-30 12:00', utc), zone: 0 });
  expect([1, 2, 3, 4].map((rating) => comesBack(four[rating as 1]))).toEqual([
    'in 1 minute',
    'in 6 minutes',
    'in 10 minutes',
    'in 8 days',
  ]);
});

test('the next time is an hour of this day, or a day', () => {
  const zone = zoneOf('Asia/Kathmandu');
  const evening = clock('2026-11-30 21:00', zone);
  const at = (time: string) => nextWords(wall(time, zone), evening);
  expect(at('2026-11-30 21:40')).toBe('at 21:40');
  expect(at('2026-12-01 04:00')).toBe('tomorrow');
  expect(at('2026-12-02 04:00')).toBe('in 2 days, on 2 December');
  // With the day nearly over, tomorrow is near.
  expect(nextWords(wall('2026-12-01 04:00', zone), clock('2026-12-01 03:58', zone))).toBe('at 04:00');
});

test('time spent is rounded to minutes', () => {
  expect([29_000, 61_000, 600_000].map(spent)).toEqual(['less than a minute', '1 minute', '10 minutes']);
});
