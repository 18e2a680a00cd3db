import { axeFindings, expect, oneCharge, openLab, type RaceLab, readyLab, test } from './helpers.ts';

const url = '/labs/double-charge/?handler=check-then-insert&schedule=w1+w2+w2+w1';

/** One statement claims and charges; the database makes the decision. */
const repaired = `export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const [won] = await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents})
    ON CONFLICT (order_id) DO NOTHING RETURNING order_id\`;
  if (!won) return Response.json({ skipped: true });
  return Response.json({ charged: cents }, { status: 201 });
}
`;
const uniqueIndex = 'CREATE UNIQUE INDEX one_charge_per_order ON charge (order_id);\n';

function field(lab: RaceLab, file: 'handler.ts' | 'schema.sql') {
  return lab.root.getByRole('textbox', { name: `${file}, your version` });
}

async function openEditor(lab: RaceLab): Promise<void> {
  await lab.button(/^Edit/).first().click();
  await expect(field(lab, 'handler.ts')).toBeVisible();
}

async function write(lab: RaceLab, file: 'handler.ts' | 'schema.sql', text: string): Promise<void> {
  await lab.root.getByRole('tab', { name: new RegExp(`^${file}`) }).click();
  await field(lab, file).fill(text);
}

async function runEverySchedule(lab: RaceLab): Promise<void> {
  await lab.root
    .getByRole('region', { name: /^Editor/ })
    .getByRole('button', { name: /^Run every schedule/ })
    .click();
}

test('the reader repairs check-then-insert, and the repair holds in every schedule', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await write(lab, 'schema.sql', uniqueIndex);
  await write(lab, 'handler.ts', repaired);
  await runEverySchedule(lab);
  // Each worker has one step now, and two steps can be put in two orders.
  await expect(lab.property(oneCharge)).toContainText('Holds in both schedules');
  await expect(lab.cells()).toHaveCount(2);
  await lab.backToTheStart();
  await lab.play('W2 W1');
  await lab.shows('w2 w1');
  await expect(lab.rows('charge')).toHaveCount(1);
  await expect(lab.rows('charge')).toContainText('W2');
});

test('a guess made before the run stays beside the result', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await lab.root
    .getByRole('group', { name: /^Guess first/ })
    .getByText('some', { exact: true })
    .click();
  await runEverySchedule(lab);
  await expect(lab.root).toContainText('You guessed “some”, and so it is.');
});

test('a result is not taken for one of the text that was typed after it', async ({ page }) => {
  const lab = await openLab(page, url);
  const editor = lab.root.getByRole('region', { name: /^Editor/ });
  await openEditor(lab);
  await runEverySchedule(lab);
  await expect(editor.locator('.ed-result')).toHaveText('Broken in 4 of 6 schedules');
  await write(lab, 'handler.ts', '// another\n');
  await expect(editor.locator('.ed-result')).toHaveText(
    'Broken in 4 of 6 schedules For the text before your last change.',
  );
});

test('an edit outlives a reload, can be compared with the start, and can be given up', async ({ page }) => {
  let lab = await openLab(page, url);
  await openEditor(lab);
  await write(lab, 'handler.ts', repaired);
  await expect(lab.root.getByRole('status').filter({ hasText: 'Kept in this browser.' })).toBeVisible();
  await page.reload();
  lab = await readyLab(page);
  await openEditor(lab);
  await expect(field(lab, 'handler.ts')).toContainText('ON CONFLICT (order_id) DO NOTHING');
  await lab.button('Compare with the start').click();
  const changes = lab.root.getByRole('region', { name: 'Changes in handler.ts' });
  await expect(changes).toContainText('added');
  await expect(changes).toContainText('SELECT 1 FROM charge');
  await expect(lab.button('Hide the comparison')).toHaveAttribute('aria-expanded', 'true');
  await lab.button('Start again').click();
  await expect(field(lab, 'handler.ts')).toContainText('SELECT 1 FROM charge');
  // The sentence comes when the log has it: whoever reloads at once finds the start, too.
  await expect(lab.root.getByRole('status').filter({ hasText: 'Back at the start.' })).toBeVisible();
  await page.reload();
  lab = await readyLab(page);
  await openEditor(lab);
  await expect(field(lab, 'handler.ts')).toContainText('SELECT 1 FROM charge');
  await expect(field(lab, 'handler.ts')).not.toContainText('ON CONFLICT');
});

test('what was given up by mistake can be had back', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await write(lab, 'handler.ts', repaired);
  await lab.button('Start again').click();
  await lab.button('Bring my text back').click();
  await expect(field(lab, 'handler.ts')).toContainText('ON CONFLICT (order_id) DO NOTHING');
});

test('pressing “Start again” twice gives up no more than pressing it once', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await write(lab, 'handler.ts', repaired);
  await lab.button('Start again').dblclick();
  await expect(lab.root.getByRole('status').filter({ hasText: 'Back at the start.' })).toBeVisible();
  await lab.button('Start again').click({ force: true });
  await lab.button('Bring my text back').press('Enter');
  await expect(field(lab, 'handler.ts')).toContainText('ON CONFLICT (order_id) DO NOTHING');
  await expect(lab.root.getByRole('region', { name: /^Editor/ }).locator('.btn.primary')).toBeFocused();
});

