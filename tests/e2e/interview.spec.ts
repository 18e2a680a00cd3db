import type { Page } from '@playwright/test';
import { axeFindings, expect, test } from './helpers.ts';

const session = '/interview/?session=drill~k3x9~5~2~races';

async function openDrill(page: Page, url = session): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Show the short answer' })).toBeVisible();
}

/** Answers one question by keys alone, naming these points of its rubric. */
async function answer(page: Page, ...points: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Show the short answer' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'In short' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'In full' })).toBeVisible();
  for (const point of points) await page.keyboard.press(point);
}

/** Says of every follow-up that it was known, until the next question or the end. */
async function throughFollowUps(page: Page): Promise<number> {
  let count = 0;
  while (await page.getByText('They ask then', { exact: true }).isVisible()) {
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.getByRole('button', { name: 'I had it' }).click();
    count += 1;
  }
  return count;
}

test('choosing: topics, how many and the clock are kept in the address', async ({ page }) => {
  await page.goto('/interview/');
  await page.getByRole('button', { name: 'None' }).click();
  const start = page.getByRole('button', { name: /^Ask me/ });
  await expect(page.getByText('Choose at least one topic.')).toBeVisible();
  await expect(start).toBeDisabled();
  await page.getByRole('checkbox', { name: /Safe to repeat/ }).check();
  await page.getByText('10', { exact: true }).click();
  await page.getByText('No clock').click();
  await expect(start).toHaveText('Ask me 7 questions');
  await start.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Question 1 of 7' })).toBeVisible();
  await expect(page).toHaveURL(/\?session=drill~[a-z0-9]+~10~none~safe-to-repeat$/);
  await expect(page.getByRole('timer')).toHaveCount(0);
  await page.goBack();
  await expect(start).toBeVisible();
});

test('a session by keyboard alone, reloaded midway, ends in a report that brings cards forward', async ({
  page,
}) => {
  await openDrill(page);
  const first = await page.locator('.iv-q').textContent();
  await answer(page, '1', '2', '2');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await throughFollowUps(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Question 2 of 5' })).toBeVisible();
  const second = await page.locator('.iv-q').textContent();
  expect(second).not.toBe(first);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Question 2 of 5' })).toBeVisible();
  await expect(page.locator('.iv-q')).toHaveText(second ?? '');

  for (let number = 2; number <= 5; number += 1) {
    await expect(page.getByRole('heading', { level: 1, name: `Question ${number} of 5` })).toBeVisible();
    await answer(page, '1');
    await page.keyboard.press('Enter');
    await throughFollowUps(page);
  }
  await expect(page.getByRole('heading', { level: 1, name: /^5 of \d+ points named$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^\d+ cards come forward$/ })).toBeVisible();
  const forward = await page.locator('.iv-cards li').count();
  expect(forward).toBeGreaterThan(2);

  // The review asks what was forwarded: there is something to do before any card was ever seen.
  await page.goto('/cards/races/');
  await expect(page.getByText('brought forward').first()).toBeVisible();
});

// The question has one follow-up, for who did not name its first point.
for (const [point, asked] of [
  ['2', true],
  ['1', false],
] as const) {
  test(`what they ask then depends on what was named: point ${point}`, async ({ page }) => {
    await openDrill(page, '/interview/?session=drill~k3x9~all~none~races');
    const question = page.locator('.iv-q');
    while ((await question.textContent()) !== 'So use SERIALIZABLE and be done?') {
      await answer(page, '1', '2', '3', '4');
      await page.keyboard.press('Enter');
      await throughFollowUps(page);
    }
    await answer(page, point);
    await page.keyboard.press('Enter');
    await expect(question).not.toHaveText('So use SERIALIZABLE and be done?');
    const then = page.getByRole('heading', {
      name: 'Can you still get a unique violation under SERIALIZABLE?',
    });
    await expect(then).toBeVisible({ visible: asked });
  });
}

test('what was typed stays beside the answers', async ({ page }) => {
  await openDrill(page);
  await page.getByRole('textbox').fill('The index 1 2 decides.');
  await page.getByRole('button', { name: 'Show the short answer' }).click();
  await page.getByRole('button', { name: 'Show the full answer' }).click();
  await expect(page.getByRole('textbox', { name: 'Your words' })).toHaveValue('The index 1 2 decides.');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
});

test('stopping shows the report so far, and the session is offered again', async ({ page }) => {
  await openDrill(page);
  await answer(page, '1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop here' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^1 of \d points named$/ })).toBeVisible();
  await page.goto('/interview/');
  await expect(page.getByText('You were interrupted: 1 of 5 questions answered.')).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page).toHaveURL(/session=drill~k3x9~5~2~races$/);
});

test('an address that names no session says so', async ({ page }) => {
  await page.goto('/interview/?session=nonsense');
  await expect(page.getByText(/^The address names no session/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Ask me/ })).toBeVisible();
});

test('a mock interview goes through its stages, survives a reload, and reports on time and points', async ({
  page,
}) => {
  await page.goto('/interview/post-payments/');
  await page.getByRole('button', { name: 'Begin' }).click();
  const titles = ['Clarify', 'The API and its keys', 'The data model', 'The happy path'];
  titles.push('Races', 'Crashes', 'Effects outside', 'Operations');
  for (const [index, title] of titles.entries()) {
    await expect(page.getByRole('heading', { level: 1, name: `${index + 1}. ${title}` })).toBeVisible();
    if (index === 3) {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: '4. The happy path' })).toBeVisible();
    }
    await page.getByRole('button', { name: 'I have said it' }).click();
    await expect(page.getByRole('heading', { name: 'They ask' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'A good answer' })).toBeVisible();
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('heading', { level: 1, name: /^16 of \d+ points named$/ })).toBeVisible();
  await expect(page.getByText(/^2 of 5 points, \d+ seconds? of 4 minutes$/)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the drill and its report have no accessibility violations, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openDrill(page);
    expect(await axeFindings(page)).toEqual([]);
    await answer(page, '1');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    if (await page.getByRole('button', { name: 'Show the answer' }).isVisible())
      await page.getByRole('button', { name: 'Show the answer' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop here' }).click();
    expect(await axeFindings(page)).toEqual([]);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every question can be read, with its answers and its follow-ups', async ({ page }) => {
    await page.goto('/interview/');
    await expect(page.getByText(/^Being asked, with a clock and a report, needs JavaScript/)).toBeVisible();
    const one = page.locator('details').filter({ hasText: 'So use SERIALIZABLE and be done?' });
    await one.locator('summary').click();
    await expect(one).toContainText('A good answer names');
    await expect(one).toContainText('Can you still get a unique violation under SERIALIZABLE?');
    await page.goto('/interview/post-payments/');
    await page.locator('details').first().locator('summary').click();
    await expect(page.getByText('Ranks loss, repeat and delay')).toBeVisible();
  });
});

test('whoever begins by a key is at the question, and goes on by keys', async ({ page }) => {
  await page.goto('/interview/');
  const begin = page.getByRole('button', { name: 'Ask me 5 questions' });
  await expect(begin).toBeEnabled();
  await begin.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.iv-q')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'In short' })).toBeVisible();

  await page.goto('/interview/post-payments/');
  await page.getByRole('button', { name: 'Begin' }).press('Enter');
  await expect(page.locator('.iv-q')).toBeFocused();

  await page.goto('/quiz/races/');
  const quiz = page.getByRole('button', { name: 'Quiz me' });
  // A key, unlike a click, does not wait for the button to answer.
  await expect(quiz).toBeEnabled();
  await quiz.press('Enter');
  await expect(page.locator('.quiz-item :focus')).toBeVisible();
});
