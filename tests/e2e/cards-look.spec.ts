import type { Page } from '@playwright/test';
import { ReviewPage, seed } from './cards-helpers.ts';
import { axeFindings, expect, overflowPx, test } from './helpers.ts';

/** Every state worth a look, each reached as a reader reaches it. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'the front of a card': async (page) => new ReviewPage(page).open('races'),
  'the back of a card': async (page) => {
    await new ReviewPage(page).open('races');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: /Good/ })).toBeVisible();
  },
  'a card being edited': async (page) => {
    await new ReviewPage(page).open('races');
    await page.keyboard.press('e');
    await page.getByText('How it will look').click();
  },
  'a deck that is done': async (page) => {
    await seed(page, [{ kind: 'setting', name: 'cards.new-per-day', value: 0 }]);
    await page.goto('/cards/review/');
    await expect(page.getByRole('heading', { name: 'Nothing is due now' })).toBeVisible();
  },
  'all decks, with their settings': async (page) => {
    await page.goto('/cards/');
    await page.getByText('Settings for cards').click();
    await expect(page.getByLabel('Reviews a day')).toBeVisible();
  },
  'a new deck': async (page) => {
    await page.goto('/cards/');
    await page.getByRole('button', { name: 'New deck' }).click();
  },
  'one deck': async (page) => {
    await page.goto('/cards/races/');
    await expect(page.locator('.browse-q').first()).toBeVisible();
  },
  'a deck of the reader’s own': async (page) => {
    await seed(page, [
      { kind: 'deck', deck: 'mine', title: 'Mine', tint: '#cae4f2', blurb: 'About something' },
      { kind: 'card-text', deck: 'mine', card: 'one', question: 'A?', answer: 'B.', tags: ['x', 'y'] },
    ]);
    await page.goto('/cards/own/?deck=mine');
    await expect(page.locator('.browse-q')).toBeVisible();
  },
};

for (const [name, reach] of Object.entries(states)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${name} has no accessibility violations, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await reach(page);
      expect(await axeFindings(page)).toEqual([]);
    });
  }

  test(`${name} is no wider than a window of 390 pixels, or of 320`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await reach(page);
    expect(await overflowPx(page)).toBe(0);
    // As narrow as a page magnified four times.
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflowPx(page)).toBe(0);
  });
}
