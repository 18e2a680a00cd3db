/**
 * What exploring must find, found without any of the engine's reductions: every schedule is run from
 * its beginning, every step on the databases, and every property is asked in every state. Nothing is
 * remembered, resumed or merged. Slow, and plain enough to be believed.
 */
import { type ExperimentOptions, prepare } from '../../../src/engine/experiment.ts';
import { exhaustive } from '../../../src/engine/explore/exhaustive.ts';
import { runToEnd } from '../../../src/engine/explore/explore.ts';
import { type Findings, judgeEnd } from '../../../src/engine/explore/findings.ts';
import { merged } from '../../../src/engine/explore/merged.ts';
import { replay } from '../../../src/engine/explore/replay.ts';
import type { Lab, PropertyId } from '../../../src/engine/lab.ts';
import { Laboratory, type Tools, type Violations } from '../../../src/engine/laboratory.ts';
import type { Call } from '../../../src/engine/ports.ts';
import {
  type Choice,
  compareSchedules,
  printChoice,
  printSchedule,
  type Schedule,
} from '../../../src/engine/schedule.ts';
import type { StatementFacts } from '../../../src/engine/statement.ts';
import { defaultLimits, type Limits, type PrefixTree } from '../../../src/engine/verdict.ts';
import { type Performed, perform } from '../../../src/engine/world/perform.ts';
import { type Participant, Steps, type Where } from '../../../src/engine/world/steps.ts';
import { quoteName } from '../../../src/engine/world/tables.ts';
import type { World } from '../../../src/engine/world/world.ts';
import { nodeTools } from '../../../src/runner/node-tools.ts';

const tools = await nodeTools();

/** Each step is run where the databases are, and they are put back only between two schedules. */
class PlainSteps extends Steps {
  readonly #databases: World;
  readonly #tasks: readonly Participant[];
  #moments = 1;

  constructor(world: World, tasks: readonly Participant[]) {
    super(world, tasks, false);
    this.#databases = world;
    this.#tasks = tasks;
  }

