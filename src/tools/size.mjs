/**
 * Prints how much JavaScript the built site transfers, page by page, against the budgets. Run it with
 * `node_modules/.bin/node src/tools/size.mjs`. The browser tests hold the same budgets.
 */
import { chromium } from '@playwright/test';
import { browserFlags, ensureBrowser } from './browser.ts';
import { buildSite, dist } from './site.ts';
import { budgets, measure, transferTable } from './transfer.ts';

const folder = process.argv[2] ?? dist;
if (folder === dist) {
  const built = await buildSite({ onBuild: () => console.error('Building the site.') });
  if (built.kind === 'failed') {
    console.error(built.output);
    process.exit(1);
  }
}
const executablePath = ensureBrowser((sentence) => console.error(sentence));
const browser = await chromium.launch({ executablePath, args: browserFlags });
try {
  const transfers = [];
  for (const budget of budgets) transfers.push(await measure(browser, folder, budget));
  console.log(transferTable(transfers));
  const over = transfers.some(
    ({ budget, scriptBytes, wasm, editor }) =>
      scriptBytes > budget.limitBytes || wasm.length || editor.length,
  );
  process.exitCode = over ? 1 : 0;
} finally {
  await browser.close();
}
