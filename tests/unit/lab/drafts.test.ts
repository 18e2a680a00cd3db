import { expect, test } from 'vitest';
import { type DraftStore, dropDraft, putDraft, readDraft } from '../../../src/components/lab/drafts.ts';

function memory(): DraftStore {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
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
