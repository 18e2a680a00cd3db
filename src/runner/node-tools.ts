import type { Tools } from '../engine/laboratory.ts';
import { loadSandbox } from '../sandbox/load.ts';
import { loadSqliteInNode } from '../sqlite/node.ts';

let tools: Promise<Tools> | undefined;

/** SQLite and the sandbox in Node, loaded once. */
export function nodeTools(): Promise<Tools> {
  tools ??= Promise.all([loadSqliteInNode(), loadSandbox()]).then(([openDatabase, loadProgram]) => ({
    openDatabase,
    loadProgram,
  }));
  return tools;
}
