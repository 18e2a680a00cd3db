import {
  type EventStore,
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
  name: string | null = null;

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
    for (const record of records) if (!this.records.has(record.id)) this.records.set(record.id, record);
  }

  async clear(): Promise<void> {
    this.#check();
    this.records.clear();
  }

  async origin(suggested: string): Promise<string> {
    this.#check();
    this.name ??= suggested;
    return this.name;
  }

  close(): void {
    this.closed = true;
  }

  #check(): void {
    if (this.problem !== null) throw new StoreError(this.problem);
  }
}
