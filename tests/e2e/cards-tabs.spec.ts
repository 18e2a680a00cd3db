import type { Page } from '@playwright/test';
import { byOrder, type ProgressEvent } from '../../src/progress/events.ts';
import { ReviewPage, stored, storedCount } from './cards-helpers.ts';
import { expect, test } from './helpers.ts';

type RatedEvent = Extract<ProgressEvent, { kind: 'review' }>;

/** Two tabs of one browser with the same card up, both turned over. */
async function twoTabs(page: Page, heardAfterMs = 0): Promise<[ReviewPage, ReviewPage]> {
  await page.context().addInitScript((ms) => {
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (message: unknown) {
      if (ms === 0) postMessage.call(this, message);
      else setTimeout(() => postMessage.call(this, message), ms);
    };
  }, heardAfterMs);
  const tabs = [new ReviewPage(page), new ReviewPage(await page.context().newPage())] as const;
  for (const tab of tabs) await tab.open('races');
  expect(await tabs[0].text()).toBe(await tabs[1].text());
  for (const tab of tabs) {
    await tab.card.focus();
    await tab.page.keyboard.press('Space');
    await tab.shows('back');
  }
  return [...tabs];
}

/** Presses the keys in both tabs before either hears of the other. */
async function both(tabs: readonly ReviewPage[], keys: readonly string[]): Promise<void> {
  await Promise.all(tabs.map(({ page }, index) => page.keyboard.press(keys[index] ?? '3')));
}

test('the same showing rated alike in two tabs counts once', async ({ page }) => {
  const tabs = await twoTabs(page, 1500);
  await both(tabs, ['3', '3']);
  for (const tab of tabs) await tab.counts(1, 0, 19);
  await storedCount(page, 'review', 1);
  for (const tab of tabs) {
    await tab.page.reload();
    await tab.counts(1, 0, 19);
  }
});

test('rated differently in two tabs it counts once, and both tabs agree', async ({ page }) => {
  const tabs = await twoTabs(page, 1500);
  await both(tabs, ['1', '4']);
  // Again: in learning. Easy: done with. Each tab knows its own rating only.
  await tabs[0].counts(1, 0, 19);
  await tabs[1].counts(0, 0, 19);
  await storedCount(page, 'review', 2);
  const reviews = (await stored(page)).filter(({ kind }) => kind === 'review').sort(byOrder) as RatedEvent[];
  const learning = reviews[0]?.rating === 1 ? 1 : 0;
  // Once they have heard of each other the first in the log's order holds in both, and so after a reload.
  for (const tab of tabs) await tab.counts(learning, 0, 19);
  for (const tab of tabs) {
    await tab.page.reload();
    await tab.counts(learning, 0, 19);
  }
});

test('two tabs that go on side by side lose nothing and double nothing', async ({ page }) => {
  const tabs = await twoTabs(page);
  await both(tabs, ['4', '4']);
  for (const tab of tabs) await tab.counts(0, 0, 19);
  for (let round = 0; round < 4; round += 1) {
    const tab = tabs[round % 2] as ReviewPage;
    await tab.page.keyboard.press('Space');
    await tab.shows('back');
    await tab.page.keyboard.press('4');
    for (const each of tabs) await each.counts(0, 0, 18 - round);
  }
  await storedCount(page, 'review', 5);
  const ids = (await stored(page)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a card answered in one tab leaves the other, which says so', async ({ page }) => {
  const [one, two] = await twoTabs(page);
  const first = await one.text();
  await one.page.keyboard.press('4');
  await expect(two.question).not.toHaveText(first);
  await two.shows('front');
  await expect(two.page.getByText('That card was answered or put aside in another tab.')).toBeAttached();
});