  override restart(): void {
    for (const { id } of this.#tasks) this.#endTransaction(id);
    this.#databases.restoreApp(0);
    this.#databases.outside.restore(0);
    this.#elsewhere();
  }

  override perform(task: Participant, call: Call, facts: StatementFacts | null, now: number): Performed {
    const performed = perform(this.#databases, task, call, facts, now);
    this.#elsewhere();
    return performed;
  }

  override rollBack(task: Participant): void {
    task.transaction = null;
    this.#endTransaction(task.id);
    this.#elsewhere();
  }

  override arrive(): void {}

  /** No two moments are the same, so that no answer about rows is used twice. */
  #elsewhere(): void {
    this.#moments += 1;
    const where: Where = { app: this.#moments, outside: 0, base: 0, since: null };
    this.where = where;
  }

  #endTransaction(task: string): void {
    try {
      this.#databases.session(task).run('ROLLBACK');
    } catch {
      // There is none.
    }
  }
}

/** What all ways to explore must agree on. */
export interface Found {
  total: bigint;
  broken: bigint;
  /** For each property broken: in how many schedules, and the minimal one. */
  brokenBy: Record<PropertyId, [count: bigint, schedule: string]>;
  seen: string[];
  /** Committed rows of every table and the time, at the ends of schedules. */
  ends: Set<string>;
}

/** One complete schedule, and what it broke. */
export interface Run {
  schedule: Schedule;
  broken: ReadonlySet<PropertyId>;
  /** How often a task that could go on was interrupted. */
  preemptions: number;
}

/** Rows in the order in which a query without ORDER BY meets them, told apart as SQLite does. */
export function rowsOf({ world, execution }: Laboratory): string {
  const tables = [...world.tables.values()].map(({ name, path, columns, rowid }) => {
    const told = columns.map(
      (column) => `typeof(${quoteName(column.name)}) || quote(${quoteName(column.name)})`,
    );
    const rows = world.observe(`SELECT ${[...(rowid ? [rowid] : []), ...told].join(', ')} FROM ${path}`);
    return `${name} ${JSON.stringify(rows)}`;
  });
  return `${tables.join('\n')}\n@${execution.now}`;
}

/**
 * Runs every schedule from its start.
 *
 * @param most - Gives up beyond so many schedules.
 * @param fresh - Every schedule on databases and a handler of its own.
 * @returns null when there are more than `most`.
 */
export function oracle(
  lab: Lab,
  options: ExperimentOptions,
  { most = 400, fresh = false, limits = defaultLimits } = {},
): (Found & { runs: Run[] }) | null {
  const open = () => new Laboratory(prepare(lab, options), plainTools, limits, { remember: false });
  let laboratory = open();
  try {
    const order = Object.keys(laboratory.experiment.tasks);
    const runs: Run[] = [];
    const seen = new Set<string>();
    const ends = new Set<string>();
    /** Choices to make, and how many alternatives each of them has left. */
    const path: { choices: readonly (Choice | null)[]; taken: number }[] = [];
    do {
      if (runs.length >= most) return null;
      if (fresh && runs.length > 0) {
        laboratory.close();
        laboratory = open();
      }
      runs.push(runOnce(laboratory, path, seen, ends));
      for (let last = path.at(-1); last && last.taken + 1 >= last.choices.length; last = path.at(-1))
        path.pop();
      const last = path.at(-1);
      if (last) last.taken += 1;
    } while (path.length > 0);
    return { ...summed(runs, order), seen: [...seen].sort(), ends, runs };
  } finally {
    laboratory.close();
  }
}

type Sums = Pick<Found, 'total' | 'broken' | 'brokenBy'>;

/** @param order - The tasks, in the lab's order. */
function summed(runs: readonly Run[], order: string[]): Sums {
  const ids = new Set(runs.flatMap(({ broken }) => [...broken]));
  const brokenBy: Found['brokenBy'] = {};
  for (const id of [...ids].sort()) {
    const those = runs.filter(({ broken }) => broken.has(id)).map(({ schedule }) => schedule);
    const first = those.reduce((best, other) => (compareSchedules(other, best, order) < 0 ? other : best));
    brokenBy[id] = [BigInt(those.length), printSchedule(first)];
  }
  const broken = runs.filter((run) => run.broken.size > 0);
  return { total: BigInt(runs.length), broken: BigInt(broken.length), brokenBy };
}

const plainTools: Tools = { ...tools, makeSteps: (world, tasks) => new PlainSteps(world, tasks) };

function runOnce(
  laboratory: Laboratory,
  path: { choices: readonly (Choice | null)[]; taken: number }[],
  seen: Set<string>,
  ends: Set<string>,
): Run {
  const { execution, properties, world } = laboratory;
  const broken = (when: string) => {
    world.writeRecord(execution.record());
    return properties.flatMap(([id, property]) =>
      property.always !== undefined && property.when === when && world.observe(property.always).length > 0
        ? [id]
        : [],
    );
  };
  execution.restart();
  const states: PropertyId[][] = [broken('every-state')];
  const schedule: Schedule = [];
  let preemptions = 0;
  let last: string | null = null;
  /** States from which a fault took back an answer: nobody has seen them. */
  const unseen = new Set<number>();
  for (let depth = 0; ; depth += 1) {
    const known = path[depth];
    const choices = known?.choices ?? execution.choices();
    if (choices.length === 0) break;
    if (!known) path.push({ choices, taken: 0 });
    const choice = choices[path[depth]?.taken ?? 0] ?? null;
    if (execution.retracts(choice)) unseen.add(depth);
    if (choice?.kind === 'step') {
      const goesOn = choices.some((other) => other?.kind === 'step' && other.task === last);
      if (goesOn && choice.task !== last) preemptions += 1;
      last = choice.task;
    }
    if (choice) {
      schedule.push(choice);
      execution.choose(choice, schedule.length, printSchedule(schedule));
    } else execution.letBe();
    states.push(broken('every-state'));
  }
  const found = new Set([
    ...states.flatMap((ids, at) => (unseen.has(at) ? [] : ids)),
    ...broken('at-end'),
    ...execution.brokenByEngine,
  ]);
  for (const [id, { sometimes }] of properties)
    if (sometimes !== undefined && world.observe(sometimes).length > 0) seen.add(id);
  ends.add(rowsOf(laboratory));
  return { schedule, broken: found, preemptions };
}

/* ---------- the same from the engine's own strategies ---------- */

function sumsOf({ total, broken, brokenBy }: Findings): Sums {
  const those = [...brokenBy].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    total,
    broken,
    brokenBy: Object.fromEntries(
      those.map(([id, { count, schedule }]) => [id, [count, printSchedule(schedule)]]),
    ),
  };
}

/** Collects rows where a strategy judges the end of a schedule. */
function watchEnds(laboratory: Laboratory): Set<string> {
  const ends = new Set<string>();
  const violated = laboratory.violated.bind(laboratory);
  laboratory.violated = (when, known) => {
    if (when === 'at-end') {
      laboratory.execution.steps.arrive();
      ends.add(rowsOf(laboratory));
    }
    return violated(when, known);
  };
  return ends;
}

