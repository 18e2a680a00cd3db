/**
 * Records what a real PostgreSQL makes of labs, into their recorded.yaml:
 *
 *   npx node src/tools/record-servers.ts postgres://user@host:5432/database [lab …]
 *
 * Without a lab's name, every lab that has such a file. It works in a schema of its own and drops it.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { Document, isMap, isSeq, type YAMLMap } from 'yaml';
import { loadLab, loadLabs } from '../labs/load.ts';
import { loadRecorded, recordedFile } from '../labs/recorded.ts';
import type { Recorded } from '../schemas/recorded.ts';
import { parseAddresses, ServerError } from '../servers/address.ts';
import { record } from '../servers/record.ts';

const header = `# What a real server did. An author writes "ask", and the script the rest:
#   npx node src/tools/record-servers.ts postgres://user@host:5432/database\n`;

/** Each outcome on a few lines, so that a reader sees at once what has changed. */
function written(recorded: Recorded): string {
  const document = new Document(recorded);
  const outcomes = document.get('outcomes');
  for (const outcome of isSeq(outcomes) ? (outcomes.items as YAMLMap[]) : []) {
    for (const { value } of outcome.items) if (isMap(value) || isSeq(value)) value.flow = true;
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

try {
  const [address = '', ...names] = process.argv.slice(2);
  const { postgres } = parseAddresses([address]);
  if (!postgres) throw new ServerError('Recordings are made on PostgreSQL. Write postgres://… first.');
  const ids = names.length > 0 ? names : loadLabs().map(({ id }) => id);
  for (const id of ids) {
    const known = loadRecorded(id);
    if (!known) {
      if (names.length > 0 && !existsSync(recordedFile(id)))
        throw new ServerError(
          `${recordedFile(id)} is missing. Write its "ask": a scenario, and a schedule for each handler.`,
        );
      continue;
    }
    const recorded = await record(loadLab(id), known, postgres);
    writeFileSync(recordedFile(id), header + written(recorded));
    console.log(`${recordedFile(id)}: ${recorded.outcomes.length} outcomes, ${recorded.server}`);
  }
} catch (error) {
  if (!(error instanceof ServerError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
