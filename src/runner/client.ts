/**
 * The page's side of its workers: starts one when it is first needed, and stops it when it is silent.
 * Replays go to the first; explorations to whoever is free, each to one worker alone, so that figures
 * do not depend on how many there are.
 */
import type { Exploration } from '../engine/verdict.ts';
import type { Answer, ExperimentRef, ReplayResult, Request } from './protocol.ts';

export type { ExperimentRef, ReplayResult } from './protocol.ts';

export interface ExploreOptions {
  onProgress?(done: { schedules: number; steps: number }): void;
  signal?: AbortSignal;
}

export interface LabClient {
  replay(ref: ExperimentRef, schedule: string): Promise<ReplayResult>;
  /**
   * Rejects with an `AbortError` when it was cancelled; asked again, the same exploration goes on from
   * where it was stopped.
   */
  explore(ref: ExperimentRef, options?: ExploreOptions): Promise<Exploration>;
  dispose(): void;
}

/** Silence after which the worker is taken for stuck in a statement, and replaced. */
const silenceMs = 10_000;
/** Silence is counted in these: while a page sleeps, its worker is silent too. */
const tickMs = 1_000;
const stuck =
  'A statement or a built-in function ran for ten seconds without an end, so the sandbox was stopped. Look for a query that never ends; your work is kept, and the next run works.';

/** How long the sandbox, about 650 kB, may take to arrive; a slow network is nobody's mistake. */
const arrivalMs = 120_000;
const notArrived = 'The sandbox did not arrive within two minutes. Check the connection, then try again.';

/**
 * Databases that are closed leave some memory behind in SQLite's WebAssembly (about 0.4 MB a lab), so
 * a worker that has been asked this often is replaced as soon as it has nothing to do.
 */
const questionsPerWorker = 500;

interface Waiting {
  request: Request;
  /** Nobody waits for the answer any more. */
  cancelled: boolean;
  heard(answer: Answer): void;
  failed(error: Error): void;
}

class Pool implements LabClient {
  readonly #first = new Thread();
  readonly #threads = [this.#first];
  /** Where an exploration was stopped half-way. */
  readonly #paused = new Map<string, Thread>();

  boot(): void {
    this.#first.boot();
  }

  replay(ref: ExperimentRef, schedule: string): Promise<ReplayResult> {
    return this.#first.replay(ref, schedule);
  }

  async explore(ref: ExperimentRef, options: ExploreOptions = {}): Promise<Exploration> {
    const name = JSON.stringify(ref);
    const thread = this.#paused.get(name) ?? this.#free();
    this.#paused.delete(name);
    try {
      return await thread.explore(ref, options);
    } catch (error) {
      if (options.signal?.aborted) {
        // A worker keeps the last one only.
        for (const [other, at] of this.#paused) if (at === thread) this.#paused.delete(other);
        this.#paused.set(name, thread);
      }
      throw error;
    }
  }

  dispose(): void {
    this.#paused.clear();
    for (const thread of this.#threads) thread.dispose();
  }

  #free(): Thread {
    const idle = this.#threads.find((thread) => thread.load === 0);
    if (idle) return idle;
    if (this.#threads.length < mostThreads()) {
      const thread = new Thread();
      this.#threads.push(thread);
      return thread;
    }
    return this.#threads.reduce((least, thread) => (thread.load < least.load ? thread : least));
  }
}

/** A core is left to the page itself. Each worker holds SQLite and the sandbox, about 60 MB. */
const mostThreads = () => Math.min(Math.max((navigator.hardwareConcurrency || 2) - 1, 1), 4);

/** One worker. */
class Thread {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #booted = false;
  /** The request that the worker said last it goes on with. */
  #current: number | null = null;

  /** Requests that are not answered yet. */
  get load(): number {
    return this.#waiting.size;
  }

  boot(): void {
    this.#start();
    this.#watch();
  }

  replay(ref: ExperimentRef, schedule: string): Promise<ReplayResult> {
    return new Promise((resolve, reject) => {
      const id = this.#newId();
      this.#ask(
        { id, kind: 'replay', ref, schedule },
        (answer) => {
          if (answer.kind === 'began') return;
          this.#settle(id);
          if (answer.kind === 'replayed') resolve(answer.result);
          else if (answer.kind === 'failed') reject(new Error(answer.message));
        },
        reject,
      );
    });
  }

