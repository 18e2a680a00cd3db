import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listenLocally,
  type SentFile,
  type SiteServer,
  serveSite,
  siteHandler,
} from '../../../src/tools/serve.ts';

let folder = '';
let server: SiteServer;
const sent: SentFile[] = [];

beforeAll(async () => {
  const outer = mkdtempSync(path.join(tmpdir(), 'effectively-once-serve-'));
  folder = path.join(outer, 'site');
  mkdirSync(path.join(folder, 'learn/races'), { recursive: true });
  mkdirSync(path.join(folder, '_astro'));
  writeFileSync(path.join(outer, 'secret.txt'), 'secret');
  writeFileSync(path.join(folder, 'index.html'), '<h1>Home</h1>');
  writeFileSync(path.join(folder, '404.html'), '<h1>No such page</h1>');
  writeFileSync(path.join(folder, 'learn/races/index.html'), '<h1>Races</h1>');
  writeFileSync(path.join(folder, '_astro/engine.Ab12.wasm'), Buffer.alloc(5000));
  writeFileSync(path.join(folder, '_astro/picture.png'), Buffer.alloc(5000));
  server = await serveSite({ folder, onSent: (file) => sent.push(file) });
});

afterAll(async () => {
  await server.close();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends the path as it is written, which `fetch` would tidy up first. */
function get(rawPath: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = ask(
      { host: '127.0.0.1', port: server.port, path: rawPath, headers, method },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sending.on('error', reject);
    sending.end();
  });
}

test('a folder without its slash is redirected, query kept', async () => {
  expect(await get('/learn/races?lab=x')).toMatchObject({
    status: 308,
    headers: { location: '/learn/races/?lab=x' },
  });
  expect((await get('/learn/races/')).body.toString()).toBe('<h1>Races</h1>');
});

test('a redirect never leads to another host', async () => {
  expect((await get('//learn/races')).headers['location'] ?? '').not.toMatch(/^\/\//);
});

test('nothing outside the folder is served', async () => {
  for (const raw of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/learn/..%2f..%2fsecret.txt',
  ]) {
    const answer = await get(raw);
    expect(answer.status, raw).toBe(404);
    expect(answer.body.toString(), raw).toBe('<h1>No such page</h1>');
  }
});

test('a path that cannot be decoded is refused', async () => {
  expect((await get('/%E0%A4%A')).status).toBe(400);
  expect((await get('/index.html%00')).status).toBe(400);
});

test('wasm has its own type, is compressed and kept for a year', async () => {
  sent.length = 0;
  const { headers, body } = await get('/_astro/engine.Ab12.wasm', { 'accept-encoding': 'gzip' });
  expect(headers).toMatchObject({
    'content-type': 'application/wasm',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(gunzipSync(body)).toHaveLength(5000);
  expect(sent).toEqual([{ path: '/_astro/engine.Ab12.wasm', type: 'application/wasm', bytes: body.length }]);
});

test('pictures are sent as they are', async () => {
  const { headers } = await get('/_astro/picture.png', { 'accept-encoding': 'gzip, br' });
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-length': '5000' });
  expect(headers['content-encoding']).toBeUndefined();
});

test('a page that has not changed is not sent twice', async () => {
  const first = await get('/');
  expect(first.headers['cache-control']).toBe('no-cache');
  const second = await get('/', { 'if-none-match': String(first.headers['etag']) });
  expect(second).toMatchObject({ status: 304 });
  expect(second.body).toHaveLength(0);
});

test('only reading is allowed', async () => {
  expect(await get('/', {}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  expect((await get('/', {}, 'HEAD')).body).toHaveLength(0);
});

test('a taken port is reported, on either address of localhost', async () => {
  expect(await listenLocally(siteHandler({ folder }), server.port)).toBeNull();
  await expect(serveSite({ folder }, server.port)).rejects.toThrow(`Port ${server.port} is taken.`);
});

test('a folder without a site is refused with what to do', async () => {
  await expect(serveSite({ folder: '/nowhere' })).rejects.toThrow(
    'There is no built site in /nowhere. Run `npm run build` first.',
  );
});