test('a word typed just before the page is left is still there', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await write(lab, 'handler.ts', '// typed at the last moment\n');
  await page.reload();
  const later = await readyLab(page);
  await openEditor(later);
  await expect(field(later, 'handler.ts')).toContainText('typed at the last moment');
});

test('the verdict of an older text is gone in every scenario', async ({ page }) => {
  const lab = await openLab(
    page,
    '/labs/narrow-gaps/?handler=check-twice&scenario=two-servers',
    /Narrow|gap/i,
  );
  const editor = lab.root.getByRole('region', { name: /^Editor/ });
  await openEditor(lab);
  await write(lab, 'handler.ts', '// mine\n'.concat(await field(lab, 'handler.ts').innerText()));
  await runEverySchedule(lab);
  await expect(editor.locator('.ed-result')).toBeVisible();
  await lab.root.getByRole('radio', { name: 'One server process' }).check();
  await write(
    lab,
    'handler.ts',
    'export async function handle() {\n  return Response.json({}, { status: 201 });\n}\n',
  );
  await runEverySchedule(lab);
  await expect(editor.locator('.ed-result')).toContainText('Vacuous');
  await lab.root.getByRole('radio', { name: /^Two server/ }).check();
  await expect(lab.root).toContainText('Nobody has tried every schedule of this handler yet.');
});

test('a handler that loops for ever gets its name, and the page stays alive', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await write(
    lab,
    'handler.ts',
    'export async function handle(request: Request, { sql }: Env) {\n  for (;;) {}\n}\n',
  );
  await runEverySchedule(lab);
  // While the worker is busy, the page must answer.
  const menu = page.getByRole('button', { name: 'Dark theme' });
  await menu.click({ timeout: 2_000 });
  await expect(menu).toHaveAttribute('aria-pressed', 'true', { timeout: 2_000 });
  await expect(lab.root).toContainText(/hangs/i, { timeout: 30_000 });
  await write(lab, 'schema.sql', uniqueIndex);
  await write(lab, 'handler.ts', repaired);
  await runEverySchedule(lab);
  await expect(lab.property(oneCharge)).toContainText('Holds in both schedules');
});

test('a mistake in the syntax is shown at its line', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await write(
    lab,
    'handler.ts',
    'export async function handle(request: Request, { sql }: Env) {\n  const { orderId } = await request.json();\n  const = 3;\n}\n',
  );
  await runEverySchedule(lab);
  await expect(lab.root.getByRole('alert').filter({ hasText: 'line 3' }).first()).toBeVisible();
  await expect(lab.root).toContainText(/Broken/);
});

test('a handler that does nothing is vacuous, not right', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await write(
    lab,
    'handler.ts',
    'export async function handle() {\n  return Response.json({ charged: 1000 }, { status: 201 });\n}\n',
  );
  await runEverySchedule(lab);
  await expect(lab.root).toContainText('Vacuous');
  await expect(lab.property(oneCharge)).not.toContainText('Holds in all');
});

/** Slow enough for somebody to cancel it. */
const endless = `export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  for (let k = 0; k < 6; k++) {
    for (let i = 0, x = 0; i < 60000; i++) x += i;
    await sql\`SELECT \${k} + count(*) FROM charge\`;
    await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents + k})\`;
  }
  return Response.json({ charged: cents }, { status: 201 });
}
`;

test('cancelling keeps the focus, and a cancelled wish does not come true later', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await write(lab, 'handler.ts', endless);
  await runEverySchedule(lab);
  const editor = lab.root.getByRole('region', { name: /^Editor/ });
  await editor.getByRole('button', { name: /^Cancel/ }).press('Enter');
  await expect(editor.getByRole('button', { name: /^Run every schedule/ })).toBeFocused();
  await lab.backToTheStart();
  await lab.button('Find it for me').click();
  await lab.button('Cancel').last().press('Enter');
  await expect(lab.button('Run every schedule').last()).toBeFocused();
  // The lab's own handler is known to break: the wish was for another one.
  await lab.root.getByRole('radio', { name: 'check then insert', exact: true }).check();
  await expect(lab.property(oneCharge)).toContainText('in 4 of 6 schedules');
  await lab.shows('');
});

test('Escape, then Tab, leaves the editor', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await field(lab, 'handler.ts').focus();
  await page.keyboard.press('Tab');
  await expect(field(lab, 'handler.ts')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(field(lab, 'handler.ts')).not.toBeFocused();
});

test('keys typed into the editor do not move workers', async ({ page }) => {
  const lab = await openLab(page, url);
  await lab.backToTheStart();
  await openEditor(lab);
  await field(lab, 'handler.ts').focus();
  await page.keyboard.type('12u');
  await lab.shows('');
});

test('the open editor is accessible in both themes', async ({ page }) => {
  const lab = await openLab(page, url);
  await openEditor(lab);
  await write(lab, 'handler.ts', repaired);
  await lab.button('Compare with the start').click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await axeFindings(page)).toEqual([]);
  }
});
