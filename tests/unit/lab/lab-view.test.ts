import { expect, test } from 'vitest';
import { fateOf, withoutYours } from '../../../src/components/lab/lab-view.ts';
import type { Exploration } from '../../../src/engine/verdict.ts';

const found: Exploration = {
  lab: 'narrow-gaps',
  handler: 'yours',
  scenario: 'two-servers',
  verdict: { kind: 'holds' },
  properties: {},
  schedules: { total: 2, broken: 0, run: 2 },
  states: 0,
  steps: 0,
  counterexample: null,
  map: [],
  tree: null,
};

test('a new text takes the verdicts of the old one away in every scenario, and no other', () => {
  const before = {
    'two-servers/yours:check-twice': found,
    'one-server/yours:check-twice': found,
    'one-server/yours:plain-transaction': found,
    'one-server/check-twice': found,
  };
  expect(Object.keys(withoutYours(before, 'check-twice'))).toEqual([
    'one-server/yours:plain-transaction',
    'one-server/check-twice',
  ]);
});

test('a wish waits for its exploration and is granted once', () => {
  expect(fateOf({ of: 'a' }, { of: 'a', running: true, explored: false })).toBe('wait');
  expect(fateOf({ of: 'a' }, { of: 'a', running: false, explored: true })).toBe('grant');
});

test('a wish is forgotten when it is cancelled, fails, or the reader goes elsewhere', () => {
  expect(fateOf({ of: 'a' }, { of: 'a', running: false, explored: false })).toBe('forget');
  expect(fateOf({ of: 'a' }, { of: 'b', running: false, explored: true })).toBe('forget');
  expect(fateOf({ of: 'a' }, { of: 'b', running: true, explored: false })).toBe('forget');
});
