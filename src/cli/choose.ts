/** Which experiment the options of a command ask for. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type ExperimentOptions, mostWorkers, prepare } from '../engine/experiment.ts';
import type { Experiment } from '../engine/lab.ts';
import type { Strategy } from '../engine/verdict.ts';
import { loadLab, loadLabs } from '../labs/load.ts';
import { NodeRunner } from '../runner/node.ts';
import type { CommandOptions } from './main.ts';
import { CommandError } from './report.ts';

/** No handler that a person reads is longer. */
const mostBytes = 64 * 1024;

/** @throws {EngineError} @throws {CommandError} */
export function chosenExperiment(
  command: string,
  lab: string | undefined,
  options: CommandOptions,
): Experiment {
  if (lab === undefined) {
    const ids = loadLabs().map((each) => each.id);
    throw new CommandError(`${command} needs a lab. Name one of: ${ids.join(', ')}.`);
  }
  const chosen: ExperimentOptions = {};
  if (options.scenario !== undefined) chosen.scenario = options.scenario;
  if (options.handler !== undefined) chosen.handler = options.handler;
  if (options.workers !== undefined) chosen.workers = wholeNumber(options.workers);
  if (options.schema !== undefined) chosen.migration = readFile('schema', options.schema);
  const data = loadLab(lab);
  if (options.file !== undefined) {
    const name = basename(options.file).replace(/\.ts$/, '');
    // With --handler, a file of one's own runs on that variant's tables.
    const migration =
      options.handler === undefined ? '' : prepare(data, { handler: options.handler }).handler.migration;
    chosen.handler = {
      name,
      file: basename(options.file),
      source: readFile('file', options.file),
      migration,
    };
  }
  return prepare(data, chosen);
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text))
    throw new CommandError(`--workers is "${text}". Write a whole number from 1 to ${mostWorkers}.`);
  return Number(text);
}

/** @throws {CommandError} */
export function chosenStrategy({ strategy = 'exhaustive', seed }: CommandOptions): Strategy {
  const [, kind = '', number] = /^([a-z]+)(?::(\d{1,9}))?$/.exec(strategy) ?? [];
  if (seed !== undefined && kind !== 'random')
    throw new CommandError(`--seed is for the strategy random, not for ${strategy}. Leave it out.`);
  if (seed !== undefined && !/^\d{1,15}$/.test(seed))
    throw new CommandError(`--seed is "${seed}". Write a whole number such as 7.`);
  if (number === undefined && (kind === 'exhaustive' || kind === 'unreduced' || kind === 'reduced'))
    return { kind };
  if (number !== undefined && kind === 'preemptions') return { kind, most: Number(number) };
  if (kind === 'random') return { kind, schedules: Number(number ?? 1000), seed: Number(seed ?? 0) };
  throw new CommandError(
    `There is no strategy "${strategy}". Write exhaustive, unreduced, reduced, preemptions:2 or random:1000.`,
  );
}

/** How many threads to use; undefined leaves it to the machine. @throws {CommandError} */
export function threadsOf({ threads }: CommandOptions): number | undefined {
  if (threads === undefined) return undefined;
  if (!/^[1-8]$/.test(threads))
    throw new CommandError(`--threads is "${threads}". Write a number from 1 to 8.`);
  return Number(threads);
}

/** @param option - Which named it; null for the command's own file. @throws {CommandError} */
export function readFile(option: string | null, path: string): string {
  const what = option === null ? `The handler is "${path}"` : `--${option} names "${path}"`;
  if (!existsSync(path) || !statSync(path).isFile()) {
    throw new CommandError(`${what}, which is no file. Correct the path.`);
  }
  const { size } = statSync(path);
  if (size > mostBytes) {
    throw new CommandError(
      `${what}, which has ${size} bytes. Handlers and migrations have at most ${mostBytes}.`,
    );
  }
  return readFileSync(path, 'utf8');
}

/** Lends a runner, and stops its threads afterwards. */
export async function withRunner<Result>(
  use: (runner: NodeRunner) => Promise<Result>,
  threads?: number,
): Promise<Result> {
  const runner = new NodeRunner(threads);
  try {
    return await use(runner);
  } finally {
    await runner.close();
  }
}
