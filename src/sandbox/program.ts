/** A handler's text, ready to run: `Program` of the engine's ports, on QuickJS. */

import type { QuickJSHandle } from 'quickjs-emscripten-core';
import type { Handler, TaskId, TaskSpec } from '../engine/lab.ts';
import type { Call, ProcessEvent, Program, ProgramOptions, TaskEnd, TaskProgress } from '../engine/ports.ts';
import { type Place, Places } from './places.ts';
import { type PreludeConfig, preludeFile } from './prelude.ts';
import { bounds, type Fault, type Machine, type QuickJS } from './quickjs.ts';
import { type RawCall, type RawEnd, type RawTask, readReport } from './report.ts';
import { describeTask } from './request.ts';
import { describeServices, requestId } from './services.ts';
import { nestedTooDeeply, stripTypes } from './strip-types.ts';

/** A process that has loaded the handler's file. */
interface Process {
  machine: Machine;
  start: QuickJSHandle;
  settle: QuickJSHandle;
  report: QuickJSHandle;
  exports: QuickJSHandle;
}

type Loaded = { process: Process; problem?: undefined } | { problem: TaskEnd };

export class HandlerProgram implements Program {
  readonly #quickjs: QuickJS;
  readonly #file: string;
  readonly #options: ProgramOptions;
  readonly #code: string;
  readonly #places: Places;
  readonly #unreadable: TaskEnd | null;

