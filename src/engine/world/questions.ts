/** Queries about committed rows, each asked once for the same contents. */
import type { Call, SqlValue } from '../ports.ts';
import { services } from './services/index.ts';
import { nextAnswer, nextVisible } from './services/queue.ts';
import type { Steps } from './steps.ts';
import type { Record, World } from './world.ts';

/** Whether a query can see what the engine records beside rows. */
const mentionsRecord = (query: string) => /\b(world|response|outcome|fault|clock)\b/i.test(query);

/** What `world` shall say, and a text that names it. */
interface Told {
  record: () => Record;
  name: () => string;
}

export class Questions {
  readonly #world: World;
  readonly #steps: Steps;
  readonly #deadlines: string | undefined;
  readonly #told: Told;
  readonly #answers = new Map<string, boolean>();
  readonly #lists = new Map<string, number[]>();
  readonly #mention = new Map<string, boolean>();

  /** @param deadlines - The application's own. */
  constructor(world: World, steps: Steps, deadlines: string | undefined, told: Told) {
    this.#world = world;
    this.#steps = steps;
    this.#deadlines = deadlines;
    this.#told = told;
  }

  /** Whether a property's query returns a row. @throws {EngineError} `bad-property` */
  returnsRows(query: string): boolean {
    const key = `${this.#where(query)}|${query}`;
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      this.#arrive(query);
      answer = this.#world.returnsRows(query);
      this.#answers.set(key, answer);
    }
    return answer;
  }

  /** Instants at which something of the application or of a service expires, in ascending order. */
  deadlines(): readonly number[] {
    const queries = this.#world.services.flatMap((name) => services[name].deadlines ?? []);
    return this.#numbers([...(this.#deadlines === undefined ? [] : [this.#deadlines]), ...queries], []);
  }

  /** From when on a queue has a message for a consumer; null when it has none. */
  deliversAt(queue: string): number | null {
    return this.#numbers([nextVisible], [queue])[0] ?? null;
  }

  /** From when on a call is answered, which may have to wait for a message. */
  answersAt({ service, operation, args }: Call & { kind: 'service' }): number {
    if (service !== 'queue' || operation !== 'receive') return 0;
    const [queue] = JSON.parse(args) as unknown[];
    return typeof queue === 'string' ? (this.#numbers([nextAnswer], [queue])[0] ?? 0) : 0;
  }

  /** The numbers in the first column of these queries, in ascending order. */
  #numbers(queries: readonly string[], params: readonly SqlValue[]): readonly number[] {
    const text = queries.join('|');
    const key = `${this.#where(text)}|${params.join()}|${text}`;
    let list = this.#lists.get(key);
    if (list === undefined) {
      this.#arrive(text);
      list = queries
        .flatMap((query) => this.#world.observe(query, params))
        .flatMap(([value]) => (typeof value === 'number' ? [value] : []))
        .sort((a, b) => a - b);
      this.#lists.set(key, list);
    }
    return list;
  }

  /** Names all that a query can see. */
  #where(query: string): string {
    const { app, outside } = this.#steps.where;
    return `${app},${outside},${this.#mentions(query) ? this.#told.name() : ''}`;
  }

  /** Brings all that a query can see to where the schedule is. */
  #arrive(query: string): void {
    this.#steps.arrive();
    if (this.#mentions(query)) this.#world.writeRecord(this.#told.record());
  }

  #mentions(query: string): boolean {
    let mentions = this.#mention.get(query);
    if (mentions === undefined) {
      mentions = mentionsRecord(query);
      this.#mention.set(query, mentions);
    }
    return mentions;
  }
}
