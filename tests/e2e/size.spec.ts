import { budgets, measure, transferTable } from '../../src/tools/transfer.ts';
import { expect, siteFolder, test } from './helpers.ts';

for (const budget of budgets) {
  test(`${budget.name}: at most ${budget.limitBytes / 1000} kB of JavaScript, no wasm, no editor`, async ({
    browser,
  }) => {
    const transfer = await measure(browser, siteFolder, budget);
    expect(transfer.scriptBytes, transferTable([transfer])).toBeLessThanOrEqual(budget.limitBytes);
    expect(transfer.wasm).toEqual([]);
    expect(transfer.editor).toEqual([]);
  });
}