  constructor(quickjs: QuickJS, handler: Handler, options: ProgramOptions) {
    this.#quickjs = quickjs;
    // Stacks are told apart by file name.
    this.#file = handler.file === preludeFile || handler.file === '' ? 'handler.ts' : handler.file;
    this.#options = options;
    const stripped = stripTypes(handler.source);
    this.#code = stripped.kind === 'stripped' ? stripped.code : '';
    this.#places = new Places(
      this.#file,
      handler.source,
      stripped.kind === 'stripped' ? stripped.tokens : [],
    );
    this.#unreadable =
      stripped.kind === 'problem'
        ? end('does-not-load', stripped.message, { ...stripped, endLine: null })
        : null;
  }

  check(entries: readonly string[]): TaskEnd | null {
    const loaded = this.#load([]);
    if (loaded.problem) return loaded.problem;
    const missing = entries.find((entry) => !this.#exported(loaded.process, entry));
    return missing === undefined ? null : this.#missing(missing);
  }

  run(history: readonly ProcessEvent[]): Record<TaskId, TaskProgress> {
    const first = history[0];
    if (first === undefined) return {};
    const loaded = this.#load(history);
    if (loaded.problem) return this.#allEnd(history, loaded.problem);
    const missing: Record<TaskId, TaskProgress> = {};
    for (const [index, event] of history.entries()) {
      const entry = this.#entry(event.task);
      if (!this.#exported(loaded.process, entry)) {
        missing[event.task] = { calls: [], end: this.#missing(entry), logs: [] };
        continue;
      }
      const fatal = this.#deliver(loaded.process, event);
      if (fatal !== null) return this.#dead(loaded.process, history, index, fatal);
    }
    const tasks = this.#report(loaded.process);
    const last = history.length - 1;
    if (tasks === null) return this.#dead(loaded.process, history, last, this.#exhausted(''));
    const progress = Object.entries(tasks).map(([id, task]) => [id, this.#progress(id, task)] as const);
    return { ...missing, ...Object.fromEntries(progress) };
  }

  dispose(): void {
    // Every run has a QuickJS of its own, and nothing is kept between runs.
  }

  /** A fresh QuickJS with the prelude and the handler's module, but no task. */
  #load(history: readonly ProcessEvent[]): Loaded {
    if (this.#unreadable !== null) return { problem: this.#unreadable };
    const machine = this.#quickjs.fresh();
    const { context } = machine;
    try {
      const config = JSON.stringify(this.#config(history));
      const made = machine.call(machine.prelude, machine.host, config);
      if (made.fault !== undefined)
        throw new Error(`The sandbox's own prelude failed: ${made.fault.message}\n${made.fault.stack}`);
      const api = made.value;
      const part = (name: string): QuickJSHandle => context.getProp(api, name);
      const handles = { start: part('start'), settle: part('settle'), report: part('report') };
      const result = context.evalCode(this.#code, this.#file, { type: 'module' });
      if (result.error) return { problem: this.#loadProblem(machine, machine.describe(result.error)) };
      const state = context.getPromiseState(result.value);
      if (state.type === 'pending') {
        const place = this.#places.topLevelAwait();
        return {
          problem: end(
            'does-not-load',
            'The file waits at its top level. Move "await" into the function that the lab calls.',
            place,
          ),
        };
      }
      machine.pump();
      if (machine.spent) return { problem: this.#hangs('', '') };
      return { process: { machine, ...handles, exports: result.value } };
    } catch (error) {
      const problem = this.#trapped(machine, error, '');
      return { problem: isStackOverflow(error) ? unreadable : problem };
    }
  }

  #config(history: readonly ProcessEvent[]): PreludeConfig {
    const [first] = history;
    const starts = new Map(
      history.flatMap((event) => (event.kind === 'start' ? [[event.task, event] as const] : [])),
    );
    const tasks = Object.entries(this.#options.tasks).map(([id, task]) => {
      const start = starts.get(id);
      const handed = describeTask(task, start?.now ?? null);
      return [id, start?.message === undefined ? handed : { ...handed, message: start.message }] as const;
    });
    return {
      seed: this.#options.seed,
      processModel: this.#options.process,
      first: first?.task ?? '',
      now: first?.now ?? 0,
      services: describeServices(this.#options.services ?? []),
      tasks: Object.fromEntries(tasks),
    };
  }

  #loadProblem(machine: Machine, fault: Fault): TaskEnd {
    if (machine.spent) return this.#hangs(fault.stack, '');
    // A syntax error of the file itself has one frame, without a function.
    const unparsed = fault.message.startsWith(syntaxError) && !fault.stack.includes('(');
    if (isExhausted(fault.message))
      return unparsed ? unreadable : this.#exhausted(fault.stack, fault.message);
    const place = this.#places.raised(fault.stack);
    return end(
      'does-not-load',
      unparsed
        ? `Syntax error: ${fault.message.slice(syntaxError.length)}.`
        : `The file fails while it loads: ${fault.message}`,
      place,
    );
  }

  #exported(process: Process, entry: string): boolean {
    const { context } = process.machine;
    return context.getProp(process.exports, entry).consume((value) => context.typeof(value) === 'function');
  }

  #entry(task: TaskId): TaskSpec['entry'] {
    const spec = this.#options.tasks[task];
    if (spec === undefined)
      throw new Error(`The history names the task "${task}", which the program was not given.`);
    return spec.entry;
  }

  #missing(entry: string): TaskEnd {
    const parameters = { handle: 'request, env', consume: 'message, env', run: 'env' }[entry] ?? 'env';
    const detail = `${this.#file} exports no function "${entry}". Write: export async function ${entry}(${parameters}) { … }`;
    return end('does-not-load', detail, nowhere);
  }

  /** @returns what stopped the whole process, or null. */
  #deliver(process: Process, event: ProcessEvent): TaskEnd | null {
    const { machine } = process;
    const { context } = machine;
    const entry = this.#entry(event.task);
    try {
      const outcome =
        event.kind === 'start'
          ? context
              .getProp(process.exports, entry)
              .consume((fn) => machine.call(process.start, event.task, event.now, fn))
          : machine.call(
              process.settle,
              JSON.stringify({ task: event.task, call: event.call, now: event.now, result: event.result }),
            );
      if (outcome.fault === undefined) machine.pump();
      if (machine.spent)
        return this.#hangs(outcome.fault?.stack ?? this.#lastStack(process, event.task), entry);
      if (outcome.fault === undefined) return null;
      if (isExhausted(outcome.fault.message))
        return this.#exhausted(outcome.fault.stack, outcome.fault.message);
      return end('threw', outcome.fault.message, this.#places.raised(outcome.fault.stack));
    } catch (error) {
      return this.#trapped(machine, error, entry);
    }
  }

  /** The wasm trapped: the host's own stack was used up, or memory that QuickJS could not count. */
  #trapped(machine: Machine, error: unknown, entry: string): TaskEnd {
    this.#quickjs.discard();
    if (machine.spent) return this.#hangs('', entry);
    const tooDeep = isStackOverflow(error);
    if (tooDeep || error instanceof WebAssembly.RuntimeError)
      return this.#exhausted('', tooDeep ? 'stack' : '');
    throw error;
  }

  #report(process: Process): Record<TaskId, RawTask> | null {
    const { machine } = process;
    try {
      const outcome = machine.trusted(() => machine.call(process.report));
      if (outcome.fault !== undefined) return null;
      return readReport(outcome.value.consume((value) => machine.context.getString(value)));
    } catch {
      this.#quickjs.discard();
      return null;
    }
  }

  /** Where the interrupted function stood, as its rejected promise tells. */
  #lastStack(process: Process, task: TaskId): string {
    return this.#report(process)?.[task]?.end?.stack ?? process.machine.fault?.stack ?? '';
  }

  /** The process stopped at `history[index]`: its task ends so, and the others never go on. */
  #dead(
    process: Process,
    history: readonly ProcessEvent[],
    index: number,
    fatal: TaskEnd,
  ): Record<TaskId, TaskProgress> {
    const victim = history[index]?.task ?? '';
    const logs = this.#report(process)?.[victim]?.logs;
    const tasks = this.run(history.slice(0, index));
    tasks[victim] = { calls: [], end: fatal, logs: logs ?? tasks[victim]?.logs ?? [] };
    for (const event of history.slice(index + 1)) {
      tasks[event.task] ??= { calls: [], end: null, logs: [] };
      const task = tasks[event.task];
      if (event.kind === 'result' && task !== undefined) {
        task.calls = task.calls.filter((call) => call.id !== event.call);
      }
    }
    return tasks;
  }

  #allEnd(history: readonly ProcessEvent[], problem: TaskEnd): Record<TaskId, TaskProgress> {
    return Object.fromEntries(history.map(({ task }) => [task, { calls: [], end: problem, logs: [] }]));
  }

  #progress(id: TaskId, task: RawTask): TaskProgress {
    const calls = task.calls.map((call) => this.#call(id, call));
    if (task.end !== null) return { calls, end: this.#end(task.end), logs: task.logs };
    // Memory that ran out in a callback which nobody awaits leaves the task waiting for ever.
    const full = calls.length === 0 && this.#quickjs.wasNearlyFull();
    return { calls, end: full ? this.#exhausted('') : null, logs: task.logs };
  }

  #call(task: TaskId, { stack, ...call }: RawCall): Call {
    const place = this.#places.call(stack);
    if (call.kind !== 'service') return { ...call, ...place };
    return { ...call, ...place, request: requestId(this.#options.seed, task, call.id) };
  }

  #end(raw: RawEnd): TaskEnd {
    if (raw.kind === 'threw' && (isExhausted(raw.detail) || this.#lackedMemoryForError(raw)))
      return this.#exhausted(raw.stack, raw.detail);
    const place = raw.kind === 'threw' ? this.#places.raised(raw.stack) : this.#places.call(raw.stack);
    const { kind, status, body, detail } = raw;
    return { kind, status, body, detail, line: place.line, column: place.column };
  }

  /**
   * QuickJS throws null when no memory is left even for the error, and an error without a stack when
   * there is none for that; a handler may throw either, too.
   */
  #lackedMemoryForError({ detail, stack }: RawEnd): boolean {
    return stack === '' && /^It threw (?:null|an object),/.test(detail) && this.#quickjs.wasNearlyFull();
  }

  #hangs(stack: string, entry: string): TaskEnd {
    return end('hangs', 'It ran on without end and was stopped.', this.#places.loop(stack, entry));
  }

  #exhausted(stack: string, message = ''): TaskEnd {
    const detail = message.includes('stack')
      ? 'Its functions called each other too deeply.'
      : `It used more than the ${bounds.memoryBytes / 1024 / 1024} MB of memory that a handler may have.`;
    return end('out-of-memory', detail, this.#places.raised(stack));
  }
}

const syntaxError = 'SyntaxError: ';
const nowhere: Place = { line: null, column: null, endLine: null };

function end(kind: TaskEnd['kind'], detail: string, { line, column }: Place): TaskEnd {
  return { kind, status: null, body: null, detail, line, column };
}

const unreadable = end('does-not-load', nestedTooDeeply, { line: 1, column: 1, endLine: null });

/** The host's own. Firefox calls it an InternalError. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}

function isExhausted(message: string): boolean {
  return /^(?:InternalError: (?:out of memory|stack overflow|string too long)|SyntaxError: stack overflow)$/.test(
    message,
  );
}
