/** Faults, services and clocks in the lab. The page of specimens has a lab with all of them. */
import { axeFindings, expect, openLab, type RaceLab, test } from './helpers.ts';

const url = '/gallery/';
const title = 'A shop with everything';

function fault(lab: RaceLab, name: string) {
  return lab.root.getByRole('group', { name: 'Faults' }).getByRole('button', { name, exact: false });
}

/** The panel of a database outside. */
function database(lab: RaceLab, name: string) {
  return lab.root.getByRole('group', { name, exact: true });
}

test('a crash is a button: it strikes, is spent, and is drawn', async ({ page }) => {
  const lab = await openLab(page, url, title);
  await lab.play('W1 W1');
  await lab.shows('w1 w1');
  await expect(database(lab, 'payments').locator('tbody tr:not(.none)')).toHaveCount(1);
  await fault(lab, 'Crash W1').click();
  await lab.shows('w1 w1 crash:w1');
  await expect(lab.root.getByRole('group', { name: 'Crashes, 0 of 1 left' })).toBeVisible();
  await expect(fault(lab, 'Crash W1').first()).toHaveAccessibleName(/not now: the one crash is spent/);
  await expect(lab.root.locator('.ev.struck')).toContainText('CRASH');
  // What the provider has done stays done, and the application's own table is empty.
  await expect(database(lab, 'payments')).toContainText('1 charge, 1000 taken in all');
  await expect(lab.rows('paid')).toHaveCount(0);
});

test('a crash is a letter and a number, and Escape lets it be', async ({ page }) => {
  const lab = await openLab(page, url, title);
  await lab.moveButton('W1').click();
  await lab.shows('w1');
  await page.keyboard.press('c');
  await expect(lab.root.getByText('Crash: now a number.')).toBeAttached();
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await lab.shows('w1 w1');
  await page.keyboard.press('c');
  await page.keyboard.press('1');
  await lab.shows('w1 w1 crash:w1');
  // The retry is W1's later attempt: the same number moves it now that the first is gone.
  await page.keyboard.press('1');
  await lab.shows('w1 w1 crash:w1 w1.2');
});

test('undo takes a fault back, and what it had taken back is there again', async ({ page }) => {
  const lab = await openLab(page, url, title);
  await lab.play('W1 W1 W1 W1');
  await lab.shows('w1 w1 w1 w1');
  const first = lab.root.locator('.resp.w1').first();
  await expect(first).toContainText('201');
  await fault(lab, 'Crash W1').first().click();
  await lab.shows('w1 w1 w1 w1 crash:w1');
  await expect(first).toContainText('crashed');
  await page.keyboard.press('u');
  await lab.shows('w1 w1 w1 w1');
  await expect(first).toContainText('201');
  await expect(lab.root.getByRole('group', { name: 'Crashes, 1 of 1 left' })).toBeVisible();
});

test('a link with faults in it opens at them', async ({ page }) => {
  const lab = await openLab(page, url, title);
  await lab.play('W1 W1');
  await fault(lab, 'Crash W1').click();
  await fault(lab, 'Jump to the next deadline').click();
  await lab.shows('w1 w1 crash:w1 clockJump:deadline');
  await expect(page).toHaveURL(/schedule=w1\+w1\+crash:w1\+clockJump:deadline/);
  await page.reload();
  const again = await openLab(page, page.url(), title);
  await again.shows('w1 w1 crash:w1 clockJump:deadline');
  await expect(again.root.getByRole('button', { name: 'Let W1.2 move', exact: false }).first()).toBeVisible();
});

test('the clock moves when a choice moves it, and the table has the time', async ({ page }) => {
  const lab = await openLab(page, url, title);
  await expect(lab.root.locator('.clock')).toContainText('Clock +0 s');
  await expect(lab.root.locator('.clock')).toContainText('2025-11-03 12:00:00 UTC');
  await lab.moveButton('W1').click();
  await fault(lab, 'Jump 10 min').click();
  await lab.shows('w1 clockJump:10 min');
  await expect(lab.root.locator('.clock')).toContainText('Clock +10 min');
  await expect(lab.root.locator('.clock')).toContainText('2025-11-03 12:10:00 UTC');
  await expect(lab.root.locator('.lanes .jump')).toContainText('+10 min');
  // The lease of the lock was for 30 seconds.
  await expect(database(lab, 'redis')).toContainText('expired');
  await lab.root.getByText('The trace as a table').click();
  await expect(lab.root.getByRole('row', { name: /nobody Fault: the clock jumps 10 min/ })).toContainText(
    '+10 min',
  );
});

