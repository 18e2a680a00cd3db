import { expect, test } from './helpers.ts';

test('the theme follows the system until it is chosen, and the choice outlives a reload', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const toggle = page.getByRole('button', { name: 'Dark theme' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'light' });
  await toggle.click();
  await expect.poll(background).toBe(dark);
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  expect(await background()).toBe(dark);
  await page.goto('/labs/');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect.poll(background).toBe(light);
});

test('the first stop of the Tab key leads past the masthead', async ({ page }) => {
  await page.goto('/learn/races/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /skip to/i });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
});