  explore(ref: ExperimentRef, { onProgress, signal }: ExploreOptions = {}): Promise<Exploration> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new DOMException('Cancelled.', 'AbortError'));
      const id = this.#newId();
      const cancel = () => {
        const waiting = this.#waiting.get(id);
        if (waiting) waiting.cancelled = true;
        this.#worker?.postMessage({ id, kind: 'cancel' } satisfies Request);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const end = () => {
        signal?.removeEventListener('abort', cancel);
        this.#settle(id);
      };
      this.#ask(
        { id, kind: 'explore', ref },
        (answer) => {
          if (answer.kind === 'began') return;
          if (answer.kind === 'progress')
            return onProgress?.({ schedules: answer.schedules, steps: answer.steps });
          end();
          if (answer.kind === 'explored') resolve(answer.exploration);
          else if (answer.kind === 'cancelled') reject(new DOMException('Cancelled.', 'AbortError'));
          else if (answer.kind === 'failed') reject(new Error(answer.message));
        },
        (error) => {
          end();
          reject(error);
        },
      );
    });
  }

  dispose(): void {
    this.#stop(new Error('The lab was closed.'));
  }

  #newId(): number {
    return this.#nextId++;
  }

  #ask(request: Request, heard: Waiting['heard'], failed: Waiting['failed']): void {
    if (this.#asked >= questionsPerWorker && this.#waiting.size === 0) this.#end();
    this.#asked += 1;
    this.#waiting.set(request.id, { request, cancelled: false, heard, failed });
    this.#start().postMessage(request);
    this.#watch();
  }

  #settle(id: number): void {
    this.#waiting.delete(id);
    this.#watch();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      this.#booted ||= data.kind !== 'failed';
      if (data.kind === 'began') this.#current = data.id;
      this.#waiting.get(data.id)?.heard(data);
      this.#watch();
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#stop(new Error('The sandbox could not start, or stopped. Check the connection, then try again.'));
    });
    this.#worker = worker;
    worker.postMessage({ id: this.#newId(), kind: 'boot' } satisfies Request);
    return worker;
  }

  /** Restarts the clock of silence while anything is awaited. */
  #watch(): void {
    clearTimeout(this.#watchdog);
    if (this.#waiting.size === 0) return;
    if (this.#booted) this.#count(silenceMs, () => this.#blame());
    else this.#count(arrivalMs, () => this.#stop(new Error(notArrived)));
  }

  #count(leftMs: number, end: () => void): void {
    const next = () => (leftMs > tickMs ? this.#count(leftMs - tickMs, end) : end());
    this.#watchdog = setTimeout(next, tickMs);
  }

  /** The worker is silent: the request it went on with last is to blame, and the others are asked again. */
  #blame(): void {
    const guilty = this.#current === null ? undefined : this.#waiting.get(this.#current);
    if (!guilty) {
      this.#stop(new Error(stuck));
      return;
    }
    this.#waiting.delete(guilty.request.id);
    const innocent = [...this.#waiting.values()];
    this.#end();
    guilty.failed(new Error(stuck));
    for (const { request, cancelled, heard } of innocent) {
      // A stuck worker has not heard of it.
      if (cancelled) heard({ id: request.id, kind: 'cancelled' });
      else this.#start().postMessage(request);
    }
    this.#watch();
  }

  #stop(error: Error): void {
    this.#end();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(error);
  }

  #end(): void {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#worker = null;
    this.#asked = 0;
    this.#booted = false;
    this.#current = null;
  }
}

let client: Pool | undefined;
const shared = () => {
  client ??= new Pool();
  return client;
};

/** The one client of the page; its first worker starts with the first request. */
export function labClient(): LabClient {
  return shared();
}

let warm = false;
/** Fetches and boots the engine ahead of the first request. */
export function warmUp(): void {
  if (warm) return;
  warm = true;
  shared().boot();
}