test('a message reads as a message, and an arrow shows where it went again', async ({ page }) => {
  const lab = await openLab(page, url, title);
  await lab.play('W1 W1 W1 W1 W2 W2');
  await expect(database(lab, 'queue').getByRole('row', { name: /msg_1/ })).toContainText(
    'in flight, visible again in 30 s',
  );
  await fault(lab, 'Deliver msg_1 again').click();
  await lab.play('W3 W3');
  await lab.shows('w1 w1 w1 w1 w2 w2 redeliver:w2 w3 w3');
  await expect(database(lab, 'queue').getByRole('row', { name: /msg_1/ })).toContainText('twice');
  await expect(database(lab, 'email').locator('tbody tr:not(.none)')).toHaveCount(2);
  await expect(lab.root.locator('.lanes .arrow')).toHaveCount(1);
});

test('where schedules are too many to draw, arrow keys walk their beginnings and Enter replays one', async ({
  page,
}) => {
  const lab = await openLab(page, url, title);
  const tree = lab.root.getByRole('tree');
  // There is room: depth runs down, and so does the arrow key that goes deeper.
  await expect(tree).toHaveAttribute('aria-orientation', 'horizontal');
  await tree.getByRole('treeitem', { name: /^Every schedule: / }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('treeitem', { name: /^W1: / }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await lab.shows('w1');
  await expect(tree.locator('[aria-selected="true"]')).toHaveAttribute('data-path', 'w1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await lab.shows('w1 w1');
});

test('another scenario has other faults, or none', async ({ page }) => {
  const lab = await openLab(page, url, title);
  const choose = (name: RegExp) => lab.root.getByRole('radio', { name }).check({ force: true });
  await choose(/The same on a good day/);
  await expect(lab.root.getByRole('group', { name: 'Faults' })).toHaveCount(0);
  await choose(/over a bad line.*at most one lost request, one lost answer and one call that times out/);
  await lab.moveButton('W1').click();
  await fault(lab, 'Time out W1’s call').click();
  await lab.shows('w1 timeout:w1');
  await expect(lab.root.locator('.ev .badge')).toHaveCount(1);
  await expect(database(lab, 'payments')).toContainText('1 charge, 1000 taken in all');
});

test('a lab in which things have failed has no accessibility violations', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const lab = await openLab(page, url, title);
  await lab.play('W1 W1');
  await fault(lab, 'Crash W1').click();
  await fault(lab, 'Jump 10 min').click();
  await lab.shows('w1 w1 crash:w1 clockJump:10 min');
  await lab.root.getByText('The trace as a table').click();
  expect(await axeFindings(page, 'section.lab')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await axeFindings(page, 'section.lab')).toEqual([]);
});

test('the gallery opens a lab’s verdicts, and shows only the kind of lab that is asked for', async ({
  page,
}) => {
  await page.goto('/labs/');
  const cards = page.locator('.lab-card:visible');
  const all = await cards.count();
  const card = page.locator('#double-charge');
  await card.getByText('3 verdicts').click();
  await expect(card.getByRole('row', { name: /check then insert/ })).toContainText(
    'Broken in 4 of 6 schedules',
  );
  expect(await axeFindings(page, '#double-charge')).toEqual([]);
  await page.getByRole('radio', { name: 'Nothing fails' }).check({ force: true });
  await expect(card).toBeVisible();
  await page.getByRole('radio', { name: 'Something fails' }).check({ force: true });
  await expect(card).toBeHidden();
  await expect(page.locator('.lab-card.no-faults:visible')).toHaveCount(0);
  await page.getByRole('radio', { name: 'All', exact: true }).check({ force: true });
  await expect(cards).toHaveCount(all);
});
