/**
 * The log in IndexedDB. New events are records of their own, keyed by their ids; once there are many,
 * they are packed as text, a thousand to a record, since reading records one by one takes a browser
 * twenty times as long. An event may stand in both stores for a while: whoever reads takes it once.
 */
import { type IDBPDatabase, openDB } from 'idb';
import { type EventStore, prevailing, type StoredRecord, StoreError, type StoreProblem } from './store.ts';

export const databaseName = 'effectively-once';
export const storeName = 'events';
/** From here on it is quicker to ask for all keys than for each. */
const manyRecords = 200;
const packsName = 'packs';
/** 1: events. 2: packs of them. */
const version = 2;
/** So many loose events are packed, so many to a record. */
const manyLoose = 2_000;
const packSize = 1_000;

export function indexedDbStore(): EventStore {
  let opening: Promise<IDBPDatabase> | null = null;

  function connect(): Promise<IDBPDatabase> {
    opening ??= open(() => {
      opening = null;
    });
    return opening;
  }

  /**
   * Browsers drop the connections of background tabs, and a newer tab may ask us to close. Either
   * way the next use meets a closed connection: open another and try once more.
   */
  async function use<Result>(work: (db: IDBPDatabase) => Promise<Result>): Promise<Result> {
    try {
      return await work(await connect());
    } catch (error) {
      if (!isClosed(error)) throw asStoreError(error);
      opening = null;
    }
    try {
      return await work(await connect());
    } catch (error) {
      throw asStoreError(error);
    }
  }

  return {
    all: () => use(readAll),
    add: (records) =>
      use(async (db) => {
        // One transaction for the look and the write, or two tabs would both find the id missing.
        const transaction = db.transaction(storeName, 'readwrite');
        const there = records.length > manyRecords ? new Set(await transaction.store.getAllKeys()) : null;
        const writes = records.map(async (record) => {
          const isNew = there !== null && !there.has(record.id);
          const known: StoredRecord | undefined = isNew ? undefined : await transaction.store.get(record.id);
          if (known === undefined || prevailing(known, record) !== known) await transaction.store.put(record);
        });
        // Quota is reported by the transaction, not by the put, which may have succeeded by then.
        const ends = await Promise.allSettled([transaction.done, ...writes]);
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
      }),
    clear: () =>
      use(async (db) => {
        const transaction = db.transaction([storeName, packsName], 'readwrite');
        await Promise.all([
          transaction.objectStore(storeName).clear(),
          transaction.objectStore(packsName).clear(),
          transaction.done,
        ]);
      }),
    close: () => {
      opening?.then((db) => db.close()).catch(() => undefined);
      opening = null;
    },
  };
}

/**
 * Every record, loose and of the packs, in this order: what another tab packs in between is then read
 * twice, and not missed. Null is no event: it counts as one that nobody can read.
 */
async function readAll(db: IDBPDatabase): Promise<unknown[]> {
  const loose = await readStore(db, storeName);
  const packs = await readStore(db, packsName);
  // Not waited for: the page goes on while the store tidies up.
  if (loose.length > manyLoose) pack(db).catch(() => undefined);
  return [...packs.flatMap(unpacked), ...loose];
}

/** A damaged file may hold records that cannot be read, and with one of them none can be read at once. */
async function readStore(db: IDBPDatabase, name: string): Promise<unknown[]> {
  try {
    return await db.getAll(name);
  } catch (error) {
    if (isClosed(error)) throw error;
  }
  const keys = await db.getAllKeys(name);
  return Promise.all(keys.map((key) => db.get(name, key).catch(() => null)));
}

function unpacked(pack: unknown): unknown[] {
  try {
    const records: unknown = JSON.parse(String(pack));
    return Array.isArray(records) ? records : [null];
  } catch {
    return [null];
  }
}

/** One transaction moves the loose events, so that no tab ever sees them gone. */
async function pack(db: IDBPDatabase): Promise<void> {
  const transaction = db.transaction([storeName, packsName], 'readwrite');
  const [loose, packs] = [transaction.objectStore(storeName), transaction.objectStore(packsName)];
  const records = await loose.getAll();
  // Another tab may have been first. What is left over stays loose until there is enough of it.
  const whole = records.length - (records.length % packSize);
  // To empty the store and put back what is left over is much quicker than to delete each.
  const writes: Promise<unknown>[] = [loose.clear()];
  for (let at = 0; at < whole; at += packSize)
    writes.push(packs.add(JSON.stringify(records.slice(at, at + packSize))));
  for (const record of records.slice(whole)) writes.push(loose.put(record));
  await Promise.all([...writes, transaction.done]);
}

function open(onClosed: () => void): Promise<IDBPDatabase> {
  if (typeof indexedDB === 'undefined' || indexedDB === null) {
    return Promise.reject(new StoreError('missing'));
  }
  return new Promise((resolve, reject) => {
    let givenUp = false;
    const opened = openDB(databaseName, version, {
      upgrade(db, before) {
        if (before < 1) db.createObjectStore(storeName, { keyPath: 'id' });
        if (before < 2) db.createObjectStore(packsName, { autoIncrement: true });
      },
      blocked() {
        givenUp = true;
        onClosed();
        reject(new StoreError('blocked'));
      },
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase | null)?.close();
        onClosed();
      },
      terminated: onClosed,
    });
    opened.then(
      // Once reported as blocked it is nobody's; left open, it would block others.
      (db) => (givenUp ? db.close() : resolve(db)),
      (error: unknown) => {
        onClosed();
        reject(asStoreError(error));
      },
    );
  });
}

/** Safari says UnknownError where the others say InvalidStateError. */
function isClosed(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name);
}

const problemOf: Record<string, StoreProblem> = {
  QuotaExceededError: 'full',
  VersionError: 'newer',
  SecurityError: 'refused',
  InvalidStateError: 'refused',
  NotFoundError: 'newer',
};

function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return new StoreError(problemOf[name] ?? 'failed', error);
}
