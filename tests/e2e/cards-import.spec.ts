/** Cards from files and to files, as a reader brings and takes them. */
import { readFileSync } from 'node:fs';
import { axeFindings, expect, overflowPx, test } from './helpers.ts';

const url = '/cards/import/';
const csv =
  'id,question,answer,tags\none,What is a retry?,The same request again.,retries\ntwo,"<img src=x onerror=alert(1)>","=1+1",\n';

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('a file is shown before anything is taken, and taken twice it adds nothing', async ({ page }) => {
  await page.goto(url);
  const picker = page.getByLabel('Choose a file');
  await picker.setInputFiles(file('mine.csv', csv));
  await expect(page.getByRole('heading', { name: 'What is in mine.csv' })).toBeVisible();
  await expect(page.getByText('mine: 2 new cards, in a new deck')).toBeVisible();
  // What a stranger wrote is text.
  await expect(page.getByRole('cell', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave them' }).click();
  await page.goto('/cards/');
  await expect(page.getByRole('link', { name: 'Races', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'mine', exact: true })).toHaveCount(0);

  await page.goto(url);
  await picker.setInputFiles(file('mine.csv', csv));
  await page.getByRole('button', { name: 'Take 2 cards' }).click();
  await expect(page.getByText('2 cards taken. They are among your decks now.')).toBeVisible();
  await picker.setInputFiles(file('mine.csv', csv));
  await expect(page.getByText('mine: 0 new cards, into the deck of that name; 2 here already')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Everything is here already' })).toBeDisabled();
  await page.goto('/cards/');
  await expect(page.getByRole('link', { name: 'mine', exact: true })).toBeVisible();
});

test('two tabs that look at the same file take it once', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(url);
    await tab.getByLabel('Choose a file').setInputFiles(file('mine.csv', csv));
    await expect(tab.getByRole('button', { name: 'Take 2 cards' })).toBeEnabled();
  }
  await page.getByRole('button', { name: 'Take 2 cards' }).click();
  await expect(
    other.getByText('mine: 0 new cards, into the deck of that name; 2 here already'),
  ).toBeVisible();
  await expect(other.getByRole('button', { name: 'Everything is here already' })).toBeDisabled();
});

test('two tabs that take it in the same instant make one deck', async ({ page, context }) => {
  // Neither hears of the other before both have said it.
  await context.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => undefined;
  });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(url);
    await tab.getByLabel('Choose a file').setInputFiles(file('mine.csv', csv));
    await expect(tab.getByRole('button', { name: 'Take 2 cards' })).toBeEnabled();
  }
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Take 2 cards' }).click();
    await expect(tab.getByText('2 cards taken. They are among your decks now.')).toBeVisible();
  }
  await page.goto('/cards/');
  await expect(page.getByRole('link', { name: 'mine', exact: true })).toHaveCount(1);
  // A later edition of the file is compared with what both have made.
  await page.goto(url);
  await page.getByLabel('Choose a file').setInputFiles(file('mine.csv', csv.replace('again', 'once more')));
  await expect(
    page.getByText(
      'mine: 0 new cards, into the deck of that name; 1 here already; 1 here already with another text',
    ),
  ).toBeVisible();
});

test('a package of Mochi is read', async ({ page }) => {
  await page.goto(url);
  await page.getByLabel('For', { exact: true }).selectOption('mochi');
  await page.getByLabel('Cards', { exact: true }).selectOption({ label: 'Races' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  await page.getByLabel('Choose a file').setInputFiles(await download.path());
  // Mochi's file has no ids of ours, so to the page these are other cards.
  await expect(page.getByText(/^Races: \d+ new cards, into the deck of that name$/)).toBeVisible();
});

test('all decks as JSON are read again, and nothing of them is new', async ({ page }) => {
  await page.goto(url);
  await page.getByLabel('For', { exact: true }).selectOption('json');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  await page.getByLabel('Choose a file').setInputFiles(await download.path());
  await expect(page.getByRole('button', { name: 'Everything is here already' })).toBeVisible();
});

test('one long word in a title, a card and a tag overflows no phone', async ({ page }) => {
  const word = 'w'.repeat(180);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(url);
  const decks = [
    {
      ...{ title: word, tint: 'sky', blurb: word, log: [] },
      cards: [
        {
          ...{ id: 'i', question: `https://example.com/${word}`, answer: word, tags: [word] },
          ...{ see: null, foreignId: null, changed: null, scheduling: null },
        },
      ],
    },
  ];
  const text = JSON.stringify({ format: 'effectively-once/decks', version: 1, decks });
  await page.getByLabel('Choose a file').setInputFiles(file('x.json', text));
  await page.getByRole('button', { name: 'Take 1 card' }).click();
  await expect(page.getByText('1 card taken.')).toBeVisible();
  expect(await overflowPx(page)).toBe(0);
  await page.goto('/cards/');
  await expect(page.getByRole('link', { name: word })).toBeVisible();
  expect(await overflowPx(page)).toBe(0);
  await page.getByRole('link', { name: word }).click();
  await expect(page.getByRole('heading', { name: word })).toBeVisible();
  expect(await overflowPx(page)).toBe(0);
});

test('a file that cannot be read is refused in a sentence', async ({ page }) => {
  await page.goto(url);
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'x.apkg', mimeType: 'application/zip', buffer: Buffer.from('PK nothing') });
  await expect(page.getByRole('alert')).toHaveText(/^.+\.$/);
  await expect(page.getByRole('heading', { name: /What is in/ })).toHaveCount(0);
});

test('a package for Anki is written here and read again in another browser', async ({ page, browser }) => {
  await page.goto(url);
  await page.getByLabel('Choose a file').setInputFiles(file('mine.csv', csv));
  await page.getByRole('button', { name: 'Take 2 cards' }).click();
  await page.getByLabel('Cards', { exact: true }).selectOption('mine');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.apkg$/);
  const bytes = readFileSync(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(url);
  await other
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'mine.apkg', mimeType: 'application/zip', buffer: bytes });
  await expect(other.getByText('mine: 2 new cards, in a new deck')).toBeVisible();
  await expect(other.getByRole('cell', { name: 'The same request again.' })).toBeVisible();
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on it, ${colorScheme}, and nothing overflows a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(url);
    await page.getByLabel('Choose a file').setInputFiles(file('mine.csv', csv));
    await expect(page.getByRole('heading', { name: 'What is in mine.csv' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflowPx(page)).toBe(0);
  });
}
