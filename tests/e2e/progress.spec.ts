/** The progress page: what was done, a copy to another browser, forgetting it all. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ReviewPage } from './cards-helpers.ts';
import { axeFindings, expect, overflowPx, test } from './helpers.ts';

const url = '/progress/';

/** Puts records into the log of this browser, as a reader's visits would. */
async function seed(page: Page, records: object[]): Promise<void> {
  await page.goto('/404.html');
  await page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('effectively-once', 1);
        opening.onerror = () => reject(opening.error);
        opening.onupgradeneeded = () => opening.result.createObjectStore('events', { keyPath: 'id' });
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('events', 'readwrite');
          for (const record of all) transaction.objectStore('events').put(record);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    records,
  );
}

const base = { v: 1, at: '2026-11-29T10:00:00.000Z' };
const visits = [
  { ...base, id: 'a', n: 1, kind: 'position', lesson: 'races', heading: null, fraction: 0.42 },
  { ...base, id: 'b', n: 2, kind: 'confidence', lesson: 'races', level: 'getting-there' },
  { ...base, id: 'c', n: 3, kind: 'attempt', checkpoint: 'races', attempt: 't', ordinal: 1, edition: 'e' },
  {
    ...base,
    id: 'd',
    n: 4,
    kind: 'finish',
    checkpoint: 'races',
    attempt: 't',
    right: 9,
    of: 11,
    passed: true,
  },
];

test('what was done stands on the page, and what is damaged is said', async ({ page }) => {
  await seed(page, [...visits, { id: 'x', kind: 'confidence' }, { ...base, id: 'y', n: 9, kind: 'essay' }]);
  await page.goto(url);
  const races = page.locator('.pg-lessons li').filter({ hasText: 'Races' });
  await expect(races.getByText('42 %')).toBeVisible();
  await expect(races.getByText('9 of 11, passed, one attempt')).toBeVisible();
  await expect(races.getByText('getting there')).toBeVisible();
  await expect(
    page.getByText(
      '1 record of your progress is damaged and cannot be read. What is shown here is all the rest; nothing was deleted.',
    ),
  ).toBeVisible();
  await expect(
    page.getByText(
      '1 record was written by a newer version of this site: kept, and copied along, but not shown.',
    ),
  ).toBeVisible();
});

test('a copy taken in by another browser shows the same there, and twice changes nothing', async ({
  page,
  browser,
}) => {
  await seed(page, visits);
  await page.goto(url);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a copy' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^effectively-once-\d{4}-\d\d-\d\d\.json$/);
  const file = {
    ...{ name: 'copy.json', mimeType: 'application/json' },
    buffer: readFileSync(await download.path()),
  };
  const { records } = JSON.parse(file.buffer.toString());
  expect(records.map(({ kind }: { kind: string }) => kind)).toEqual([
    'position',
    'confidence',
    'attempt',
    'finish',
    'exported',
  ]);

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(url);
  await expect(other.getByText('Nothing yet.')).toBeVisible();
  await other.getByLabel('Take in a copy').setInputFiles(file);
  await expect(other.getByText('5 records taken in; 0 of the file were here already.')).toBeVisible();
  const races = other.locator('.pg-lessons li').filter({ hasText: 'Races' });
  await expect(races.getByText('9 of 11, passed, one attempt')).toBeVisible();
  await other.getByLabel('Take in a copy').setInputFiles(file);
  await expect(other.getByText('0 records taken in; 5 of the file were here already.')).toBeVisible();
  await other.reload();
  await expect(races.getByText('9 of 11, passed, one attempt')).toBeVisible();
  await context.close();
});

test('a file of another kind is refused in a sentence, and nothing is lost', async ({ page }) => {
  await seed(page, visits);
  await page.goto(url);
  await page
    .getByLabel('Take in a copy')
    .setInputFiles({ name: 'deck.json', mimeType: 'application/json', buffer: Buffer.from('{"cards":[]}') });
  await expect(page.getByRole('alert')).toHaveText(
    'The file is no progress file: its "format" is missing instead of "effectively-once/progress". Decks are imported on the page of cards.',
  );
  await expect(page.getByText('9 of 11, passed, one attempt')).toBeVisible();
});

