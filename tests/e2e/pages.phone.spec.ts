import { axeFindings, builtPages, expect, overflowPx, seeAll, test } from './helpers.ts';

for (const { path } of builtPages) {
  test(`${path} needs no sideways scrolling on a phone and is accessible there`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await seeAll(page);
    expect(await overflowPx(page)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    // As narrow as a page magnified four times (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflowPx(page)).toBe(0);
  });
}

test('on a phone the contents of a chapter wait behind one line', async ({ page }) => {
  await page.goto('/learn/races/');
  const contents = page.getByRole('navigation', { name: 'In this chapter' });
  await expect(contents.getByRole('link').first()).toBeHidden();
  await contents.getByText(/^In this chapter, \d+ sections$/).tap();
  await expect(contents.getByRole('link').first()).toBeVisible();
});

test('the menu opens, leads on, and closes with Escape', async ({ page }) => {
  await page.goto('/');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Labs' });
  const menu = page.getByRole('button', { name: 'Menu' });
  await expect(links).toBeHidden();
  await menu.tap();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(links).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(links).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.tap();
  await links.tap();
  await expect(page).toHaveURL(/\/labs\/?$/);
});
