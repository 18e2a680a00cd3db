/**
 * QuickJS, a fresh one for every run. Its memory is pictured once, when the prelude has been read and
 * nothing else has happened, and put back before each run: that takes half a millisecond, and no
 * trace of the run before is left, whatever it did. After a trap the wasm is instantiated anew.
 */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  type EmscriptenModuleLoaderOptions,
  type QuickJSContext,
  type QuickJSEmscriptenModule,
  type QuickJSHandle,
  type QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { sameEverywhere } from './wasm-host.ts';

/**
 * Bounds of one run. Counts and sizes, never milliseconds: a verdict must not depend on the machine.
 * One thing escapes them: QuickJS does not poll inside a built-in function, such as indexOf over an
 * array of 2 ** 32 holes. Whoever runs a stranger's handler must also stop a thread that stays silent.
 */
export const bounds = {
  /** More would overflow the host's own stack before QuickJS notices. */
  stackBytes: 128 * 1024,
  memoryBytes: 16 * 1024 * 1024,
  /** QuickJS asks once per 10,000 calls and turns of a loop: half a million of them in all. */
  polls: 50,
  /** Promise callbacks. */
  jobs: 40_000,
  /** Characters handed to the host and back: it hashes and parses them without asking. */
  hostText: 4 * 1024 * 1024,
} as const;

const pinned = 'Pin @jitl/quickjs-wasmfile-release-sync to the version in package-lock.json.';

const jobsAtOnce = 1000;
/**
 * Pages of 64 KiB: QuickJS and the prelude take 5.5 MiB, and the rest is the handler's. The memory never
 * grows, for it could not shrink again, and a run could tell from its size what others had done before.
 */
const memoryPages = 352;
const memorySize = memoryPages * 64 * 1024;
/** A run that has written beyond this byte has nearly filled the memory. */
const nearlyFull = memorySize - 1024 * 1024;

/** What went wrong in the guest. */
export interface Fault {
  message: string;
  stack: string;
}

export type Called = { value: QuickJSHandle; fault?: undefined } | { fault: Fault };

/** What stands in the pictured memory, with the host's ends of it. */
interface Image {
  runtime: QuickJSRuntime;
  context: QuickJSContext;
  /** The prelude's function, not called yet. */
  prelude: QuickJSHandle;
  host: QuickJSHandle;
  memory: Uint8Array;
  /** Bytes that were zero, and that a run may be trusted to have left so. */
  idle: { from: number; to: number };
}

/** Guest code that runs before every handler, and the one function through which it asks its host. */
export interface Prelude {
  /** An expression: a function. */
  source: string;
  file: string;
  host(operation: string, text: string): string;
}

/** One run of QuickJS: valid until the next begins. Nothing in it needs to be disposed of. */
export class Machine {
  readonly context: QuickJSContext;
  readonly prelude: QuickJSHandle;
  readonly host: QuickJSHandle;
  readonly #runtime: QuickJSRuntime;
  #polls = 0;
  #jobs = 0;
  #hostText = 0;
  #trusted = false;
  /** The last uncaught error of a promise callback. */
  fault: Fault | null = null;

  constructor({ runtime, context, prelude, host }: Image) {
    this.context = context;
    this.prelude = prelude;
    this.host = host;
    this.#runtime = runtime;
    runtime.setInterruptHandler(() => {
      if (this.#trusted) return false;
      this.#polls += 1;
      return this.spent;
    });
  }

  /** Whether the budget of instructions is used up; nothing the guest does afterwards counts. */
  get spent(): boolean {
    return this.#polls > bounds.polls || this.#jobs > bounds.jobs || this.#hostText > bounds.hostText;
  }

  /** Counts what the guest asks of its host. @throws Error when that was too much. */
  charge(characters: number): void {
    this.#hostText += characters;
    if (this.spent) throw new Error('The budget of this run is spent.');
  }

  /** Runs promise callbacks until none is left or the budget is spent. */
  pump(): void {
    while (!this.spent) {
      const done = this.#runPending(jobsAtOnce);
      if (done < jobsAtOnce) return;
    }
    // The error that ended the loop is still on its way to whoever awaits it.
    this.#runPending(jobsAtOnce);
  }

  /** @returns how many ran; `most` when one of them failed, for others may be left. */
  #runPending(most: number): number {
    const result = this.#runtime.executePendingJobs(most);
    if (result.error) {
      this.fault = this.describe(result.error);
      result.error.dispose();
      this.#jobs += most;
      return most;
    }
    this.#jobs += result.value;
    return result.value;
  }

