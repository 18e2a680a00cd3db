import { describe, expect, test, vi } from 'vitest';
import type { Channel } from '../../../src/progress/channel.ts';
import { highestNumber } from '../../../src/progress/events.ts';
import { type NewEvent, openProgress, type Progress, startProgress } from '../../../src/progress/progress.ts';
import { storeProblems } from '../../../src/progress/store.ts';
import { MemoryStore } from './memory-store.ts';

const confident: NewEvent = { kind: 'confidence', lesson: 'races', level: 'confident' };
const fresh: NewEvent = { kind: 'confidence', lesson: 'races', level: 'new' };

function open(store: MemoryStore, channel: Channel | null = null, patienceMs = 1000): Promise<Progress> {
  let id = 0;
  return startProgress({
    store,
    channel,
    patienceMs,
    now: () => new Date('2026-11-29T10:00:00Z'),
    newId: () => {
      id += 1;
      return `id-${id}-${channelNames.get(channel) ?? ''}`;
    },
  });
}

const channelNames = new Map<Channel | null, string>();

/** Two tabs' channels: what one posts the other hears. */
function channels(): [Channel, Channel] {
  const make = (name: string): Channel => {
    const channel: Channel = {
      onmessage: null,
      postMessage: (message) =>
        others(channel)?.onmessage?.({ data: structuredClone(message) } as MessageEvent),
      close: () => undefined,
    };
    channelNames.set(channel, name);
    return channel;
  };
  const pair: [Channel, Channel] = [make('a'), make('b')];
  const others = (channel: Channel) => pair.find((other) => other !== channel);
  return pair;
}

