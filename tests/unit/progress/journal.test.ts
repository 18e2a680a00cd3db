import { describe, expect, test } from 'vitest';
import type { Channel } from '../../../src/progress/channel.ts';
import { localJournal } from '../../../src/progress/journal.ts';
import { type NewEvent, type Progress, startProgress } from '../../../src/progress/progress.ts';
import { MemoryStore } from './memory-store.ts';

const confident: NewEvent = { id: 'a', kind: 'confidence', lesson: 'races', level: 'confident' };
const fresh: NewEvent = { id: 'b', kind: 'confidence', lesson: 'races', level: 'new' };
const at = '2026-11-29T10:00:00.000Z';

/** `localStorage` as a browser has it: keys in no order that we know, and a limit. */
class Local implements Storage {
  readonly items = new Map<string, string>();
  /** Characters that a value may have. */
  room = Number.POSITIVE_INFINITY;
  get length(): number {
    return this.items.size;
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (value.length > this.room) throw new DOMException('no room', 'QuotaExceededError');
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
  clear(): void {
    this.items.clear();
  }
}

function open(store: MemoryStore, local: Local, channel: Channel | null = null): Promise<Progress> {
  const journal = localJournal(local);
  return startProgress({ store, journal, channel, patienceMs: 50, now: () => new Date(at) });
}

/** What a tab hears and says; nobody else is there. */
class Ear implements Channel {
  readonly posted: unknown[] = [];
  onmessage: Channel['onmessage'] = null;
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  hear(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }
  close(): void {}
}

/** A promise, and how to keep it. */
function later(): [Promise<void>, () => void] {
  let keep = () => {};
  const promise = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return [promise, keep];
}

/** A store whose writes never end: the page is left before they do. */
class Unfinished extends MemoryStore {
  override add(): Promise<void> {
    return new Promise(() => undefined);
  }
}

const key = 'effectively-once:said:a';

describe('an event that is said', () => {
  test('is written down before the store is asked, and forgotten once it is saved', async () => {
    const local = new Local();
    const progress = await open(new MemoryStore(), local);
    const saved = progress.append(confident);
    const { id, ...happened } = confident;
    expect([...local.items]).toEqual([[key, JSON.stringify({ id, v: 1, at, n: 1, ...happened })]]);
    await saved;
    expect([...local.items]).toEqual([]);
  });

  test('is in the log of the next page when the store had not finished', async () => {
    const local = new Local();
    const left = await open(new Unfinished(), local);
    void left.append(confident);
    left.close();

    const store = new MemoryStore();
    const progress = await open(store, local);
    // Whoever opens the log has it at once; it is saved behind that.
    expect(progress.all()).toEqual([{ v: 1, at, n: 1, ...confident }]);
    await progress.append(fresh);
    expect([...store.records.values()]).toEqual([
      { v: 1, at, n: 1, ...confident },
      { v: 1, at, n: 2, ...fresh },
    ]);
    expect([...local.items]).toEqual([]);
  });

  test('is there once when the store had finished, and only the journal had not heard of it', async () => {
    const local = new Local();
    const event = { v: 1, at, n: 1, ...confident, id: 'a' };
    local.setItem(key, JSON.stringify(event));
    const store = new MemoryStore([event]);
    const progress = await open(store, local);
    expect(progress.all()).toEqual([event]);
    expect(store.batches).toEqual([]);
    expect([...local.items]).toEqual([]);
  });

  test('before the log could be read is not written down: its number is a guess', async () => {
    const local = new Local();
    const store = new MemoryStore();
    store.problem = 'refused';
    const progress = await open(store, local);
    await progress.append(confident);
    expect(progress.all()).toHaveLength(1);
    expect([...local.items]).toEqual([]);
  });

  test('with a hundred others and one is an import: the journal would not hold it', async () => {
    const local = new Local();
    const progress = await open(new Unfinished(), local);
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => ({ ...fresh, id: `${name}${index}` }));
    void progress.appendAll(many(101, 'x'));
    expect(local.items.size).toBe(0);
    void progress.appendAll(many(100, 'y'));
    expect(local.items.size).toBe(100);
  });

  test('is written down beside one that is too large for the journal', async () => {
    const local = new Local();
    local.room = 1000;
    const progress = await open(new Unfinished(), local);
    const edit = { kind: 'edit', lab: 'l', handler: 'h', source: 'x'.repeat(1000), migration: '' } as const;
    void progress.appendAll([{ id: 'large', ...edit }, confident]);
    expect([...local.items.keys()]).toEqual([key]);
  });

  test('is held by the page where the journal is full', async () => {
    const local = new Local();
    local.room = 0;
    const store = new MemoryStore();
    const progress = await open(store, local);
    await progress.append(confident);
    expect([...store.records.keys()]).toEqual(['a']);
    expect(progress.status).toEqual({ kind: 'saved' });
  });
});

