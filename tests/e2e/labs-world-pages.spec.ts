/** Pages of labs: where they open, what they say before anybody moves, and whether everything has its place. */
import { expect, openLab, test } from './helpers.ts';

test('no line of the handler is marked as failed before it has failed', async ({ page }) => {
  const lab = await openLab(page, '/labs/transaction-is-not-enough/', /plain transaction/);
  await expect(lab.root.locator('.pane .is-fault')).toHaveCount(0);
  await lab.button('Find it for me').click();
  // W1 holds its snapshot from BEGIN on, and fails where it would write.
  await expect(lab.root.locator('.pane .is-fault')).toHaveCount(1);
});

for (const id of [
  'bytes-as-text',
  'opposite-fixes',
  'parsed-first',
  'short-signature',
  'two-fees',
  'two-months',
  'webhook-receiver',
]) {
  test(`the lab ${id} opens where there is something to find`, async ({ page }) => {
    const lab = await openLab(page, `/labs/${id}/`, /Edit the handler/);
    await lab.button('Find it for me').click();
    await expect(lab.root.locator('.task')).toContainText('Found');
  });
}

test('a jump of the clock is told in words, and its link has the number', async ({ page }) => {
  await page.goto('/labs/webhook-receiver/');
  const way = page.locator('.lab-verdicts a').filter({ hasText: 'clockJump' });
  await expect(way).toContainText('clockJump:3 d');
  await expect(way).toHaveAttribute('href', /clockJump:259200000/);
  expect(await page.locator('main').innerText()).not.toContain('259200000');
});

test('fourteen moments and both answers fit in the lanes', async ({ page }) => {
  const schedule = 'w1 w1 w1 w1 w2 w2 w2 w2 crash:w2 w3 w3 w3 w3 w3';
  const query = new URLSearchParams({ handler: 'wait-five-seconds', scenario: 'dies', schedule });
  const lab = await openLab(page, `/labs/job-before-commit/?${query}`, /wait five seconds/);
  const box = lab.root.locator('.stage .lanes-box');
  await expect(lab.root.locator('.stage .ev')).not.toHaveCount(0);
  const over = await box.evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    element.scrollHeight - element.clientHeight,
  ]);
  expect(over).toEqual([0, 0]);
});

test('what the server has drawn of the faults stays while their script is on its way', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_astro\/FaultDesk\.[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  const lab = await openLab(page, '/gallery/', 'A shop with everything');
  const crash = lab.root
    .getByRole('group', { name: 'Faults' })
    .getByRole('button', { name: 'Crash W1', exact: true });
  const before = await crash.boundingBox();
  await lab.play('W1 W1');
  await lab.shows('w1 w1');
  expect(await crash.boundingBox()).toMatchObject({ width: before?.width, height: before?.height });
  release();
  await expect(crash).toHaveAttribute('aria-disabled', 'false');
  await crash.click();
  await lab.shows('w1 w1 crash:w1');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a lab shows its faults, its legend and the other systems’ databases', async ({ page }) => {
    await page.goto('/labs/outside-effect/');
    await expect(page.getByRole('group', { name: 'Faults' })).toBeVisible();
    await expect(page.locator('.legend')).toBeVisible();
    await expect(page.getByRole('group', { name: 'payments', exact: true })).toBeVisible();
  });
});