describe('appending', () => {
  test('an event gets an id, a version, a time and the next number, and is saved', async () => {
    const store = new MemoryStore();
    const progress = await open(store);
    await progress.append(confident);
    await progress.append(fresh);
    expect([...store.records.values()]).toEqual([
      { id: 'id-1-', v: 1, at: '2026-11-29T10:00:00.000Z', n: 1, ...confident },
      { id: 'id-2-', v: 1, at: '2026-11-29T10:00:00.000Z', n: 2, ...fresh },
    ]);
    expect(progress.all()).toEqual([...store.records.values()]);
    expect(progress.status).toEqual({ kind: 'saved' });
  });

  test('the same id twice is one event', async () => {
    const store = new MemoryStore();
    const progress = await open(store);
    await progress.append({ ...confident, id: 'once' });
    await progress.append({ ...fresh, id: 'once' });
    expect(progress.all()).toHaveLength(1);
    expect(store.records.get('once')).toMatchObject(confident);
  });

  test('events appended together are saved together', async () => {
    const store = new MemoryStore();
    const progress = await open(store);
    await Promise.all([progress.append(confident), progress.append(fresh)]);
    expect(store.batches).toEqual([['id-1-', 'id-2-']]);
  });

  test('a number goes on after the highest in the log, also that of an event nobody can read yet', async () => {
    const store = new MemoryStore([{ id: 'x', v: 2, n: 41, kind: 'essay' } as never]);
    const progress = await open(store);
    await progress.append(confident);
    expect(progress.all()[0]?.n).toBe(42);
  });

  test('a subscriber hears of the event at once, and no more after it has stopped', async () => {
    const progress = await open(new MemoryStore());
    const listener = vi.fn(() => expect(progress.all()).toHaveLength(1));
    const stop = progress.subscribe(listener);
    const saved = progress.append(confident);
    expect(listener).toHaveBeenCalledTimes(1);
    await saved;
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    await progress.append({ ...confident, id: 'id-1-' });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('what is in the store and is no event of ours', () => {
  test('is skipped, counted and left where it is', async () => {
    const store = new MemoryStore([
      { id: 'a', v: 1, n: 1, at: '2026-11-29T10:00:00Z', ...confident } as never,
      { id: 'b', v: 1, n: 2, at: '2026-11-29T10:00:00Z', kind: 'essay' } as never,
      { id: 'c', v: 1, n: 3, at: '2026-11-29T10:00:00Z', kind: 'confidence', level: 9 } as never,
      { id: 'd' },
    ]);
    const progress = await open(store);
    expect(progress.all().map(({ id }) => id)).toEqual(['a']);
    expect(progress.skipped).toEqual({ unknown: 1, unreadable: 2 });
    await progress.append(fresh);
    expect([...store.records.keys()]).toEqual(['a', 'b', 'c', 'd', 'id-1-']);
  });
});

describe('a record with an absurd number', () => {
  const edit = { source: 'export const a = 1;', migration: '' };
  const record = { id: 'x', v: 1, at: '2026-11-29T10:00:00Z', ...confident };

  test('is left alone, and what is saved after it can be read again', async () => {
    const store = new MemoryStore([{ ...record, n: Number.MAX_SAFE_INTEGER } as never]);
    const progress = await open(store);
    await progress.saveEdit('double-charge', 'unique-claim', edit);
    const again = await open(store);
    expect(again.loadEdit('double-charge', 'unique-claim')).toEqual(edit);
    expect(again.skipped).toEqual({ unknown: 0, unreadable: 1 });
  });

  test('at the very limit does not push the next ones over it', async () => {
    const store = new MemoryStore([{ ...record, n: highestNumber } as never]);
    await (await open(store)).saveEdit('double-charge', 'unique-claim', edit);
    const again = await open(store);
    expect(again.loadEdit('double-charge', 'unique-claim')).toEqual(edit);
    expect(again.skipped).toEqual({ unknown: 0, unreadable: 0 });
  });
});

describe('edits', () => {
  const edit = { source: 'export const a = 1;', migration: '' };

  test('the last text of a handler is loaded, and each handler has its own', async () => {
    const progress = await open(new MemoryStore());
    await progress.saveEdit('double-charge', 'unique-claim', edit);
    await progress.saveEdit('double-charge', 'unique-claim', { ...edit, migration: 'CREATE INDEX …' });
    expect(progress.loadEdit('double-charge', 'unique-claim')).toEqual({
      ...edit,
      migration: 'CREATE INDEX …',
    });
    expect(progress.loadEdit('double-charge', 'check-then-insert')).toBeNull();
    expect(progress.loadEdit('three-at-once', 'unique-claim')).toBeNull();
  });

  test('text equal to the last saved adds nothing', async () => {
    const progress = await open(new MemoryStore());
    await progress.saveEdit('double-charge', 'unique-claim', edit);
    await progress.saveEdit('double-charge', 'unique-claim', { ...edit });
    expect(progress.all()).toHaveLength(1);
  });

  test('a reset gives the original back, once, and the edit may come again', async () => {
    const progress = await open(new MemoryStore());
    await progress.resetEdit('double-charge', 'unique-claim');
    expect(progress.all()).toHaveLength(0);
    await progress.saveEdit('double-charge', 'unique-claim', edit);
    await progress.resetEdit('double-charge', 'unique-claim');
    expect(progress.loadEdit('double-charge', 'unique-claim')).toBeNull();
    await progress.saveEdit('double-charge', 'unique-claim', edit);
    expect(progress.loadEdit('double-charge', 'unique-claim')).toEqual(edit);
    expect(progress.all()).toHaveLength(3);
  });
});

describe('a store in trouble', () => {
  test.each(['missing', 'refused', 'blocked', 'newer'] as const)(
    'that is %s leaves the log on the page, and the status says why',
    async (problem) => {
      const store = new MemoryStore();
      store.problem = problem;
      const progress = await open(store);
      await progress.append(confident);
      expect(progress.all()).toHaveLength(1);
      expect(progress.status).toEqual({ kind: 'unsaved', problem, says: storeProblems[problem], events: 1 });
    },
  );

  test('that is full keeps the event, and saves it with the next one once there is room', async () => {
    const store = new MemoryStore();
    const progress = await open(store);
    store.problem = 'full';
    await progress.append(confident);
    expect(progress.status).toMatchObject({ kind: 'unsaved', problem: 'full', events: 1 });
    expect(store.records.size).toBe(0);
    store.problem = null;
    await progress.append(fresh);
    expect(progress.status).toEqual({ kind: 'saved' });
    expect([...store.records.keys()]).toEqual(['id-1-', 'id-2-']);
  });

  test('that could not be read at first is read before anything is saved, and new events come last', async () => {
    const store = new MemoryStore([{ id: 'old', v: 1, n: 7, at: '2026-11-01T10:00:00Z', ...fresh } as never]);
    store.problem = 'blocked';
    const progress = await open(store);
    await progress.append({ ...confident, id: 'one' });
    store.problem = null;
    await progress.append({ ...confident, id: 'two' });
    expect(progress.all().map(({ id, n }) => `${id} ${n}`)).toEqual(['old 7', 'one 8', 'two 9']);
    expect(store.records.get('one')).toMatchObject({ n: 8 });
    expect(progress.status).toEqual({ kind: 'saved' });
  });

  test('that does not answer keeps nobody waiting, and its log comes in when it does', async () => {
    const store = new MemoryStore([{ id: 'old', v: 1, n: 7, at: '2026-11-01T10:00:00Z', ...fresh } as never]);
    let answer = () => {};
    store.slow = new Promise((resolve) => {
      answer = resolve;
    });
    const progress = await open(store, null, 5);
    expect(progress.status).toMatchObject({ kind: 'unsaved', problem: 'silent' });
    const saved = progress.append({ ...confident, id: 'new' });
    expect(progress.all().map(({ id }) => id)).toEqual(['new']);
    answer();
    await saved;
    expect(progress.all().map(({ id, n }) => `${id} ${n}`)).toEqual(['old 7', 'new 8']);
    expect(progress.status).toEqual({ kind: 'saved' });
  });
});

describe('a store that never answers', () => {
  const never = new Promise<void>(() => undefined);

  test('keeps nobody waiting who saves: the text is held, and the status says so', async () => {
    const store = new MemoryStore();
    store.slow = never;
    const progress = await open(store, null, 5);
    const heard = vi.fn();
    progress.subscribe(heard);
    const edit = { source: 'export const a = 1;', migration: '' };
    await progress.saveEdit('double-charge', 'unique-claim', edit);
    await progress.saveEdit('double-charge', 'unique-claim', edit);
    expect(progress.loadEdit('double-charge', 'unique-claim')).toEqual(edit);
    const says = storeProblems.silent;
    expect(progress.status).toEqual({ kind: 'unsaved', problem: 'silent', says, events: 1 });
    expect(heard).toHaveBeenCalled();
    await progress.resetEdit('double-charge', 'unique-claim');
    expect(progress.status).toMatchObject({ problem: 'silent', events: 2 });
  });

  test('after it has been read keeps nobody waiting either', async () => {
    const store = new MemoryStore();
    const progress = await open(store, null, 5);
    store.add = () => never;
    await progress.append(confident);
    expect(progress.all()).toHaveLength(1);
    expect(progress.status).toMatchObject({ kind: 'unsaved', problem: 'silent', events: 1 });
  });
});

test('a large copy that takes more than a minute to save is being saved, and not unanswered', async () => {
  vi.useFakeTimers();
  try {
    const store = new MemoryStore();
    const progress = await open(store);
    let done = () => {};
    const add = store.add.bind(store);
    store.add = async (records) => {
      await new Promise<void>((resolve) => {
        done = resolve;
      });
      await add(records);
    };
    const records = Array.from({ length: 101 }, (_, index) => ({
      ...{ id: `r${index}`, v: 1, n: index + 1, at: '2026-11-01T10:00:00Z', ...fresh },
    }));
    const taking = progress.take(records);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await taking).toEqual({ added: 101, known: 0, unreadable: 0 });
    const says = 'So much is still being saved. Leave this page open until this line is gone.';
    expect(progress.status).toEqual({ kind: 'unsaved', problem: 'slow', says, events: 101 });
    // Whoever goes on meanwhile does not wait for it.
    const saying = progress.append(confident);
    await vi.advanceTimersByTimeAsync(0);
    await saying;
    expect(progress.status).toEqual({ kind: 'unsaved', problem: 'slow', says, events: 102 });
    done();
    await vi.advanceTimersByTimeAsync(0);
    // That one is saved after the copy, and by itself.
    done();
    await vi.advanceTimersByTimeAsync(0);
    expect(progress.status).toEqual({ kind: 'saved' });
  } finally {
    vi.useRealTimers();
  }
});

describe('a channel in trouble', () => {
  test('that cannot post does not make the saved unsaved', async () => {
    const store = new MemoryStore();
    const [channel] = channels();
    channel.postMessage = () => {
      throw new Error('closed');
    };
    const progress = await open(store, channel);
    await progress.append(confident);
    expect(store.records.size).toBe(1);
    expect(progress.status).toEqual({ kind: 'saved' });
  });

  test('that cannot be opened leaves the log without one', async () => {
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('Access is denied.', 'SecurityError');
        }
      },
    );
    vi.stubGlobal('indexedDB', undefined);
    const progress = await openProgress();
    vi.unstubAllGlobals();
    await progress.append(confident);
    expect(progress.all()).toHaveLength(1);
    expect(progress.status).toMatchObject({ kind: 'unsaved', problem: 'missing' });
  });
});

