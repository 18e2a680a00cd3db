import { axeFindings, expect, oneCharge, openLab, readyLab, test } from './helpers.ts';

const broken = '/labs/double-charge/?handler=check-then-insert&schedule=w1+w2+w2+w1';

test('the double charge can be played by hand', async ({ page }) => {
  const lab = await openLab(page, '/labs/double-charge/');
  await lab.backToTheStart();
  await expect(lab.rows('charge')).toHaveCount(0);
  await lab.play('W1 W2');
  await lab.shows('w1 w2');
  await expect(lab.property(oneCharge)).toContainText('Still open');
  await lab.play('W2 W1');
  await lab.shows('w1 w2 w2 w1');
  await expect(lab.rows('charge')).toHaveCount(2);
  await expect(lab.rows('charge').first()).toContainText('W2');
  await expect(lab.rows('charge').last()).toContainText('W1');
  await expect(lab.property(oneCharge)).toContainText('Broken order-9 was charged twice');
  await expect(lab.root).toContainText('2000');
  await expect(lab.moveButton('W1')).toHaveAttribute('aria-disabled', 'true');
  await expect(page).toHaveURL(/schedule=w1\+w2\+w2\+w1/);
});

test('fast clicks lose nothing', async ({ page }) => {
  const lab = await openLab(page, '/labs/double-charge/');
  await lab.backToTheStart();
  // Four clicks in one turn of the page, long before the engine has started.
  await page.evaluate(() => {
    const press = (task: string) =>
      document.querySelector<HTMLButtonElement>(`[data-move="${task}"]`)?.click();
    for (const task of ['w1', 'w2', 'w2', 'w1']) press(task);
  });
  await lab.shows('w1 w2 w2 w1');
  await expect(lab.rows('charge')).toHaveCount(2);
});

test('a worker that has finished cannot move, and says why', async ({ page }) => {
  const lab = await openLab(page, '/labs/double-charge/');
  await lab.backToTheStart();
  await lab.play('W1 W1');
  await lab.shows('w1 w1');
  await expect(lab.moveButton('W1')).toHaveAttribute('aria-disabled', 'true');
  await expect(lab.moveButton('W1')).toHaveAccessibleName(/not now: .{4,}/);
  // Playwright would wait for the button to be enabled; a visitor presses it anyway.
  await lab.moveButton('W1').click({ force: true });
  await lab.shows('w1 w1');
  await lab.play('W2');
  await expect(lab.rows('charge')).toHaveCount(1);
  await expect(lab.property(oneCharge)).toContainText('Holds in this schedule');
});

test('undo takes one choice back, and scrubbing only looks', async ({ page }) => {
  const lab = await openLab(page, broken);
  await lab.shows('w1 w2 w2 w1');
  await lab.button('One moment back').click();
  await lab.shows('w1 w2 w2');
  await expect(lab.rows('charge')).toHaveCount(1);
  await lab.button('One moment on').click();
  await expect(lab.rows('charge')).toHaveCount(2);
  await lab.button(/^Undo/).click();
  await lab.shows('w1 w2 w2');
  await expect(lab.rows('charge')).toHaveCount(1);
  await expect(lab.button('One moment on')).toHaveAttribute('aria-disabled', 'true');
  const scrub = lab.root.getByRole('slider', { name: 'Moment' });
  await scrub.focus();
  await page.keyboard.press('Home');
  await expect(scrub).toHaveAttribute('aria-valuetext', 'before the first step');
  await expect(lab.rows('charge')).toHaveCount(0);
});

