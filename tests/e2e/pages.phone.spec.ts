import { axeFindings, builtPages, expect, overflowPx, seeAll, test } from './helpers.ts';

for (const { path } of builtPages) {
  test(`${path} needs no sideways scrolling on a phone and is accessible there`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await seeAll(page);
    expect(await overflowPx(page)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });
}

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
