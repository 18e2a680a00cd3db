/** Builds the site when its sources have changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, toolPath } from './run.ts';

export const dist = path.join(root, 'dist');
const stampFile = path.join(root, 'node_modules', '.cache', 'effectively-once', 'built');

/** What the site is made of; tests and documents are not. */
const sources = ['src', 'content', 'public', 'astro.config.mjs', 'tsconfig.json', 'package-lock.json'];

function* filesOf(entry: string): Generator<string> {
  if (!existsSync(entry)) return;
  if (!statSync(entry).isDirectory()) {
    yield entry;
    return;
  }
  for (const name of readdirSync(entry).sort()) yield* filesOf(path.join(entry, name));
}

/** Digest of every source's name and contents: an edit that is undone needs no new build. */
function sourcesDigest(): string {
  const digest = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(path.join(root, source))) {
      digest.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return digest.digest('hex');
}

/** Ties the digest to the very files in `dist`, which `npm run build` may have replaced since. */
function stampFor(digest: string): string {
  return `${digest} ${statSync(path.join(dist, 'index.html')).mtimeMs}\n`;
}

function isFresh(digest: string): boolean {
  try {
    return readFileSync(stampFile, 'utf8') === stampFor(digest);
  } catch {
    return false;
  }
}

export type Built =
  | { kind: 'fresh' }
  | { kind: 'built'; seconds: number }
  | { kind: 'failed'; output: string };

/** Brings `dist` up to date with the sources. */
export async function buildSite(options: { onBuild?(): void } = {}): Promise<Built> {
  const digest = sourcesDigest();
  if (isFresh(digest)) return { kind: 'fresh' };
  options.onBuild?.();
  rmSync(stampFile, { force: true });
  const result = await run([toolPath('astro'), 'build'], { ASTRO_TELEMETRY_DISABLED: '1' });
  // What went wrong, without the pages that went well before it.
  if (!result.passed) return { kind: 'failed', output: result.errors || result.output };
  if (!existsSync(path.join(dist, 'index.html'))) {
    return { kind: 'failed', output: 'The build ended without writing dist/index.html.' };
  }
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stampFor(digest));
  return { kind: 'built', seconds: result.seconds };
}
