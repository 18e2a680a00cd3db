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
