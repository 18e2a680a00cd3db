/** A small server for the built site: what `npm start` shows and what the browser tests visit. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

const compressible = /^(text\/|application\/(json|javascript|wasm|manifest\+json|xml)|image\/svg)/;

export interface SentFile {
  /** Path of the request, without its query. */
  path: string;
  type: string;
  /** Bytes of the body as sent, compressed or not. */
  bytes: number;
}

export interface SiteOptions {
  /** Folder of the built site. */
  folder: string;
  /** Offers gzip alone, so that a measurement is in the unit of the budgets. */
  gzipOnly?: boolean;
  onSent?(file: SentFile): void;
}

type Found = { kind: 'file'; file: string } | { kind: 'redirect'; to: string } | { kind: 'missing' };

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

/** Looks a URL path up as static hosts do: the file itself, `x.html`, or the folder's `index.html`. */
async function find(folder: string, urlPath: string): Promise<Found> {
  const file = path.join(folder, urlPath);
  if (file !== folder && !file.startsWith(folder + path.sep)) return { kind: 'missing' };
  if (urlPath.endsWith('/')) {
    if (await isFile(path.join(file, 'index.html')))
      return { kind: 'file', file: path.join(file, 'index.html') };
    const page = `${file.replace(/[/\\]+$/, '')}.html`;
    return (await isFile(page)) ? { kind: 'redirect', to: urlPath.replace(/\/+$/, '') } : { kind: 'missing' };
  }
  if (await isFile(file)) return { kind: 'file', file };
  if (await isFile(`${file}.html`)) return { kind: 'file', file: `${file}.html` };
  return (await isFile(path.join(file, 'index.html')))
    ? { kind: 'redirect', to: `${urlPath}/` }
    : { kind: 'missing' };
}

interface Body {
  bytes: Buffer;
  etag: string;
}

/** Reads and compresses files once per version of the file. */
function bodies() {
  const kept = new Map<string, Body>();
  return async (file: string, encoding: string): Promise<Body> => {
    const { mtimeMs, size } = await stat(file);
    const key = `${file} ${mtimeMs} ${size} ${encoding}`;
    const known = kept.get(key);
    if (known) return known;
    const raw = await readFile(file);
    const compressed =
      encoding === 'br'
        ? promisify(brotliCompress)(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
        : encoding === 'gzip'
          ? promisify(gzip)(raw, { level: 9 })
          : raw;
    const etag = `"${createHash('sha256').update(raw).update(encoding).digest('hex').slice(0, 20)}"`;
    const body = { bytes: await compressed, etag };
    kept.set(key, body);
    return body;
  };
}

function encodingFor(request: IncomingMessage, type: string, gzipOnly: boolean): '' | 'br' | 'gzip' {
  if (!compressible.test(type)) return '';
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (!gzipOnly && /\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : '';
}

/** The request's path, decoded, or null when it is none. */
function pathOf(request: IncomingMessage): { path: string; search: string } | null {
  try {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const decoded = decodeURIComponent(url.pathname);
    return decoded.includes('\0') ? null : { path: decoded, search: url.search };
  } catch {
    return null;
  }
}

function sentence(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

/** Answers requests from the folder of a built site. */
export function siteHandler(options: SiteOptions) {
  const folder = path.resolve(options.folder);
  const read = bodies();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return sentence(response, 405, 'This server only answers GET and HEAD.');
    }
    const asked = pathOf(request);
    if (!asked) return sentence(response, 400, 'The path of this request cannot be decoded.');
    const found = await find(folder, asked.path);
    if (found.kind === 'redirect') {
      // One leading slash only: "//host" would send the visitor to another server.
      const to = `/${encodeURI(found.to).replace(/^[/\\]+/, '')}${asked.search}`;
      response.writeHead(308, { location: to });
      response.end();
      return;
    }
    const missing = found.kind === 'missing';
    const file = missing ? path.join(folder, '404.html') : found.file;
    if (missing && !(await isFile(file))) return sentence(response, 404, 'There is no such page.');
    const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
    const encoding = encodingFor(request, type, options.gzipOnly ?? false);
    const body = await read(file, encoding);
    response.setHeader('content-type', type);
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('vary', 'accept-encoding');
    response.setHeader('etag', body.etag);
    // Names under /_astro/ contain a hash of the contents; everything else must be asked for again.
    const hashed = asked.path.startsWith('/_astro/') && !missing;
    response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (!missing && request.headers['if-none-match'] === body.etag) {
      response.writeHead(304);
      response.end();
      return;
    }
    if (encoding) response.setHeader('content-encoding', encoding);
    response.setHeader('content-length', body.bytes.length);
    response.writeHead(missing ? 404 : 200);
    response.end(request.method === 'HEAD' ? undefined : body.bytes);
    options.onSent?.({ path: asked.path, type, bytes: body.bytes.length });
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function listen(handler: Handler, port: number, host: string): Promise<Server | 'taken' | 'no such host'> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      handler(request, response).catch((error: unknown) => {
        if (!response.headersSent) sentence(response, 500, 'The file could not be read.');
        else response.destroy();
        process.stderr.write(`${request.url}: ${error instanceof Error ? error.message : error}\n`);
      });
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve('taken');
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve('no such host');
      else reject(error);
    });
    server.listen(port, host, () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

async function close(servers: Server[]): Promise<void> {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

export interface SiteServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens where a browser looks for `localhost`: on IPv4 and, where the machine has it, on IPv6, so that
 * no other program answers in our place on one of the two.
 *
 * @returns `null` when somebody else has the port. Port 0 picks a free one.
 */
export async function listenLocally(handler: Handler, port: number): Promise<SiteServer | null> {
  const four = await listen(handler, port, '127.0.0.1');
  if (typeof four === 'string') return null;
  const chosen = portOf(four);
  const six = await listen(handler, chosen, '::1');
  if (six === 'taken') {
    await close([four]);
    return port === 0 ? listenLocally(handler, 0) : null;
  }
  const servers = typeof six === 'string' ? [four] : [four, six];
  return { port: chosen, close: () => close(servers) };
}

/** Serves a built site on a free port of this machine. */
export async function serveSite(options: SiteOptions, port = 0): Promise<SiteServer> {
  if (!existsSync(path.join(options.folder, 'index.html'))) {
    throw new Error(`There is no built site in ${options.folder}. Run \`npm run build\` first.`);
  }
  const server = await listenLocally(siteHandler(options), port);
  if (!server) throw new Error(`Port ${port} is taken. Stop the program that uses it or name another port.`);
  return server;
}
