/** Files that are hostile before they run: to the parser, or by what they would load. */
import type { HostileCase } from './cases.ts';

const imports =
  'A handler cannot import: what it may use is handed to it as env, and on the reference page. Only "import type" is allowed.';
const ambiguous =
  'From here on the file can be read in too many ways. Give nested arrow functions and ternaries names of their own.';
const deep = 'The file is nested too deeply to be read.';

const rows: [does: string, source: string, detail: string][] = [
  ['import() of a module of Node', "export async function handle() { await import('node:fs') }", imports],
  ['import() of data', "export async function handle() { await import('data:text/javascript,1') }", imports],
  ['an import of a module of Node', "import fs from 'node:fs';\nexport function handle() {}", imports],
  ['an import for its effect', "import 'elsewhere';\nexport function handle() {}", imports],
  [
    'an export of another module',
    "export { readFileSync as handle } from 'node:fs';",
    'Write export before the declaration itself: export async function handle(request, env) { … }',
  ],
  [
    'a file of five megabytes',
    `/*${'x'.repeat(5e6)}*/ export function handle() {}`,
    'The file has 5000032 characters; a handler may have 65536.',
  ],
  ['twenty thousand brackets', `export const handle = ${'['.repeat(2e4)}1${']'.repeat(2e4)}`, deep],
  ['fifty thousand negations', `export const handle = ${'!'.repeat(5e4)}1`, deep],
  // The parser tries each of these twice, and tries double with each level.
  [
    'forty defaults of arrow functions in one another',
    `export const handle = ${'(a = '.repeat(40)}1${') => 1'.repeat(40)}`,
    ambiguous,
  ],
  [
    'forty ternaries that may be arrow functions',
    `export const handle = ${'a ? (b) : c => '.repeat(40)}1`,
    ambiguous,
  ],
  [
    'forty arrow functions with type parameters',
    `export const handle = ${'<T,>(a = '.repeat(40)}1${') => 1'.repeat(40)}`,
    ambiguous,
  ],
  ['a NUL character', 'export function handle() {\0}', "Syntax error: unexpected character '\u0000'."],
  [
    'no file at all',
    '',
    'hostile.ts exports no function "handle". Write: export async function handle(request, env) { … }',
  ],
  ['a page instead of a handler', '<!DOCTYPE html>', 'Syntax error: unexpected "!".'],
  [
    'an await at the top level without an end',
    'export function handle() {}\nawait new Promise(() => {});',
    'The file waits at its top level. Move "await" into the function that the lab calls.',
  ],
  [
    'an error while the file loads',
    "export function handle() {}\nthrow new Error('no');",
    'The file fails while it loads: Error: no',
  ],
];

export const sources: HostileCase[] = rows.map(([does, source, detail]) => ({
  does,
  source,
  expected: {
    breaks: 'handler-loads',
    kind: 'does-not-load',
    detail,
    schedules: { total: 0, broken: 0 },
  },
}));
