import {
  type EventStore,
  prevailing,
  type StoredRecord,
  StoreError,
  type StoreProblem,
} from '../../../src/progress/store.ts';

/** The store of the tests: a map, and a switch for each thing that may go wrong. */
export class MemoryStore implements EventStore {
  readonly records = new Map<string, unknown>();
  /** What the next calls meet; null when all is well. */
  problem: StoreProblem | null = null;
  /** Resolved before a read is answered. */
  slow: Promise<void> = Promise.resolve();
  batches: string[][] = [];
  closed = false;

  constructor(records: StoredRecord[] = []) {
    for (const record of records) this.records.set(record.id, record);
  }

  async all(): Promise<unknown[]> {
    await this.slow;
    this.#check();
    return [...this.records.values()];
  }

  async add(records: readonly StoredRecord[]): Promise<void> {
    await Promise.resolve();
    this.#check();
    this.batches.push(records.map(({ id }) => id));
    for (const record of records) {
      const known = this.records.get(record.id) as StoredRecord | undefined;
      this.records.set(record.id, known ? prevailing(known, record) : record);
    }
  }

  async clear(): Promise<void> {
    this.#check();
    this.records.clear();
  }

  close(): void {
    this.closed = true;
  }

  #check(): void {
    if (this.problem !== null) throw new StoreError(this.problem);
  }
}