test('what is no event is thrown away, and other keys are left alone', async () => {
  const local = new Local();
  local.setItem(key, '{"id":');
  local.setItem('effectively-once:said:c', '{"id":"c","v":1,"n":1,"kind":"review"}');
  local.setItem('theme', 'dark');
  const progress = await open(new MemoryStore(), local);
  expect(progress.all()).toEqual([]);
  expect(progress.skipped).toEqual({ unknown: 0, unreadable: 0 });
  expect([...local.items]).toEqual([['theme', 'dark']]);
});

describe('another tab erases the log', () => {
  const event = { v: 1, at, n: 1, ...confident, id: 'a' };

  test('and what was said here and not saved is forgotten, but not what that tab has said since', async () => {
    const local = new Local();
    const ear = new Ear();
    const progress = await open(new Unfinished(), local, ear);
    void progress.append(confident);
    // Said after the erasing, and written down before this tab hears of it.
    local.setItem('effectively-once:said:b', JSON.stringify({ ...event, ...fresh }));
    ear.hear('erased');
    expect(progress.all()).toEqual([]);
    expect([...local.items.keys()]).toEqual(['effectively-once:said:b']);
  });

  test('while this one reads it, and nothing of it comes back', async () => {
    const store = new MemoryStore([event]);
    const ear = new Ear();
    // The read has its answer; the tab hears of the erasing before it.
    const [read, answer] = later();
    const { all } = store;
    let reads = 0;
    store.all = async () => {
      reads += 1;
      const records = await all.call(store);
      if (reads === 1) await read;
      return records;
    };
    const opening = open(store, new Local(), ear);
    await new Promise((done) => setTimeout(done));
    store.records.clear();
    ear.hear('erased');
    answer();
    const progress = await opening;
    expect(progress.all()).toEqual([]);
    expect(reads).toBe(2);
  });

  test.each([
    ['after', []],
    ['before', ['a']],
  ])('%s an event of this one was saved: both tabs and the store agree', async (order, kept) => {
    const store = new MemoryStore();
    const ear = new Ear();
    const progress = await open(store, new Local(), ear);
    const [written, hearOfIt] = later();
    const { add } = store;
    store.add = async (records) => {
      if (order === 'before') store.records.clear();
      await add.call(store, records);
      if (order === 'after') store.records.clear();
      await written;
    };
    const saved = progress.append(confident);
    await new Promise((done) => setTimeout(done));
    ear.hear('erased');
    expect(progress.all()).toEqual([]);
    hearOfIt();
    await saved;
    expect([...store.records.keys()]).toEqual(kept);
    expect(progress.all().map(({ id }) => id)).toEqual(kept);
    expect(ear.posted).toEqual([kept.map(() => event)]);
    expect(progress.status).toEqual({ kind: 'saved' });
  });
});

test('erasing forgets it too', async () => {
  const local = new Local();
  const progress = await open(new MemoryStore(), local);
  local.setItem(key, JSON.stringify({ v: 1, at, n: 1, ...confident }));
  expect(await progress.erase()).toBe(true);
  expect([...local.items]).toEqual([]);
});

test('a browser without `localStorage` has an empty journal', () => {
  const journal = localJournal(null);
  journal.put([{ id: 'a' }]);
  journal.drop(['a']);
  journal.clear();
  expect(journal.all()).toEqual(new Map());
});
