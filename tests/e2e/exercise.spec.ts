/** An exercise as a learner meets it: repair, check, look at what breaks it, come back another day. */
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
});
