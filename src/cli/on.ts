/** `replay --on` and `explore --on`: the same schedules on a real PostgreSQL and a real Redis. */
import type { Experiment } from '../engine/lab.ts';
import { type Addresses, type IsolationLevel, parseAddresses, parseIsolation } from '../servers/address.ts';
import { type Both, replayBoth, type Side } from '../servers/both.ts';
import { Servers, type ServersUsed } from '../servers/run.ts';
import { chosenExperiment, withRunner } from './choose.ts';
import { toJson as explorationJson, printExploration, statusOf } from './explore.ts';
import type { CommandOptions } from './main.ts';
import { at, earlyEnd, printTrace, toJson as traceJson } from './replay.ts';
import { CommandError, columns, json, type Report } from './report.ts';

/** Each schedule is run from fresh rows, some milliseconds a step. */
const mostSchedules = 500;
const mostSteps = 20_000;

/** @throws {CommandError} @throws {ServerError} */
export async function replayOn(lab: string | undefined, options: CommandOptions): Promise<Report> {
  const experiment = chosenExperiment('replay', lab, options);
  return withServers(experiment, options, async (servers) => {
    const both = await replayBoth(servers, experiment, options.schedule ?? null);
    if (both.kind === 'not-loaded') {
      throw new CommandError(
        `${at(experiment.handler.file, both.end.line)} does not load: ${both.end.detail}`,
      );
    }
    const { trace } = both.server;
    const talk = trace.complete ? '' : earlyEnd(trace);
    const out = options.json ? json(toJson(both, servers.used)) : print(experiment, both, servers.used);
    return { out, talk, status: 0 };
  });
}

/** @throws {CommandError} when there are too many schedules @throws {ServerError} */
export async function exploreOn(lab: string | undefined, options: CommandOptions): Promise<Report> {
  const experiment = chosenExperiment('explore', lab, options);
  wanted(options);
  const { total } = (await withRunner((runner) => runner.explore(experiment))).schedules;
  if (total === null || Number(total) > mostSchedules) {
    throw new CommandError(
      `Scenario "${experiment.scenario}" has ${total ?? 'too many'} schedules with ${experiment.handler.name}. On a server each is run from fresh rows, and at most ${mostSchedules} are. Explore it without --on, or replay single schedules there.`,
    );
  }
  return withServers(experiment, options, async (servers) => {
    const exploration = await servers.explore(mostSteps);
    const status = statusOf(exploration);
    if (options.json)
      return { out: json({ on: servers.used, ...explorationJson(exploration) }), talk: '', status };
    const head = `On ${named(servers.used)}`;
    return { out: `${head}\n${printExploration(experiment, exploration, options)}`, talk: '', status };
  });
}

/** @throws {ServerError} */
function wanted(options: CommandOptions): { addresses: Addresses; isolation: IsolationLevel | null } {
  const isolation = options.isolation === undefined ? null : parseIsolation(options.isolation);
  return { addresses: parseAddresses(options.on ?? []), isolation };
}

async function withServers(
  experiment: Experiment,
  options: CommandOptions,
  use: (servers: Servers) => Promise<Report>,
): Promise<Report> {
  const { addresses, isolation } = wanted(options);
  const servers = await Servers.open(experiment, addresses, isolation);
  // Whoever interrupts leaves no schema behind.
  const interrupted = () => void servers.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  try {
    return await use(servers);
  } finally {
    process.off('SIGINT', interrupted);
    await servers.close();
  }
}

/** `PostgreSQL 15.18, repeatable read, and Redis 7.0.15`. */
function named({ postgres, redis }: ServersUsed): string {
  const names = [postgres && `${postgres.version}, ${postgres.isolation}`, redis?.version].filter(
    (name) => typeof name === 'string',
  );
  return names.join(', and ');
}

function print(experiment: Experiment, both: Both & { kind: 'replayed' }, used: ServersUsed): string {
  const lines = [
    `On ${named(used)}`,
    printTrace(experiment, both.server.trace),
    ...lockNote(both.server, used),
    ...notes('There', both.server),
    ...notes('On SQLite', both.sqlite),
  ];
  if (both.differences.length === 0) lines.push('SQLite agrees: the same answers and the same rows.');
  else {
    const rows = both.differences.map(({ what, here, there }) => [what, here, there]);
    lines.push('SQLite differs:', columns([['', 'there', 'on SQLite'], ...rows]));
  }
  return lines.join('\n');
}

/** PostgreSQL has no such mode: whoever reads the trace must know what stood in for it. */
function lockNote({ trace }: Side, { postgres }: ServersUsed): string[] {
  if (!postgres || !trace.events.some(({ label }) => label === 'BEGIN IMMEDIATE')) return [];
  return [
    'There, BEGIN IMMEDIATE is BEGIN and LOCK TABLE … IN SHARE ROW EXCLUSIVE MODE on the lab’s tables.',
  ];
}

/** Where a database could not follow the schedule to the letter. */
function notes(place: string, { trace, fitted }: Side): string[] {
  const left = fitted.skipped.map(
    ({ position, choice, why }) => `${place}, choice ${position}, ${choice}, was left out: ${why}.`,
  );
  if (fitted.added === 0) return left;
  const more = trace.events.slice(-fitted.added).map(({ choice }) => choice);
  return [...left, `${place}, the schedule went on with: ${more.join(' ')}`];
}

function toJson({ server, sqlite, differences }: Both & { kind: 'replayed' }, used: ServersUsed) {
  const side = ({ trace, fitted }: Side) => {
    const { responses, tables, schedule } = traceJson(trace);
    return { schedule, skipped: fitted.skipped, added: fitted.added, responses, tables };
  };
  return {
    on: used,
    ...traceJson(server.trace),
    skipped: server.fitted.skipped,
    added: server.fitted.added,
    sqlite: side(sqlite),
    agrees: differences.length === 0,
    differences,
  };
}
