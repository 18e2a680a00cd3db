import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './src/tools/browser.ts';

/** The site under test; another folder can be named to try a build without touching `dist`. */
const folder = process.env['SITE_FOLDER'] ?? 'dist';

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 4399));
    });
  });
}

/** Where it is ten o'clock now. `Etc` counts the other way round: `Etc/GMT-5` is five hours ahead. */
function zoneAtTen(utcHour: number): string {
  const ahead = (34 - utcHour) % 24;
  return ahead <= 14 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`;
}

// The workers load this file again and inherit what the main process put into its environment.
process.env['SITE_FOLDER'] = folder;
process.env['SITE_PORT'] ??= String(await freePort());
const browser = findBrowser();
// Without one Playwright says what is missing, and `npm test` installs it.
if (browser) process.env['CHROMIUM_PATH'] = browser;

// A learner's day begins at 04:00, and what is due is said in words that differ around it. Pages and
// tests stand where it is ten in the morning, so that no run depends on the hour at which it begins;
// tests of midnight and of 04:00 set their own clock.
process.env['TZ'] ??= zoneAtTen(new Date().getUTCHours());

const origin = `http://localhost:${process.env['SITE_PORT']}`;

export default defineConfig({
  testDir: 'tests/e2e',
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  retries: 0,
  workers: 2,
  // Generous, since two browsers share two cores; a test that needs it is looked at all the same.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: origin,
    launchOptions: { args: browserFlags, ...(browser ? { executablePath: browser } : {}) },
    trace: 'off',
  },
  webServer: {
    command: `"${process.execPath}" src/tools/serve-site.mjs "${folder}" ${process.env['SITE_PORT']}`,
    url: origin,
    reuseExistingServer: false,
    timeout: 30_000,
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: /\.phone\.spec\.ts$/,
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: /\.phone\.spec\.ts$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
