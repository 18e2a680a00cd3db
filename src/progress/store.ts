/** Where the log is kept. The browser's is `indexed-db.ts`; tests keep theirs in memory. */
export interface EventStore {
  /** Every record, in no order, readable or not. @throws StoreError */
  all(): Promise<unknown[]>;
  /** Adds what is not there yet; an id that is there already is left as it is. @throws StoreError */
  add(records: readonly StoredRecord[]): Promise<void>;
  /** Forgets every record. @throws StoreError */
  clear(): Promise<void>;
  /** Names this store, for ever: two tabs get the same name, two browsers never do. @throws StoreError */
  origin(suggested: string): Promise<string>;
  close(): void;
}

export interface StoredRecord {
  id: string;
}

export const storeProblems = {
  missing: 'This browser offers no storage here, so your progress lasts until you close the page.',
  refused:
    'This browser refuses storage to this page, so your progress lasts until you close it. Private windows and blocked cookies do that.',
  blocked:
    'Another tab holds the store of your progress. Close the other tabs of this site; until then your progress is kept on this page alone.',
  newer:
    'A newer version of this site has stored your progress. Reload the page; until then new progress is kept on this page alone.',
  full: 'The disk space of this browser is used up, so your latest progress is kept on this page alone. Free some space and go on: it will be saved then.',
  silent:
    'The store of your progress does not answer. What you do is kept on this page and saved as soon as it does.',
  failed:
    'Your latest progress could not be saved. It is kept on this page, and saving is tried again with your next step.',
} as const;
export type StoreProblem = keyof typeof storeProblems;

/** Why the store could not do it. */
export class StoreError extends Error {
  readonly problem: StoreProblem;
  constructor(problem: StoreProblem, cause?: unknown) {
    super(storeProblems[problem], { cause });
    this.name = 'StoreError';
    this.problem = problem;
  }
}
