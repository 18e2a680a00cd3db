/**
 * One schedule, step by step: who may move, and what happens when somebody does. A task runs
 * without interruption between two steps.
 */
import { EngineError } from './errors.ts';
import { Faults } from './faults.ts';
import { Flow, newRecord, type StepRecord } from './flow.ts';
import type { Experiment, FaultBudget, PropertyId, TaskId } from './lab.ts';
import type { ProcessMemory, ProcessState } from './memory.ts';
import { type EnginePropertyId, engineProperties, outcomes } from './outcomes.ts';
import type { Call } from './ports.ts';
import { inFlight, mayStart, whyNot } from './rules.ts';
import { type Choice, printChoice } from './schedule.ts';
import { StateKeys } from './state-key.ts';
import { excerpt, freshTask, listed, plainEnd, type TaskState } from './tasks.ts';
import { Questions } from './world/questions.ts';
import type { Steps, Where } from './world/steps.ts';
import type { Struck, World, Record as WorldRecord } from './world/world.ts';

export type { StepRecord } from './flow.ts';

export const isEngineProperty = (id: PropertyId): id is EnginePropertyId =>
  Object.hasOwn(engineProperties, id);

/** Everything that a schedule has changed, to come back to. */
export interface Saved {
  readonly tasks: readonly TaskState[];
  readonly processes: ReadonlyMap<string, ProcessState>;
  readonly where: Where;
  readonly now: number;
  readonly budget: FaultBudget;
  readonly struck: readonly Struck[];
  readonly justEnded: readonly TaskState[];
  readonly closed: boolean;
  readonly offered: readonly (Choice | null)[] | null;
  readonly passed: ReadonlySet<string>;
}

function restore(task: TaskState, saved: TaskState): void {
  task.started = saved.started;
  task.status = saved.status;
  task.delivered = saved.delivered;
  task.overtakes = saved.overtakes;
  task.message = saved.message;
  task.call = saved.call;
  task.transaction = saved.transaction;
  task.mayRetry = saved.mayRetry;
  task.wakeAt = saved.wakeAt;
  task.earlyWakesLeft = saved.earlyWakesLeft;
  task.steps = saved.steps;
  task.fault = saved.fault;
  task.end = saved.end;
}

export class Execution {
  readonly tasks: ReadonlyMap<TaskId, TaskState>;
  readonly steps: Steps;
  readonly #experiment: Experiment;
  readonly #limit: number;
  readonly #flow: Flow;
  readonly #faults: Faults;
  readonly #keys: StateKeys;
  /** The schedule has been let end. */
  #closed = false;
  /** Faults that could have struck before things were let be, and so cannot until somebody moves. */
  #passed: ReadonlySet<string> = new Set();
  /** What may be chosen now; null while it has not been asked for. */
  #offered: readonly (Choice | null)[] | null = null;

  /**
   * @param stepsPerTask - How many steps a task may make while others wait.
   * @param makeSteps - What carries the steps of these tasks out.
   */
  constructor(
    experiment: Experiment,
    world: World,
    memory: ProcessMemory,
    stepsPerTask: number,
    makeSteps: (tasks: readonly TaskState[]) => Steps,
  ) {
    this.#experiment = experiment;
    this.#limit = stepsPerTask;
    this.tasks = new Map(
      Object.entries(experiment.tasks).map(([id, spec]) => [
        id,
        { id, spec, process: experiment.process === 'own' ? id : 'server', ...freshTask() },
      ]),
    );
    this.steps = makeSteps([...this.tasks.values()]);
    const questions = new Questions(world, this.steps, experiment.clock.deadlines, {
      record: () => this.record(),
      name: () => this.#keys.ofRecord(this.record()),
    });
    this.#flow = new Flow(this.tasks, this.steps, questions, memory);
    this.#flow.now = experiment.clock.start;
    this.#faults = new Faults(experiment, this.#flow);
    this.#keys = new StateKeys(experiment);
  }

  /** Milliseconds. */
  get now(): number {
    return this.#flow.now;
  }

  /** Back to before the first step. */
  restart(): void {
    for (const task of this.tasks.values()) Object.assign(task, freshTask());
    this.#flow.processes.clear();
    this.#flow.justEnded.clear();
    this.#flow.now = this.#experiment.clock.start;
    this.#faults.restart();
    this.#closed = false;
    this.#passed = new Set();
    this.steps.restart();
    // Where nobody can even begin, the schedule has ended.
    this.#settle(newRecord(undefined, null));
  }

