import type { Page } from '@playwright/test';
import { schemeNames, schemes } from '../../src/components/lesson/figures/signature-schemes.ts';
import { measure, transferTable } from '../../src/tools/transfer.ts';
import { expect, siteFolder, test } from './helpers.ts';

const lesson = '/learn/webhooks/';

async function openBench(page: Page) {
  await page.goto(lesson);
  const bench = page.locator('signature-bench');
  await bench.scrollIntoViewIfNeeded();
  return {
    bench,
    end: bench.getByRole('status'),
    headers: bench.getByRole('group', { name: 'Headers that are sent' }),
    checked: bench.getByRole('group', { name: 'What is checked' }),
    sent: bench.getByRole('group', { name: 'It is sent' }),
    got: bench.getByRole('group', { name: 'It arrives' }),
    sign: (scheme: string) => bench.getByRole('radio', { name: scheme }).check(),
    press: (name: string) => bench.getByRole('button', { name }).click(),
  };
}

for (const scheme of schemeNames) {
  const { name, example } = schemes[scheme];
  test(`the published example of ${name} is signed as published, and verifies`, async ({ page }) => {
    const { headers, end, sign, press, sent } = await openBench(page);
    await sign(name);
    await press('The published example');
    await expect(sent.getByRole('textbox', { name: 'Secret' })).toHaveValue(example.secret);
    await expect(headers).toContainText(example.signature);
    await expect(end).toHaveText(/^\s*Genuine The signature fits\./);
  });
}

test('a byte that changes on the way is refused, and shown', async ({ page }) => {
  const { end, checked, press, got } = await openBench(page);
  await press('Change a byte');
  await expect(got.getByLabel('Body')).toHaveValue('{"test": 2432232315}');
  await expect(end).toHaveText(
    /Refused The signature does not fit\. At byte 59, “4” was signed, and “5” is checked\./,
  );
  await expect(checked.locator('mark')).toHaveText('5');
  await press('As it was sent');
  await expect(end).toHaveText(/Genuine/);
});

test('the same JSON, parsed and written again, is refused for one space', async ({ page }) => {
  const { end, got, sent } = await openBench(page);
  await got.getByLabel('It checks').selectOption({ label: 'the JSON, rewritten' });
  await expect(end).toHaveText(/Refused .* a space was signed, and “2” is checked\./);
  await sent.getByLabel('Body').fill('{"test":2432232314}');
  await expect(end).toHaveText(/Genuine/);
});

test('another id is refused by Standard Webhooks, and goes unnoticed where GitHub signs', async ({
  page,
}) => {
  const { end, sign, press, got } = await openBench(page);
  await press('Another id');
  await expect(end).toHaveText(/Refused/);
  await sign('GitHub');
  await expect(got.getByLabel('Time', { exact: true })).toBeHidden();
  await press('Another id');
  await expect(end).toHaveText(/Genuine The signature fits, although the id is another one\./);
});

test('a copy grows old, and a new time breaks the signature', async ({ page }) => {
  const { end, press, got } = await openBench(page);
  await got.getByLabel('Seconds later').fill('3600');
  await expect(end).toHaveText(
    /Refused The signature fits\. But it is 3,600 seconds old, and 300 are allowed\./,
  );
  await press('The time is now');
  await expect(end).toHaveText(/Refused The signature does not fit\./);
});

test('what is typed cannot become markup', async ({ page }) => {
  const { checked, sent } = await openBench(page);
  await sent.getByLabel('Body').fill('<img src=x onerror="document.title=1">');
  await expect(checked).toContainText('<img src=x onerror="document.title=1">');
  await expect(checked.locator('img')).toHaveCount(0);
});

test('what signs is fetched when somebody touches the bench, and not before', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const signs = () => fetched.filter((path) => /signature-check/.test(path)).length;
  const { bench, end } = await openBench(page);
  await page.waitForLoadState('networkidle');
  expect(signs()).toBe(0);
  await bench.getByRole('textbox', { name: 'Secret' }).focus();
  await expect.poll(signs).toBe(1);
  await expect(end).toHaveText(/Genuine/);
});

test('the chapter opens with at most 30 kB of JavaScript', async ({ browser }) => {
  const budget = {
    name: 'webhooks, before a lab or the bench is in view',
    path: '/learn/webhooks',
    moment: 'opened',
    limitBytes: 30_000,
  } as const;
  const transfer = await measure(browser, siteFolder, budget);
  expect(transfer.scriptBytes, transferTable([transfer])).toBeLessThanOrEqual(budget.limitBytes);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the bench shows a published example', async ({ page }) => {
    await page.goto(lesson);
    const bench = page.locator('signature-bench');
    await expect(bench.getByRole('group', { name: 'What is signed' })).toHaveText(
      'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}',
    );
    await expect(bench.getByRole('group', { name: 'Headers that are sent' })).toContainText(
      schemes['standard-webhooks'].example.signature,
    );
  });
});
