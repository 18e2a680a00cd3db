/** What real servers did with a lab, as it was recorded, beside what SQLite does (Node only). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../engine/experiment.ts';
import { explore, runToEnd } from '../engine/explore/explore.ts';
import { replay } from '../engine/explore/replay.ts';
import { Laboratory } from '../engine/laboratory.ts';
import { parseSchedule } from '../engine/schedule.ts';
import { defaultLimits } from '../engine/verdict.ts';
import { nodeTools } from '../runner/node-tools.ts';
import { readYaml } from '../schemas/read.ts';
import { type Outcome, type Recorded, recordedSchema } from '../schemas/recorded.ts';
import { fitSchedule } from '../servers/fit.ts';
import { outcomeOf } from '../servers/outcome.ts';
import { loadLab } from './load.ts';

export const recordedFile = (id: string) => `content/labs/${id}/recorded.yaml`;

/** Null when nothing has been recorded. @throws {ContentError} */
export function loadRecorded(id: string, root = process.cwd()): Recorded | null {
  const file = recordedFile(id);
  if (!existsSync(join(root, file))) return null;
  return readYaml(file, readFileSync(join(root, file), 'utf8'), recordedSchema, {
    advice: `Record it again with npx node src/tools/record-servers.ts ${id}.`,
  });
}

/** The same handlers under the same schedules on SQLite, run now. */
export async function onSqlite(id: string, { ask }: Recorded): Promise<Outcome[]> {
  const lab = loadLab(id);
  const tools = await nodeTools();
  return Object.entries(ask.schedules).map(([handler, schedule]) => {
    const laboratory = new Laboratory(
      prepare(lab, { handler, scenario: ask.scenario }),
      tools,
      defaultLimits,
    );
    try {
      const exploration = runToEnd(explore(laboratory, defaultLimits));
      const fitted = fitSchedule(laboratory, parseSchedule(schedule), true, defaultLimits.stepsPerTask);
      return outcomeOf(handler, null, exploration, replay(laboratory, fitted.schedule));
    } finally {
      laboratory.close();
    }
  });
}
