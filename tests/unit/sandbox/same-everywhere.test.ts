/** What a handler can measure of its machine is the same on every machine, and after every other run. */
import { afterEach, expect, test, vi } from 'vitest';
import { loadSandbox } from '../../../src/sandbox/load.ts';
import { measuring } from '../../hostile/cases.ts';
import { answer, handler, handleTask, reach, starts } from './helpers.ts';

const [, script = ''] = process.argv;
const zone = process.env['TZ'];
afterEach(() => {
  vi.unstubAllGlobals();
  process.argv[1] = script;
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** Measured by a sandbox that is loaded now. */
async function measured(): Promise<string | null | undefined> {
  const load = await loadSandbox();
  const text = { name: 'h', file: 'h.ts', source: measuring.source, migration: '' };
  return load(text, { tasks: { w1: handleTask }, seed: 0, process: 'own' }).run([starts()])['w1']?.end?.body;
}

test('the language, the path of the program and the time zone make no difference', async () => {
  const here = await measured();
  expect(here).toMatch(/^\[\d+,\d+,1774751400000,/);
  vi.stubGlobal('navigator', { language: `x-${'long'.repeat(50)}` });
  process.argv[1] = `/${'far/'.repeat(100)}away.js`;
  // On 29 March 2026 there was no half past two in Berlin.
  process.env['TZ'] = 'Europe/Berlin';
  expect(new Date(2026, 2, 29, 2, 30).getHours()).toBe(3);
  expect(await measured()).toBe(here);
});

test('a run that has taken all memory leaves the next one as much as it found', () => {
  const count =
    'const a = []; try { for (;;) a.push(new ArrayBuffer(1e5)) } catch {} const n = a.length; a.length = 0;';
  const first = answer(`${count} return new Response(String(n));`);
  reach(handler('const a = [new ArrayBuffer(7e6)]; a.push(new ArrayBuffer(7e6)); return new Response();'));
  reach(handler("const a = []; for (;;) a.push('x'.repeat(1000) + a.length);"));
  expect(answer(`${count} return new Response(String(n));`)).toBe(first);
});

test('a task that waits for ever has not run out of memory because another one had', () => {
  const waits = handler(
    'const a = []; for (let i = 0; i < 13; i += 1) a.push(new Uint8Array(1e6).fill(1)); await new Promise(() => {});',
  );
  expect(reach(waits).end).toBeNull();
  reach(handler("const a = []; for (;;) a.push('x'.repeat(1000) + a.length);"));
  expect(reach(waits).end).toBeNull();
});