test('erasing asks first, and empties the other tab as well', async ({ page, context }) => {
  await seed(page, visits);
  await page.goto(url);
  const tab = await context.newPage();
  await tab.goto(url);
  await expect(tab.getByText('9 of 11, passed, one attempt')).toBeVisible();
  await page.getByRole('button', { name: 'Erase everything' }).click();
  await page.getByRole('button', { name: 'Keep them' }).click();
  await expect(page.getByText('9 of 11, passed, one attempt')).toBeVisible();
  await page.getByRole('button', { name: 'Erase everything' }).click();
  await page.getByRole('button', { name: 'Erase 4 records' }).click();
  await expect(page.getByText('Everything is erased. This is a fresh start.')).toBeVisible();
  await expect(tab.getByText('Nothing yet.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing yet.')).toBeVisible();
});

test('erasing forgets what was typed into an editor just before the page was left', async ({ page }) => {
  await page.goto('/exercises/close-the-gap/');
  const box = page.getByRole('textbox', { name: /handler.ts, your version/ });
  await box.fill('// mine\n');
  await page.goto(url);
  await page.getByRole('button', { name: 'Erase everything' }).click();
  await page.getByRole('button', { name: /^Erase \d+ record/ }).click();
  await expect(page.getByText('Everything is erased. This is a fresh start.')).toBeVisible();
  await page.goto('/exercises/close-the-gap/');
  await expect(box).toContainText('SELECT 1 FROM charge');
  await expect(box).not.toContainText('mine');
});

test('4skinSkywalker/Syllogimous-v4#30: after much without a copy the page says what browsers do', async ({
  page,
}) => {
  const confidence = (n: number) => ({ ...visits[1], id: `c${n}`, n: n + 10 });
  await seed(page, [
    { ...base, id: 'e', n: 1, kind: 'exported' },
    ...Array.from({ length: 200 }, (_, n) => confidence(n)),
  ]);
  await page.goto(url);
  await expect(
    page.getByText(
      'Your last copy is of 29 November 2026; 200 things happened since. A fresh copy would be a good idea: browsers clear their data at times.',
    ),
  ).toBeVisible();
});

test('a browser that takes a copy in has the same cards due', async ({ page, browser }) => {
  const review = new ReviewPage(page);
  await review.open('races');
  await review.counts(0, 0, 20);
  // A rating is counted before the next card is turned.
  for (const [key, learning, fresh] of [
    ['1', 1, 19],
    ['3', 2, 18],
    ['4', 2, 17],
  ] as const) {
    await page.keyboard.press('Space');
    await review.shows('back');
    await page.keyboard.press(key);
    await review.counts(learning, 0, fresh);
  }
  const due = (on: typeof page) => on.locator('.due .counts');
  await page.goto('/cards/');
  await expect(due(page)).toHaveText('2 learning0 to review17 new');
  await page.goto(url);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a copy' }).click(),
  ]);
  const file = {
    ...{ name: 'copy.json', mimeType: 'application/json' },
    buffer: readFileSync(await download.path()),
  };

  const context = await browser.newContext();
  const other = await context.newPage();
  for (const added of [4, 0]) {
    await other.goto(url);
    await other.getByLabel('Take in a copy').setInputFiles(file);
    await expect(other.getByText(`${added} records taken in`)).toBeVisible();
    await other.goto('/cards/');
    await expect(due(other)).toHaveText('2 learning0 to review17 new');
  }
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on it, ${colorScheme}, and nothing overflows a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await seed(page, visits);
    await page.goto(url);
    await page.getByRole('button', { name: 'Erase everything' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflowPx(page)).toBe(0);
  });
}
