/**
 * Servers of a test's own: on loopback, with a free port and a temporary folder, started by the test
 * and stopped by it. Nothing that runs on the machine already is touched.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface LocalServer {
  /** For `--on`. */
  url: string;
  stop(): Promise<void>;
}

/** Folder of PostgreSQL's programs, the newest where there are several; null when there is none. */
export const postgresFolder = folderOf('initdb', [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Library/PostgreSQL/*/bin',
]);

export const redisFolder = folderOf('redis-server', ['/opt/homebrew/bin', '/usr/local/bin']);

function folderOf(program: string, patterns: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const pattern of patterns) {
    const [before = '', after] = pattern.split('*');
    if (after === undefined) {
      folders.push(pattern);
      continue;
    }
    const parent = before.slice(0, before.lastIndexOf('/'));
    const start = before.slice(parent.length + 1);
    if (!existsSync(parent)) continue;
    const names = readdirSync(parent).filter((name) => name.startsWith(start));
    const newestFirst = names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    folders.push(...newestFirst.map((name) => join(parent, name + after)));
  }
  return folders.find((folder) => folder !== '' && existsSync(join(folder, program))) ?? null;
}

/** PostgreSQL refuses to run as root, so that root lends it another user's identity. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "nobody". Run the tests as another user.',
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** @throws when it does not start, with what it said. */
export async function startPostgres(folder: string): Promise<LocalServer> {
  const home = mkdtempSync(join(tmpdir(), 'once-pg-'));
  const identity = owner();
  if (identity) chownSync(home, identity.uid, identity.gid);
  const data = join(home, 'data');
  const options = { ...identity, cwd: home };
  const remove = () => rmSync(home, { recursive: true, force: true });
  try {
    const made = ['-D', data, '-U', 'once', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    await promisify(execFile)(join(folder, 'initdb'), made, options);
    const port = await freePort();
    const settings = [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'log_min_messages=fatal',
    ];
    const child = spawn(
      join(folder, 'postgres'),
      [
        '-D',
        data,
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-k',
        home,
        ...settings.flatMap((each) => ['-c', each]),
      ],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    // The port is open before the database lets anybody in.
    const isReady = () => {
      const file = join(data, 'postmaster.pid');
      return existsSync(file) && /^ready/m.test(readFileSync(file, 'utf8'));
    };
    await listening(child, port, isReady);
    return { url: `postgres://once@127.0.0.1:${port}/postgres`, stop: () => stop(child, remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** @throws when it does not start, with what it said. */
export async function startRedis(folder: string): Promise<LocalServer> {
  const home = mkdtempSync(join(tmpdir(), 'once-redis-'));
  const port = await freePort();
  const child = spawn(
    join(folder, 'redis-server'),
    ['--bind', '127.0.0.1', '--port', String(port), '--dir', home, '--save', '', '--appendonly', 'no'],
    { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const remove = () => rmSync(home, { recursive: true, force: true });
  try {
    await listening(child, port);
  } catch (error) {
    remove();
    throw error;
  }
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(child, remove) };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.');
  return address.port;
}

async function listening(child: ChildProcess, port: number, isReady = () => true): Promise<void> {
  let said = '';
  let gone = false;
  child.stderr?.on('data', (data) => {
    said += data;
  });
  child.once('exit', () => {
    gone = true;
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (gone) throw new Error(`It did not start: ${said}`);
    if (isReady() && (await accepts(port))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`It did not listen within 30 s: ${said}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (good: boolean) => {
      socket.destroy();
      resolve(good);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** SIGINT is PostgreSQL's fast shutdown, and Redis ends on it too. */
async function stop(child: ChildProcess, remove: () => void): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null) {
    child.kill('SIGINT');
    await ended;
  }
  remove();
}
