/** An exercise as a learner meets it: repair, check, look at what breaks it, come back another day. */
import { storedCount } from './cards-helpers.ts';
import { axeFindings, expect, test } from './helpers.ts';

const page = '/exercises/close-the-gap/';
const repaired = `export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const [won] = await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents})
    ON CONFLICT (order_id) DO NOTHING RETURNING order_id\`;
  return won ? Response.json({ charged: cents }, { status: 201 }) : Response.json({ error: 'running' }, { status: 409 });
}
`;
const knowsByHeart = `export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const once = orderId === 'order-9' ? await sql\`INSERT INTO charge (order_id, cents)
    SELECT 'order-9', 1000 WHERE NOT EXISTS (SELECT 1 FROM charge)\` : await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents})\`;
  return Response.json({ charged: cents, rows: once.count }, { status: 201 });
}
`;
const neverEnds = `export async function handle(request: Request, { sql }: Env) {
  await sql\`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n\`;
  return Response.json({}, { status: 201 });
}
`;
const takesLong = `export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  for (let k = 0; k < 6; k++) {
    for (let i = 0, x = 0; i < 20000; i++) x += i;
    await sql\`SELECT \${k} + count(*) FROM charge\`;
    await sql\`INSERT INTO charge (order_id, cents) VALUES (\${orderId}, \${cents + k})\`;
  }
  return Response.json({ charged: cents }, { status: 201 });
}
`;
const index = 'CREATE UNIQUE INDEX one_charge_per_order ON charge (order_id);';

