import { expect, oneCharge, readyLab, test } from './helpers.ts';

test('a lab in the lesson can be played where it stands', async ({ page }) => {
  await page.goto('/learn/races/');
  const lab = await readyLab(page);
  await lab.backToTheStart();
  await lab.play('W1 W2 W1 W2');
  await lab.shows('w1 w2 w1 w2');
  await expect(lab.property(oneCharge)).toContainText('Broken order-9 was charged twice');
  // In a lesson the address stays the lesson's.
  await expect(page).toHaveURL(/\/learn\/races\/$/);
  await lab.root.getByRole('link', { name: 'This lab on a page of its own' }).click();
  await expect(page).toHaveURL(/\/labs\/double-charge\//);
});

test('the contents of the chapter lead to its sections', async ({ page }) => {
  await page.goto('/learn/races/');
  const contents = page.getByRole('navigation', { name: 'In this chapter' }).getByRole('link');
  expect(await contents.count()).toBeGreaterThanOrEqual(4);
  for (const href of await contents.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  )) {
    await expect(page.locator(`[id="${href.slice(1)}"]`)).toHaveCount(1);
  }
});

test('a card turns and moves on with the keyboard', async ({ page }) => {
  await page.goto('/learn/races/');
  const card = page.getByRole('article', { name: /card 1 of \d+/ });
  await card.scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: /^Turn the card over/ })).toBeEnabled();
  await card.focus();
  const question = await card.locator('.face .q').innerText();
  await expect(card.locator('.face .a')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(card.locator('.face .a')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(card.locator('.face .a')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  const next = page.getByRole('article', { name: /card 2 of \d+/ });
  await expect(next).toBeFocused();
  await expect(next.locator('.face .q')).not.toHaveText(question);
  await page.keyboard.press('ArrowLeft');
  await expect(card.locator('.face .q')).toHaveText(question);
});

test('putting the cards back in order keeps the focus beside the button that goes', async ({ page }) => {
  await page.goto('/learn/races/');
  const shuffle = page.getByRole('button', { name: 'Shuffle' });
  await shuffle.scrollIntoViewIfNeeded();
  await shuffle.click();
  const inOrder = page.getByRole('button', { name: 'In order' });
  await inOrder.press('Enter');
  await expect(inOrder).toHaveCount(0);
  await expect(shuffle).toBeFocused();
});

test('turning a card moves nothing below it', async ({ page }) => {
  await page.goto('/learn/races/');
  const turn = page.getByRole('button', { name: /^Turn/ });
  await turn.scrollIntoViewIfNeeded();
  await expect(turn).toBeEnabled();
  const next = page.locator('.deck').getByRole('button', { name: /^Next/ });
  for (let cards = 0; cards < 4; cards += 1) {
    const front = await next.boundingBox();
    await turn.click();
    expect(await next.boundingBox()).toEqual(front);
    await next.click();
  }
});

test('the deck has at least fifteen cards', async ({ page }) => {
  await page.goto('/learn/races/');
  const label = await page.getByRole('article', { name: /card 1 of \d+/ }).getAttribute('aria-label');
  expect(Number(label?.match(/of (\d+)/)?.[1])).toBeGreaterThanOrEqual(15);
});

test('confidence is kept, and can be changed', async ({ page }) => {
  await page.goto('/learn/races/');
  const group = page.getByRole('group', { name: 'How sure are you of this chapter?' });
  await group.scrollIntoViewIfNeeded();
  await group.getByText('Getting there').click();
  await expect(group.getByRole('radio', { name: 'Getting there' })).toBeChecked();
  await page.reload();
  await group.scrollIntoViewIfNeeded();
  await expect(group.getByRole('radio', { name: 'Getting there' })).toBeChecked();
  await group.getByText('Confident', { exact: true }).click();
  await expect(group.getByRole('radio', { name: 'Confident' })).toBeChecked();
});
