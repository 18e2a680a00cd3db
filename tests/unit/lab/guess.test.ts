import { expect, test } from 'vitest';
import { guessSentence, happenedWords, overallWords, rightGuess } from '../../../src/components/lab/guess.ts';
import { tracePrefix } from '../../../src/components/lab/lab-state.ts';
import type { Count, Exploration, Verdict } from '../../../src/engine/verdict.ts';
import { brokenTrace } from './fixtures.ts';

const found = (total: Count | null, broken: Count | null, verdict: Verdict): Exploration => ({
  lab: 'l',
  handler: 'yours',
  scenario: 's',
  verdict,
  properties: {},
  schedules: { total, broken, run: 0 },
  states: 0,
  steps: 0,
  counterexample: null,
  map: null,
  tree: null,
});
const broken: Verdict = { kind: 'broken', property: 'p' };

test('a guess is compared with the counts, and with nothing where a limit came first', () => {
  expect(rightGuess(found(6, 4, broken))).toBe('some');
  expect(rightGuess(found(6, 6, broken))).toBe('all');
  expect(rightGuess(found(6, 0, { kind: 'holds' }))).toBe('none');
  expect(rightGuess(found(null, null, { kind: 'inconclusive', limit: 'states' }))).toBeNull();
});

test('the guess stands beside the result', () => {
  expect(guessSentence('none', found(6, 4, broken))).toBe('You guessed “none”; it is “some”.');
  expect(guessSentence('some', found(6, 4, broken))).toBe('You guessed “some”, and so it is.');
  expect(overallWords(found(6, 4, broken))).toBe('in 4 of 6 schedules');
  expect(overallWords(found(1, 0, { kind: 'holds' }))).toBe('in the only schedule');
});

test('what happened is said beside a guess, without a word on the guess', () => {
  const track = { says: 'charges for order-9', level: '', limit: 1, total: '', unit: 'cents' };
  expect(happenedWords(brokenTrace, track)).toBe('2 charges for order-9; W1 201, W2 201.');
  expect(happenedWords(brokenTrace, null)).toBe('W1 201, W2 201.');
  expect(happenedWords(tracePrefix(brokenTrace, 3), track)).toBe('1 charge for order-9; W2 201.');
});
