/**
 * Makes node_modules match package-lock.json, so that every command of this project works on a fresh
 * clone. Runs before each npm script, on whatever Node the machine has, so it uses nothing but Node
 * itself. When nothing has to be done it returns in a few milliseconds and prints nothing. All it says
 * goes to stderr: the output of `npm run -s once` is data.
 */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.effectively-once-stamp');
const pinnedNode = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
/** An install that takes longer than this has died, whatever its process id says. */
const staleAfterMs = 20 * 60 * 1000;

/**
 * What node_modules must have been installed for. The running Node is left out on purpose: the first
 * command of a clone starts on the machine's Node and every later one on the pinned Node, whose version
 * the lock file holds.
 */
function wantedStamp() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
}

function isInstalled(wanted) {
  try {
    return readFileSync(stampFile, 'utf8') === wanted && existsSync(pinnedNode);
  } catch {
    return false;
  }
}

/** Whether somebody has already installed what the lock file asks for, with npm itself. */
function isInstalledByHand() {
  try {
    const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')).packages;
    const same = (name) =>
      present[name]?.version === wanted[name].version && present[name]?.integrity === wanted[name].integrity;
    const missing = Object.keys(wanted).filter((name) => name !== '' && !same(name));
    // Optional packages for other platforms are in the lock and rightly not on the disk.
    return (
      missing.every((name) => wanted[name].optional === true && present[name] === undefined) &&
      Object.keys(present).every((name) => wanted[name] !== undefined) &&
      existsSync(pinnedNode)
    );
  } catch {
    return false;
  }
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

function fail(sentence) {
  say(sentence);
  process.exit(1);
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

// The lock lies outside node_modules, which an install empties.
const lockFile = path.join(
  tmpdir(),
  `effectively-once-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`,
);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isStale(content) {
  const ageMs = Date.now() - statSync(lockFile).mtimeMs;
  // An empty lock was created this instant and is about to be filled, unless its owner died just then.
  if (content === '') return ageMs > 10_000;
  return !isAlive(Number(content.split(' ')[0])) || ageMs > staleAfterMs;
}

/** Moves a dead process's lock away, and puts it back if it turns out to be a living one's. */
function removeStale(content) {
  const aside = `${lockFile}.${process.pid}`;
  renameSync(lockFile, aside);
  if (readFileSync(aside, 'utf8') !== content) linkSync(aside, lockFile);
  rmSync(aside, { force: true });
}

/** Runs `work` while no other command installs; two that start together wait for each other. */
function exclusively(work) {
  const mine = `${process.pid} ${randomUUID()}`;
  let waiting = false;
  for (;;) {
    try {
      writeFileSync(lockFile, mine, { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`Could not write ${lockFile}: ${error.message}. Make it writable.`);
    }
    try {
      const content = readFileSync(lockFile, 'utf8');
      if (isStale(content)) {
        removeStale(content);
        continue;
      }
      if (!waiting) say('Another command is installing the packages. Waiting for it.');
      waiting = true;
    } catch {
      // The lock went away between two looks at it. Try again.
    }
    pause(200);
  }
  const release = () => {
    try {
      if (readFileSync(lockFile, 'utf8') === mine) unlinkSync(lockFile);
    } catch {
      // It is gone already.
    }
  };
  process.on('exit', release);
  work();
  release();
}

/** npm on the machine's own Node: the pinned one is among the files that an install replaces. */
function npm(args) {
  const env = { ...process.env };
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[key] = (env[key] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter);
  return spawnSync('npm', args, {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function adviceFor(output) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|EHOSTUNREACH/.test(output)
  ) {
    return 'The npm registry did not answer. Connect this machine to the network and run the command again.';
  }
  if (/can only install packages when your package\.json and/.test(output)) {
    return 'package.json and package-lock.json disagree. Run `npm install` and commit both files.';
  }
  if (/ENOSPC/.test(output)) return 'The disk is full. Make about 700 MB of room and run the command again.';
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `npm may not write to ${modules}. Make it writable, or remove it, and run the command again.`;
  }
  return 'The lines above are what npm said. When the cause is removed, run the command again.';
}

function install(wanted) {
  const started = Date.now();
  say('Installing the packages that package-lock.json names. This happens once and takes about a minute.');
  rmSync(stampFile, { force: true });
  const result = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (result.error) {
    fail(`npm could not be started: ${result.error.message}. Install Node 20 or later, which brings npm.`);
  }
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
  if (result.status !== 0) {
    if (output) say(output);
    fail(`The packages could not be installed. ${adviceFor(output)}`);
  }
  if (!existsSync(pinnedNode)) {
    fail(
      'The packages are installed, but not the pinned Node, whose install script did not run. ' +
        'Run `npm rebuild node`; if npm is set to ignore scripts, run `npm rebuild node --ignore-scripts=false`.',
    );
  }
  writeFileSync(stampFile, wanted);
  say(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(
    `This machine's Node is ${process.versions.node}. Install Node 20 or later and run the command again.`,
  );
}
const wanted = wantedStamp();
if (!isInstalled(wanted)) {
  exclusively(() => {
    if (isInstalled(wanted)) return;
    if (isInstalledByHand()) writeFileSync(stampFile, wanted);
    else install(wanted);
  });
}
