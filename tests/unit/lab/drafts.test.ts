import { expect, test } from 'vitest';
import {
  type DraftStore,
  dropDraft,
  dropDrafts,
  putDraft,
  readDraft,
} from '../../../src/components/lab/drafts.ts';

function memory(): DraftStore {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** What is left of these keys once every draft is taken away. */
function leftOf(keys: string[]): string[] {
  const items = new Map(keys.map((key) => [key, 'x']));
  dropDrafts({
    ...memory(),
    clear: () => undefined,
    length: keys.length,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
  });
  return [...items.keys()];
}

const typed = { source: 'one', migration: '' };

test('a draft is there as soon as it is put, and belongs to one handler', () => {
  const store = memory();
  putDraft('double-charge', 'unique-claim', typed, store);
  expect(readDraft('double-charge', 'unique-claim', store)).toEqual(typed);
  expect(readDraft('double-charge', 'check-then-insert', store)).toBeNull();
});

test('saving an older text leaves the newer draft', () => {
  const store = memory();
  putDraft('double-charge', 'unique-claim', { source: 'two', migration: '' }, store);
  dropDraft('double-charge', 'unique-claim', typed, store);
  expect(readDraft('double-charge', 'unique-claim', store)?.source).toBe('two');
  dropDraft('double-charge', 'unique-claim', { source: 'two', migration: '' }, store);
  expect(readDraft('double-charge', 'unique-claim', store)).toBeNull();
});

test('when all is forgotten every draft goes, and nothing else', () => {
  const draft = 'effectively-once:draft:';
  expect(leftOf([`${draft}a/b`, 'theme', `${draft}c/d`, 'effectively-once:said:e'])).toEqual([
    'theme',
    'effectively-once:said:e',
  ]);
  dropDrafts(null);
});

test('a store that refuses, and one that holds something else, are no draft', () => {
  const refusing: DraftStore = {
    getItem: () => {
      throw new Error('Denied.');
    },
    setItem: () => {
      throw new Error('Denied.');
    },
    removeItem: () => {
      throw new Error('Denied.');
    },
  };
  putDraft('a', 'b', typed, refusing);
  dropDraft('a', 'b', undefined, refusing);
  expect(readDraft('a', 'b', refusing)).toBeNull();
  for (const odd of ['{', '7', '{"source":1,"migration":""}']) {
    expect(readDraft('a', 'b', { ...memory(), getItem: () => odd })).toBeNull();
  }
});
