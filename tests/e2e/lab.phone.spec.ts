import { expect, oneCharge, openLab, overflowPx, test } from './helpers.ts';

test('the double charge can be played with a thumb', async ({ page }) => {
  const lab = await openLab(page, '/labs/double-charge/');
  await lab.backToTheStart();
  for (const worker of ['W1', 'W2', 'W1', 'W2']) {
    const button = lab.moveButton(worker);
    const box = await button.boundingBox();
    expect(box?.height, 'a thumb needs 44 px').toBeGreaterThanOrEqual(44);
    await button.tap();
  }
  await lab.shows('w1 w2 w1 w2');
  await expect(lab.property(oneCharge)).toContainText('Broken order-9 was charged twice');
  await expect(lab.rows('charge')).toHaveCount(2);
  expect(await overflowPx(page)).toBe(0);
});

test('every control of the lab is large enough for a thumb', async ({ page }) => {
  const lab = await openLab(page, '/labs/double-charge/');
  const small = await lab.root
    .locator('button:visible, summary:visible, .seg label:visible')
    .evaluateAll((all) =>
      all
        .filter((element) => !element.closest('.map, .code'))
        .map((element) => ({ text: element.textContent?.trim() ?? '', box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 44 || box.width < 44)
        .map(({ text, box }) => `${text}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    );
  expect(small).toEqual([]);
});
