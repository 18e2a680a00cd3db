/**
 * Remembers what a process did after each history of results, so that a handler runs once for each
 * distinct history and not once for each schedule. Sound because a `Program` is a pure function of
 * its history.
 */
import type { TaskId } from './lab.ts';
import type { ProcessEvent, Program, TaskProgress } from './ports.ts';

export interface ProcessState {
  /** Names the history within one memory. */
  readonly id: number;
  readonly parent: ProcessState | null;
  readonly event: ProcessEvent | null;
  readonly children: Map<string, ProcessState>;
  progress: Record<TaskId, TaskProgress> | null;
}

export class ProcessMemory {
  readonly #program: Program;
  readonly #roots = new Map<string, ProcessState>();
  /** Numbers of results: by what they say, and, since the same ones come up again, by identity. */
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<object, number>();
  #states = 0;
  /** Histories for which the handler's text was really run. */
  runs = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  /** The state of a process that has not begun. */
  root(process: string): ProcessState {
    let root = this.#roots.get(process);
    if (!root) {
      root = { id: this.#states++, parent: null, event: null, children: new Map(), progress: {} };
      this.#roots.set(process, root);
    }
    return root;
  }

  /** The state after one more event. Does not change `state`. */
  after(state: ProcessState, event: ProcessEvent): ProcessState {
    const key = this.#nameOf(event);
    let next = state.children.get(key);
    if (!next) {
      next = { id: this.#states++, parent: state, event, children: new Map(), progress: null };
      state.children.set(key, next);
    }
    return next;
  }

  #nameOf(event: ProcessEvent): string {
    if (event.kind === 'start') return JSON.stringify(event);
    let number = this.#known.get(event.result);
    if (number === undefined) {
      const text = JSON.stringify(event.result);
      number = this.#numbers.get(text) ?? this.#numbers.size;
      this.#numbers.set(text, number);
      this.#known.set(event.result, number);
    }
    return `${event.task} ${event.call} ${event.now} ${number}`;
  }

  progressOf(state: ProcessState, task: TaskId): TaskProgress | undefined {
    if (!state.progress) {
      const history: ProcessEvent[] = [];
      for (let at: ProcessState | null = state; at?.event; at = at.parent) history.push(at.event);
      state.progress = this.#program.run(history.reverse());
      this.runs += 1;
    }
    return state.progress[task];
  }
}