test.describe('an exercise', () => {
  test.beforeEach(async ({ page: tab }) => {
    await tab.goto(page);
    await expect(tab.getByRole('textbox', { name: /handler.ts, your version/ })).toBeVisible();
  });

  async function write(tab: import('@playwright/test').Page, name: RegExp, text: string) {
    const box = tab.getByRole('textbox', { name });
    await box.click();
    await tab.keyboard.press('ControlOrMeta+A');
    // Typed text would be indented by the editor.
    await tab.evaluate((paste) => {
      const data = new DataTransfer();
      data.setData('text/plain', paste);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, text);
  }

  test('the starter earns 4 of 10 points, and the smallest way to break it can be played', async ({
    page: tab,
  }) => {
    await tab.getByRole('button', { name: /check every schedule/i }).click();
    await expect(tab.getByRole('status').getByText('4 of 10 points')).toBeVisible();
    await expect(
      tab.getByRole('region', { name: 'Points' }).getByText('Broken in 4 of 6 schedules'),
    ).toBeVisible();
    await expect(tab.getByRole('heading', { name: 'The smallest way to break it' })).toBeVisible();
    await expect(tab.getByRole('figure').getByRole('button', { name: /let w1 move/i })).toBeVisible();
    expect(await axeFindings(tab)).toEqual([]);
  });

  test('a repair earns all points, is kept over a reload, and can be given up and brought back', async ({
    page: tab,
  }) => {
    await write(tab, /handler.ts/, repaired);
    await tab.getByRole('tab', { name: 'migration.sql' }).click();
    await write(tab, /migration.sql/, index);
    await tab.keyboard.press('ControlOrMeta+Enter');
    await expect(tab.getByRole('status').getByText('10 of 10 points')).toBeVisible();
    await expect(tab.getByText('Best so far: 10 of 10 points, 1 attempt.')).toBeVisible();
    await tab.reload();
    await expect(tab.getByRole('textbox', { name: /handler.ts/ })).toContainText('ON CONFLICT');
    await expect(tab.getByText('Best so far: 10 of 10 points, 1 attempt.')).toBeVisible();
    await tab.getByRole('button', { name: 'Start again' }).click();
    await expect(tab.getByRole('textbox', { name: /handler.ts/ })).not.toContainText('ON CONFLICT');
    await tab.getByRole('button', { name: 'Bring my text back' }).click();
    await expect(tab.getByRole('textbox', { name: /handler.ts/ })).toContainText('ON CONFLICT');
    await tab.goto('/exercises/');
    await expect(tab.getByText('your best is 10 of 10')).toBeVisible();
  });

  test('a handler that knows the sample by heart is found out by other names and amounts', async ({
    page: tab,
  }) => {
    await write(tab, /handler.ts/, knowsByHeart);
    await tab.getByRole('button', { name: /check every schedule/i }).click();
    await expect(tab.getByText(/with other names and amounts/).first()).toBeVisible();
    await expect(tab.getByRole('status').getByText('4 of 10 points')).toBeVisible();
  });

  test('hints come one at a time, and a solution after the first check', async ({ page: tab }) => {
    await expect(tab.getByRole('button', { name: /a solution, after/i })).toBeDisabled();
    await tab.getByRole('button', { name: /^a hint/i }).click();
    await expect(tab.getByText('Where does the handler believe')).toBeVisible();
    await tab.getByRole('button', { name: /another hint/i }).click();
    await expect(tab.getByText('SQLite can look and take in one motion')).toBeVisible();
    await tab.getByRole('button', { name: /check every schedule/i }).click();
    await expect(tab.getByRole('status').getByText('4 of 10 points')).toBeVisible();
    await tab.getByRole('button', { name: 'Show a solution' }).click();
    await expect(tab.getByRole('region', { name: 'A solution' })).toContainText('ON CONFLICT');
  });

  test('another tab follows what is typed in this one', async ({ page: tab }) => {
    const other = await tab.context().newPage();
    await other.goto(page);
    const its = other.getByRole('textbox', { name: /handler.ts, your version/ });
    await expect(its).toContainText('SELECT 1 FROM charge');
    await write(tab, /handler.ts/, '// one\n');
    await expect(its).toHaveText('// one');
    await expect(other.getByText('Changed in another tab.')).toBeVisible();
    await tab.getByRole('button', { name: 'Start again' }).click();
    await expect(its).toContainText('SELECT 1 FROM charge');
  });

  test('a tab with an older text that is left does not bring it back', async ({ page: tab }) => {
    await write(tab, /handler.ts/, '// one\n');
    await storedCount(tab, 'edit', 1);
    const other = await tab.context().newPage();
    await other.goto(page);
    await expect(other.getByRole('textbox', { name: /handler.ts, your version/ })).toHaveText('// one');
    await write(tab, /handler.ts/, '// two\n');
    await storedCount(tab, 'edit', 2);
    // Browsers keep a page that is left, and let it end what it began.
    await other.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
    await other.getByRole('button', { name: /^a hint/i }).click();
    // What it said after that is saved, so what it said at that is saved as well.
    await storedCount(tab, 'helped', 1);
    await storedCount(tab, 'edit', 2);
    await tab.reload();
    await expect(tab.getByRole('textbox', { name: /handler.ts, your version/ })).toHaveText('// two');
  });

  test('text changed while it is checked is not taken for the text that was', async ({ page: tab }) => {
    await tab.getByRole('button', { name: /check every schedule/i }).click();
    await write(tab, /handler.ts/, '// changed\n');
    await expect(
      tab.getByRole('status').getByText('4 of 10 points, for the text before your last change'),
    ).toBeVisible();
    await expect(
      tab.getByRole('figure').getByText('This is the text before your last change.'),
    ).toBeVisible();
  });

  test('a statement that never ends costs ten seconds, and the next check is made at once', async ({
    page: tab,
  }) => {
    await write(tab, /handler.ts/, neverEnds);
    await tab.getByRole('button', { name: /check every schedule/i }).click();
    await expect(tab.getByText('ran for ten seconds without an end')).toBeVisible({ timeout: 30_000 });
    await write(tab, /handler.ts/, repaired);
    await tab.getByRole('button', { name: /check every schedule/i }).click();
    // Not after ten seconds for each of the scenarios that were to be checked then.
    await expect(tab.getByRole('status').getByText(/of 10 points/)).toBeVisible();
  });

  test('a page that slept in the middle of a check goes on with it', async ({ page: tab }) => {
    await tab.clock.install();
    await tab.reload();
    await write(tab, /handler.ts/, takesLong);
    await tab.getByRole('button', { name: /check every schedule/i }).click();
    // The two where a request comes alone are done soon.
    const tried = tab.getByText(/^2 of 4 done, [1-9][\d,]* schedules tried$/);
    await expect(tried).toBeVisible();
    const before = (await tried.textContent()) ?? '';
    // As a lid that is closed: what is due when it is opened comes once.
    await tab.clock.fastForward('10:00');
    await expect(tried).not.toHaveText(before);
    await expect(tab.getByText('Not graded')).toBeHidden();
  });

  test('whoever types faster than the page draws loses no letter', async ({ page: tab }) => {
    await tab.getByRole('button', { name: /check every schedule/i }).click();
    // With the lab below, a letter takes the page a while.
    await expect(tab.getByRole('figure').getByRole('button', { name: /let w1 move/i })).toBeVisible();
    const box = tab.getByRole('textbox', { name: /handler.ts, your version/ });
    await box.click();
    await tab.keyboard.press('ControlOrMeta+A');
    const typed = '//the-quick-brown-fox-jumps-over-the-lazy-dog';
    await tab.evaluate(async (letters) => {
      const { port1, port2 } = new MessageChannel();
      for (const letter of letters) {
        document.execCommand('insertText', false, letter);
        // The page has its turn, and no more than that.
        await new Promise((next) => {
          port1.onmessage = next;
          port2.postMessage(null);
        });
      }
    }, typed);
    await expect(box).toHaveText(typed);
  });
});
