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
  readonly #texts = new WeakMap<object, string>();
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
    let text = this.#texts.get(event.result);
    if (text === undefined) {
      text = JSON.stringify(event.result);
      this.#texts.set(event.result, text);
    }
    return `${event.task} ${event.call} ${event.now} ${text}`;
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
