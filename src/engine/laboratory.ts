/** One experiment, set up: databases open, handler loaded, ready to run schedules. */
import { Execution, type StepRecord } from './execution.ts';
import { propertiesOf } from './experiment.ts';
import type { Experiment, Property, PropertyId, TaskOutcome } from './lab.ts';
import { ProcessMemory } from './memory.ts';
import type { LoadProgram, OpenDatabase, Program } from './ports.ts';
import type { Choice } from './schedule.ts';
import type { Limits } from './verdict.ts';
import { World } from './world/world.ts';

/** What the engine is handed by whoever runs it. */
export interface Tools {
  openDatabase: OpenDatabase;
  loadProgram: LoadProgram;
}

export interface Advance {
  violated: ReadonlySet<PropertyId>;
  record: StepRecord | null;
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

  /** @throws {EngineError} `bad-schema`, `bad-property` */
  constructor(experiment: Experiment, { openDatabase, loadProgram }: Tools, limits: Limits) {
    this.experiment = experiment;
    this.properties = propertiesOf(experiment);
    this.world = new World(openDatabase, experiment);
    const { tasks, seed, process, handler } = experiment;
    this.#program = loadProgram(handler, { tasks, seed, process });
    this.loadFailure = this.#program.check([...new Set(Object.values(tasks).map((task) => task.entry))]);
    this.memory = new ProcessMemory(this.#program);
    this.execution = new Execution(experiment, this.world, this.memory, limits.stepsPerTask);
  }

  /** Properties with `always` that the present state violates. */
  violated(when: 'every-state' | 'at-end', known: ReadonlySet<PropertyId>): PropertyId[] {
    return this.properties
      .filter(
        ([id, property]) =>
          !known.has(id) &&
          property.always !== undefined &&
          property.when === when &&
          this.world.returnsRows(property.always),
      )
      .map(([id]) => id);
  }

  /** All that is violated now, added to what was before. The same set when nothing is new. */
  withViolated(before: ReadonlySet<PropertyId>): ReadonlySet<PropertyId> {
    const found = this.violated('every-state', before);
    return found.length === 0 ? before : new Set([...before, ...found]);
  }

  /**
   * Makes one choice, after the answer of the choice before it has left; null lets the schedule end.
   *
   * @param violated - Properties violated before.
   */
  advance(choice: Choice | null, violated: ReadonlySet<PropertyId>): Advance {
    const settled = this.execution.settle(choice) ? this.withViolated(violated) : violated;
    if (!choice) return { violated: settled, record: null };
    const record = this.execution.choose(choice, 1, '');
    const changed = record.committed || record.ended.length > 0 || record.fault !== null;
    return { violated: changed ? this.withViolated(settled) : settled, record };
  }

  close(): void {
    this.execution.restart();
    this.#program.dispose();
    this.world.close();
  }
}
