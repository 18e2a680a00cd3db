/** Records what a real PostgreSQL makes of a lab's handlers, at every isolation level (Node only). */
import { prepare } from '../engine/experiment.ts';
import type { Lab } from '../engine/lab.ts';
import type { Outcome, Recorded } from '../schemas/recorded.ts';
import { isolationLevels, ServerError } from './address.ts';
import { outcomeOf } from './outcome.ts';
import { Servers } from './run.ts';

/** More than any lab that is recorded needs. */
const mostSteps = 20_000;

/** @throws {ServerError} */
export async function record(lab: Lab, { ask }: Pick<Recorded, 'ask'>, postgres: URL): Promise<Recorded> {
  const outcomes: Outcome[] = [];
  let server = '';
  for (const [handler, schedule] of Object.entries(ask.schedules)) {
    for (const isolation of isolationLevels) {
      const experiment = prepare(lab, { handler, scenario: ask.scenario });
      const servers = await Servers.open(experiment, { postgres, redis: null }, isolation);
      try {
        server = servers.used.postgres?.version ?? '';
        const { exploration, trace } = await servers.record(mostSteps, schedule);
        if (exploration.schedules.total === null) {
          throw new ServerError(
            `${handler} of ${lab.id} has too many schedules to record. Ask for a smaller scenario.`,
          );
        }
        outcomes.push(outcomeOf(handler, isolation, exploration, trace));
      } finally {
        await servers.close();
      }
    }
  }
  return { ask, server, outcomes };
}
