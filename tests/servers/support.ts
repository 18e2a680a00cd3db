/** Small labs of a test's own, on a real server. */
import { type ExperimentOptions, prepare } from '../../src/engine/experiment.ts';
import type { Lab } from '../../src/engine/lab.ts';
import type { IsolationLevel } from '../../src/servers/address.ts';
import { parseAddresses } from '../../src/servers/address.ts';
import { type Both, replayBoth } from '../../src/servers/both.ts';
import { Servers } from '../../src/servers/run.ts';

export interface Target {
  urls: string[];
  isolation?: IsolationLevel;
}

export async function withServers<Result>(
  lab: Lab,
  options: ExperimentOptions,
  { urls, isolation }: Target,
  use: (servers: Servers) => Promise<Result>,
): Promise<Result> {
  const servers = await Servers.open(prepare(lab, options), parseAddresses(urls), isolation ?? null);
  try {
    return await use(servers);
  } finally {
    await servers.close();
  }
}

/** On the server and on SQLite. */
export async function both(
  lab: Lab,
  options: ExperimentOptions,
  target: Target,
  schedule: string | null,
): Promise<Both & { kind: 'replayed' }> {
  const experiment = prepare(lab, options);
  const result = await withServers(lab, options, target, (servers) =>
    replayBoth(servers, experiment, schedule),
  );
  if (result.kind !== 'replayed') throw new Error(result.end.detail);
  return result;
}

/** Each step as `w1 INSERT: 1 row written`. */
export function steps({ server }: Both & { kind: 'replayed' }): string[] {
  return server.trace.events.map(({ choice, verb, result }) => `${choice} ${verb}: ${result}`);
}