  /** Calls a function of the prelude. */
  call(fn: QuickJSHandle, ...args: (string | number | QuickJSHandle)[]): Called {
    const { context } = this;
    const handles = args.map((arg) =>
      typeof arg === 'string'
        ? context.newString(arg)
        : typeof arg === 'number'
          ? context.newNumber(arg)
          : arg,
    );
    const result = context.callFunction(fn, context.undefined, ...handles);
    if (!result.error) return { value: result.value };
    const fault = this.describe(result.error);
    result.error.dispose();
    return { fault };
  }

  /** For prelude functions that run no guest code: these must work after the budget is spent. */
  trusted<T>(work: () => T): T {
    this.#trusted = true;
    try {
      return work();
    } finally {
      this.#trusted = false;
    }
  }

  describe(error: QuickJSHandle): Fault {
    const read = (key: string): string => {
      try {
        if (this.context.typeof(error) !== 'object') return '';
        return this.context
          .getProp(error, key)
          .consume((value) => (this.context.typeof(value) === 'string' ? this.context.getString(value) : ''));
      } catch {
        return '';
      }
    };
    const name = read('name');
    const message = read('message');
    return { message: name === '' ? message : `${name}: ${message}`, stack: read('stack') };
  }
}

export class QuickJS {
  readonly #wasm: WebAssembly.Module;
  readonly #prelude: Prelude;
  readonly #imports: WebAssembly.Imports;
  readonly #memory: WebAssembly.Memory;
  readonly #attach: (instance: WebAssembly.Instance) => QuickJSWASMModule;
  #image: Image | null = null;
  #machine: Machine | null = null;

  private constructor(
    wasm: WebAssembly.Module,
    prelude: Prelude,
    imports: WebAssembly.Imports,
    memory: WebAssembly.Memory,
    attach: (instance: WebAssembly.Instance) => QuickJSWASMModule,
  ) {
    this.#wasm = wasm;
    this.#prelude = prelude;
    this.#imports = imports;
    this.#memory = memory;
    this.#attach = attach;
  }

  static async load(wasm: WebAssembly.Module, prelude: Prelude): Promise<QuickJS> {
    const [loader, FFI] = await Promise.all([variant.importModuleLoader(), variant.importFFI()]);
    const wasmMemory = new WebAssembly.Memory({ initial: memoryPages, maximum: memoryPages });
    const captured: { imports?: WebAssembly.Imports; accept?: (instance: WebAssembly.Instance) => void } = {};
    const options: EmscriptenModuleLoaderOptions & { printErr: () => void } = {
      wasmMemory,
      // An abort is reported by its exception; the glue would also print it.
      printErr: () => undefined,
      instantiateWasm(glueImports, accept) {
        const imports = sameEverywhere(glueImports, wasmMemory);
        captured.imports = imports;
        captured.accept = accept;
        const instance = new WebAssembly.Instance(wasm, imports);
        accept(instance);
        return instance.exports;
      },
    };
    const glue = await unwrap(loader)(options);
    const { imports, accept } = captured;
    if (imports === undefined || accept === undefined) {
      throw new Error(`QuickJS was not loaded through instantiateWasm. ${pinned}`);
    }
    return new QuickJS(wasm, prelude, imports, wasmMemory, (instance) => {
      // The glue's own callback takes a second instance as well as the first: it rebinds every export.
      accept(instance);
      return new QuickJSWASMModule(glue, new FFI(glue));
    });
  }

