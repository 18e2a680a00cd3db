import { expect, test } from 'vitest';
import { allFuses } from '../../../src/components/lesson/figures/fuses.ts';
import {
  deadWords,
  durationWords,
  placeOf,
  slowWords,
  startTimes,
} from '../../../src/components/lesson/figures/lease-times.ts';
import { rowTruths } from '../../../src/components/lesson/figures/row-truths.ts';
import { twoBooks } from '../../../src/components/lesson/figures/two-books.ts';

test('in each program of two writes one gap is deadly, and in the transaction none', async () => {
  const programs = await allFuses();
  expect(programs.map(({ fuses }) => fuses.map(({ after, end }) => [after, end]))).toEqual([
    [
      ['takes the message', 50],
      ['writes the mark', 0],
      ['adds 50 points', 50],
      ['acknowledges', 50],
    ],
    [
      ['takes the message', 50],
      ['finds no mark', 50],
      ['adds 50 points', 100],
      ['writes the mark', 50],
      ['acknowledges', 50],
    ],
    [
      ['takes the message', 50],
      ['begins', 50],
      ['writes the mark', 50],
      ['adds 50 points', 50],
      ['commits', 50],
      ['acknowledges', 50],
    ],
  ]);
});

test('a fuse before COMMIT leaves nothing on the disk, and one after it everything', async () => {
  const [, , transaction] = await allFuses();
  expect(transaction?.fuses.map(({ inTransaction, seen, points }) => [inTransaction, seen, points])).toEqual([
    [false, false, 0],
    [true, false, 0],
    [true, false, 0],
    [true, false, 0],
    [false, true, 50],
    [false, true, 50],
  ]);
});

test('a program that finds its mark goes home, and an acknowledged message does not come again', async () => {
  const [markFirst] = await allFuses();
  expect(markFirst?.fuses[1]).toEqual({
    after: 'writes the mark',
    inTransaction: false,
    seen: true,
    points: 0,
    again: ['takes the message', 'finds the mark', 'acknowledges'],
    end: 0,
  });
  expect(markFirst?.fuses[3]?.again).toEqual([]);
});

test('three truths wear the same row, and each asks for something else', async () => {
  // Claim, charge, store. The row says running after the first step and after the second.
  expect((await rowTruths()).map(({ row, charges, right }) => [row, charges, right])).toEqual([
    ['no row', 0, 'claim, and charge'],
    ['running', 0, 'charge'],
    ['running', 0, 'wait'],
    ['running', 1, 'charge nothing, and store the charge'],
    ['done', 1, 'hand out the stored answer'],
  ]);
});

test('the transaction takes back the booking and not the charge; the intent stays and is finished', async () => {
  const [transaction, intent] = await twoBooks();
  const states = (books: typeof intent) =>
    books?.lines.map(({ who, side, booking, charges }) => [who, side, booking, charges.join(' ')]);
  expect(states(transaction)).toEqual([
    ['request', 'school', 'pending', ''],
    ['request', 'provider', 'pending', 'ch_1'],
    ['fuse', null, 'none', 'ch_1'],
    ['job', 'school', 'none', 'ch_1'],
  ]);
  expect(states(intent)).toEqual([
    ['request', 'school', 'open', ''],
    ['request', 'provider', 'open', 'ch_1'],
    ['fuse', null, 'open', 'ch_1'],
    ['job', 'school', 'open', 'ch_1'],
    ['job', 'provider', 'open', 'ch_1'],
    ['job', 'school', 'paid', 'ch_1'],
  ]);
  expect(intent?.lines.at(-1)?.does).toBe('writes ch_1 beside it');
});

test('a lease shorter than a slow owner has two owners, and a dead one is waited for as long as it lasts', () => {
  // Done after 120 s, lease of 30 s: two owners from 30 to 120.
  expect(slowWords(startTimes)).toBe('For 1 min 30 s there may be two owners.');
  expect(deadWords(startTimes)).toBe('For 30 s nobody works on it.');
  expect(slowWords({ leaseSeconds: 90, slowSeconds: 90 })).toBe('One owner throughout.');
  expect(deadWords({ leaseSeconds: 90, slowSeconds: 90 })).toBe('For 1 min 30 s nobody works on it.');
});

test('times are written in minutes and seconds and stand on an axis of eleven minutes', () => {
  expect([10, 60, 150, 600].map(durationWords)).toEqual(['10 s', '1 min', '2 min 30 s', '10 min']);
  // 30/660, 90/660 and 600/660, in per cent with one decimal.
  expect([0, 30, 90, 600, 660].map(placeOf)).toEqual([0, 4.5, 13.6, 90.9, 100]);
});