  save(): Saved {
    return {
      tasks: [...this.tasks.values()].map((task) => ({ ...task })),
      processes: new Map(this.#flow.processes),
      where: this.steps.where,
      now: this.#flow.now,
      budget: { ...this.#faults.budget },
      struck: this.#faults.struck,
      justEnded: [...this.#flow.justEnded],
      closed: this.#closed,
      passed: this.#passed,
      offered: this.#offered,
    };
  }

  /** Back to a state of the same execution. */
  load(saved: Saved): void {
    for (const task of saved.tasks) {
      const own = this.tasks.get(task.id);
      if (own) restore(own, task);
    }
    this.#flow.processes = new Map(saved.processes);
    this.#flow.justEnded = new Set(saved.justEnded);
    this.#flow.now = saved.now;
    this.#faults.budget = { ...saved.budget };
    this.#faults.struck = saved.struck;
    this.#closed = saved.closed;
    this.#passed = saved.passed;
    this.steps.where = saved.where;
    this.#offered = saved.offered;
  }

  /** Engine properties broken so far. */
  get brokenByEngine(): ReadonlySet<EnginePropertyId> {
    const broken = new Set<EnginePropertyId>();
    for (const { end } of this.tasks.values()) {
      const breaks = end && outcomes[end.kind].breaks;
      if (breaks) broken.add(breaks);
    }
    return broken;
  }

  get complete(): boolean {
    for (const task of this.tasks.values()) if (task.status !== 'finished') return false;
    return true;
  }

  /** What `world` says. */
  record(): WorldRecord {
    const ends = [...this.tasks.values()].flatMap(({ id, end }) => (end ? [[id, end] as const] : []));
    return { ends, faults: this.#faults.struck, now: this.#flow.now };
  }

  /** Whether a property's query returns a row now. @throws {EngineError} `bad-property` */
  returnsRows(query: string): boolean {
    return this.#flow.questions.returnsRows(query);
  }

  /**
   * What the scheduler may choose now: steps in the lab's order, then faults. Null, first, stands
   * for letting things be where nobody can move but a fault could strike. Empty: it has ended.
   */
  choices(): readonly (Choice | null)[] {
    this.#offered ??= this.#choices();
    return this.#offered;
  }

  #choices(): (Choice | null)[] {
    if (this.#closed) return [];
    const enabled = this.enabled();
    const steps = enabled.map((task): Choice => ({ kind: 'step', task }));
    const faults = this.#faults.choices(enabled).filter((choice) => !this.#hasPassed(choice));
    if (faults.length === 0) return steps;
    const end = steps.length === 0 && faults.length > 0 ? [null] : [];
    return [...end, ...steps, ...faults];
  }

  #hasPassed(choice: Choice): boolean {
    return this.#passed.size > 0 && this.#passed.has(printChoice(choice));
  }

  /** Whether a choice may be made now. */
  may(choice: Choice): boolean {
    const name = printChoice(choice);
    return this.choices().some((other) => other !== null && printChoice(other) === name);
  }

  /** Whether a choice takes back what the last step ended, so that what that broke was never broken. */
  retracts(choice: Choice | null): boolean {
    const task = choice && this.tasks.get(choice.task);
    return choice?.kind === 'fault' && task != null && this.#faults.mayRetract(choice.fault, task);
  }

  /** No fault strikes where nobody can move: whoever waits never goes on, or the schedule ends. */
  letBe(): StepRecord {
    const record = newRecord([...this.tasks.values()][0], null);
    // A fault that is let pass here and strikes next would be printed as one that strikes here.
    this.#passed = new Set(this.choices().flatMap((choice) => (choice ? [printChoice(choice)] : [])));
    this.#flow.justEnded.clear();
    if (this.complete || !this.#flow.stall(record)) this.#closed = true;
    this.#offered = null;
    this.#settle(record);
    return record;
  }

  /**
   * Who may move now, in the lab's order. Whoever waits for an instant that has not come, and late
   * sleepers, move only when nobody else is awake, and the earliest first; a task past its step limit
   * goes on only when it is alone.
   */
  enabled(): TaskId[] {
    const ready: TaskState[] = [];
    const late: { task: TaskState; at: number }[] = [];
    const tired: TaskId[] = [];
    for (const task of this.tasks.values()) {
      const at = this.#movesAt(task);
      if (at === null) continue;
      if (at > this.now || (task.status === 'asleep' && task.earlyWakesLeft === 0)) late.push({ task, at });
      else if (task.steps >= this.#limit) tired.push(task.id);
      else ready.push(task);
    }
    if (ready.length > 0) {
      if (late.length === 0) return ready.map(({ id }) => id);
      // A message that comes while everybody sleeps is not held up by whoever sleeps longer.
      const quietUntil = Math.min(...ready.map((task) => (task.status === 'asleep' ? task.wakeAt : 0)));
      const handed = late.filter(({ task, at }) => task.status !== 'asleep' && at <= quietUntil);
      const may = new Set([...ready, ...handed.map(({ task }) => task)]);
      return [...this.tasks.values()].filter((task) => may.has(task)).map(({ id }) => id);
    }
    if (late.length > 0) {
      const first = Math.min(...late.map(({ at }) => at));
      return late.filter(({ at }) => at === first).map(({ task }) => task.id);
    }
    return tired;
  }

  /** From which instant on a task may move; null while it waits for somebody. */
  #movesAt(task: TaskState): number | null {
    switch (task.status) {
      case 'finished':
      case 'waiting':
        return null;
      case 'parked':
        return task.mayRetry ? this.#flow.now : null;
      case 'asleep':
        return task.earlyWakesLeft > 0 ? this.#flow.now : task.wakeAt;
      case 'listening':
        return this.#flow.answersAt(task.call);
      case 'ready':
        if (task.started) return this.#flow.now;
        if (!mayStart(this.tasks, task)) return null;
        return task.spec.from === undefined
          ? this.#flow.now
          : this.#flow.questions.deliversAt(task.spec.from);
    }
  }

  /** Why a task may not move; empty when it may. */
  whyNot(id: TaskId): string {
    const task = this.tasks.get(id);
    if (!task) return 'there is no such task';
    if (this.enabled().includes(id)) return '';
    return whyNot(this.tasks, task);
  }

  /**
   * Performs one choice.
   *
   * @param position - Of the choice in its schedule, from 1, for the error.
   * @throws {EngineError} `unknown-task`, `cannot-move`
   */
  choose(choice: Choice, position: number, schedule: string): StepRecord {
    if (choice.kind === 'fault') {
      const task = this.tasks.get(choice.task);
      if (!task && choice.fault !== 'clockJump') throw this.#unknownTask(choice.task, position, schedule);
      if (
        !this.#hasPassed(choice) &&
        this.#faults.victims(choice.fault, this.enabled()).includes(choice.task)
      ) {
        this.#passed = new Set();
        const record = task ? this.#faults.strike(choice.fault, task) : this.#faults.jump(choice.task);
        this.#settle(record);
        return record;
      }
      throw new EngineError('cannot-move', this.#faults.whyNot(choice, position, this.choices()));
    }
    const task = this.tasks.get(choice.task);
    if (!task) throw this.#unknownTask(choice.task, position, schedule);
    const enabled = this.#offered?.includes(choice) ? null : this.enabled();
    if (enabled && !enabled.includes(task.id)) {
      const others =
        enabled.length > 0
          ? `Let ${listed(enabled, 'or')} move there instead.`
          : 'Nobody can move there; end the schedule before it.';
      throw new EngineError(
        'cannot-move',
        `Choice ${position} of schedule "${excerpt(schedule, position)}" asks ${task.id} to move, but ${this.whyNot(task.id)}. ${others}`,
      );
    }
    return this.#move(task);
  }

  #unknownTask(task: TaskId, position: number, schedule: string): EngineError {
    return new EngineError(
      'unknown-task',
      `Unknown task "${task.slice(0, 40)}" at position ${position} in schedule "${excerpt(schedule, position)}". The scenario has ${listed([...this.tasks.keys()])}. Correct the schedule.`,
    );
  }

  /** Where nobody can move, and no fault can strike, the schedule ends. */
  #settle(record: StepRecord): void {
    this.#offered = null;
    while (this.choices().length === 0 && this.#flow.stall(record)) this.#offered = null;
  }

  #move(task: TaskState): StepRecord {
    this.#flow.justEnded.clear();
    this.#passed = new Set();
    const logsBefore = this.#flow.logsOf(task).length;
    const record = newRecord(task, null);
    if (task.status === 'asleep') this.#flow.wake(task, record);
    else if (!task.started) this.#flow.start(task, record);
    else if (task.status === 'listening') this.#flow.passTime(this.#flow.answersAt(task.call), record);
    // What a queue hands over is a step of the broker's; the task's own come after it.
    const delivered = record.delivered !== null;
    if (task.call && !delivered && task.status !== 'finished' && task.status !== 'asleep')
      this.#flow.perform(task, task.call, record);
    // An attempt that found nothing leaves no trace in the task's history, which names its state.
    if (record.performed.kind !== 'parked' && record.performed.kind !== 'listening') task.steps += 1;
    // Steps beyond the limit were all made alone.
    if (inFlight(task) && task.steps >= 2 * this.#limit) {
      this.#flow.finish(
        task,
        plainEnd('never-finishes', `${task.id} made ${task.steps} steps.`, task.call),
        record,
      );
    }
    this.#settle(record);
    record.logs = this.#flow.logsOf(task).slice(logsBefore);
    return record;
  }

  /** What a task would call if it moved now; null where that is not known without moving it. */
  peek(id: TaskId): Call | null {
    return this.#flow.peek(id);
  }

  /** Names everything that decides what can still happen: equal keys have equal futures. */
  key(): string {
    return this.#keys.ofState({
      tasks: this.tasks.values(),
      processes: this.#flow.processes,
      where: this.steps.where,
      now: this.#flow.now,
      budget: this.#faults.budget,
      struck: this.#faults.struck,
      closed: this.#closed,
      passed: this.#passed,
      retractable: this.canRetract ? this.#flow.justEnded : null,
    });
  }

  /** Whether a fault could still take back what the last step ended. */
  get canRetract(): boolean {
    return (
      this.#flow.justEnded.size > 0 &&
      ((this.#faults.budget.crash ?? 0) > 0 || (this.#faults.budget.loseResponse ?? 0) > 0)
    );
  }
}
