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
  /** Instead of `body`: bytes that need not be text, in base64. */
  bodyBase64?: string;
  /** Signed as it leaves, with the time of that moment. A header that is written out here comes before it. */
  sign?: SigningSpec;
}

/** How a webhook's sender signs. Each scheme is its publisher's. */
export interface SigningSpec {
  scheme: 'standard-webhooks' | 'stripe' | 'github';
  /** As the scheme writes it: `whsec_` and base64, or any text. */
  secret: string;
  /** The message id, which Standard Webhooks signs too. */
  id?: string;
  /** How old the signature is when it arrives, in seconds. */
  ageSeconds?: number;
}

/** The outside world that a lab may use: each has a database of its own. */
export const serviceNames = ['payments', 'email', 'llm', 'queue', 'redis'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** One sequential flow: a request attempt, a delivery, a consumer. */
export interface TaskSpec {
  /** The function the handler file must export. */
  entry: 'handle' | 'consume' | 'run';
  /** What `handle` receives. */
  request?: RequestSpec;
  /** What `consume` receives. */
  message?: unknown;
  /** The queue from which `consume` is handed the next message that is visible. */
  from?: string;
  /** Tasks of one sender start in their order, unless a `reorder` is spent. */
  sender?: string;
  /** How `redeliver` delivers it again. */
  redelivery?: Redelivery;
  /** What the interface calls this worker: "request", "retry". */
  says?: string;
  /** The task starts only when these have finished. */
  after: TaskId[];
  /** How often its client asks again. */
  retries?: { attempts: number; when: Retry['when'] };
  /** It is a retry of another task, `w1.2` of `w1`. */
  retry?: Retry;
  /** It is another delivery of a task's message, which starts only when `redeliver` strikes that task. */
  redelivered?: { of: TaskId; when: Redelivery['when'] };
}

/** The sender delivers again: while the first delivery may be at work, or once it has failed or ended. */
export interface Redelivery {
  when: 'concurrently' | 'after-end';
  /** What differs from the first delivery, such as a new message id; nothing when absent. */
  headers?: Record<string, string>;
  message?: unknown;
  sign?: Partial<SigningSpec>;
}

/**
 * A client asks again: while the first attempt may still be running; once it has failed or fallen
 * silent; or, as senders of webhooks do, once it has heard anything but a 2xx.
 */
export interface Retry {
  of: TaskId;
  when: 'concurrently' | 'after-failure' | 'unless-2xx';
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

/** The lab's clock. */
export interface ClockSpec {
  /** Milliseconds since 1970 at the first step. */
  start: number;
  /** By how many milliseconds a `clockJump` may move it, besides to the next deadline. */
  jumps: number[];
  /** Instants of the application at which something expires: one column of milliseconds. */
  deadlines?: string;
}

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
  /** Ways to spoil it, each with the property that it then breaks. */
  mutants: Mutant[];
}

/** A handler that holds, less one line of its repair. */
export interface Mutant {
  /** Text that occurs once in the handler, or in its migration. */
  change: string;
  to: string;
  scenario: string;
  breaks: PropertyId;
}

/** A public report of the bug that a lab shows. */
export interface Report {
  /** What happened there, in a sentence. */
  says: string;
  /** `rails/rails#48035` */
  where: string;
  url: string;
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
  /** Services that handlers may call, each with its starting rows as SQL. */
  services: Partial<Record<ServiceName, string>>;
  clock: ClockSpec;
  /** Where it happened in public: the lab is a field report. */
  report?: Report;
  /** Text of `app.sql`: the common schema and starting rows. */
  schema: string;
  /** Names and amounts that an instructor's seed may substitute. */
  vary: Record<string, (string | number)[]>;
  /** Of a lab with other names and amounts: also the seed of UUIDs and random numbers. */
  seed?: number;
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
  clock: ClockSpec;
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
