import { expect, openLab, overflowPx, test } from './helpers.ts';

const url = '/gallery/';
const title = 'A shop with everything';

test('a fault can be pressed with a thumb, and four lanes stay readable', async ({ page }) => {
  const lab = await openLab(page, url, title);
  for (const worker of ['W1', 'W1']) await lab.moveButton(worker).tap();
  await lab.shows('w1 w1');
  const crash = lab.root.getByRole('button', { name: 'Crash W1', exact: true });
  const box = await crash.boundingBox();
  expect(box?.height, 'a thumb needs 44 px').toBeGreaterThanOrEqual(44);
  await crash.tap();
  await lab.shows('w1 w1 crash:w1');
  // The words stand beside the lanes, in one column, and none lies over another.
  const words = await lab.root
    .locator('.stage .lanes .ev b')
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect()));
  expect(words).toHaveLength(3);
  expect(new Set(words.map(({ left }) => Math.round(left))).size).toBe(1);
  for (const [index, { top }] of words.entries())
    if (index > 0) expect(top).toBeGreaterThan(words[index - 1]?.bottom ?? 0);
  expect(await overflowPx(page)).toBe(0);
});

test('every control of a lab with faults is large enough for a thumb', async ({ page }) => {
  const lab = await openLab(page, url, title);
  const small = () =>
    lab.root.locator('button:visible, summary:visible, .seg label:visible, .pn:visible').evaluateAll((all) =>
      all
        .filter((element) => !element.closest('.code, .lanes'))
        .map((element) => ({
          text: element.textContent?.trim() ?? '',
          box: element.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.height < 44 || box.width < 44)
        .map(({ text, box }) => `${text}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    );
  // Parts that are fetched late are drawn anew when they arrive: between two looks they have no size.
  await expect.poll(small).toEqual([]);
});

test('a scenario’s name is read whole, over as many lines as it needs', async ({ page }) => {
  await page.goto('/labs/webhook-receiver/');
  const scenario = page.getByRole('combobox', { name: 'Scenario' });
  const names = await scenario.locator('option').allTextContents();
  const longest = names.reduce((most, name) => (name.length > most.length ? name : most));
  await scenario.selectOption({ label: longest });
  const shown = page.locator('.lab-scene .pick');
  // The faults stand in a line of their own.
  const words = longest.replace(/, (?:no faults|at most.*)$/, '');
  await expect(shown.locator('> span')).toContainText(words);
  expect(words.length, 'more than a line of a phone').toBeGreaterThan(60);
  const { cut, height } = await shown.evaluate((element) => ({
    cut: element.scrollWidth - element.clientWidth,
    height: element.clientHeight,
  }));
  expect(cut).toBe(0);
  expect(height, 'a thumb needs 44 px').toBeGreaterThanOrEqual(44);
});

test('a table that is wider than the screen fades where it goes on, and takes the focus', async ({
  page,
}) => {
  await page.goto('/learn/why-everything-runs-twice/');
  const table = page.getByRole('group', { name: 'Table queue.message', exact: true });
  await expect(table).toHaveAttribute('tabindex', '0');
  const fades = () =>
    table.evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.getPropertyValue('--more-before'), style.getPropertyValue('--more-after')];
    });
  expect(await fades()).toEqual(['0px', '48px']);
  await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect.poll(fades).toEqual(['48px', '0px']);
});
