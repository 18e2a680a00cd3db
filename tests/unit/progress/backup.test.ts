import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BackupError, printBackup, readBackup } from '../../../src/progress/backup.ts';
import type { ProgressEvent } from '../../../src/progress/events.ts';
import { startProgress } from '../../../src/progress/progress.ts';
import { MemoryStore } from './memory-store.ts';

const open = (store: MemoryStore) => startProgress({ store });

/** Reviews and answers as two devices would write them: numbers may coincide, ids do not. */
const logs = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    v: fc.constant(1 as const),
    at: fc
      .date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    n: fc.integer({ min: 1, max: 12 }),
    kind: fc.constant('confidence' as const),
    lesson: fc.constantFrom('races', 'crashes'),
    level: fc.constantFrom('new' as const, 'getting-there' as const, 'confident' as const),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);

async function logOf(...files: (readonly unknown[])[]): Promise<readonly ProgressEvent[]> {
  const progress = await open(new MemoryStore());
  for (const file of files) await progress.take(file);
  return progress.all();
}

describe('a log as a file', () => {
  test('holds a line for each record, under a head that names the format', () => {
    expect(printBackup([{ id: 'a' }, { id: 'b' }])).toBe(
      '{"format":"effectively-once/progress","version":1,"records":[\n{"id":"a"},\n{"id":"b"}\n]}\n',
    );
    expect(readBackup(printBackup([]))).toEqual([]);
  });

  test('is read as it was printed', () => {
    fc.assert(
      fc.property(logs, (log) => {
        expect(readBackup(printBackup(log))).toEqual(log);
      }),
    );
  });

  test('taken in twice changes nothing, and two files may come in any order', async () => {
    await fc.assert(
      fc.asyncProperty(logs, logs, async (one, other) => {
        const both = await logOf(one, other);
        expect(await logOf(other, one)).toEqual(both);
        expect(await logOf(one, other, one, other)).toEqual(both);
        expect(both).toHaveLength(new Set([...one, ...other].map(({ id }) => id)).size);
      }),
      { numRuns: 60 },
    );
  });

  test('brings what a newer version of the site has written, and takes it along', async () => {
    const newer = { id: 'x', v: 2, n: 7, kind: 'dream' };
    const store = new MemoryStore();
    const progress = await open(store);
    expect(await progress.take([newer, { id: 'y' }, newer])).toEqual({ added: 1, known: 1, unreadable: 1 });
    expect(progress.skipped).toEqual({ unknown: 1, unreadable: 0 });
    expect(readBackup(printBackup(progress.records()))).toEqual([newer]);
    expect([...store.records.values()]).toEqual([newer]);
    await progress.append({ kind: 'exported' });
    expect(progress.all()[0]?.n).toBe(8);
  });

  test('whose records could not be saved is here all the same, and is saved with the next event', async () => {
    const store = new MemoryStore();
    const progress = await open(store);
    store.problem = 'full';
    const record = { id: 'a', v: 1, at: '2026-11-29T10:00:00.000Z', n: 3, kind: 'exported' };
    expect(await progress.take([record])).toEqual({ added: 1, known: 0, unreadable: 0 });
    expect(progress.status).toMatchObject({ kind: 'unsaved', problem: 'full', events: 1 });
    store.problem = null;
    await progress.append({ kind: 'exported' });
    expect([...store.records.values()].map((kept) => (kept as ProgressEvent).n)).toEqual([4, 3]);
    expect(progress.status).toEqual({ kind: 'saved' });
  });
});

describe('a file of another kind is refused in a sentence', () => {
  test.each([
    [
      '{"format":"effectively-once/progress","version":1,"records":[{"id":',
      'The file is not JSON, or was cut off. Choose the file that "Save a copy" wrote, and download it again if it is damaged.',
    ],
    [
      '[]',
      'The file is no progress file: its "format" is missing instead of "effectively-once/progress". Decks are imported on the page of cards.',
    ],
    [
      'null',
      'The file is no progress file: its "format" is missing instead of "effectively-once/progress". Decks are imported on the page of cards.',
    ],
    [
      '{"format":"effectively-once/progress","version":9,"records":[]}',
      'The file\'s "version" is 9, and this copy of the site reads version 1. Reload the page to get the newest copy.',
    ],
    [
      '{"format":"effectively-once/progress","version":1,"records":{}}',
      'The file has no list "records". Choose the file that "Save a copy" wrote.',
    ],
  ])('%s', (text, message) => {
    expect(() => readBackup(text)).toThrow(new BackupError(message));
  });
});

