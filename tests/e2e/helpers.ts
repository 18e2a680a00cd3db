import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

export { expect };

/** Every browser test fails when the page throws, logs an error or breaks its security policy. */
export const test = base.extend<{ noErrors: undefined }>({
  noErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(`thrown: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`console: ${message.text()} (${message.location().url})`);
      });
      await use(undefined);
      expect(errors, 'the page must run without errors').toEqual([]);
    },
    { auto: true },
  ],
});

/** Folder of the built site that the server shows. */
export const siteFolder = path.resolve(process.env['SITE_FOLDER'] ?? 'dist');

export interface BuiltPage {
  /** As a visitor types it: `/learn/races/`. */
  path: string;
  html: string;
}

/** Every page that the build wrote. */
export const builtPages: BuiltPage[] = readdirSync(siteFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .sort()
  .map((file) => ({
    path: `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`,
    html: readFileSync(path.join(siteFolder, file), 'utf8'),
  }));

/** Scrolls the page through once, so that every part which starts when it is seen has started. */
export async function seeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}

/**
 * Rules that the page breaks, each with the elements and what axe says about them.
 *
 * @param within - Selector of the part to look at; the whole page when absent.
 */
export async function axeFindings(page: Page, within = 'html'): Promise<string[]> {
  // Colours that are still on their way would be measured as they are in between. What follows a scrollbar never ends.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map((animation) => animation.finished),
    ),
  );
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ')}`),
  );
}

/** Pixels by which the page is wider than the window. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Opens a page and waits until its first race lab, or the one with this title, answers to clicks. */
export async function openLab(
  page: Page,
  url: string,
  title: string | RegExp = 'Double charge',
): Promise<RaceLab> {
  await page.goto(url);
  return readyLab(page, title);
}

export async function readyLab(page: Page, title: string | RegExp = 'Double charge'): Promise<RaceLab> {
  const island = page
    .locator('astro-island')
    .filter({ has: page.locator('section.lab') })
    .filter({ hasText: title })
    .first();
  await island.scrollIntoViewIfNeeded();
  await expect(island).not.toHaveAttribute('ssr');
  return new RaceLab(island);
}

/** The race lab's parts, by what a visitor calls them. */
export class RaceLab {
  readonly root: Locator;

  constructor(root: Locator) {
    this.root = root;
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name });
  }

  /** The scheduler's button; the lanes offer the same move a second time, as a ghost of the step. */
  moveButton(worker: string): Locator {
    return this.root
      .getByRole('group', { name: 'You are the scheduler' })
      .getByRole('button', { name: new RegExp(`^Let ${worker} move`) });
  }

  /** Lets workers move one after the other: `W1 W2 W2 W1`. */
  async play(workers: string): Promise<void> {
    for (const worker of workers.split(' ')) await this.moveButton(worker).click();
  }

  async backToTheStart(): Promise<void> {
    const button = this.button('Back to the start');
    if ((await button.getAttribute('aria-disabled')) !== 'true') await button.click();
    await this.shows('');
  }

  /** Waits until this schedule is the one shown: `w1 w2`, or nothing. */
  async shows(schedule: string): Promise<void> {
    const line = this.root.locator('.sched > p').first();
    if (schedule === '')
      await expect(line).toHaveText(/^(Nobody has moved yet|Schedule\s+, still ahead: .*)$/);
    else await expect(line.locator('.done')).toHaveText(schedule);
  }

  /** A handler, or a scenario, beside which its faults may be told. */
  async choose(name: string): Promise<void> {
    const label = this.root.locator('label').filter({ has: this.root.page().getByRole('radio', { name }) });
    await label.first().click();
    await expect(this.root.getByRole('radio', { name }).first()).toBeChecked();
  }

  /** Rows of a watched table; the placeholder of an empty one is none. */
  rows(table: string): Locator {
    return this.root.getByRole('table', { name: new RegExp(`^${table}`) }).locator('tbody tr:not(.none)');
  }

  /** What a property's verdict says, so far and over every schedule. */
  property(says: RegExp): Locator {
    return this.root.locator('.prop').filter({ has: this.root.page().getByRole('heading', { name: says }) });
  }

  /** The map: a link or button for each schedule. */
  cells(): Locator {
    return this.root.locator('.map').locator('[data-cell]');
  }
}

export const oneCharge = /at most one charge per order/i;
