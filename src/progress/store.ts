/** Where the log is kept. The browser's is `indexed-db.ts`; tests keep theirs in memory. */
export interface EventStore {
  /** Every record, in no order, readable or not. @throws StoreError */
  all(): Promise<unknown[]>;
  /** Adds what is not there yet. Of two records with one id `prevailing` stays. @throws StoreError */
  add(records: readonly StoredRecord[]): Promise<void>;
  /** Forgets every record. @throws StoreError */
  clear(): Promise<void>;
  close(): void;
}

export interface StoredRecord {
  id: string;
}

/**
 * Which of two records with one id stays: the earlier one, wherever they meet. Two tabs, or two
 * browsers, may say the same thing at other times; a log must not depend on who was heard first.
 */
export function prevailing<Kept extends StoredRecord>(a: Kept, b: Kept): Kept {
  const [first, second] = [rankOf(a), rankOf(b)];
  if (first.n !== second.n) return first.n < second.n ? a : b;
  return first.text <= second.text ? a : b;
}

function rankOf(record: StoredRecord): { n: number; text: string } {
  const { n, at } = record as { n?: unknown; at?: unknown };
  return {
    n: typeof n === 'number' ? n : Number.POSITIVE_INFINITY,
    text: `${String(at)} ${JSON.stringify(record)}`,
  };
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
  slow: 'So much is still being saved. Leave this page open until this line is gone.',
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