/** @returns null when a limit came first. */
export function explored(
  laboratory: Laboratory,
  strategy: 'tree' | 'graph',
  limits: Limits,
): (Found & { tree: PrefixTree | null }) | null {
  const { violated } = laboratory;
  const ends = watchEnds(laboratory);
  try {
    const search = strategy === 'tree' ? exhaustive(laboratory, limits) : merged(laboratory, limits);
    const findings = runToEnd<Findings | null>(search);
    if (!findings || findings.limit !== null) return null;
    return { ...sumsOf(findings), seen: [...findings.seen].sort(), ends, tree: findings.tree };
  } finally {
    laboratory.violated = violated;
  }
}

/** A text that tells bigints too. */
export const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : (each as unknown)));

/** What a bounded search finds, where that is not what the oracle's runs within the bound say. */
export function wrongBounds(laboratory: Laboratory, limits: Limits, runs: readonly Run[]): string[] {
  const order = [...laboratory.execution.tasks.keys()];
  return [0, 1].flatMap((most) => {
    // States are told apart by who moved last, too: there may be more of them than without a bound.
    const findings = runToEnd(merged(laboratory, { ...limits, states: defaultLimits.states }, most));
    const within = runs.filter(({ preemptions }) => preemptions <= most);
    const limit = within.length < runs.length ? 'preemptions' : null;
    const [own, right] = [textOf([findings.limit, sumsOf(findings)]), textOf([limit, summed(within, order)])];
    return own === right ? [] : [`at most ${most} preemptions: ${own}\n  instead of ${right}`];
  });
}

/** Prefixes whose numbers are not those of the runs that begin so. */
export function wrongPrefixes(tree: PrefixTree | null, runs: readonly Run[]): string[] {
  if (!tree) return ['there is no tree of prefixes'];
  const words = runs.map(({ schedule, broken }) => ({ words: schedule.map(printChoice), broken }));
  const check = (node: PrefixTree, way: string[]): string[] => {
    const those = words.filter((run) => way.every((word, at) => run.words[at] === word));
    const broken = those.filter((run) => run.broken.size > 0).length;
    const next = new Set(those.flatMap((run) => run.words[way.length] ?? []));
    const own = textOf([
      node.total,
      node.broken,
      node.cut ? [] : node.children.map(({ choice }) => choice).sort(),
    ]);
    const right = textOf([those.length, broken, node.cut ? [] : [...next].sort()]);
    const wrong = own === right ? [] : [`prefix "${way.join(' ')}": ${own} instead of ${right}`];
    return [...wrong, ...node.children.flatMap((child) => check(child, [...way, child.choice ?? '']))];
  };
  return check(tree, []);
}

/**
 * Looks for two states that have one key and different futures: other choices, other violations on the
 * way, or other ends. More can go wrong in a future than counts tell.
 *
 * @returns the first pair that it finds, as the ways to them, or null.
 */
export function unequalFutures(laboratory: Laboratory): [string, string] | null {
  const { execution } = laboratory;
  /** Futures by number. */
  const futures = new Map<string, number>();
  const known = new Map<string, { future: number; way: string }>();
  const way: Schedule = [];
  let pair: [string, string] | null = null;
  const follow = (violations: Violations): number => {
    const named = (ids: ReadonlySet<PropertyId>) => [...ids].sort().join();
    const before = execution.canRetract ? named(violations.before) : '';
    const key = `${execution.key()}#${named(violations.now)}#${before}`;
    const choices = execution.choices();
    const saved = execution.save();
    let future: string;
    if (choices.length === 0) {
      const seen = new Set<PropertyId>();
      future = `ends ${named(judgeEnd(laboratory, violations.now, seen))} having seen ${named(seen)}`;
    } else {
      future = choices
        .map((choice) => {
          execution.load(saved);
          if (choice) way.push(choice);
          const next = follow(laboratory.advance(choice, violations));
          if (choice) way.pop();
          return `${choice ? printChoice(choice) : '-'} ${next}`;
        })
        .join('; ');
    }
    const number = futures.get(future) ?? futures.size;
    futures.set(future, number);
    const twin = known.get(key);
    if (!twin) known.set(key, { future: number, way: printSchedule(way) });
    else if (twin.future !== number) pair ??= [twin.way, printSchedule(way)];
    return number;
  };
  execution.restart();
  follow(laboratory.begin());
  return pair;
}

/** Replays every schedule of a list. @returns those whose replay breaks something else, or cannot be made. */
export function unfaithful(laboratory: Laboratory, runs: readonly Run[]): string[] {
  return runs.flatMap(({ schedule, broken }) => {
    const text = printSchedule(schedule);
    try {
      const { moments, complete } = replay(laboratory, text);
      const told = [...(moments.at(-1)?.broken ?? [])].sort().join();
      const known = [...broken].sort().join();
      if (!complete) return [`${text}: not complete`];
      return told === known ? [] : [`${text}: the replay breaks ${told}, the schedule ${known}`];
    } catch (error) {
      return [`${text}: ${String(error)}`];
    }
  });
}
