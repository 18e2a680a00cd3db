/** PostgreSQL's `isolationtester` on a spec, all permutations. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from './figures.ts';
import { temporaryFolder } from './folder.ts';
import type { Installed, LocalPostgres } from './postgres.ts';
import { type BenchSpec, isolationSpec, schema } from './spec.ts';

export interface Permutations {
  run: number;
  /** In how many the teardown's query, which is the invariant, returned a row. */
  broken: number;
}

/** Reads what it printed: each permutation ends with the rows of its teardown. */
export function readPermutations(output: string): Permutations {
  const permutations = output.split(/^starting permutation: /m).slice(1);
  const broken = permutations.filter((text) => {
    const [, rows] = [...text.matchAll(/^\((\d+) rows?\)$/gm)].at(-1) ?? [];
    if (rows === undefined)
      throw new BenchError(`isolationtester printed no rows for "${text.slice(0, 200)}".`);
    return Number(rows) > 0;
  });
  return { run: permutations.length, broken: broken.length };
}

/** Permutations in one measurement, at least. */
const enough = 1000;

export class IsolationTester {
  readonly #installed: Installed;
  readonly #server: LocalPostgres;
  readonly #folder = temporaryFolder();

  constructor(installed: Installed, server: LocalPostgres) {
    this.#installed = installed;
    this.#server = server;
  }

  /** Makes the table, once: between permutations rows are deleted, as everywhere here. */
  async prepare(): Promise<void> {
    await this.#run(`setup { ${schema}; }\nsession one\nstep one { SELECT 1; }\n`);
  }

  /**
   * Milliseconds of all permutations, without starting and connecting, which one permutation alone
   * shows. Few permutations are run several times over, so that this difference is not noise. Output
   * goes to a file: no reader slows it down.
   *
   * @throws {BenchError}
   */
  async measure(spec: BenchSpec): Promise<Permutations & { ms: number; bootMs: number }> {
    const rounds = Math.ceil(enough / spec.schedules);
    const one = await this.#run(isolationSpec(spec, 1));
    const all = await this.#run(isolationSpec(spec, rounds === 1 ? 'all' : rounds * spec.schedules));
    const { run, broken } = readPermutations(all.output);
    const each = (all.ms - one.ms) / (run - 1);
    if (run !== rounds * spec.schedules || each <= 0)
      throw new BenchError(
        `isolationtester took ${all.ms.toFixed(0)} ms for ${run} permutations and ${one.ms.toFixed(0)} ms for one. The machine is too busy to tell; run the benchmark again.`,
      );
    return {
      run: run / rounds,
      broken: broken / rounds,
      ms: each * spec.schedules,
      bootMs: Math.max(0, one.ms - each),
    };
  }

  close(): void {
    this.#folder.remove();
  }

  async #run(spec: string): Promise<{ ms: number; output: string }> {
    const file = join(this.#folder.path, 'output');
    const output = openSync(file, 'w');
    const start = performance.now();
    const child = spawn(this.#installed.tester, [this.#server.connection], {
      stdio: ['pipe', output, 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (data) => {
      said += data;
    });
    child.stdin?.end(spec);
    const status = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
    const ms = performance.now() - start;
    closeSync(output);
    if (status !== 0) throw new BenchError(`isolationtester ended with ${status}: ${said.trim()}`);
    return { ms, output: readFileSync(file, 'utf8') };
  }
}
