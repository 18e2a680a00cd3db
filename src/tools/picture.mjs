/** Takes README's picture of the race lab from the built site. */
import path from 'node:path';
import { chromium } from '@playwright/test';
import { browserFlags, ensureBrowser } from './browser.ts';
import { root } from './run.ts';
import { serveSite } from './serve.ts';
import { buildSite, dist } from './site.ts';

const address = '/labs/double-charge/?handler=check-then-insert&schedule=w1+w2+w1+w2';
const picture = path.join(root, 'public/pictures/race-lab.png');

const folder = process.argv[2] ?? dist;
if (folder === dist) {
  const built = await buildSite();
  if (built.kind === 'failed') {
    console.error(built.output);
    process.exit(1);
  }
}
const server = await serveSite({ folder });
const browser = await chromium.launch({
  executablePath: ensureBrowser((sentence) => console.error(sentence)),
  args: browserFlags,
});
try {
  const page = await browser.newPage({ viewport: { width: 1360, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`http://localhost:${server.port}${address}`);
  const lab = page.locator('section.lab').first();
  await lab
    .locator('.sched code')
    .filter({ hasText: /w1\s+w2\s+w1\s+w2/ })
    .waitFor();
  await lab.locator('.stage:not(.busy)').waitFor();
  await lab.screenshot({ path: picture });
  console.log(`Wrote ${path.relative(root, picture)}.`);
} finally {
  await browser.close();
  await server.close();
}
