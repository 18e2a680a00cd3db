/** Runs the project's tools, each in a process of its own. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export const root = path.resolve(import.meta.dirname, '../..');

/**
 * The script behind a package's command. Tools are started with `process.execPath`, because what lies in
 * `node_modules/.bin` would run on whichever Node comes first in PATH.
 */
export function toolPath(packageName: string, command = packageName.replace(/^@[^/]+\//, '')): string {
  const folder = path.join(root, 'node_modules', packageName);
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) {
    throw new Error(`The package "${packageName}" is not installed. Run \`npm ci\` and try again.`);
  }
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: string | Record<string, string> };
  const script = typeof bin === 'string' ? bin : bin?.[command];
  if (!script) throw new Error(`The package "${packageName}" has no command "${command}".`);
  return path.join(folder, script);
}

export interface Ran {
  passed: boolean;
  /** What it printed, on either channel. */
  output: string;
  /** What of it came by the error channel. */
  errors: string;
  seconds: number;
}

/** Runs a script on this very Node, without standard input, and keeps what it prints. */
export function run(
  args: string[],
  env: Record<string, string> = {},
  options: { show?: boolean } = {},
): Promise<Ran> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    const keep = (chunk: Buffer): void => {
      output += chunk;
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk;
      keep(chunk);
    });
    const end = (passed: boolean): void =>
      resolve({
        passed,
        output: stripVTControlCharacters(output).trim(),
        errors: stripVTControlCharacters(errors).trim(),
        seconds: (performance.now() - started) / 1000,
      });
    child.once('error', (error) => {
      output += `\n${error.message}`;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}
