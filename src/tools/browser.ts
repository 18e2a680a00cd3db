/** Finds the browser that the tests drive, or installs one. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { root, toolPath } from './run.ts';

/** Headless, quiet, and able to run as root in a container. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome'];
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Some systems ship a `chromium-browser` that only advises how to install one, so ask each to start. */
function starts(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return false;
  }
  // Chrome on Windows opens a window for `--version`.
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0;
}

function* candidates(): Generator<string> {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    if (folder === '') continue;
    for (const name of names) yield path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
  }
  yield* usualPlaces;
  yield chromium.executablePath();
}

/** An installed browser, or null. `CHROMIUM_PATH` goes before all others. */
export function findBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (starts(named)) return named;
    throw new Error(`CHROMIUM_PATH names "${named}", which does not start. Correct it or unset it.`);
  }
  for (const file of candidates()) if (existsSync(file) && starts(file)) return file;
  return null;
}

function tries(command: string, args: string[], minutes: number): boolean {
  const { status } = spawnSync(command, args, {
    cwd: root,
    timeout: minutes * 60_000,
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/**
 * Finds a browser or installs one: Playwright's, or Debian's package where this process may install it.
 *
 * @throws {Error} with one sentence for a person when neither can be had.
 */
export function ensureBrowser(say: (sentence: string) => void): string {
  const present = findBrowser();
  if (present) return present;
  say('No Chromium is installed. Downloading the one that Playwright offers.');
  tries(process.execPath, [toolPath('@playwright/test', 'playwright'), 'install', 'chromium'], 5);
  const downloaded = findBrowser();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('That did not work. Installing the Debian package "chromium".');
    tries('apt-get', ['update'], 5);
    tries('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], 10);
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium or Chrome, and none could be installed. ' +
      'Install one, or name it as in `CHROMIUM_PATH=/path/to/chrome npm test`.',
  );
}
