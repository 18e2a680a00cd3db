import { expect, test } from './helpers.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript the lesson and the first state of its labs can be read', async ({ page }) => {
  await page.goto('/learn/races/');
  await expect(page.getByRole('heading', { level: 1, name: 'Races' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  const text = (await page.getByRole('main').textContent()) ?? '';
  expect(text.split(/\s+/).length, 'words').toBeGreaterThan(1500);
  const lab = page.locator('astro-island').filter({ hasText: 'Let W1 move' }).first();
  await expect(lab).toContainText('SELECT 1 FROM charge');
  await expect(lab.getByRole('table', { name: /^charge/ })).toBeVisible();
  await expect(lab).toContainText('Broken in 4 of 6 schedules');
  await expect(lab.locator('.map [data-cell]')).toHaveCount(6);
});

test('without JavaScript a lab’s own page shows its code and its verdict', async ({ page }) => {
  await page.goto('/labs/redelivered-message/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const lab = page.locator('astro-island').filter({ hasText: 'Let W1 move' }).first();
  await expect(lab).toContainText('INSERT INTO charge');
  await expect(lab).toContainText(/Broken/);
});
