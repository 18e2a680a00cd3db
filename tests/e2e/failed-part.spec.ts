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

test('an exercise without a connection says so, and once there is one it is checked', async ({
  page,
  context,
}) => {
  await page.goto('/exercises/close-the-gap/');
  await expect(page.getByRole('textbox', { name: /handler.ts, your version/ })).toBeVisible();
  const check = page.getByRole('button', { name: /check every schedule/i });
  await context.setOffline(true);
  await check.click();
  await expect(
    page.getByText('The sandbox could not be loaded. Check the connection, then try again.'),
  ).toBeVisible();
  await context.setOffline(false);
  await check.click();
  await expect(page.getByRole('status').getByText('4 of 10 points')).toBeVisible();
});
