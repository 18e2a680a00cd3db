/** Where things stand when somebody chooses what to be asked. */
import { expect, test } from './helpers.ts';

test('the topics begin beside the other choices, and All and None where the boxes do', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/interview/');
  const left = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return Math.round(range.getBoundingClientRect().left);
    });
  const boxOf = async (text: string) => page.locator('legend', { hasText: text }).boundingBox();
  await expect(page.locator('legend', { hasText: 'Topics' })).toBeVisible();
  const [topics, many] = [await boxOf('Topics'), await boxOf('How many')];
  expect(topics?.y).toBe(many?.y);
  const box = await page.locator('.iv-topics input').first().boundingBox();
  expect(await left('All')).toBe(Math.round(box?.x ?? 0));
});
