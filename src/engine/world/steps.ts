/**
 * Performs steps and remembers them: what a step does follows from committed contents, from what its
 * transaction has done and seen, and from whether another holds the lock. Only steps that are new are
 * run on the databases, which are brought to the state first: contents are put back as they were when
 * last nobody had a transaction open, and what happened since is run again.
 */
import { EngineError } from '../errors.ts';
import type { TaskId } from '../lab.ts';
import type { Call } from '../ports.ts';
import type { StatementFacts } from '../statement.ts';
import { type Actor, type Performed, perform, type Transaction } from './perform.ts';
import type { World } from './world.ts';

/** Something that happened in the application's database while somebody had a transaction open. */
interface Happening {
  readonly previous: Happening | null;
  readonly task: TaskId;
  /** Null: its transaction was rolled back. */
  readonly call: Call | null;
  readonly facts: StatementFacts | null;
  readonly now: number;
  readonly performed: Performed | null;
}

/** The state of all databases, as far as it is committed, and how to reach the rest. Never mutated. */
export interface Where {
  /** Contents of the application's file, and of the services' files. */
  readonly app: number;
  readonly outside: number;
  /** Contents when last nobody had a transaction open, and what happened since. */
  readonly base: number;
  readonly since: Happening | null;
}

interface Remembered {
  performed: Performed;
  transaction: Transaction | null;
  /** Contents afterwards, where they changed. */
  app: number | null;
  outside: number | null;
}

export interface Participant extends Actor {
  transaction: Transaction | null;
}

export class Steps {
  where: Where;
  /** Steps that were really run on the databases. */
  ran = 0;
  readonly #world: World;
  readonly #participants: readonly Participant[];
  readonly #remember: boolean;
  readonly #start: Where;
  readonly #known = new Map<string, Remembered>();
  readonly #texts = new Map<string, number>();
  readonly #calls = new WeakMap<Call, number>();
  /** Where the databases really are. */
  #real: { base: number; since: Happening | null };
  readonly #actors = new Map<TaskId, Actor>();

  /** @param remember - False runs every step on the databases, as a test of the memory. */
  constructor(world: World, participants: readonly Participant[], remember: boolean) {
    this.#world = world;
    this.#participants = participants;
    this.#remember = remember;
    const [app, outside] = [world.app.number(), world.outside.number()];
    this.#start = { app, outside, base: app, since: null };
    this.where = this.#start;
    this.#real = { base: app, since: null };
  }

  /** Starting rows again. Nobody may have a transaction open. */
  restart(): void {
    this.where = this.#start;
  }

