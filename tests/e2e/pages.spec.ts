import { axeFindings, builtPages, expect, overflowPx, seeAll, test } from './helpers.ts';

test('the build wrote the home page, the first lesson, the labs and the reference', () => {
  const paths = builtPages.map((page) => page.path);
  for (const path of ['/', '/learn/races/', '/labs/', '/labs/double-charge/', '/reference/', '/404.html']) {
    expect(paths).toContain(path);
  }
});

test('whoever cuts the end off an address lands on a page', () => {
  const paths = new Set(builtPages.map((page) => page.path));
  const above = [...paths].flatMap((path) => (path.endsWith('/') ? path.replace(/[^/]+\/$/, '') : []));
  expect([...new Set(above)].filter((path) => !paths.has(path))).toEqual([]);
});

for (const { path } of builtPages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path} has no accessibility violations, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await seeAll(page);
      expect(await axeFindings(page)).toEqual([]);
    });
  }

  test(`${path} is no wider than its window`, async ({ page }) => {
    await page.goto(path);
    await seeAll(page);
    expect(await overflowPx(page)).toBe(0);
  });
}

test('an address that does not exist shows the 404 page', async ({ page, request }) => {
  expect((await request.get('/no/such/page')).status()).toBe(404);
  // The browser itself logs an error for a 404, so the page is opened under its own name.
  await page.goto('/404.html');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
});