test('the double charge can be played with the keyboard alone', async ({ page }) => {
  const lab = await openLab(page, broken);
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab');
    if (await lab.button('Back to the start').evaluate((button) => button === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await lab.shows('');
  await expect(lab.button('Back to the start')).toBeFocused();
  for (const key of ['1', '2', '1', '2']) await page.keyboard.press(key);
  await lab.shows('w1 w2 w1 w2');
  await expect(lab.rows('charge')).toHaveCount(2);
  await page.keyboard.press('u');
  await lab.shows('w1 w2 w1');
  await expect(lab.rows('charge')).toHaveCount(1);
});

test('keys that mean something in the lab mean nothing outside it', async ({ page }) => {
  const lab = await openLab(page, broken);
  await lab.shows('w1 w2 w2 w1');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('u');
  await page.keyboard.press('1');
  await lab.shows('w1 w2 w2 w1');
});

test('Find it for me jumps to the smallest schedule that breaks it', async ({ page }) => {
  const lab = await openLab(page, '/labs/double-charge/');
  await lab.backToTheStart();
  await lab.button(/^Find it for me/).click();
  await lab.shows('w1 w2 w2 w1');
  await expect(lab.property(oneCharge)).toContainText('Broken order-9 was charged twice');
});

test('the map has a link for each of the 6 schedules, and a cell replays its own', async ({ page }) => {
  const lab = await openLab(page, broken);
  await expect(lab.cells()).toHaveCount(6);
  // The two that finish one attempt before the other starts are safe, and a step shorter.
  await expect(lab.root.locator('[data-cell][aria-label$="holds"]')).toHaveCount(2);
  await expect(lab.root.locator('[data-cell][aria-label$="broken"]')).toHaveCount(4);
  const cell = lab.root.getByRole('link', { name: 'w1 w2 w1 w2: broken' });
  await cell.click();
  await lab.shows('w1 w2 w1 w2');
  await expect(cell).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(/schedule=w1\+w2\+w1\+w2/);
  const href = await lab.root.getByRole('link', { name: 'w2 w2 w1: holds' }).getAttribute('href');
  await page.goto(href ?? '');
  await (await readyLab(page)).shows('w2 w2 w1');
});

test('no schedule breaks the unique claim, and the loser is told 201 or 409', async ({ page }) => {
  const lab = await openLab(page, broken);
  await lab.choose('unique claim');
  await expect(lab.property(oneCharge)).toContainText('Holds in all 6 schedules');
  await expect(lab.cells()).toHaveCount(6);
  const schedules = await lab
    .cells()
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title') ?? ''));
  const answers = new Set<string>();
  for (const schedule of schedules) {
    await lab.root.getByRole('link', { name: `${schedule}: holds` }).click();
    await lab.shows(schedule);
    await expect(lab.rows('charge')).toHaveCount(1);
    await expect(lab.rows('charge')).toContainText('1000');
    const heads = await lab.root.locator('.pane-h').allTextContents();
    answers.add(
      heads
        .map((head) => head.match(/answered (\d+)/)?.[1])
        .sort()
        .join(' '),
    );
  }
  expect([...answers].sort()).toEqual(['201 201', '201 409']);
});

test('a handler keeps the schedule as far as it goes', async ({ page }) => {
  const lab = await openLab(page, '/labs/double-charge/?handler=check-then-insert&schedule=w1+w2+w1+w2');
  await lab.choose('begin immediate');
  // W2 asks for the lock that W1 holds, is parked, and may not be asked again before W1 commits.
  await expect(lab.root).toContainText(/parked|waits/);
  await expect(lab.property(oneCharge)).not.toContainText('Broken order-9');
  await expect(lab.root.getByRole('status').filter({ hasText: 'of that schedule’s 4 moves' })).toBeVisible();
});

test('an address with a mistake in it is answered with a sentence', async ({ page }) => {
  const lab = await openLab(page, '/labs/double-charge/?handler=no-such-thing&schedule=w1+w9');
  await expect(lab.root).toContainText('no-such-thing');
  await expect(lab.root).toContainText('w9');
});

test('a sentence about a link goes when the reader chooses something else', async ({ page }) => {
  const lab = await openLab(page, '/labs/double-charge/?schedule=crash:w1');
  await expect(lab.root).toContainText('this scenario has no such fault');
  await lab.root.getByRole('radio', { name: 'unique claim' }).check();
  await expect(lab.root).not.toContainText('this scenario has no such fault');
});

test('the trace can be read as a table', async ({ page }) => {
  const lab = await openLab(page, broken);
  await lab.root.getByText('The trace as a table').click();
  const table = lab.root.locator('table.grid-table').first();
  await expect(table.getByRole('row')).toHaveCount(5);
  await expect(table.getByRole('row').last()).toContainText('W1');
  await expect(table.getByRole('row').last()).toContainText('Here a property breaks');
});

test('two handlers stand side by side under one schedule', async ({ page }) => {
  const lab = await openLab(page, broken);
  await lab.root.getByText('The same schedule under another handler').click();
  const halves = lab.root.locator('.duo > div');
  await expect(halves.first()).toContainText('check then insert');
  await expect(halves.first()).toContainText('Broken order-9 was charged twice');
  await lab.root.getByRole('combobox', { name: /^Beside/ }).selectOption({ label: 'unique claim' });
  await expect(halves.last()).toContainText('unique claim');
  await expect(halves.last()).toContainText('Holds in this schedule');
});

test('a message delivered twice is charged twice by the naive handler, once by the key table', async ({
  page,
}) => {
  const lab = await openLab(page, '/labs/redelivered-message/', 'Redelivered message');
  // m1 and m3 once, m2 twice: 500 + 700 + 700 + 300.
  await lab.choose('naive');
  await lab.button(/^Find it for me/).click();
  await expect(lab.rows('charge')).toHaveCount(4);
  await expect(lab.root).toContainText('2200');
  await lab.choose('key table');
  await expect(lab.cells().first()).toHaveAttribute('aria-label', /holds$/);
  await lab.cells().first().click();
  await expect(lab.rows('charge')).toHaveCount(3);
  await expect(lab.root).toContainText('1500');
  await lab.choose('m1 returns with another amount');
  await lab.cells().first().click();
  await expect(lab.root.locator('.pane-h').last()).toContainText('answered 422');
});

test('the lab stays accessible while it is played, in both themes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const lab = await openLab(page, broken);
  await lab.root.locator('details').evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });
  await expect(lab.root.locator('.duo .lanes')).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await axeFindings(page)).toEqual([]);
});

