import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Stands for npm: notes each call, takes a while, and leaves a Node behind as the real one does. */
const installingNpm = `#!/bin/sh
echo "$@" >> calls
sleep 0.3
mkdir -p node_modules/.bin
touch node_modules/.bin/node
echo "noise on stdout"
`;

function failingNpm(output: string): string {
  return `#!/bin/sh\necho "$@" >> calls\necho "${output}" >&2\nexit 1\n`;
}

describe.skipIf(process.platform === 'win32')('setup', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'effectively-once-setup-test-'));
    mkdirSync(path.join(folder, 'src/tools'), { recursive: true });
    mkdirSync(path.join(folder, 'bin'));
    cpSync('src/tools/setup.mjs', path.join(folder, 'src/tools/setup.mjs'));
    writeFileSync(
      path.join(folder, 'package-lock.json'),
      '{"packages":{"node_modules/a":{"version":"1.0.0"}}}',
    );
    provideNpm(installingNpm);
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function provideNpm(script: string): void {
    writeFileSync(path.join(folder, 'bin/npm'), script);
    chmodSync(path.join(folder, 'bin/npm'), 0o755);
  }

  function setUp(): Promise<{ code: number | null; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, ['src/tools/setup.mjs'], {
        cwd: folder,
        env: { ...process.env, PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin` },
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      child.on('close', (code) => resolve({ code, stdout, stderr }));
    });
  }

  function calls(): string[] {
    const file = path.join(folder, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  test('installs once, says so on stderr alone, and is silent afterwards', async () => {
    const first = await setUp();
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr).toMatch(/^Installing the packages/);
    expect(await setUp()).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(calls()).toEqual(['ci --include=dev --no-audit --no-fund --loglevel=error']);
  });

  test('installs again when the lock file has changed', async () => {
    await setUp();
    writeFileSync(
      path.join(folder, 'package-lock.json'),
      '{"packages":{"node_modules/a":{"version":"2.0.0"}}}',
    );
    await setUp();
    expect(calls()).toHaveLength(2);
  });

  test('two commands that start together install once', async () => {
    provideNpm(installingNpm.replace('sleep 0.3', 'sleep 2'));
    const ends = await Promise.all([setUp(), setUp()]);
    expect(ends.map((end) => end.code)).toEqual([0, 0]);
    expect(calls()).toHaveLength(1);
    expect(ends.map((end) => end.stderr).join('')).toContain('Waiting for it.');
  });

  test('the lock of a command that died is removed', async () => {
    const id = createHash('sha256').update(folder).digest('hex').slice(0, 16);
    // Process ids end at 2^22 on Linux and earlier elsewhere.
    writeFileSync(path.join(tmpdir(), `effectively-once-setup-${id}.lock`), '99999999 left-behind');
    expect(await setUp()).toMatchObject({ code: 0 });
    expect(calls()).toHaveLength(1);
  });

  test('packages that somebody installed with npm are left as they are', async () => {
    mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true });
    writeFileSync(path.join(folder, 'node_modules/.bin/node'), '');
    cpSync(path.join(folder, 'package-lock.json'), path.join(folder, 'node_modules/.package-lock.json'));
    expect(await setUp()).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(calls()).toEqual([]);
  });

  test('without a network it says what to do, and tries again the next time', async () => {
    provideNpm(failingNpm('npm error code ENOTFOUND'));
    const end = await setUp();
    expect(end).toMatchObject({ code: 1, stdout: '' });
    expect(end.stderr).toContain('npm error code ENOTFOUND');
    expect(end.stderr).toContain(
      'The packages could not be installed. The npm registry did not answer. Connect this machine to the network and run the command again.',
    );
    provideNpm(installingNpm);
    expect(await setUp()).toMatchObject({ code: 0 });
  });
});
