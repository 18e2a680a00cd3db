import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parse } from 'yaml';
import { axeFindings, expect, test } from './helpers.ts';

const url = '/quiz/races/?session=quiz~races~k3x9';

/** What `content/quiz` holds for a card. */
interface Written {
  right: { text?: string; why: string };
  wrong: { text: string; why: string }[];
}

const written: Record<string, Written> = parse(readFileSync('content/quiz/races.yaml', 'utf8'));

/** Answers whatever is asked; the right options of choices are given by their questions. */
async function answer(page: Page, right: boolean, cards: Map<string, string>): Promise<void> {
  const recall = page.getByRole('button', { name: 'Say it, then look' });
  if (await recall.isVisible()) {
    await recall.click();
    await page.getByRole('button', { name: right ? 'I knew it' : 'I did not' }).click();
    return;
  }
  const asked = (await page.locator('.item legend').textContent()) ?? '';
  const options = page.locator('.opt label');
  const wanted = cards.get(plain(asked));
  let chosen = 0;
  for (let index = 0; index < (await options.count()); index += 1) {
    const isRight = plain((await options.nth(index).textContent()) ?? '') === wanted;
    if (isRight === right) chosen = index;
  }
  if ((await options.count()) > 0) await options.nth(chosen).click();
  else if ((await page.locator('.spot label').count()) > 0) await page.locator('.spot label').first().click();
  await page.getByRole('button', { name: 'A guess' }).click();
}

function plain(text: string): string {
  return text.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
}

interface Card {
  id: string;
  question: string;
  answer: string;
}

async function deckOf(page: Page): Promise<Card[]> {
  const decks = await (await page.request.get('/cards/decks.json')).json();
  return decks.find(({ id }: { id: string }) => id === 'races').cards;
}

/** The right options, by question. */
async function cardsOf(page: Page): Promise<Map<string, string>> {
  return new Map(
    (await deckOf(page)).map(({ id, question, answer: whole }) => [
      plain(question),
      plain(written[id]?.right.text ?? whole),
    ]),
  );
}

test('the end of a lesson leads to its quiz', async ({ page }) => {
  await page.goto('/learn/races/');
  await page.getByRole('link', { name: 'quiz me on what I just read' }).click();
  await expect(page).toHaveURL(/\/quiz\/races\/$/);
  await page.getByRole('button', { name: 'Quiz me' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Item 1 of 10' })).toBeVisible();
});

test('right answers lead up a level, and a reload stays there', async ({ page }) => {
  const cards = await cardsOf(page);
  await page.goto(url);
  const level = page.locator('.quiz-level');
  await expect(level).toHaveText('Level 1 of 3: recognise');
  for (let count = 0; count < 2; count += 1) {
    await answer(page, true, cards);
    await page.getByRole('button', { name: 'Next question' }).click();
  }
  await expect(level).toHaveText('Level 2 of 3: recall and decide');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Item 3 of 10' })).toBeVisible();
  await expect(level).toHaveText('Level 2 of 3: recall and decide');
});

test('a wrong answer says where to read, brings its card forward, and counts once', async ({ page }) => {
  const cards = await cardsOf(page);
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1, name: 'Item 1 of 10' })).toBeVisible();
  await answer(page, false, cards);
  await expect(page.locator('.quiz-read a')).toHaveAttribute('href', /^\/learn\/races\/#.+/);
  await expect(page.getByText(/^Its card comes forward/)).toBeVisible();
  await page.getByRole('button', { name: 'Try this one again' }).click();
  await answer(page, true, cards);
  await page.getByRole('button', { name: 'Next question' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Item 2 of 10' })).toBeVisible();
  await expect(page.locator('.quiz-level')).toHaveText('Level 1 of 3: recognise');
  await page.goto('/cards/races/');
  await expect(page.getByText('brought forward')).toHaveCount(1);
});

test('a card is a choice among what is written for it, and the option that was chosen says why', async ({
  page,
}) => {
  const deck = await deckOf(page);
  await page.goto(url);
  await expect(page.locator('.quiz-level')).toHaveText('Level 1 of 3: recognise');
  const asked = plain((await page.locator('.item legend').textContent()) ?? '');
  const card = deck.find(({ question }) => plain(question) === asked);
  const choice = written[card?.id ?? ''];
  if (card === undefined || choice === undefined) throw new Error(`nothing is written for “${asked}”`);
  const texts = [choice.right.text ?? card.answer, ...choice.wrong.map(({ text }) => text)].map(plain);
  const shown = (await page.locator('.opt label').allTextContents()).map(plain);
  expect(shown.toSorted()).toEqual(texts.toSorted());
  const [belief = { text: '', why: '' }] = choice.wrong;
  await page
    .locator('.opt label')
    .nth(shown.indexOf(plain(belief.text)))
    .click();
  await page.getByRole('button', { name: 'Certain' }).click();
  const why = plain((await page.locator('.opt.chosen .why').textContent()) ?? '');
  expect(why).toBe(`Your answer, not right. ${plain(belief.why)}`);
  const right = plain((await page.locator('.opt.right .why').textContent()) ?? '');
  expect(right).toBe(`Right. ${plain(choice.right.why)}`);
});

test('after ten answers there is a summary with what to read again', async ({ page }) => {
  const cards = await cardsOf(page);
  await page.goto(url);
  for (let number = 1; number <= 10; number += 1) {
    await expect(page.getByRole('heading', { level: 1, name: `Item ${number} of 10` })).toBeVisible();
    await answer(page, number === 1, cards);
    await page.locator('[data-next]').click();
  }
  await expect(page.getByRole('heading', { level: 1, name: 'One of ten right' })).toBeVisible();
  await expect(page.locator('.quiz-l li')).toHaveCount(10);
  await expect(page.getByRole('link', { name: /^Read again: / }).first()).toHaveAttribute(
    'href',
    /^\/learn\/races\/#.+/,
  );
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the quiz has no accessibility violations while it runs, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const cards = await cardsOf(page);
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1, name: 'Item 1 of 10' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await answer(page, false, cards);
    expect(await axeFindings(page)).toEqual([]);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the checkpoint’s questions can be read instead', async ({ page }) => {
    await page.goto('/quiz/races/');
    await expect(page.getByText(/^A quiz that listens needs JavaScript/)).toBeVisible();
    expect(await page.locator('.printed > li').count()).toBeGreaterThan(5);
    await expect(page.getByRole('button', { name: 'Quiz me' })).toBeHidden();
  });
});