test('three workers: the map and the counts of every schedule', async ({ page }) => {
  const lab = await openLab(page, '/labs/three-at-once/', 'Three at once');
  // 66 schedules, 60 of which let a second charge in: derived in the engine's tests.
  await expect(lab.property(oneCharge)).toContainText('Broken in 60 of 66 schedules');
  await expect(lab.cells()).toHaveCount(66);
});

test('scrubbing keeps the schedule in its place, and Copy link answers in its own', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lab = await openLab(page, broken);
  await lab.shows('w1 w2 w2 w1');
  const row = lab.root.locator('.transport');
  const before = await row.boundingBox();
  const scrub = lab.root.getByRole('slider', { name: 'Moment' });
  const track = await scrub.boundingBox();
  await lab.button('One moment back').click();
  await lab.shows('w1 w2 w2');
  await expect(lab.root.locator('.sched .ahead')).toContainText('w1');
  expect(await scrub.boundingBox()).toEqual(track);
  await lab.button('Copy link').click();
  await expect(lab.button('Copied')).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('schedule=w1+w2+w2');
});

test('a guess comes before the answer', async ({ page }) => {
  const lab = await openLab(page, '/learn/races/');
  await expect(lab.cells().first()).toBeHidden();
  await lab.root.getByText('Two rows, and no error').click();
  await lab.button('Keep my guess').click();
  await expect(lab.cells().first()).toBeVisible();
  await lab.play('W2');
  await expect(lab.root).toContainText('It happened: 2 charges for order-9; W1 201, W2 201.');
});
