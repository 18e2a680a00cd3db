/**
 * The reader's progress: one append-only log, held in memory and kept in the browser's store.
 *
 * Every tab has the whole log. An event is in memory, and told to subscribers, before it is saved;
 * one that could not be saved waits and goes with the next. So the page never waits for a disk and
 * loses nothing while it is open.
 */
import { type Channel, openChannel } from './channel.ts';
import { type Edit, latestEdit } from './derive.ts';
import { byOrder, type Happening, highestNumber, type ProgressEvent, readEvent } from './events.ts';
import { indexedDbStore } from './indexed-db.ts';
import { type Journal, localJournal } from './journal.ts';
import {
  type EventStore,
  prevailing,
  type StoredRecord,
  StoreError,
  type StoreProblem,
  storeProblems,
} from './store.ts';
import { uuid } from './uuid.ts';
import { within } from './within.ts';

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
  /** Many at once, as an import makes them. */
  appendAll(events: readonly NewEvent[]): Promise<void>;
  /** Saves the reader's text of a handler; text equal to the last saved adds nothing. */
  saveEdit(lab: string, handler: string, edit: Edit): Promise<void>;
  loadEdit(lab: string, handler: string): Edit | null;
  /** Gives the edit up for the original. */
  resetEdit(lab: string, handler: string): Promise<void>;
  /** Calls back after every change, also one made in another tab. @returns how to stop */
  subscribe(listener: () => void): () => void;
  /** Every record, also those that only a newer version of the site can read, for a file. */
  records(): readonly StoredRecord[];
  /**
   * Takes in what another log holds. Taking the same in twice changes nothing, and the order of two
   * such logs makes no difference.
   */
  take(records: readonly unknown[]): Promise<Taken>;
  /** Forgets everything, in every tab. @returns whether the store has forgotten it too */
  erase(): Promise<boolean>;
  /** Asks the browser not to evict the log. Null where it cannot be asked. */
  keep(): Promise<boolean | null>;
  close(): void;
}

/** How many records were new, were here already, or are none. */
export interface Taken {
  added: number;
  known: number;
  unreadable: number;
}

export interface ProgressOptions {
  store: EventStore;
  channel?: Channel | null;
  journal?: Journal | null;
  /** The reader's clock. */
  now?: () => Date;
  newId?: () => string;
  /** How long to wait for the store, to read or to write, before going on without it. */
  patienceMs?: number;
}

/** A record that only a newer version of the site can read. */
type Unknown = StoredRecord & { n: number };

/** Taking in a whole log takes longer than adding to it. */
const longPatienceMs = 60_000;

/** So many at once are an import, which is not begun and left. */
const manyEvents = 100;

let shared: Promise<Progress> | null = null;

/** Opens the log. Never rejects; every caller of a page gets the same one. */
export function openProgress(): Promise<Progress> {
  shared ??= startProgress({ store: indexedDbStore(), channel: openChannel(), journal: localJournal() });
  return shared;
}

