import type { Locator } from '@playwright/test';
import { ReviewPage } from './cards-helpers.ts';
import { test } from './helpers.ts';

/** A finger over the card, from its middle. */
async function swipe(card: Locator, [x, y]: [number, number]): Promise<void> {
  const box = (await card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  const touch = (type: string, dx: number, dy: number) =>
    card.dispatchEvent(type, {
      pointerType: 'touch',
      pointerId: 7,
      isPrimary: true,
      bubbles: true,
      clientX: from.x + dx,
      clientY: from.y + dy,
    });
  await touch('pointerdown', 0, 0);
  for (const part of [0.3, 0.7, 1]) await touch('pointermove', x * part, y * part);
  await touch('pointerup', x, y);
}

test('a tap turns the card; to the right is Good, to the left Again; the buttons do the same', async ({
  page,
}) => {
  const review = new ReviewPage(page);
  await review.open('races');
  await review.card.tap({ position: { x: 60, y: 200 } });
  await review.shows('back');
  await swipe(review.card, [140, 5]);
  await review.counts(1, 0, 19);
  await review.shows('front');

  // On the front there is nothing to rate.
  await swipe(review.card, [140, 5]);
  await review.counts(1, 0, 19);

  await page.getByRole('button', { name: 'Turn the card over' }).tap();
  // Scrolling is no answer.
  await swipe(review.card, [30, 200]);
  await swipe(review.card, [60, 0]);
  await review.counts(1, 0, 19);
  await swipe(review.card, [-140, 5]);
  await review.counts(2, 0, 18);
  await page.getByRole('button', { name: 'Turn the card over' }).tap();
  await page.getByRole('button', { name: /Easy/ }).tap();
  await review.counts(2, 0, 17);
});