  perform(task: Participant, call: Call, facts: StatementFacts | null, now: number): Performed {
    if (call.kind === 'sleep') return perform(this.#world, task, call, facts, now);
    const key = this.#keyOf(task, call, now);
    let known = this.#remember ? this.#known.get(key) : undefined;
    const isNew = known === undefined;
    if (!known) {
      known = this.#run(task, call, facts, now);
      this.#known.set(key, known);
    }
    this.#apply(task, call, facts, now, known);
    // A service's step has not brought the application's file here.
    if (isNew && call.kind !== 'service') this.#real = { base: this.where.base, since: this.where.since };
    return known.performed;
  }

  /** A task ends inside a transaction. */
  rollBack(task: Participant): void {
    if (!task.transaction) return;
    task.transaction = null;
    this.#happened(this.where.app, { task: task.id, call: null, facts: null, now: 0, performed: null });
  }

  /** Brings the databases to where the schedule is, so that anybody may look at committed rows. */
  arrive(): void {
    if (this.#world.app.number() !== this.where.app) this.#bringApp();
    this.#world.outside.restore(this.where.outside);
  }

  #run(task: Participant, call: Call, facts: StatementFacts | null, now: number): Remembered {
    this.ran += 1;
    if (call.kind === 'service') {
      this.#world.outside.restore(this.where.outside);
      const performed = perform(this.#world, task, call, facts, now);
      const outside = this.#world.outside.number();
      return { performed, transaction: task.transaction, app: null, outside };
    }
    this.#bringApp();
    const actor: Actor = { id: task.id, transaction: task.transaction };
    this.#actors.set(task.id, actor);
    const performed = perform(this.#world, actor, call, facts, now);
    const state = actor.transaction ? this.#nextState(task, actor.transaction, call) : 0;
    const committed = performed.kind === 'answered' && performed.committed;
    return {
      performed,
      transaction: actor.transaction && { ...actor.transaction, state },
      app: committed ? this.#world.app.number() : null,
      outside: null,
    };
  }

  #apply(task: Participant, call: Call, facts: StatementFacts | null, now: number, known: Remembered): void {
    const { performed } = known;
    if (performed.kind !== 'answered') return;
    if (call.kind === 'service') {
      if (known.outside !== null) this.where = { ...this.where, outside: known.outside };
      return;
    }
    const before = task.transaction;
    const { transaction } = known;
    task.transaction = transaction && { ...transaction, stale: before?.stale ?? false };
    if (known.app !== null) {
      for (const other of this.#participants) {
        const open = other.transaction;
        if (other === task || !open || open.snapshot === null || open.stale) continue;
        other.transaction = { ...open, stale: true };
      }
    }
    // A read outside transactions leaves no trace.
    if (!before && !transaction && known.app === null) return;
    this.#happened(known.app ?? this.where.app, { task: task.id, call, facts, now, performed });
  }

  #happened(app: number, what: Omit<Happening, 'previous'>): void {
    const open = this.#participants.some(({ transaction }) => transaction !== null);
    this.where = open
      ? { ...this.where, app, since: { ...what, previous: this.where.since } }
      : { ...this.where, app, base: app, since: null };
  }

  /**
   * Committed and uncommitted rows of the application, and everybody's locks and snapshots.
   *
   * @throws {EngineError} `nondeterministic-step`
   */
  #bringApp(): void {
    const { base, since } = this.where;
    const real = this.#real;
    if (real.base === base && real.since === since) return;
    const missing: Happening[] = [];
    let at = since;
    while (at && !(real.base === base && real.since === at)) {
      missing.push(at);
      at = at.previous;
    }
    if (real.base !== base || real.since !== at) {
      for (const actor of this.#actors.values()) {
        if (actor.transaction) this.#world.session(actor.id).run('ROLLBACK');
        actor.transaction = null;
      }
      this.#world.restoreApp(base);
    }
    for (const happening of missing.reverse()) this.#again(happening);
    this.#real = { base, since };
  }

  #again({ task, call, facts, now, performed }: Happening): void {
    let actor = this.#actors.get(task);
    if (!actor) {
      actor = { id: task, transaction: null };
      this.#actors.set(task, actor);
    }
    if (!call) {
      if (actor.transaction) this.#world.session(task).run('ROLLBACK');
      actor.transaction = null;
      return;
    }
    const again = perform(this.#world, actor, call, facts, now);
    if (JSON.stringify(again) === JSON.stringify(performed)) return;
    const what = facts?.label ?? call.kind.toUpperCase();
    throw new EngineError(
      'nondeterministic-step',
      `The step "${what}" of ${task} did something else when it was run again. SQLite does so only by chance: when the largest rowid is taken and it looks for another, or when its file is full to the last page. Change the statement.`,
    );
  }

  #keyOf(task: Participant, call: Call, now: number): string {
    const number = this.#numberOf(call);
    if (call.kind === 'service') return `${number}s${this.where.outside}@${now}`;
    const locked = this.#participants.some((other) => other !== task && other.transaction?.locks) ? 'l' : '';
    const { transaction } = task;
    if (!transaction) return `${number}${locked}a${this.where.app}`;
    if (transaction.snapshot === null) return `${number}${locked}t${transaction.state}a${this.where.app}`;
    return `${number}${locked}t${transaction.state}${transaction.stale ? 's' : ''}`;
  }

  #nextState(task: Participant, transaction: Transaction, call: Call): number {
    return this.#intern(`${task.transaction?.state ?? ''}>${this.#numberOf(call)}@${transaction.snapshot}`);
  }

  #numberOf(call: Call): number {
    let number = this.#calls.get(call);
    if (number === undefined) {
      const { id: _, ...what } = call;
      number = this.#intern(JSON.stringify('transaction' in what ? { ...what, transaction: 0 } : what));
      this.#calls.set(call, number);
    }
    return number;
  }

  #intern(text: string): number {
    let number = this.#texts.get(text);
    if (number === undefined) {
      number = this.#texts.size + 1;
      this.#texts.set(text, number);
    }
    return number;
  }
}
