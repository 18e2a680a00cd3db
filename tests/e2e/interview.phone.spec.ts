import { expect, overflowPx, test } from './helpers.ts';

test('on a phone the drill fits, and its buttons are large enough for a thumb', async ({ page }) => {
  await page.goto('/interview/?session=drill~k3x9~5~2~races');
  for (const name of ['Show the short answer', 'Show the full answer']) {
    const button = page.getByRole('button', { name });
    await expect(button).toBeVisible();
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await overflowPx(page)).toBe(0);
    await button.click();
  }
  const point = page.getByRole('checkbox').first().locator('..');
  expect((await point.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  expect(await overflowPx(page)).toBe(0);
});

test('on a phone the quiz fits', async ({ page }) => {
  await page.goto('/quiz/races/?session=quiz~races~k3x9');
  await expect(page.getByRole('heading', { level: 1, name: 'Item 1 of 10' })).toBeVisible();
  expect(await overflowPx(page)).toBe(0);
});
