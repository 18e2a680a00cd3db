/** One experiment, set up: databases open, handler loaded, ready to run schedules. */
import { Execution, type StepRecord } from './execution.ts';
import { propertiesOf } from './experiment.ts';
import type { Experiment, Property, PropertyId, TaskOutcome } from './lab.ts';
import { ProcessMemory } from './memory.ts';
import type { LoadProgram, OpenDatabase, Program } from './ports.ts';
import type { Choice } from './schedule.ts';
import type { TaskState } from './tasks.ts';
import type { Limits } from './verdict.ts';
import { Steps } from './world/steps.ts';
import { World } from './world/world.ts';

/** What the engine is handed by whoever runs it. */
export interface Tools {
  openDatabase: OpenDatabase;
  loadProgram: LoadProgram;
  /** What carries the steps out, where that is not SQLite. */
  makeSteps?: (world: World, tasks: readonly TaskState[]) => Steps;
}

/** Lab properties violated in a schedule so far, and before its last choice. */
export interface Violations {
  now: ReadonlySet<PropertyId>;
  before: ReadonlySet<PropertyId>;
}

export interface Advance extends Violations {
  record: StepRecord;
}

export class Laboratory {
  readonly experiment: Experiment;
  readonly properties: [PropertyId, Property][];
  readonly world: World;
  readonly execution: Execution;
  readonly memory: ProcessMemory;
  /** Why the handler does not load; null when it does. */
  readonly loadFailure: TaskOutcome | null;
  readonly #program: Program;

  /**
   * @param remember - False runs every step on the databases: a test of the memory, many times slower.
   * @throws {EngineError} `bad-schema`, `bad-property`
   */
  constructor(
    experiment: Experiment,
    { openDatabase, loadProgram, makeSteps }: Tools,
    limits: Limits,
    { remember = true } = {},
  ) {
    this.experiment = experiment;
    this.properties = propertiesOf(experiment);
    this.world = new World(openDatabase, experiment);
    const { tasks, seed, process, handler } = experiment;
    this.#program = loadProgram(handler, { tasks, seed, process, services: this.world.services });
    this.loadFailure = this.#program.check([...new Set(Object.values(tasks).map((task) => task.entry))]);
    this.memory = new ProcessMemory(this.#program);
    this.execution = new Execution(experiment, this.world, this.memory, limits.stepsPerTask, (tasks) =>
      makeSteps ? makeSteps(this.world, tasks) : new Steps(this.world, tasks, remember),
    );
  }

  /** Properties with `always` that the present state violates. */
  violated(when: 'every-state' | 'at-end', known: ReadonlySet<PropertyId>): PropertyId[] {
    return this.properties
      .filter(
        ([id, property]) =>
          !known.has(id) &&
          property.always !== undefined &&
          property.when === when &&
          this.execution.returnsRows(property.always),
      )
      .map(([id]) => id);
  }

  /** All that is violated now, added to what was before. The same set when nothing is new. */
  withViolated(before: ReadonlySet<PropertyId>): ReadonlySet<PropertyId> {
    const found = this.violated('every-state', before);
    return found.length === 0 ? before : new Set([...before, ...found]);
  }

  /** What is violated before the first step. */
  begin(): Violations {
    const now = this.withViolated(new Set());
    return { now, before: now };
  }

  /** Makes one choice; null lets things be. */
  advance(choice: Choice | null, violations: Violations): Advance {
    // A fault that takes back an answer takes back what that answer broke.
    const before = this.execution.retracts(choice) ? violations.before : violations.now;
    const record = choice ? this.execution.choose(choice, 1, '') : this.execution.letBe();
    const changed = record.committed || record.ended.length > 0 || record.fault !== null;
    return { now: changed ? this.withViolated(before) : before, before, record };
  }

  close(): void {
    this.#program.dispose();
    this.world.close();
  }
}
