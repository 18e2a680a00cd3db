/**
 * Runs experiments in threads of their own (Node only): several at once, and so that a statement that
 * never ends can be stopped from outside, since SQLite in WebAssembly cannot be interrupted from
 * within. Each experiment is run by one thread, so its figures do not depend on how many there are.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { EngineError, type EngineErrorCode } from '../engine/errors.ts';
import { propertiesOf } from '../engine/experiment.ts';
import type { Experiment, TaskOutcome } from '../engine/lab.ts';
import type { Trace } from '../engine/trace.ts';
import type { Exploration, Strategy } from '../engine/verdict.ts';

export type NodeJob =
  | { kind: 'explore'; experiment: Experiment; strategy: Strategy }
  /** Null: each task in turn. */
  | { kind: 'replay'; experiment: Experiment; schedule: string | null };

export type NodeAnswer =
  | { kind: 'progress'; schedules: number; steps: number }
  | { kind: 'explored'; exploration: Exploration }
  | { kind: 'replayed'; trace: Trace }
  | { kind: 'not-loaded'; end: TaskOutcome }
  | { kind: 'refused'; code: EngineErrorCode; message: string };

export type NodeReplay =
  | { kind: 'trace'; trace: Trace }
  | { kind: 'not-loaded'; end: TaskOutcome }
  | { kind: 'stuck' };

/** Silence after which a thread is taken for stuck in a statement. */
const silenceMs = 10_000;
/** Each holds SQLite and the sandbox, about 100 MB. */
const mostThreads = 8;

export class NodeRunner {
  readonly #free: Thread[];
  readonly #waiting: ((thread: Thread) => void)[] = [];
  readonly #threads: Thread[];
  #closed = false;

  /** @param threads - How many experiments may run at once; as many as the machine has cores by default. */
  constructor(threads = availableParallelism()) {
    const count = Math.max(1, Math.min(threads, mostThreads));
    this.#threads = Array.from({ length: count }, () => new Thread());
    this.#free = [...this.#threads];
  }

  /** `inconclusive`, limit `statement`, when a statement had to be stopped. @throws {EngineError} */
  async explore(experiment: Experiment, strategy: Strategy = { kind: 'exhaustive' }): Promise<Exploration> {
    const answer = await this.#ask({ kind: 'explore', experiment, strategy });
    if (answer === null) return stopped(experiment);
    if (answer.kind !== 'explored') throw new Error(`The thread answered ${answer.kind} to explore.`);
    return answer.exploration;
  }

  /** @throws {EngineError} */
  async replay(experiment: Experiment, schedule: string | null): Promise<NodeReplay> {
    const answer = await this.#ask({ kind: 'replay', experiment, schedule });
    if (answer === null) return { kind: 'stuck' };
    if (answer.kind === 'not-loaded') return answer;
    if (answer.kind !== 'replayed') throw new Error(`The thread answered ${answer.kind} to replay.`);
    return { kind: 'trace', trace: answer.trace };
  }

  /** Stops what runs; what still waits for a thread is never run. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** Null when the thread fell silent. */
  async #ask(job: NodeJob): Promise<NodeAnswer | null> {
    const thread = this.#free.shift() ?? (await new Promise<Thread>((free) => this.#waiting.push(free)));
    try {
      // Started now, a thread would keep the command from ending.
      if (this.#closed) throw new Error('The runner is closed.');
      return await thread.ask(job);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(thread);
      else this.#free.unshift(thread);
    }
  }
}

/** One thread, started when it is first needed. */
class Thread {
  #worker: Worker | null = null;

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  ask(job: NodeJob): Promise<NodeAnswer | null> {
    this.#worker ??= new Worker(new URL('./node-worker.ts', import.meta.url));
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      let watchdog: NodeJS.Timeout;
      const end = () => {
        clearTimeout(watchdog);
        worker.off('message', heard).off('error', failed);
      };
      const watch = () => {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => {
          end();
          void this.close().then(() => resolve(null));
        }, silenceMs);
        // The worker keeps the process alive; once it is closed, nobody waits for its silence.
        watchdog.unref();
      };
      const heard = (answer: NodeAnswer) => {
        if (answer.kind === 'progress') return watch();
        end();
        if (answer.kind === 'refused') reject(new EngineError(answer.code, answer.message));
        else resolve(answer);
      };
      const failed = (error: unknown) => {
        end();
        this.#worker = null;
        reject(error);
      };
      worker.on('message', heard).on('error', failed);
      watch();
      worker.postMessage(job);
    });
  }
}

function stopped(experiment: Experiment): Exploration {
  const limit = 'statement';
  return {
    lab: experiment.lab.id,
    handler: experiment.handler.name,
    scenario: experiment.scenario,
    verdict: { kind: 'inconclusive', limit },
    properties: Object.fromEntries(
      propertiesOf(experiment).map(([id]) => [id, { kind: 'inconclusive', limit }]),
    ),
    schedules: { total: null, broken: null, run: 0 },
    states: 0,
    steps: 0,
    counterexample: null,
    map: null,
    tree: null,
  };
}
