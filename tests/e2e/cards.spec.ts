import { ReviewPage, seed, stored, storedCount } from './cards-helpers.ts';
import { builtPages, expect, test } from './helpers.ts';

test('a deck is reviewed by keyboard alone, over a reload, with undo', async ({ page }) => {
  const review = new ReviewPage(page);
  await review.open('races');
  // Twenty new cards a day.
  await review.counts(0, 0, 20);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('20 cards today');
  const first = await review.text();

  // The card has the focus: nothing need be clicked.
  await page.keyboard.press('Space');
  await review.shows('back');
  await page.keyboard.press('3');
  await review.counts(1, 0, 19);
  const second = await review.text();
  expect(second).not.toBe(first);

  await page.keyboard.press('Enter');
  await review.shows('back');
  await page.keyboard.press('4');
  await review.counts(1, 0, 18);
  const third = await review.text();
  await expect(page.getByRole('img', { name: '1 of 20 done' })).toBeVisible();

  // A rating on the front is none.
  await page.keyboard.press('3');
  await review.counts(1, 0, 18);
  await expect(review.question).toHaveText(third);

  await page.keyboard.press('Space');
  await page.keyboard.press('1');
  await review.counts(2, 0, 17);
  const fourth = await review.text();

  await page.reload();
  await review.counts(2, 0, 17);
  await expect(review.question).toHaveText(fourth);

  await page.keyboard.press('z');
  await review.counts(1, 0, 18);
  await expect(review.question).toHaveText(third);
  await review.shows('front');
  await page.keyboard.press('z');
  await review.counts(1, 0, 19);
  await expect(review.question).toHaveText(second);

  await page.keyboard.press('Space');
  await page.keyboard.press('2');
  await review.counts(2, 0, 18);
  await page.reload();
  await review.counts(2, 0, 18);
  await storedCount(page, 'review', 4);
  await storedCount(page, 'undo', 2);
});

test('an answer is kept when the page is left in the same breath', async ({ page }) => {
  const review = new ReviewPage(page);
  await review.open('races');
  // The page goes with the key that rates: no store can have answered by then.
  await page.evaluate(() =>
    window.addEventListener('keydown', ({ key }) => {
      if (key === '3') location.reload();
    }),
  );
  await page.keyboard.press('Space');
  await page.keyboard.press('3');
  await review.counts(1, 0, 19);
  await storedCount(page, 'review', 1);
});

test('an answer taken back stays so when the page is left in the same breath', async ({ page }) => {
  const review = new ReviewPage(page);
  await review.open('races');
  const first = await review.text();
  await page.keyboard.press('Space');
  await page.keyboard.press('3');
  await review.counts(1, 0, 19);
  await page.evaluate(() =>
    window.addEventListener('keydown', ({ key }) => {
      if (key === 'z') location.reload();
    }),
  );
  await page.keyboard.press('z');
  await review.counts(0, 0, 20);
  await expect(review.question).toHaveText(first);
  await storedCount(page, 'undo', 1);
});

// eudoxia0/hashcards PR 67, siyuan-note/siyuan#9878.
test('hashcards PR 67: Space turns the card, and Space again rates it Good', async ({ page }) => {
  const review = new ReviewPage(page);
  await review.open('races');
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await review.counts(1, 0, 19);
  await storedCount(page, 'review', 1);
  expect((await stored(page)).find(({ kind }) => kind === 'review')).toMatchObject({ rating: 3 });
});

test('a key that is held down does one thing', async ({ page }) => {
  const review = new ReviewPage(page);
  await review.open('races');
  await page.keyboard.down('Space');
  await page.keyboard.down('Space');
  await page.keyboard.down('Space');
  await page.keyboard.up('Space');
  await review.shows('back');
  await review.counts(0, 0, 20);
  await page.keyboard.down('3');
  await page.keyboard.down('3');
  await page.keyboard.up('3');
  await review.counts(1, 0, 19);
  await review.shows('front');
});

