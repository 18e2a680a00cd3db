/**
 * What is said but not yet saved. The store of the log is asynchronous, and a page that is left aborts
 * what it had not finished; this one is synchronous, so an answer is safe with the key that gave it.
 * An entry goes once the log has its event, and one that was left behind is taken in by the next page.
 */
import type { StoredRecord } from './store.ts';

export interface Journal {
  /** What was left behind, by this page or another: records by their ids, or null for what cannot be read. */
  all(): Map<string, unknown>;
  put(records: readonly StoredRecord[]): void;
  drop(ids: Iterable<string>): void;
  clear(): void;
}

const prefix = 'effectively-once:said:';

/**
 * The journal in `localStorage`, an entry an event, so that no tab rewrites another's. Where there is
 * none, or no room in it, nothing is written down: the log says itself when it cannot save.
 *
 * @param store - Null where there is none.
 */
export function localJournal(store: Storage | null = browserStore()): Journal {
  function ids(): string[] {
    const keys = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '');
    return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  }
  return {
    all: () =>
      attempt(() => new Map(ids().map((id) => [id, parsed(store?.getItem(prefix + id) ?? 'null')]))) ??
      new Map(),
    put: (records) => {
      for (const record of records) attempt(() => store?.setItem(prefix + record.id, JSON.stringify(record)));
    },
    drop: (dropped) =>
      attempt(() => {
        for (const id of dropped) store?.removeItem(prefix + id);
      }),
    clear: () =>
      attempt(() => {
        for (const id of ids()) store?.removeItem(prefix + id);
      }),
  };
}

/** @returns null when a browser refuses */
function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function browserStore(): Storage | null {
  return attempt(() => globalThis.localStorage ?? null);
}

function parsed(text: string): unknown {
  return attempt(() => JSON.parse(text));
}
