/** The page's own worker, asked as the page asks it. */
import { expect, type Page } from '@playwright/test';
import type { Answer, Request } from '../../src/runner/protocol.ts';

type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

export class PageWorker {
  readonly #page: Page;
  /** The page itself counts from 1. */
  #id = 1_000_000;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Opens a lab, and keeps its worker where a test can reach it. */
  static async open(page: Page): Promise<PageWorker> {
    await page.addInitScript(() => {
      const { Worker: Real } = window;
      window.Worker = class extends Real {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          Object.assign(window, { pageWorker: this });
        }
      };
    });
    await page.goto('/labs/double-charge');
    // A pointer that comes before the lab is awake wakes nothing: come again until it does.
    await expect(async () => {
      await page.mouse.move(0, 0);
      await page
        .getByRole('button', { name: /let w1 move/i })
        .first()
        .hover();
      expect(await page.evaluate(() => 'pageWorker' in window)).toBe(true);
    }).toPass({ timeout: 30_000 });
    return new PageWorker(page);
  }

  ask(request: Ask): Promise<Answer> {
    this.#id += 1;
    return this.#page.evaluate(
      ({ id, request }) =>
        new Promise<Answer>((resolve) => {
          const { pageWorker } = window as unknown as { pageWorker: Worker };
          pageWorker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
            if (data.id === id && data.kind !== 'progress' && data.kind !== 'began') resolve(data);
          });
          pageWorker.postMessage({ ...request, id });
        }),
      { id: this.#id, request },
    );
  }
}