describe('two tabs', () => {
  test('what one saves the other has, and numbers go on in both', async () => {
    const store = new MemoryStore();
    const [a, b] = channels();
    const one = await open(store, a);
    const two = await open(store, b);
    const heard = vi.fn();
    two.subscribe(heard);
    await one.append(confident);
    expect(two.all()).toEqual(one.all());
    expect(heard).toHaveBeenCalled();
    await two.append(fresh);
    expect(one.all().map(({ n }) => n)).toEqual([1, 2]);
    expect(one.all()).toEqual(two.all());
  });

  test('fifty events from each at once are a hundred', async () => {
    const store = new MemoryStore();
    const [a, b] = channels();
    const tabs = [await open(store, a), await open(store, b)];
    await Promise.all(Array.from({ length: 50 }, () => tabs.map((tab) => tab.append(confident))).flat());
    expect(store.records.size).toBe(100);
    expect(tabs[0]?.all()).toEqual(tabs[1]?.all());
  });

  test('a message that is no list of events is ignored', async () => {
    const [a, b] = channels();
    const one = await open(new MemoryStore(), a);
    for (const message of [null, 'x', { id: 'x' }, [null, { id: 'x' }]]) b.postMessage(message);
    expect(one.all()).toEqual([]);
  });
});

test('closing closes the store and forgets the subscribers', async () => {
  const store = new MemoryStore();
  const progress = await open(store);
  progress.close();
  expect(store.closed).toBe(true);
});
