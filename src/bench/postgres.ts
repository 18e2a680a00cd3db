/**
 * A PostgreSQL of the benchmark's own: a temporary folder, a Unix socket in it and no port, durability
 * off. Stopped and removed afterwards; nothing that runs on the machine already is touched.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BenchError, type Missing } from './figures.ts';
import { temporaryFolder } from './folder.ts';

const startWithinMs = 30_000;
const pollMs = 20;

export interface Installed {
  /** Path of `isolationtester`. */
  tester: string;
  /** Folder of `initdb`, `postgres` and `psql`. */
  programs: string;
  version: string;
}

export interface LocalPostgres {
  /** For libpq. */
  connection: string;
  stop(): Promise<void>;
}

/** Where packages put one major version: a folder for each. */
const homes = ['/usr/lib/postgresql', '/usr/lib64/pgsql', '/opt/homebrew/opt'];

/** The newest PostgreSQL that has both a server and `isolationtester`. */
export function findIsolationTester(folders: readonly string[] = homes): Installed | Missing {
  const versions = folders
    .filter((home) => existsSync(home))
    .flatMap((home) => readdirSync(home).map((version) => ({ home: join(home, version), version })))
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
  for (const { home, version } of versions) {
    const tester = join(home, 'lib/pgxs/src/test/isolation/isolationtester');
    const programs = join(home, 'bin');
    if (existsSync(tester) && existsSync(join(programs, 'initdb'))) return { tester, programs, version };
  }
  const server = versions.find(({ home }) => existsSync(join(home, 'bin/initdb')))?.version ?? '15';
  return { missing: `not installed: apt-get install postgresql-${server} postgresql-server-dev-${server}` };
}

/** @throws {BenchError} when it does not start, with what it said. */
export async function startPostgres({ programs }: Installed): Promise<LocalPostgres> {
  const { path: home, remove } = temporaryFolder();
  const identity = owner();
  if (identity) chownSync(home, identity.uid, identity.gid);
  const data = join(home, 'data');
  const options = { ...identity, cwd: home };
  try {
    const made = ['-D', data, '-U', 'once', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    execFileSync(join(programs, 'initdb'), made, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    const settings = [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'log_min_messages=fatal',
    ];
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-h', '', '-k', home, ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    // Whoever interrupts the benchmark leaves no server behind.
    const interrupted = () => void stop(child, remove).then(() => process.exit(130));
    process.once('SIGINT', interrupted);
    await ready(child, join(data, 'postmaster.pid'));
    return {
      connection: `host=${home} user=once dbname=postgres`,
      stop() {
        process.off('SIGINT', interrupted);
        return stop(child, remove);
      },
    };
  } catch (error) {
    remove();
    throw error instanceof BenchError
      ? error
      : new BenchError(
          `PostgreSQL could not be started: ${error instanceof Error ? error.message : error}. Start the benchmark again, or remove PostgreSQL to leave it out.`,
        );
  }
}

/** PostgreSQL refuses to run as root, so root lends it another user's identity. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new BenchError(
      'PostgreSQL does not run as root, and there is no user "nobody". Run the benchmark as another user.',
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function ready(child: ChildProcess, pidFile: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (data) => {
    said += data;
  });
  for (let waited = 0; waited < startWithinMs; waited += pollMs) {
    if (child.exitCode !== null) throw new BenchError(`PostgreSQL ended at once: ${said.trim()}`);
    if (existsSync(pidFile) && /^ready/m.test(readFileSync(pidFile, 'utf8'))) return;
    await delay(pollMs);
  }
  child.kill('SIGKILL');
  throw new BenchError(`PostgreSQL was not ready within ${startWithinMs / 1000} s: ${said.trim()}`);
}

/** SIGINT is PostgreSQL's fast shutdown. */
async function stop(child: ChildProcess, remove: () => void): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
  }
  remove();
}