test('each button says when the card comes back, and it does', async ({ page }) => {
  const review = new ReviewPage(page);
  await review.open('races');
  await page.getByRole('button', { name: 'Turn the card over' }).click();
  const rates = page.getByRole('group', { name: 'How well did you know it?' });
  // FSRS-6 with its own weights: 1, 6 and 10 minutes, 8 days.
  await expect(rates.getByRole('button')).toHaveText([
    '1Again in 1 minute',
    '2Hard in 6 minutes',
    '3Good in 10 minutes',
    '4Easy in 8 days',
  ]);
  const question = await review.text();
  await rates.getByRole('button', { name: 'Easy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'comes back' })).toHaveText(
    'Easy: comes back in 8 days.',
  );
  // The button is gone; the focus is where the keys work.
  await expect(review.card).toBeFocused();
  await page.goto('/cards/races/');
  await page.getByLabel('State').selectOption('In review');
  const row = page.getByRole('row').filter({ hasText: question.slice(0, 20) });
  await expect(row).toContainText('in 8 days');
});

test('a learning step comes back in the session, and the day ends with a summary', async ({ page }) => {
  await seed(page, [
    { kind: 'deck', deck: 'mine', title: 'Mine', tint: 'sky', blurb: '' },
    { kind: 'card-text', deck: 'mine', card: 'one', question: 'One?', answer: 'Yes.', tags: [] },
  ]);
  const review = new ReviewPage(page);
  await review.open('mine');
  await page.keyboard.press('Space');
  await page.keyboard.press('1');
  // Nothing else is left, so the card of one minute is asked at once.
  await review.counts(1, 0, 0);
  await expect(review.question).toHaveText('One?');
  await page.keyboard.press('Space');
  await page.keyboard.press('4');
  await expect(page.getByRole('heading', { name: 'Done for today' })).toBeVisible();
  await expect(page.locator('.facts')).toContainText('Answers2');
  await expect(page.locator('.rv-end')).toContainText(
    /The next card comes (tomorrow|in \d+ days, on |at 04:00)/,
  );
  // The last answer can still be taken back.
  await page.getByRole('button', { name: 'Undo' }).click();
  await review.counts(1, 0, 0);
});

test('bury and suspend take a card away, undo brings it back, and suspended it waits in its deck', async ({
  page,
}) => {
  const review = new ReviewPage(page);
  await review.open('races');
  const first = await review.text();
  await page.keyboard.press('b');
  await review.counts(0, 0, 20);
  await expect(review.question).not.toHaveText(first);
  await page.keyboard.press('z');
  await expect(review.question).toHaveText(first);
  await page.keyboard.press('s');
  await expect(review.question).not.toHaveText(first);
  await page.getByRole('link', { name: 'Open the deck' }).click();
  await page.getByLabel('State').selectOption('Suspended');
  await expect(page.getByRole('status').first()).toHaveText(/^1 of \d+ cards$/);
  await page.locator('.browse-q').click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('No card is like that.')).toBeVisible();
});

test('a card’s text is edited while it is up, and goes back to the original in its deck', async ({
  page,
}) => {
  const review = new ReviewPage(page);
  await review.open('races');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit the card' });
  await dialog.getByLabel('Question').fill('My own question, with `code`?');
  // Keys typed here are letters, not ratings.
  await dialog.getByLabel('Answer').fill('1 2 3 z b s');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(review.question).toHaveText('My own question, with code?');
  await expect(review.question.locator('code')).toHaveText('code');
  await expect(review.card).toBeFocused();
  await review.counts(0, 0, 20);
  await page.goto('/cards/races/');
  await page.getByLabel('Search').fill('my own question');
  await expect(page.getByRole('status').first()).toHaveText(/^1 of \d+ cards$/);
  await page.locator('.browse-q').click();
  await page.getByRole('button', { name: 'Back to the original' }).click();
  await expect(page.getByText('No card is like that.')).toBeVisible();
});

