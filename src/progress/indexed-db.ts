/** The log in IndexedDB: one database, one store, keyed by the events' ids. */
import { type IDBPDatabase, openDB } from 'idb';
import { type EventStore, prevailing, type StoredRecord, StoreError, type StoreProblem } from './store.ts';

export const databaseName = 'effectively-once';
export const storeName = 'events';
/** From here on it is quicker to ask for all keys than for each. */
const manyRecords = 200;
const version = 1;

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
    clear: () => use((db) => db.clear(storeName)),
    close: () => {
      opening?.then((db) => db.close()).catch(() => undefined);
      opening = null;
    },
  };
}

/** A damaged file may hold records that cannot be read, and with one of them none can be read at once. */
async function readAll(db: IDBPDatabase): Promise<unknown[]> {
  try {
    return await db.getAll(storeName);
  } catch (error) {
    if (isClosed(error)) throw error;
  }
  const keys = await db.getAllKeys(storeName);
  // Null is no event: it counts as one that nobody can read.
  return Promise.all(keys.map((key) => db.get(storeName, key).catch(() => null)));
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
