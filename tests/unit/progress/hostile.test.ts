/** Logs that were made to do harm, and stores that fail at the worst moment. */
import { describe, expect, test } from 'vitest';
import { BackupError, readBackup } from '../../../src/progress/backup.ts';
import { furthestTime, readEvent } from '../../../src/progress/events.ts';
import { startProgress } from '../../../src/progress/progress.ts';
import { type StoredRecord, StoreError } from '../../../src/progress/store.ts';
import { MemoryStore } from './memory-store.ts';

const envelope = { id: 'x', v: 1, n: 1, at: '2026-11-30T10:00:00.000Z' };
const forget = { ...envelope, kind: 'forget', deck: 'races', card: 'a' };

/** As deep as a file of a few hundred kilobytes can be. */
const deepText = '['.repeat(100_000) + ']'.repeat(100_000);

describe('a file', () => {
  test.each([
    [
      `{"format":${deepText}}`,
      'The file is no progress file: its "format" is a list instead of "effectively-once/progress". Decks are imported on the page of cards.',
    ],
    [
      `{"format":"effectively-once/progress","version":{"a":${deepText}}}`,
      'The file\'s "version" is an object, and this copy of the site reads version 1. Reload the page to get the newest copy.',
    ],
  ])('that goes down for ever is refused in a sentence', (text, says) => {
    expect(() => readBackup(text)).toThrow(new BackupError(says));
  });

  test('may call its keys anything: nothing but its records is looked at', () => {
    const records = readBackup(
      `{"format":"effectively-once/progress","version":1,"__proto__":{"x":1},"records":[{"__proto__":{"id":"x"}}, null, 7, [[]]]}`,
    );
    expect(records.map((record) => readEvent(record).kind)).toEqual(Array(4).fill('unreadable'));
  });
});

describe('a record', () => {
  test('that holds more than a browser stores, or parts in parts without end, is left out', () => {
    // Saved together with others it would keep them from being saved, too.
    const fifty = (inner: unknown, depth: number): unknown =>
      depth === 0 ? inner : fifty([inner], depth - 1);
    expect(readEvent({ ...forget, more: fifty('', 49) }).kind).toBe('event');
    expect(readEvent({ ...forget, more: fifty('', 50) }).kind).toBe('unreadable');
    expect(readEvent({ ...forget, kind: 'essay', more: JSON.parse(deepText) }).kind).toBe('unreadable');
    expect(readEvent({ ...forget, more: 'x'.repeat(20_000_001) }).kind).toBe('unreadable');
    expect(readEvent({ ...forget, more: Array(5).fill('x'.repeat(4_000_001)) }).kind).toBe('unreadable');
  });

  test('with half a character in a name is left out: no address can be made of it', () => {
    expect(readEvent({ ...forget, card: '\uD83D' }).kind).toBe('unreadable');
    expect(readEvent({ ...forget, deck: 'a\uDE00b' }).kind).toBe('unreadable');
    expect(readEvent({ ...forget, card: '\u{1F600}' }).kind).toBe('event');
  });

  test('dated where dates end is left out: a card could not be put off from there', () => {
    const at = (time: number) => readEvent({ ...forget, at: new Date(time).toISOString() }).kind;
    expect([at(furthestTime), at(-furthestTime)]).toEqual(['event', 'event']);
    expect([at(furthestTime + 1), at(-furthestTime - 1)]).toEqual(['unreadable', 'unreadable']);
  });

  test.each(['__proto__', 'constructor', 'a/b?c#d', '../../x', 'x'.repeat(10_000)])(
    'may name a card anything else: %.20s',
    (card) => {
      expect(readEvent({ ...forget, card }).kind).toBe('event');
    },
  );
});

test('one record that no store takes keeps nothing else from being saved', async () => {
  const store = new MemoryStore();
  const progress = await startProgress({ store });
  const poison = { ...forget, id: 'poison', more: JSON.parse(deepText) };
  expect(await progress.take([poison, { ...forget, id: 'good' }])).toEqual({
    added: 1,
    known: 0,
    unreadable: 1,
  });
  expect([...store.records.keys()]).toEqual(['good']);
});

test('a copy too large for the disk keeps nothing that is done here from being saved', async () => {
  class SmallStore extends MemoryStore {
    override async add(records: readonly StoredRecord[]) {
      if (records.length > 100) throw new StoreError('full');
      await super.add(records);
    }
  }
  const store = new SmallStore();
  const progress = await startProgress({ store });
  await progress.take(Array.from({ length: 101 }, (_, index) => ({ ...forget, id: `copy-${index}` })));
  expect(progress.status).toMatchObject({ problem: 'full', events: 101 });
  await progress.append({ kind: 'forget', deck: 'races', card: 'b', id: 'mine' });
  expect([...store.records.keys()]).toEqual(['mine']);
  expect(progress.status).toMatchObject({ problem: 'full', events: 101 });
});

test('erasing from a store that does not answer says so, and does not erase when nobody wants it any more', async () => {
  const store = new MemoryStore([forget as StoredRecord]);
  let answer = () => {};
  store.slow = new Promise((resolve) => {
    answer = resolve;
  });
  const progress = await startProgress({ store, patienceMs: 5 });
  expect(progress.status).toMatchObject({ problem: 'silent' });
  expect(await progress.erase()).toBe(false);
  answer();
  await progress.append({ kind: 'confidence', lesson: 'races', level: 'new' });
  await expect.poll(() => progress.status.kind).toBe('saved');
  expect([...store.records.keys()]).toContain('x');
});

test('what is added while the log is erased is in the log and in the store alike', async () => {
  class SlowStore extends MemoryStore {
    override async clear() {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await super.clear();
    }
  }
  const store = new SlowStore([forget as StoredRecord]);
  const progress = await startProgress({ store });
  const erased = progress.erase();
  await Promise.resolve();
  await progress.append({ kind: 'confidence', lesson: 'races', level: 'new' });
  expect(await erased).toBe(true);
  expect([...store.records.keys()]).toEqual(progress.all().map(({ id }) => id));
});

test('what was said again before the log was there keeps the number that was saved', async () => {
  // Another tab has it under the saved number: with two numbers the two would read two logs.
  const saved = { ...forget, n: 50 };
  const store = new MemoryStore([saved as StoredRecord, { ...forget, id: 'y', n: 51 } as StoredRecord]);
  let answer = () => {};
  store.slow = new Promise((resolve) => {
    answer = resolve;
  });
  const progress = await startProgress({ store, patienceMs: 5 });
  progress.append({ kind: 'forget', deck: 'races', card: 'a', id: 'x' });
  expect(progress.all()).toHaveLength(1);
  answer();
  await expect.poll(() => progress.status.kind).toBe('saved');
  expect(progress.all()).toEqual([saved, { ...forget, id: 'y', n: 51 }]);
});
