import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'yaml';
import { axeFindings, expect, test } from './helpers.ts';

interface Item {
  id: string;
  kind: 'single' | 'multiple' | 'order' | 'predict' | 'break-it' | 'spot-line';
  options?: { text?: string; value?: string | number; right?: boolean; why: string }[];
  steps?: string[];
  right?: number[];
}

const checkpoint = parse(readFileSync('content/checkpoints/races.yaml', 'utf8')) as {
  pass: number;
  items: Item[];
};
const { items } = checkpoint;

/** What a person works out who reads the schedule; the build computes the same by running it. */
const predictions: Record<string, string> = {
  'races-predict-snapshot': 'threw',
  'races-predict-null': '2',
};

/** A text of the file as the page prints it. */
function plain(text: string): string {
  return text.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
}

async function open(page: Page): Promise<Locator> {
  await page.goto('/learn/races/');
  const box = page.locator('.checkpoint');
  await box.scrollIntoViewIfNeeded();
  // The questions wait until the log of earlier visits has been read.
  await expect(box.locator('fieldset').first()).toHaveJSProperty('disabled', false);
  return box;
}

async function choose(box: Locator, option: NonNullable<Item['options']>[number]): Promise<void> {
  const shown = plain(option.text ?? String(option.value));
  const labels = box.locator('.opt label');
  const texts = (await labels.allTextContents()).map(plain);
  await labels.nth(texts.indexOf(shown)).click();
}

async function sort(box: Locator, steps: string[]): Promise<void> {
  for (const [place, step] of steps.entries()) {
    const rows = box.locator('.order > li');
    for (let tries = 0; tries < steps.length; tries += 1) {
      const texts = (await rows.allTextContents()).map(plain);
      if (texts.findIndex((text) => text.includes(plain(step))) === place) break;
      await box.getByRole('button', { name: `Move up: ${step}`, exact: true }).click();
    }
  }
}

/** Fills in the right answer, in whatever way the question is asked. */
async function fillIn(box: Locator, item: Item): Promise<void> {
  switch (item.kind) {
    case 'single':
    case 'multiple':
      for (const option of item.options ?? []) if (option.right) await choose(box, option);
      return;
    case 'predict': {
      const right = item.options?.find((option) => String(option.value) === predictions[item.id]);
      expect(right, `${item.id} needs its answer in this test`).toBeDefined();
      await choose(box, right!);
      return;
    }
    case 'order':
      await sort(box, item.steps ?? []);
      return;
    case 'spot-line':
      await box
        .locator('.spot-l')
        .nth((item.right?.[0] ?? 1) - 1)
        .locator('label')
        .click();
      return;
    case 'break-it': {
      const sure = box.getByRole('button', { name: 'Fairly sure' });
      for (const [made, worker] of ['W1', 'W2', 'W1', 'W2'].entries()) {
        // A schedule that stops in the middle is no answer yet.
        if (made > 0) await expect(sure).toHaveAttribute('aria-disabled', 'true');
        await box.getByRole('button', { name: new RegExp(`^Let ${worker} move`) }).click();
      }
      await expect(box.getByRole('list', { name: 'Steps so far' }).getByRole('listitem')).toHaveCount(4);
    }
  }
}

test('a wrong answer is explained, brings its card forward, and the attempt goes on after a reload', async ({
  page,
}) => {
  let box = await open(page);
  await expect(box).toContainText(`Question 1 of ${items.length}`);
  const wrong = items[0]!.options!.find((option) => !option.right)!;
  const right = items[0]!.options!.find((option) => option.right)!;
  await choose(box, wrong);
  await box.getByRole('button', { name: 'Certain' }).click();
  await expect(box).toContainText(plain(wrong.why));
  await expect(box).toContainText(plain(right.why));
  await expect(box.getByRole('link', { name: /./ }).first()).toBeVisible();
  await expect(box.getByRole('button', { name: 'Next question' })).toBeFocused();
  await page.reload();
  box = await open(page);
  await expect(box).toContainText(`Question 2 of ${items.length}.`);
  const deck = page.locator('.deck');
  await deck.scrollIntoViewIfNeeded();
  await expect(deck).toContainText('The checkpoint has brought one card to the front.');
});

test('nothing can be marked before something is chosen', async ({ page }) => {
  const box = await open(page);
  await box.getByRole('button', { name: 'A guess' }).press('Enter');
  await expect(box).toContainText('Choose an answer first.');
  await expect(box).toContainText(`Question 1 of ${items.length}`);
});

test('a key pressed twice answers once, and leaves the explanation on the page', async ({ page }) => {
  const box = await open(page);
  const wrong = items[0]!.options!.find((option) => !option.right)!;
  await choose(box, wrong);
  await box.getByRole('button', { name: 'A guess' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(box).toContainText(plain(wrong.why));
  await expect(box.getByRole('button', { name: 'Next question' })).toBeFocused();
  await page.waitForTimeout(500);
  await page.keyboard.press('Enter');
  await expect(box).toContainText(`Question 2 of ${items.length}.`);
});

test('every kind of question can be answered right, and the result says so', async ({ page }) => {
  test.setTimeout(120_000);
  const box = await open(page);
  for (const [at, item] of items.entries()) {
    await expect(box).toContainText(`Question ${at + 1} of ${items.length}`);
    await fillIn(box, item);
    await box.getByRole('button', { name: 'Fairly sure' }).click();
    await box
      .getByRole('button', { name: at + 1 < items.length ? 'Next question' : 'See the result' })
      .click();
  }
  await expect(box.getByRole('heading', { name: /right\. You have passed\.$/ })).toBeFocused();
  await expect(box.locator('.result-l .mark-r')).toHaveCount(items.length);
  // h5p/moodle-mod_hvp#252, bonartm/quizdown-js#60: answers are in the page's source, and it says so.
  await expect(box.getByText('This is practice: the answers are part of the page')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await box.scrollIntoViewIfNeeded();
  await expect(box.getByRole('heading', { name: /You have passed/ })).toBeVisible();
});

test('on paper all questions stand, each with its answer, and the one on the screen does not', async ({
  page,
}) => {
  const box = await open(page);
  await page.emulateMedia({ media: 'print' });
  await expect(box.locator('.checkpoint-live')).toBeHidden();
  await expect(box.locator('.printed > li')).toHaveCount(items.length);
  await expect(box.locator('.printed > li').last()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(box.locator('.printed')).toBeHidden();
});
