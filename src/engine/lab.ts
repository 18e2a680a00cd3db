import type { OutcomeKind } from './outcomes.ts';

/** A task's name in schedules, `w1`, `w2`, …; the interface says "worker". */
export type TaskId = string;
export type PropertyId = string;

/** What an HTTP client sends. The body crosses the wire as JSON text unless it is a string already. */
export interface RequestSpec {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** One sequential flow: a request attempt, a delivery, a consumer. */
export interface TaskSpec {
  /** The function the handler file must export. */
  entry: 'handle' | 'consume' | 'run';
  /** What `handle` receives. */
  request?: RequestSpec;
  /** What `consume` receives. */
  message?: unknown;
  /** What the interface calls this worker: "request", "retry". */
  says?: string;
  /** The task starts only when these have finished. */
  after: TaskId[];
  /** How often its client asks again. */
  retries?: { attempts: number; when: Retry['when'] };
  /** It is a retry of another task, `w1.2` of `w1`. */
  retry?: Retry;
}

/** A client asks again: while the first attempt may still be running, or once it has failed or fallen silent. */
export interface Retry {
  of: TaskId;
  when: 'concurrently' | 'after-failure';
}

/** Faults are choices, spent from a budget that the scenario states. */
export const faultKinds = [
  'crash',
  'loseRequest',
  'loseResponse',
  'timeout',
  'redeliver',
  'reorder',
  'clockJump',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** How often each kind of fault may strike. */
export type FaultBudget = Partial<Record<FaultKind, number>>;

/** Whether tasks share module variables: each task its own server process, or all in one. */
export type ProcessModel = 'own' | 'shared';

export interface Scenario {
  says?: string;
  tasks: Record<TaskId, TaskSpec>;
  /** Whether the last task may be cloned to make more workers. */
  scalable: boolean;
  faults: FaultBudget;
  process?: ProcessModel;
}

/** The verdict an author promises for one scenario. */
export type ExpectedVerdict =
  | { kind: 'holds' }
  | { kind: 'broken'; property: PropertyId }
  | { kind: 'vacuous'; property: PropertyId };

export interface Variant {
  /** Text of `handlers/<name>.ts`: exactly what the page shows. */
  source: string;
  /** Text of `handlers/<name>.sql`, run after `app.sql`; empty when there is none. */
  migration: string;
  expect: Record<string, ExpectedVerdict>;
  /** One line for a reader who chooses between variants. */
  says?: string;
}

/** An invariant (`always`) or a witness (`sometimes`); both are SQL that the learner can read. */
export type Property = {
  says: string;
  /** What to say when it breaks: "order-9 was charged twice". */
  whenBroken?: string;
  /** Scenarios it applies to; all when absent. */
  scenarios?: string[];
} & (
  | { always: string; when: 'every-state' | 'at-end'; witness?: PropertyId; sometimes?: undefined }
  | { sometimes: string; always?: undefined }
);

/** A number drawn under the lanes: how often the effect has happened. */
export interface Track {
  says: string;
  /** One row, one whole number. */
  level: string;
  /** The largest level that is no harm. */
  limit: number;
  /** One row, one value: shown at the end of the track. */
  total: string;
  unit: string;
}

/** A lab as data. Nothing in the engine knows any lab by name. */
export interface Lab {
  id: string;
  title: string;
  lesson: string;
  story: string;
  /** What the reader is asked to achieve. */
  task?: string;
  process: ProcessModel;
  scenarios: Record<string, Scenario>;
  variants: Record<string, Variant>;
  properties: Record<PropertyId, Property>;
  /** Tables shown to the learner, in this order. */
  watch: string[];
  track?: Track;
  /** Text of `app.sql`: the common schema and starting rows. */
  schema: string;
  /** Names and amounts that an instructor's seed may substitute. */
  vary: Record<string, (string | number)[]>;
}

/** A handler under test: one of the lab's variants, or somebody's own text. */
export interface Handler {
  name: string;
  /** File name in traces and messages. */
  file: string;
  source: string;
  migration: string;
}

/** One lab, one scenario, one handler: what is explored or replayed. */
export interface Experiment {
  lab: Lab;
  scenario: string;
  handler: Handler;
  /** The scenario's tasks, clones included, in the lab's order. */
  tasks: Record<TaskId, TaskSpec>;
  faults: FaultBudget;
  process: ProcessModel;
  /** Drives UUIDs and random numbers; never test data. */
  seed: number;
}

/** How one task ended, as `world.outcome` and the trace record it. */
export interface TaskOutcome {
  kind: OutcomeKind;
  /** HTTP status the caller received, if any. */
  status: number | null;
  body: string | null;
  /** One sentence for the learner; empty when the kind says it all. */
  detail: string;
  line: number | null;
  column: number | null;
}
