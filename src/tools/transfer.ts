/** Measures what a visitor's browser really fetches, in the unit of the budgets: gzipped bytes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { type SentFile, serveSite } from './serve.ts';

export const kB = 1000;

export interface Budget {
  /** Unique; what the table and the tests call it. */
  name: string;
  path: string;
  /** What has happened on the page when the measurement is taken. */
  moment: 'opened' | 'lab in view';
  limitBytes: number;
}

export const budgets: Budget[] = [
  { name: 'home, before anybody touches it', path: '/', moment: 'opened', limitBytes: 40 * kB },
  { name: 'lesson, before a lab is in view', path: '/learn/races', moment: 'opened', limitBytes: 30 * kB },
  {
    name: 'lesson, a lab in view, untouched',
    path: '/learn/races',
    moment: 'lab in view',
    limitBytes: 110 * kB,
  },
];

export interface Transfer {
  budget: Budget;
  /** Script files and the scripts inside the page, gzipped. */
  scriptBytes: number;
  /** Largest first. */
  scripts: { path: string; bytes: number }[];
  /** WebAssembly and the editor must wait until somebody touches a lab. */
  wasm: string[];
  editor: string[];
}

/** Class names that CodeMirror's view, and nothing else, carries in its code. */
const editorMark = 'cm-selectionLayer';

/** The race lab that comes into view first. */
function firstLab(page: Page) {
  return page
    .locator('astro-island')
    .filter({ has: page.locator('section.lab') })
    .first();
}

/** Waits until nothing has been fetched for a while. */
async function untilQuiet(page: Page, sent: SentFile[]): Promise<void> {
  let known = -1;
  while (known !== sent.length) {
    known = sent.length;
    await page.waitForTimeout(750);
  }
}

/** Scripts written into the page itself, module loaders of the islands among them. */
async function inlineScriptBytes(page: Page): Promise<number> {
  const texts = await page
    .locator('script:not([src])')
    .evaluateAll((scripts) =>
      scripts
        .filter((script) => !/json|speculationrules/.test(script.getAttribute('type') ?? ''))
        .map((script) => script.textContent ?? ''),
    );
  const text = texts.join('\n');
  return text === '' ? 0 : gzipSync(text, { level: 9 }).length;
}

/** Opens the page in a fresh profile, does what the budget says, and adds up what was sent. */
export async function measure(browser: Browser, folder: string, budget: Budget): Promise<Transfer> {
  const sent: SentFile[] = [];
  const server = await serveSite({ folder, gzipOnly: true, onSent: (file) => sent.push(file) });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`http://localhost:${server.port}${budget.path}`);
    await untilQuiet(page, sent);
    if (budget.moment === 'lab in view') {
      await firstLab(page).scrollIntoViewIfNeeded();
      await untilQuiet(page, sent);
    }
    const scripts = sent
      .filter((file) => file.type.startsWith('text/javascript'))
      .map(({ path: name, bytes }) => ({ path: name, bytes }))
      .sort((a, b) => b.bytes - a.bytes);
    const inline = await inlineScriptBytes(page);
    return {
      budget,
      scriptBytes: scripts.reduce((sum, script) => sum + script.bytes, inline),
      scripts: [...scripts, { path: '(inside the page)', bytes: inline }],
      wasm: sent.filter((file) => file.type === 'application/wasm').map((file) => file.path),
      editor: scripts
        .filter((script) => readFileSync(path.join(folder, script.path), 'utf8').includes(editorMark))
        .map((script) => script.path),
    };
  } finally {
    await context.close();
    await server.close();
  }
}

export function transferTable(transfers: Transfer[]): string {
  const lines = ['JavaScript transferred, gzipped (kB)'];
  for (const { budget, scriptBytes, scripts, wasm, editor } of transfers) {
    const verdict = scriptBytes <= budget.limitBytes && wasm.length + editor.length === 0 ? 'within' : 'OVER';
    lines.push(
      '',
      `${budget.name} (${budget.path}): ${(scriptBytes / kB).toFixed(1)} of ${budget.limitBytes / kB}, ${verdict}`,
    );
    for (const script of scripts)
      lines.push(`  ${(script.bytes / kB).toFixed(1).padStart(6)}  ${script.path}`);
    for (const file of wasm) lines.push(`  too early: ${file}`);
    for (const file of editor) lines.push(`  too early, the editor: ${file}`);
  }
  return lines.join('\n');
}
