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

/** What came before the end; `statement` is one that had to be stopped from outside. */
export type LimitName = 'states' | 'steps' | 'statement';

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
}
