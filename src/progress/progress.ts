/**
 * The reader's progress: one append-only log, held in memory and kept in the browser's store.
 *
 * Every tab has the whole log. An event is in memory, and told to subscribers, before it is saved;
 * one that could not be saved waits and goes with the next. So the page never waits for a disk and
 * loses nothing while it is open.
 */
import { type Edit, latestEdit } from './derive.ts';
import { byOrder, type Happening, highestNumber, type ProgressEvent, readEvent } from './events.ts';
import { indexedDbStore } from './indexed-db.ts';
import { type EventStore, StoreError, type StoreProblem, storeProblems } from './store.ts';
import { uuid } from './uuid.ts';

export type ProgressStatus =
  | { kind: 'saved' }
  /** Events are on this page alone. `says` tells the reader why and what to do. */
  | { kind: 'unsaved'; problem: StoreProblem; says: string; events: number };

/** An `id` is only given by whoever must be able to say the same thing twice. */
export type NewEvent = Happening & { id?: string };

export interface Progress {
  readonly status: ProgressStatus;
  /** Records written by a newer version of the site, and records nobody can read: both are kept. */
  readonly skipped: { unknown: number; unreadable: number };
  /** The log in order. The same array until something is added. */
  all(): readonly ProgressEvent[];
  /**
   * Resolves when the event is saved, or held because it could not be: see `status`. Never rejects,
   * and never waits longer than `patienceMs`.
   */
  append(event: NewEvent): Promise<void>;
  /** Saves the reader's text of a handler; text equal to the last saved adds nothing. */
  saveEdit(lab: string, handler: string, edit: Edit): Promise<void>;
  loadEdit(lab: string, handler: string): Edit | null;
  /** Gives the edit up for the original. */
  resetEdit(lab: string, handler: string): Promise<void>;
  /** Calls back after every change, also one made in another tab. @returns how to stop */
  subscribe(listener: () => void): () => void;
  /** Asks the browser not to evict the log. Null where it cannot be asked. */
  keep(): Promise<boolean | null>;
  close(): void;
}

/** What a tab tells the others; the shape of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

export interface ProgressOptions {
  store: EventStore;
  channel?: Channel | null;
  /** The reader's clock. */
  now?: () => Date;
  newId?: () => string;
  /** How long to wait for the store, to read or to write, before going on without it. */
  patienceMs?: number;
}

let shared: Promise<Progress> | null = null;

/** Opens the log. Never rejects; every caller of a page gets the same one. */
export function openProgress(): Promise<Progress> {
  shared ??= startProgress({ store: indexedDbStore(), channel: openChannel() });
  return shared;
}

export async function startProgress(options: ProgressOptions): Promise<Progress> {
  const { store, channel = null, now = () => new Date(), newId = uuid, patienceMs = 3000 } = options;
  const listeners = new Set<() => void>();
  const known = new Map<string, ProgressEvent>();
  const waiting = new Map<string, ProgressEvent>();
  const skipped = { unknown: 0, unreadable: 0 };
  let log: readonly ProgressEvent[] = [];
  let highest = 0;
  let status: ProgressStatus = { kind: 'saved' };
  let saving: Promise<void> = Promise.resolve();
  let loaded = false;
  let failure: unknown = null;

  function tell() {
    for (const listener of [...listeners]) listener();
  }

  /** Takes events in, from whatever side; those known already change nothing. */
  function merge(events: readonly ProgressEvent[]) {
    const fresh = events.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    for (const event of fresh) {
      known.set(event.id, event);
      highest = Math.max(highest, event.n);
    }
    log = [...known.values()].sort(byOrder);
  }

  /** Events of the very highest number are told apart by their clock. */
  function nextNumber() {
    return Math.min(highest + 1, highestNumber);
  }

  function fail(error: unknown) {
    failure = error;
    const problem = error instanceof StoreError ? error.problem : 'failed';
    status = { kind: 'unsaved', problem, says: storeProblems[problem], events: waiting.size };
  }

  async function load() {
    try {
      const records = await store.all();
      const events: ProgressEvent[] = [];
      skipped.unknown = 0;
      skipped.unreadable = 0;
      for (const record of records) {
        const reading = readEvent(record);
        if (reading.kind === 'event') events.push(reading.event);
        else skipped[reading.kind] += 1;
        if (reading.kind === 'unknown') highest = Math.max(highest, reading.n);
      }
      merge(events);
      renumber();
      loaded = true;
      if (waiting.size === 0) status = { kind: 'saved' };
    } catch (error) {
      fail(error);
    }
    tell();
  }

  /** What was added before the stored log was there comes after it. */
  function renumber() {
    for (const event of [...waiting.values()].sort(byOrder)) {
      known.delete(event.id);
      highest = nextNumber();
      const later = { ...event, n: highest };
      waiting.set(event.id, later);
      merge([later]);
    }
  }

  async function save() {
    if (waiting.size === 0) return;
    if (!loaded) await load();
    const batch = [...waiting.values()];
    if (!loaded) return fail(failure);
    try {
      await store.add(batch);
      for (const { id } of batch) waiting.delete(id);
      if (waiting.size === 0) status = { kind: 'saved' };
    } catch (error) {
      fail(error);
      return tell();
    }
    try {
      channel?.postMessage(batch);
    } catch {
      // What is saved is saved: the other tabs read it when they are opened again.
    }
    tell();
  }

  /**
   * What is being saved, and no longer than the reader can be kept waiting: a browser may leave its
   * store unopened for ever. Once that is known, nobody waits again.
   */
  async function settled(): Promise<void> {
    const isSilent = status.kind === 'unsaved' && status.problem === 'silent';
    if (await within(saving, isSilent ? 0 : patienceMs)) return;
    fail(new StoreError('silent'));
    tell();
  }

  function append({ id = newId(), ...happening }: NewEvent): Promise<void> {
    if (known.has(id)) return settled();
    const event = { id, v: 1, at: now().toISOString(), n: nextNumber(), ...happening } as ProgressEvent;
    waiting.set(id, event);
    merge([event]);
    tell();
    saving = saving.then(save);
    return settled();
  }

  if (channel !== null) {
    channel.onmessage = ({ data }) => {
      const readings = Array.isArray(data) ? data.map(readEvent) : [];
      merge(readings.flatMap((reading) => (reading.kind === 'event' ? [reading.event] : [])));
      tell();
    };
  }

  saving = load();
  await settled();

  return {
    get status() {
      return status;
    },
    skipped,
    all: () => log,
    append,
    saveEdit: (lab, handler, { source, migration }) => {
      const last = latestEdit(log, lab, handler);
      if (last?.source === source && last.migration === migration) return settled();
      return append({ kind: 'edit', lab, handler, source, migration });
    },
    loadEdit: (lab, handler) => latestEdit(log, lab, handler),
    resetEdit: (lab, handler) =>
      latestEdit(log, lab, handler) === null ? settled() : append({ kind: 'reset', lab, handler }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    keep: askToKeep,
    close: () => {
      listeners.clear();
      channel?.close();
      store.close();
    },
  };
}

/** Null where there is none: blocked cookies make the constructor throw. Tabs then keep to themselves. */
function openChannel(): Channel | null {
  try {
    return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('effectively-once');
  } catch {
    return null;
  }
}

async function askToKeep(): Promise<boolean | null> {
  try {
    const storage = navigator.storage;
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    return null;
  }
}

async function within(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const inTime = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
