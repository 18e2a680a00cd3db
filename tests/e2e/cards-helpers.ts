import type { Page } from '@playwright/test';
import type { Happening, ProgressEvent } from '../../src/progress/events.ts';
import { expect } from './helpers.ts';

export type Seed = Happening & { id?: string; at?: string };

/** Writes events into the log before a page about cards is opened. */
export async function seed(page: Page, happened: readonly Seed[]): Promise<void> {
  // Any page of the site has the same store; this one opens nothing of it.
  await page.goto('/404.html');
  await page.evaluate(async (list) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('effectively-once');
      request.onupgradeneeded = () => request.result.createObjectStore('events', { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    await new Promise<void>((resolve, reject) => {
      const transaction = db.transaction('events', 'readwrite');
      const store = transaction.objectStore('events');
      for (const [index, event] of list.entries()) {
        store.put({ id: `seed-${index}`, v: 1, at: new Date().toISOString(), n: index + 1, ...event });
      }
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
    });
    db.close();
  }, happened);
}

/** Everything the log has, as it is stored. */
export function stored(page: Page): Promise<ProgressEvent[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('effectively-once');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const all = request.result.transaction('events').objectStore('events').getAll();
          all.onsuccess = () => {
            request.result.close();
            resolve(all.result);
          };
        };
      }),
  );
}

/** The review, by what a reader sees of it. */
export class ReviewPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(deck?: string): Promise<void> {
    await this.page.goto(`/cards/review/${deck === undefined ? '' : `?deck=${deck}`}`);
    await expect(this.card).toBeVisible();
    await expect(this.card).toBeFocused();
  }

  get card() {
    return this.page.locator('.rv .card');
  }

  /** The question that is up. */
  get question() {
    return this.card.locator('.face .q');
  }

  async text(): Promise<string> {
    return (await this.question.textContent()) ?? '';
  }

  async shows(side: 'front' | 'back'): Promise<void> {
    await expect(this.card).toHaveAttribute('data-side', side);
  }

  /** What is left today: learning, to review, new. */
  async counts(learning: number, review: number, fresh: number): Promise<void> {
    const list = this.page.getByRole('list', { name: /^Left today/ });
    await expect(list.getByRole('listitem')).toHaveText([
      `${learning} learning`,
      `${review} to review`,
      `${fresh} new`,
    ]);
  }
}

/** Waits until the log has so many events of a kind. */
export async function storedCount(page: Page, kind: string, count: number): Promise<void> {
  await expect.poll(async () => (await stored(page)).filter((each) => each.kind === kind).length).toBe(count);
}