test('a side too long to learn is not saved, and one that came with a log is shown up to there', async ({
  page,
}) => {
  const word = (count: number) => 'word '.repeat(count).trim();
  await seed(page, [
    { kind: 'deck', deck: 'mine', title: 'Mine', tint: 'sky', blurb: '' },
    {
      kind: 'card-text',
      deck: 'mine',
      card: 'one',
      question: 'Long?',
      answer: 'x'.repeat(100_000),
      tags: [],
    },
  ]);
  const review = new ReviewPage(page);
  await page.goto('/cards/review/?deck=mine');
  await page.keyboard.press('Space');
  await expect(page.locator('.card .a')).toHaveText(
    `${'x'.repeat(20_000)}The rest is not shown: a side has at most 20,000 characters.`,
  );
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit the card' });
  // 5 × 4,001 − 1 characters.
  await dialog.getByLabel('Answer').fill(word(4_001));
  const says = 'Its answer has 20,004 characters, and a side has at most 20,000. Make several cards of it.';
  await expect(dialog.getByText(says)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click({ force: true });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Answer').fill(word(4_000));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(review.question).toHaveText('Long?');
});

test('text of a card is text: markup and scripts in it are shown and not run', async ({ page }) => {
  await seed(page, [
    { kind: 'deck', deck: 'mine', title: '<b>Mine</b>', tint: 'sky', blurb: '' },
    {
      kind: 'card-text',
      deck: 'mine',
      card: 'one',
      question: '<img src=x onerror="document.title=1"> a<=b <bits/stdc++.h>',
      answer: '<script>document.title=2</script>',
      tags: ['<i>'],
    },
  ]);
  const review = new ReviewPage(page);
  await review.open('mine');
  await expect(review.question).toHaveText('<img src=x onerror="document.title=1"> a<=b <bits/stdc++.h>');
  await page.keyboard.press('Space');
  await expect(review.card.locator('.face .a')).toHaveText('<script>document.title=2</script>');
  await expect(page).toHaveTitle(/^Review/);
});

test('what was got wrong at a checkpoint is asked first', async ({ page }) => {
  await seed(page, [
    { kind: 'card-forward', deck: 'races', card: 'races-why-six', because: 'sure-and-wrong' },
  ]);
  const review = new ReviewPage(page);
  await review.open();
  await expect(review.question).toContainText('six orders');
  await expect(review.card).toContainText('You were certain of this, and wrong');
});

test('a card that fails for the eighth time is put aside, and it says so', async ({ page }) => {
  const memory = {
    stability: 3,
    difficulty: 8,
    due: '2026-01-02T12:00:00Z',
    last: '2026-01-01T12:00:00Z',
    reps: 20,
    lapses: 7,
  };
  await seed(page, [{ kind: 'memory', deck: 'races', card: 'races-why-six', memory }]);
  const review = new ReviewPage(page);
  await review.open('races');
  await review.counts(0, 1, 20);
  await page.keyboard.press('Space');
  await page.keyboard.press('1');
  await review.counts(0, 0, 20);
  await expect(page.getByText('has now been failed 8 times and is put aside')).toBeVisible();
});

test('a link of a card leads to the lab that shows it', async ({ page }) => {
  const review = new ReviewPage(page);
  await review.open('races');
  await page.keyboard.press('Space');
  await review.card.getByRole('link', { name: /See it happen/ }).click();
  await expect(page).toHaveURL(/\/labs\/double-charge\/\?.*schedule=/);
});

test('the settings hold over a reload and decide what is asked', async ({ page }) => {
  await page.goto('/cards/');
  await page.getByText('Settings for cards').click();
  await page.getByLabel('New cards a day').fill('3');
  await page.getByLabel('New cards a day').press('Enter');
  await page.getByRole('radio', { name: 'New cards first' }).check({ force: true });
  await expect(page.getByRole('heading', { name: '3 cards today' })).toBeVisible();
  await page.getByLabel('Reviews a day').fill('-4');
  await expect(page.getByText('Write a whole number from 0 to 9999.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: '3 cards today' })).toBeVisible();
  await page.getByText('Settings for cards').click();
  await expect(page.getByRole('radio', { name: 'New cards first' })).toBeChecked();
  await expect(page.getByLabel('Reviews a day')).toHaveValue('200');
});

test('a deck of the reader’s own is made, filled, reviewed, and removed without losing it', async ({
  page,
}) => {
  await page.goto('/cards/');
  await page.getByRole('button', { name: 'New deck' }).click();
  await page.getByLabel('Title').fill('Postgres by heart');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Postgres by heart' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('Question').fill('What does `SKIP LOCKED` skip?');
  await page.getByLabel('Answer').fill('Rows that another session has locked.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.browse-q')).toHaveText('What does SKIP LOCKED skip?');
  await page.getByRole('link', { name: 'Review this deck' }).click();
  const review = new ReviewPage(page);
  await review.counts(0, 0, 1);
  await page.keyboard.press('Space');
  await page.keyboard.press('4');
  await expect(page.getByRole('heading', { name: 'Done for today' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Remove the deck' }).click();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(page.locator('.browse-q')).toHaveText('What does SKIP LOCKED skip?');
});

test('a deck that is not there says so', async ({ page }) => {
  await page.goto('/cards/review/?deck=nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no deck “nowhere”');
  await page.goto('/cards/own/');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('There is no such deck here');
});

test('a lesson’s cards lead to their deck', async ({ page }) => {
  await page.goto('/learn/races/');
  const link = page.getByRole('link', { name: 'Review this deck' });
  await page.locator('.deck-place').scrollIntoViewIfNeeded();
  await link.click();
  await expect(page).toHaveURL(/\/cards\/races\/$/);
});

test.describe('far from Greenwich', () => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test('a day of learning ends at four in the morning by the reader’s clock, with the page open', async ({
    page,
  }) => {
    await seed(page, [{ kind: 'setting', name: 'cards.new-per-day', value: 1 }]);
    // 03:58 of 1 December in Kathmandu, which is 5:45 ahead of UTC.
    await page.clock.install({ time: new Date('2026-11-30T22:13:00Z') });
    const review = new ReviewPage(page);
    await review.open('races');
    await review.counts(0, 0, 1);
    await page.keyboard.press('Space');
    await page.keyboard.press('4');
    await expect(page.locator('.rv-end')).toContainText('The next card comes at 04:00.');
    const reviews = (await stored(page)).filter(({ kind }) => kind === 'review');
    expect(reviews).toMatchObject([{ zone: 345 }]);
    await page.clock.fastForward('03:00');
    await review.counts(0, 0, 1);
    await expect(review.card).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages say what is missing, and a deck can be read', async ({ page }) => {
    for (const path of ['/cards/', '/cards/review/', '/cards/own/']) {
      await page.goto(path);
      await expect(page.getByText('Cards need JavaScript')).toBeVisible();
    }
    await page.goto('/cards/races/');
    await expect(page.getByText('Here they are as a list.')).toBeVisible();
    // This browser parses a page without scripts as one with them: what stands in noscript is read as text.
    const list = builtPages
      .find(({ path }) => path === '/cards/races/')
      ?.html.split('<noscript>')
      .at(-1);
    expect(list).toContain('What makes a piece of code <em>check-then-act</em>?');
  });
});
