import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { axeFindings, expect, test } from './helpers.ts';

const { items } = parse(readFileSync('content/checkpoints/why-everything-runs-twice.yaml', 'utf8')) as {
  items: { id: string; kind: string }[];
};

test('a question that asks for a fault is answered by pressing it', async ({ page }) => {
  await page.goto('/learn/why-everything-runs-twice/');
  const box = page.locator('.checkpoint');
  await box.scrollIntoViewIfNeeded();
  await expect(box.locator('fieldset').first()).toHaveJSProperty('disabled', false);
  const first = items.findIndex(({ kind }) => kind === 'break-it');
  for (let at = 0; at < first; at += 1) {
    await box.locator('.opt label').first().click();
    await box.getByRole('button', { name: 'A guess' }).click();
    await box.getByRole('button', { name: 'Next question' }).click();
  }
  await expect(box).toContainText('Let the payment get lost.');
  const crash = box.getByRole('button', { name: /^Crash W1/ });
  await expect(crash).toHaveAttribute('aria-disabled', 'true');
  // Delivered, signed, and gone before the entry is written.
  for (const made of [1, 2]) {
    await box.getByRole('button', { name: /^Let W1 move/ }).click();
    await expect(box.getByRole('list', { name: 'Steps so far' }).getByRole('listitem')).toHaveCount(made);
  }
  await crash.click();
  await expect(box.getByRole('group', { name: 'crashes, 0 of 1 left' })).toBeVisible();
  expect(await axeFindings(page, '.checkpoint')).toEqual([]);
  await box.getByRole('button', { name: 'Fairly sure' }).click();
  await expect(box).toContainText('This schedule breaks it.');
  await expect(box).toContainText('the only one who knew of the payment is gone');
});
