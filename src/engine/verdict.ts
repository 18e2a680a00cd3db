/** What exploring found. A union, never a boolean: "gave up" is not "holds". */
import type { PropertyId, TaskOutcome } from './lab.ts';

/** Exact; a decimal string above 2^53 − 1. */
export type Count = number | string;

/** Bounds of an exploration. Counts, never milliseconds: a verdict must not depend on the machine. */
export interface Limits {
  /** Schedules that are run one by one; where there are more, equal states are merged. */
  schedules: number;
  /** States to visit when they are merged. */
  states: number;
  /** Steps to run, all together. */
  steps: number;
  /** Steps of one task while others can move, and again as many alone. */
  stepsPerTask: number;
}

/**
 * What came before the end. `statement` is one that had to be stopped from outside; `preemptions` and
 * `sample` are the bounds of strategies that do not look at every schedule.
 */
export type LimitName = 'states' | 'steps' | 'statement' | 'preemptions' | 'sample';

/** How to look for a counterexample. */
export type Strategy =
  /** Every schedule: one by one where there are few, else with equal states merged. */
  | { kind: 'exhaustive' }
  /** Every schedule, one by one. */
  | { kind: 'unreduced' }
  /** Every schedule, with equal states merged. */
  | { kind: 'reduced' }
  /** Schedules in which a task that could go on is interrupted at most so often. */
  | { kind: 'preemptions'; most: number }
  /** So many schedules by chance. */
  | { kind: 'random'; schedules: number; seed: number };

export const defaultLimits: Limits = {
  schedules: 2_000,
  states: 200_000,
  steps: 2_000_000,
  stepsPerTask: 60,
};

/** The `counterexample` is the minimal one: fewest faults, then switches of task, then steps. */
export type PropertyVerdict =
  | { kind: 'holds' }
  | { kind: 'broken'; broken: Count | null; schedule: string; end: TaskOutcome | null }
  | { kind: 'vacuous'; unseen: PropertyId }
  | { kind: 'inconclusive'; limit: LimitName };

export type Verdict =
  | { kind: 'holds' }
  | { kind: 'broken'; property: PropertyId }
  | { kind: 'vacuous'; property: PropertyId }
  | { kind: 'inconclusive'; limit: LimitName };

export interface CounterexampleStep {
  task: string;
  label: string;
  line: number | null;
  column: number | null;
  result: string;
}

export interface Counterexample {
  schedule: string;
  steps: CounterexampleStep[];
}

/** One cell of the map of every schedule. */
export interface ScheduleOutcome {
  schedule: string;
  /** Properties that it breaks; empty when it holds. */
  broken: PropertyId[];
}

/** The beginnings of all schedules, with the number of schedules that begin so. */
export interface PrefixTree {
  /** As printed in a schedule; null for the root. */
  choice: string | null;
  total: Count;
  broken: Count;
  children: PrefixTree[];
  /** It goes on, but what follows is not listed. */
  cut: boolean;
}

export interface Exploration {
  lab: string;
  handler: string;
  scenario: string;
  verdict: Verdict;
  /** The lab's properties in its order, then those of the engine's that broke. */
  properties: Record<PropertyId, PropertyVerdict>;
  schedules: { total: Count | null; broken: Count | null; run: number };
  /** States visited: nodes of the tree of schedules, or of the graph of merged states. */
  states: number;
  /** Steps that were executed, repetitions included. */
  steps: number;
  counterexample: Counterexample | null;
  /** Every schedule, depth first in the order of tasks, or null when there are more than were run one by one. */
  map: ScheduleOutcome[] | null;
  /** Instead of the map, where there are more. */
  tree: PrefixTree | null;
}
