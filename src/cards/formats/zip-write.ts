import { zipSync } from 'fflate';

/**
 * A zip whose entries are stored, not compressed: some readers of packages refuse deflated ones
 * (nornagon/mkanki#5). Its dates are the first that the format knows, so equal contents give equal bytes.
 */
export function zipOf(entries: Readonly<Record<string, Uint8Array>>): Uint8Array {
  // Zip dates are local times: a date made of local parts is written the same in every time zone.
  return zipSync(entries, { level: 0, mtime: new Date(1980, 0, 1) });
}
