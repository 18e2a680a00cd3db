/** The log as a file: one JSON text, which any copy of the site can take in. */
import type { StoredRecord } from './store.ts';

const format = 'effectively-once/progress';
const version = 1;

/** A log of a million reviews is a fifth of this. */
const mostCharacters = 1_000_000_000;
const mostRecords = 2_000_000;

export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

/** One record on a line, so that two files can be compared. */
export function printBackup(records: readonly StoredRecord[]): string {
  const head = JSON.stringify({ format, version });
  const lines = records.map((record) => JSON.stringify(record));
  return `${head.slice(0, -1)},"records":[\n${lines.join(',\n')}\n]}\n`;
}

/**
 * The records of a file, not looked at yet: `Progress.take` skips what is no record.
 *
 * @throws {BackupError} for what is no such file
 */
export function readBackup(text: string): unknown[] {
  if (text.length > mostCharacters)
    throw new BackupError(
      `The file has ${text.length} characters; a progress file has at most ${mostCharacters}. Choose the file that this site wrote.`,
    );
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new BackupError(
      'The file is not JSON, or was cut off. Choose the file that "Save a copy" wrote, and download it again if it is damaged.',
    );
  }
  const { format: named, version: edition, records } = (file ?? {}) as Record<string, unknown>;
  if (named !== format)
    throw new BackupError(
      `The file is no progress file: its "format" is ${shown(named)} instead of "${format}". Decks are imported on the page of cards.`,
    );
  if (edition !== version)
    throw new BackupError(
      `The file's "version" is ${shown(edition)}, and this copy of the site reads version ${version}. Reload the page to get the newest copy.`,
    );
  if (!Array.isArray(records))
    throw new BackupError('The file has no list "records". Choose the file that "Save a copy" wrote.');
  if (records.length > mostRecords)
    throw new BackupError(
      `The file has ${records.length} records; at most ${mostRecords} are taken in. Choose the file that this site wrote.`,
    );
  return records;
}

/** What holds others is named by its kind: to write it out may take more depth than there is. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
