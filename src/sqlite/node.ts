import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { OpenDatabase } from '../engine/ports.ts';
import { type InitSqlJs, loadSqlite } from './driver.ts';

/** SQLite for the command line, the tests and the build. */
export async function loadSqliteInNode(): Promise<OpenDatabase> {
  const require = createRequire(import.meta.url);
  const init = require('sql.js') as InitSqlJs;
  const wasm = await WebAssembly.compile(await readFile(require.resolve('sql.js/dist/sql-wasm.wasm')));
  return loadSqlite(init, wasm);
}