export async function startProgress(options: ProgressOptions): Promise<Progress> {
  const { store, channel = null, journal = null, patienceMs = 3000 } = options;
  const { now = () => new Date(), newId = uuid } = options;
  const listeners = new Set<() => void>();
  const known = new Map<string, ProgressEvent>();
  /** Not saved yet: what was added here, and what was taken in from elsewhere with its numbers. */
  const waiting = new Map<string, ProgressEvent>();
  const arrived = new Map<string, StoredRecord>();
  /** Written by a newer version of the site. */
  const unknown = new Map<string, Unknown>();
  const skipped = { unknown: 0, unreadable: 0 };
  let log: readonly ProgressEvent[] = [];
  let highest = 0;
  let status: ProgressStatus = { kind: 'saved' };
  let saving: Promise<void> = Promise.resolve();
  let loaded = false;
  /** A store at work on an import answers nobody else, and is not silent. */
  let savingMany = false;
  let failure: unknown = null;
  /** How often the log was forgotten, here or in another tab. */
  let erasures = 0;

  function tell() {
    for (const listener of [...listeners]) listener();
  }

  /** Takes events in, from whatever side; those known already change nothing. */
  function merge(events: readonly ProgressEvent[]) {
    const fresh: ProgressEvent[] = [];
    let replaces = false;
    for (const event of events) {
      const own = known.get(event.id);
      if (own && prevailing(own, event) === own) continue;
      replaces ||= own !== undefined;
      known.set(event.id, event);
      fresh.push(event);
      highest = Math.max(highest, event.n);
    }
    if (fresh.length === 0) return;
    fresh.sort(byOrder);
    const [last, next] = [log.at(-1), fresh[0]];
    // A long log is not sorted anew for each event that follows it.
    if (!replaces && (!last || !next || byOrder(last, next) < 0)) log = [...log, ...fresh];
    else log = [...known.values()].sort(byOrder);
  }

  function forget() {
    known.clear();
    waiting.clear();
    arrived.clear();
    unknown.clear();
    Object.assign(skipped, { unknown: 0, unreadable: 0 });
    log = [];
    highest = 0;
    erasures += 1;
  }

  /** Events of the very highest number are told apart by their clock. */
  function nextNumber() {
    return Math.min(highest + 1, highestNumber);
  }

  function fail(error: unknown) {
    failure = error;
    const problem = error instanceof StoreError ? error.problem : 'failed';
    status = { kind: 'unsaved', problem, says: storeProblems[problem], events: waiting.size + arrived.size };
  }

  async function load() {
    try {
      let [era, records] = [erasures, await store.all()];
      // What another tab erased while it was read must not come back.
      while (era !== erasures) [era, records] = [erasures, await store.all()];
      const events: ProgressEvent[] = [];
      skipped.unknown = 0;
      skipped.unreadable = 0;
      for (const record of records) {
        const reading = readEvent(record);
        if (reading.kind === 'event') {
          // Its number here was a guess, before the log was there: what was saved holds.
          if (waiting.delete(reading.event.id)) known.delete(reading.event.id);
          events.push(reading.event);
        } else skipped[reading.kind] += 1;
        if (reading.kind === 'unknown') keepUnknown(record as Unknown);
      }
      merge(events);
      loaded = true;
      renumber();
      if (waiting.size + arrived.size === 0) status = { kind: 'saved' };
    } catch (error) {
      fail(error);
    }
    tell();
  }

  function keepUnknown(record: Unknown) {
    unknown.set(record.id, record);
    highest = Math.max(highest, record.n);
  }

  /** A whole import would not fit; before the log is there the numbers are guesses. */
  function writeDown(events: readonly ProgressEvent[]) {
    if (loaded && events.length <= manyEvents) journal?.put(events);
  }

  /** Takes in what an earlier page said and did not live to save. */
  function recover() {
    const left = journal?.all() ?? new Map<string, unknown>();
    if (left.size === 0) return;
    void take([...left.values()]);
    // The rest is saved already, or nothing that can be read.
    journal?.drop([...left.keys()].filter((id) => !arrived.has(id) && !waiting.has(id)));
  }

  /** What was added before the stored log was there comes after it. */
  function renumber() {
    for (const event of [...waiting.values()].sort(byOrder)) {
      known.delete(event.id);
      highest = nextNumber();
      const later = { ...event, n: highest };
      waiting.set(event.id, later);
      known.set(event.id, later);
    }
    writeDown([...waiting.values()]);
    if (waiting.size > 0 || log.length > known.size) log = [...known.values()].sort(byOrder);
  }

  async function take(records: readonly unknown[]): Promise<Taken> {
    const taken: Taken = { added: 0, known: 0, unreadable: 0 };
    const fresh: ProgressEvent[] = [];
    const others: Unknown[] = [];
    const ids = new Set<string>();
    for (const record of records) {
      const reading = readEvent(record);
      if (reading.kind === 'unreadable') {
        taken.unreadable += 1;
        continue;
      }
      const { id } = record as StoredRecord;
      if (known.has(id) || unknown.has(id) || ids.has(id)) taken.known += 1;
      else taken.added += 1;
      ids.add(id);
      if (reading.kind === 'event') fresh.push(reading.event);
      else others.push(record as Unknown);
    }
    for (const record of [...fresh, ...others]) {
      // What is here as it comes need not be written again.
      const own = known.get(record.id) ?? unknown.get(record.id) ?? arrived.get(record.id);
      if (own === undefined || prevailing<StoredRecord>(own, record) !== own) arrived.set(record.id, record);
    }
    hear(fresh, others);
    saving = saving.then(save);
    await settled(longPatienceMs);
    return taken;
  }

  /** Takes in records that need not be saved here. */
  function hear(events: readonly ProgressEvent[], others: readonly Unknown[]) {
    for (const record of others) {
      const own = unknown.get(record.id);
      if (own === undefined) skipped.unknown += 1;
      keepUnknown(own ? prevailing(own, record) : record);
    }
    merge(events);
    tell();
  }

  async function erase(): Promise<boolean> {
    let [done, wanted] = [false, true];
    // In its turn: what is added meanwhile is neither saved before it nor forgotten here alone.
    saving = saving.then(async () => {
      if (!wanted) return;
      try {
        await store.clear();
      } catch (error) {
        fail(error);
        return tell();
      }
      done = true;
      forget();
      journal?.clear();
      status = { kind: 'saved' };
      try {
        channel?.postMessage('erased');
      } catch {
        // The other tabs hear of it when they are opened again.
      }
      tell();
    });
    await settled(longPatienceMs);
    wanted = false;
    return done;
  }

  async function save() {
    if (waiting.size + arrived.size === 0) return;
    if (!loaded) await load();
    if (!loaded) return fail(failure);
    // What is done here goes first: there may be room for it where there is none for a whole log.
    for (const part of [waiting, arrived]) {
      const [batch, era] = [[...part.values()], erasures];
      if (batch.length === 0) continue;
      savingMany = batch.length > manyEvents;
      try {
        await store.add(batch);
      } catch (error) {
        fail(error);
        return tell();
      } finally {
        savingMany = false;
      }
      // Where another tab has erased meanwhile, only the store knows which came first.
      if (era !== erasures) await load();
      else for (const { id } of batch) part.delete(id);
      journal?.drop(batch.map(({ id }) => id));
      try {
        channel?.postMessage(batch.filter(({ id }) => known.has(id) || unknown.has(id)));
      } catch {
        // What is saved is saved: the other tabs read it when they are opened again.
      }
    }
    if (waiting.size + arrived.size === 0) status = { kind: 'saved' };
    tell();
  }

  /**
   * What is being saved, and no longer than the reader can be kept waiting: a browser may leave its
   * store unopened for ever. Once that is known, nobody waits again.
   */
  async function settled(ms = patienceMs): Promise<void> {
    const isKnown = status.kind === 'unsaved' && (status.problem === 'silent' || status.problem === 'slow');
    if (await within(saving, isKnown ? 0 : ms)) return;
    fail(new StoreError(savingMany ? 'slow' : 'silent'));
    tell();
  }

  function appendAll(happenings: readonly NewEvent[], ms = patienceMs): Promise<void> {
    const events: ProgressEvent[] = [];
    for (const { id = newId(), ...happening } of happenings) {
      if (known.has(id) || waiting.has(id)) continue;
      const event = { id, v: 1, at: now().toISOString(), n: nextNumber(), ...happening } as ProgressEvent;
      highest = event.n;
      waiting.set(id, event);
      events.push(event);
    }
    if (events.length === 0) return settled();
    writeDown(events);
    merge(events);
    tell();
    saving = saving.then(save);
    return settled(ms);
  }

  if (channel !== null) {
    channel.onmessage = ({ data }) => {
      if (data === 'erased') {
        // Not the whole journal: another tab may have said something since.
        journal?.drop([...waiting.keys(), ...arrived.keys()]);
        forget();
        return tell();
      }
      const records: unknown[] = Array.isArray(data) ? data : [];
      const readings = records.map((record) => ({ record, ...readEvent(record) }));
      hear(
        readings.flatMap((reading) => (reading.kind === 'event' ? [reading.event] : [])),
        readings.flatMap(({ kind, record }) => (kind === 'unknown' ? [record as Unknown] : [])),
      );
    };
  }

  saving = load();
  await settled();
  recover();

  return {
    get status() {
      return status;
    },
    skipped,
    all: () => log,
    records: () => [...log, ...unknown.values()],
    append: (event) => appendAll([event]),
    appendAll: (events) => appendAll(events, longPatienceMs),
    take,
    erase,
    saveEdit: (lab, handler, { source, migration }) => {
      const last = latestEdit(log, lab, handler);
      if (last?.source === source && last.migration === migration) return settled();
      return appendAll([{ kind: 'edit', lab, handler, source, migration }]);
    },
    loadEdit: (lab, handler) => latestEdit(log, lab, handler),
    resetEdit: (lab, handler) =>
      latestEdit(log, lab, handler) === null ? settled() : appendAll([{ kind: 'reset', lab, handler }]),
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

async function askToKeep(): Promise<boolean | null> {
  try {
    const storage = navigator.storage;
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    return null;
  }
}
