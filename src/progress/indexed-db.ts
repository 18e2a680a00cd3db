/** The log in IndexedDB: one database, one store, keyed by the events' ids. */
import { type IDBPDatabase, openDB } from 'idb';
import { type EventStore, StoreError, type StoreProblem } from './store.ts';

export const databaseName = 'effectively-once';
export const storeName = 'events';
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
    all: () => use((db) => db.getAll(storeName)),
    add: (records) =>
      use(async (db) => {
        // One transaction for the look and the write, or two tabs would both find the id missing.
        const transaction = db.transaction(storeName, 'readwrite');
        const writes = records.map(async (record) => {
          if ((await transaction.store.getKey(record.id)) === undefined) {
            await transaction.store.put(record);
          }
        });
        // Quota is reported by the transaction, not by the put, which may have succeeded by then.
        const ends = await Promise.allSettled([transaction.done, ...writes]);
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed) throw failed.reason;
      }),
    close: () => {
      opening?.then((db) => db.close()).catch(() => undefined);
      opening = null;
    },
  };
}

function open(onClosed: () => void): Promise<IDBPDatabase> {
  if (typeof indexedDB === 'undefined' || indexedDB === null) {
    return Promise.reject(new StoreError('missing'));
  }
  return new Promise((resolve, reject) => {
    let givenUp = false;
    const opened = openDB(databaseName, version, {
      upgrade(db) {
        db.createObjectStore(storeName, { keyPath: 'id' });
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