describe('erasing', () => {
  test('forgets everything, here, in the store and in the other tab', async () => {
    const record = { id: 'a', v: 1, at: '2026-11-29T10:00:00.000Z', n: 3, kind: 'exported' };
    const store = new MemoryStore([record]);
    const sides: { onmessage: ((event: MessageEvent) => void) | null }[] = [];
    const channel = () => {
      const own = {
        onmessage: null as ((event: MessageEvent) => void) | null,
        postMessage: (data: unknown) => {
          for (const side of sides) if (side !== own) side.onmessage?.({ data } as MessageEvent);
        },
        close: () => undefined,
      };
      sides.push(own);
      return own;
    };
    const one = await startProgress({ store, channel: channel() });
    const other = await startProgress({ store, channel: channel() });
    expect(other.all()).toHaveLength(1);
    expect(await one.erase()).toBe(true);
    expect([one.all(), other.all(), store.records.size]).toEqual([[], [], 0]);
    await one.append({ kind: 'exported' });
    expect([one.all()[0]?.n, other.all()[0]?.n]).toEqual([1, 1]);
  });

  test('says so where the store cannot, and forgets nothing', async () => {
    const record = { id: 'a', v: 1, at: '2026-11-29T10:00:00.000Z', n: 3, kind: 'exported' };
    const store = new MemoryStore([record]);
    const progress = await open(store);
    store.problem = 'blocked';
    expect(await progress.erase()).toBe(false);
    expect(progress.all()).toHaveLength(1);
    expect(progress.status).toMatchObject({ kind: 'unsaved', problem: 'blocked' });
  });
});

test('of two records with one id the earlier stays, whichever log is taken in first', async () => {
  const at = (time: string, n: number) => ({
    ...{ id: 'review:races/gap/1/20787/3', v: 1, kind: 'review', deck: 'races', card: 'gap', rating: 3 },
    ...{ zone: 60, tookMs: 900, at: time, n },
  });
  const [early, late] = [at('2026-11-29T10:00:00.000Z', 4), at('2026-11-29T10:00:05.000Z', 9)];
  const same = at('2026-11-29T09:00:00.000Z', 9);
  expect(await logOf([early], [late])).toEqual([early]);
  expect(await logOf([late], [early])).toEqual([early]);
  expect(await logOf([late], [same])).toEqual([same]);
  expect(await logOf([same, late])).toEqual([same]);
  const store = new MemoryStore([late]);
  const progress = await open(store);
  expect(await progress.take([early])).toEqual({ added: 0, known: 1, unreadable: 0 });
  expect([...store.records.values()]).toEqual([early]);
});

test('many events appended at once are numbered in their order and told of once', async () => {
  const store = new MemoryStore();
  const progress = await open(store);
  let told = 0;
  progress.subscribe(() => {
    told += 1;
  });
  await progress.appendAll([
    { kind: 'exported' },
    { kind: 'undo', event: 'a' },
    { kind: 'exported', id: 'x' },
  ]);
  expect(progress.all().map(({ kind, n }) => [kind, n])).toEqual([
    ['exported', 1],
    ['undo', 2],
    ['exported', 3],
  ]);
  expect(store.batches).toHaveLength(1);
  // Once when they are in memory, once when they are saved.
  expect(told).toBe(2);
});

test('a hundred thousand events are added to without sorting them anew', async () => {
  const records = Array.from({ length: 100_000 }, (_, n) => ({
    id: `id-${n}`,
    v: 1,
    at: '2026-11-29T10:00:00.000Z',
    n: n + 1,
    kind: 'exported',
  }));
  const progress = await open(new MemoryStore(records));
  let comparisons = 0;
  const sort = Array.prototype.sort;
  Array.prototype.sort = function <T>(this: T[], compare?: (a: T, b: T) => number) {
    return sort.call(this, (a: T, b: T) => {
      comparisons += 1;
      return compare?.(a, b) ?? 0;
    }) as T[];
  };
  try {
    await progress.append({ kind: 'exported' });
  } finally {
    Array.prototype.sort = sort;
  }
  expect(progress.all().at(-1)?.n).toBe(100_001);
  expect(comparisons).toBeLessThan(10);
});
