// Not the strict test of helpers.ts: here the browser logs errors, since a script is kept from the page.
import { expect, test } from '@playwright/test';

test('a part of the page that cannot be loaded says so, and the rest goes on', async ({ page }) => {
  await page.route(/\/_astro\/Deck\.[^/]*\.js/, (route) => route.abort());
  await page.goto('/learn/races/');
  await page.locator('.deck').scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert')).toHaveText(
    'This part of the page could not be loaded. Reload the page; your work is kept.',
  );
  const checkpoint = page.locator('.checkpoint');
  await checkpoint.scrollIntoViewIfNeeded();
  await checkpoint.locator('.opt label').first().click();
  await checkpoint.getByRole('button', { name: 'Certain' }).click();
  await expect(checkpoint.getByRole('button', { name: 'Next question' })).toBeFocused();
});
