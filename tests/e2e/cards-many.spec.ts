import type { Page } from '@playwright/test';
import { ReviewPage } from './cards-helpers.ts';
import { expect, test } from './helpers.ts';

const cards = 10_000;
const rounds = 10;

/** Ten thousand cards of the reader's own, each answered ten times, the last time weeks ago. */
async function seedMany(page: Page): Promise<void> {
  await page.goto('/404.html');
  await page.evaluate(
    async ({ cards, rounds }) => {
      const request = indexedDB.open('effectively-once');
      // As the first version of the site made it: what comes next also brings it up to date.
      request.onupgradeneeded = () => request.result.createObjectStore('events', { keyPath: 'id' });
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const start = Date.now() - 400 * 86_400_000;
      const transaction = db.transaction('events', 'readwrite', { durability: 'relaxed' });
      const store = transaction.objectStore('events');
      let n = 0;
      const put = (id: string, ms: number, event: object) => {
        n += 1;
        store.put({ id, v: 1, at: new Date(ms).toISOString(), n, ...event });
      };
      put('deck', start, { kind: 'deck', deck: 'many', title: 'Many', tint: 'sky', blurb: '' });
      for (let card = 0; card < cards; card += 1) {
        put(`text-${card}`, start, {
          kind: 'card-text',
          deck: 'many',
          card: `card-${card}`,
          question: `Question number ${card}, with \`code\`?`,
          answer: 'An answer of ordinary length, as answers are, in a sentence or two. Here is the second.',
          tags: [`tag-${card % 7}`],
        });
      }
      for (let round = 0; round < rounds; round += 1) {
        for (let card = 0; card < cards; card += 1) {
          const ms = start + (round * round * 3 + (card % 20)) * 86_400_000 + card * 1000;
          const rating = round < rounds - 1 && (card * 7 + round * 3) % 10 === 0 ? 1 : 3;
          put(`review:many/card-${card}/${round + 1}/${Math.floor(ms / 86_400_000)}/${rating}`, ms, {
            kind: 'review',
            deck: 'many',
            card: `card-${card}`,
            rating,
            zone: 0,
            tookMs: 4000,
          });
        }
      }
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onerror = () => reject(transaction.error);
      });
      db.close();
    },
    { cards, rounds },
  );
}

/** How many events stand loose, and how many packs there are. */
function storedAs(page: Page): Promise<{ loose: number; packs: number }> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('effectively-once');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const count = (name: string) =>
      new Promise<number>((resolve, reject) => {
        const counting = db.transaction(name).objectStore(name).count();
        counting.onsuccess = () => resolve(counting.result);
        counting.onerror = () => reject(counting.error);
      });
    const [loose, packs] = [await count('events'), await count('packs')];
    db.close();
    return { loose, packs };
  });
}

test('10,000 cards with 100,000 reviews: the review answers, and the table scrolls', async ({ page }) => {
  test.setTimeout(240_000);
  await seedMany(page);
  // The first page that reads them packs them, a thousand to a record; the one left over stays loose.
  await page.goto('/cards/own/?deck=many');
  await expect(page.locator('.browse-rows')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => storedAs(page), { timeout: 60_000 }).toEqual({ loose: 1, packs: 110 });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.rv .card')) return;
      observer.disconnect();
      // After the next frame the card is on screen and takes keys.
      requestAnimationFrame(() => setTimeout(() => performance.mark('interactive')));
    }).observe(document, { childList: true, subtree: true });
  });
  const review = new ReviewPage(page);
  await review.open('many');
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
  const interactive = await page.evaluate(
    () => performance.getEntriesByName('interactive')[0]?.startTime ?? Number.POSITIVE_INFINITY,
  );
  // The limit of two hundred a day is used by none yet.
  await review.counts(0, 200, 0);
  const before = await review.text();
  await page.keyboard.press('Space');
  const answered = Date.now();
  await page.keyboard.press('4');
  await expect(review.question).not.toHaveText(before);
  const answer = Date.now() - answered;
  await review.counts(0, 199, 0);

  await page.goto('/cards/own/?deck=many');
  const rows = page.locator('.browse-rows');
  await expect(rows).toBeVisible({ timeout: 60_000 });
  expect(await rows.locator('tbody tr').count()).toBeLessThan(100);
  await rows.evaluate((box) => box.scrollIntoView({ block: 'end', behavior: 'instant' }));
  const height = await rows
    .locator('tbody tr:not(.gap)')
    .first()
    .evaluate((row) => row.getBoundingClientRect().height);
  expect(height, 'a row is as high as the room that is kept for it').toBe(48);
  const frames = await rows.evaluate(async (box) => {
    const times: number[] = [];
    let last = performance.now();
    for (let frame = 0; frame < 60; frame += 1) {
      box.scrollTop += 400;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    return times.sort((a, b) => a - b);
  });
  // 60 × 400 px of 48 px rows: row 500 is in view, and drawn.
  await expect(rows.getByText('Question number 505,')).toBeInViewport();
  await rows.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(rows.getByText('Question number 9999,')).toBeInViewport();
  await page.getByLabel('Search').fill('number 4321,');
  await expect(page.getByRole('status').first()).toHaveText('1 of 10000 cards');

  console.info(
    `10,000 cards, 100,000 reviews: interactive after ${interactive.toFixed(0)} ms, an answer ${answer} ms, ` +
      `scrolling ${frames[30]?.toFixed(0)} ms a frame at the median, ${frames[56]?.toFixed(0)} ms at the 95th percentile`,
  );
  // Generous: others may be using the machine.
  expect(interactive).toBeLessThan(20_000);
});
