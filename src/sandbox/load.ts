/** Loads the runner of handlers, in Node and in a browser's worker alike. */
import type { LoadProgram } from '../engine/ports.ts';
import { answerHost } from './host.ts';
import { preludeFile, preludeSource } from './prelude.ts';
import { HandlerProgram } from './program.ts';
import { QuickJS } from './quickjs.ts';

export interface SandboxOptions {
  /**
   * QuickJS's wasm: its URL, its bytes or the compiled module. Node finds it by itself; a worker
   * passes `import url from '@jitl/quickjs-wasmfile-release-sync/wasm?url'`.
   */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
}

/** @throws Error when the wasm cannot be fetched or compiled. */
export async function loadSandbox(options: SandboxOptions = {}): Promise<LoadProgram> {
  const prelude = { source: preludeSource, file: preludeFile, host: answerHost };
  const quickjs = await QuickJS.load(await compile(options.wasm ?? readFromPackage()), prelude);
  return (handler, programOptions) => new HandlerProgram(quickjs, handler, programOptions);
}

async function compile(wasm: string | URL | BufferSource | WebAssembly.Module): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (typeof wasm !== 'string' && !(wasm instanceof URL)) return WebAssembly.compile(wasm);
  const response = await fetch(wasm);
  if (!response.ok) {
    throw new Error(
      `The sandbox could not be loaded: ${response.url} answered ${response.status}. Reload the page.`,
    );
  }
  // Not compileStreaming: a server that names another type than application/wasm would defeat it.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Only Node has `process.getBuiltinModule`; a bundler finds no import to follow. */
function readFromPackage(): BufferSource {
  if (typeof process === 'undefined' || typeof process.getBuiltinModule !== 'function') {
    throw new Error('The sandbox needs the URL of its wasm file here. Call loadSandbox({ wasm: url }).');
  }
  const { createRequire } = process.getBuiltinModule('node:module');
  const specifier = '@jitl/quickjs-wasmfile-release-sync/wasm';
  // A bundle may stand where no packages are; the project it was made from is the current folder.
  const path = [import.meta.url, `${process.cwd()}/package.json`]
    .map((base) => {
      try {
        return createRequire(base).resolve(specifier);
      } catch {
        return null;
      }
    })
    .find((found) => found !== null);
  if (path === undefined || path === null) {
    throw new Error(
      `The sandbox's wasm file ${specifier} was not found. Run npm ci in the project's folder.`,
    );
  }
  return process.getBuiltinModule('node:fs').readFileSync(path);
}