  /** A QuickJS in which nothing but the prelude has been read. The one before it must not be used again. */
  fresh(): Machine {
    this.#image ??= this.#build();
    const memory = new Uint8Array(this.#memory.buffer);
    const { memory: picture, idle } = this.#image;
    // Nine tenths of the picture are stack that is never reached; a run that has come close has it cleared.
    const guard = new BigUint64Array(memory.buffer, Math.max(idle.from, idle.to - guardSize), guardSize / 8);
    if (guard.some((word) => word !== 0n)) memory.fill(0, idle.from, idle.to);
    memory.set(picture.subarray(0, idle.from));
    memory.set(picture.subarray(idle.to), idle.to);
    // What lies between is never read before it is written: QuickJS clears what it takes.
    memory.fill(0, nearlyFull);
    this.#machine = new Machine(this.#image);
    return this.#machine;
  }

  /** Whether the run since `fresh` has written near the end of the memory, which was zero before. */
  wasNearlyFull(): boolean {
    return new Uint8Array(this.#memory.buffer, nearlyFull).some((byte) => byte !== 0);
  }

  /** After a trap: the instance's stack pointer is lost, which no memory can put back. */
  discard(): void {
    this.#image = null;
  }

  #build(): Image {
    new Uint8Array(this.#memory.buffer).fill(0);
    const instance = new WebAssembly.Instance(this.#wasm, this.#imports);
    const quickjs = this.#attach(instance);
    startUp(instance);
    const runtime = quickjs.newRuntime({
      memoryLimitBytes: bounds.memoryBytes,
      maxStackSizeBytes: bounds.stackBytes,
    });
    runtime.setInterruptHandler(() => false);
    const context = runtime.newContext();
    const prelude = context.unwrapResult(context.evalCode(this.#prelude.source, this.#prelude.file));
    const host = context.newFunction('host', (operation, text) => {
      this.#machine?.charge(1000);
      const asked = context.getString(text);
      this.#machine?.charge(asked.length);
      const answer = this.#prelude.host(context.getString(operation), asked);
      this.#machine?.charge(answer.length);
      return context.newString(answer);
    });
    const bytes = new Uint8Array(this.#memory.buffer);
    let used = bytes.length;
    while (used > 0 && bytes[used - 1] === 0) used -= 1;
    const memory = bytes.slice(0, used);
    return { runtime, context, prelude, host, memory, idle: idlePart(memory) };
  }
}

type Loader = (options: EmscriptenModuleLoaderOptions) => Promise<QuickJSEmscriptenModule>;

/** The loader itself, however often a bundler has wrapped the module's default export. */
function unwrap(loaded: Loader | { default: Loader | { default: Loader } }): Loader {
  return typeof loaded === 'function' ? loaded : unwrap(loaded.default);
}

/** Emscripten's `__wasm_call_ctors`, the first export of a minified build; the glue calls it once only. */
function startUp(instance: WebAssembly.Instance): void {
  const start = Object.values(instance.exports).find((value) => typeof value === 'function');
  if (typeof start !== 'function') throw new Error(`QuickJS exports no start function. ${pinned}`);
  start();
}

/** Below the stack that QuickJS lets a guest use, with what its own functions may need. */
const stackReserve = 1024 * 1024;
const guardSize = 16 * 1024;

/** The longest run of zeros is the stack's unused part; the stack grows downwards from its end. */
function idlePart(memory: Uint8Array): { from: number; to: number } {
  const words = new BigUint64Array(memory.buffer, 0, memory.length >> 3);
  let [best, length] = [0, 0];
  for (let at = 0; at < words.length; at += 1) {
    const from = at;
    while (words[at] === 0n) at += 1;
    if (at - from > length) [best, length] = [from, at - from];
  }
  return { from: best * 8, to: Math.max(best * 8, (best + length) * 8 - stackReserve) };
}
