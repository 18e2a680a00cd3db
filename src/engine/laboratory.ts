/** One experiment, set up: databases open, handler loaded, ready to run schedules. */
import { Execution } from './execution.ts';
import { propertiesOf } from './experiment.ts';
import type { Experiment, Property, PropertyId, TaskOutcome } from './lab.ts';
import { ProcessMemory } from './memory.ts';
import type { LoadProgram, OpenDatabase, Program } from './ports.ts';
import type { Limits } from './verdict.ts';
import { World } from './world/world.ts';

/** What the engine is handed by whoever runs it. */
export interface Tools {
  openDatabase: OpenDatabase;
  loadProgram: LoadProgram;
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

  close(): void {
    this.execution.restart();
    this.#program.dispose();
    this.world.close();
  }
}
