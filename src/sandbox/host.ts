/** What the sandbox asks of its host: pure functions from JSON text to JSON text. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const urlParts = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
type UrlParts = Record<(typeof urlParts)[number], string>;

const operations: Record<string, (input: unknown) => unknown> = {
  sha256: (text) => bytesToHex(sha256(bytes(text))),
  hmacSha256: (pair) => {
    const [secret, text] = texts(pair);
    return bytesToHex(hmac(sha256, bytes(secret), bytes(text)));
  },
  url: (pair) => {
    const [url, base] = texts(pair);
    return parseUrl(url ?? '', base);
  },
  setUrl: (change) => {
    const [href, part, value] = texts(change);
    const url = new URL(href ?? '');
    const key = urlParts.find((name) => name === part);
    if (key === undefined || key === 'origin') return null;
    try {
      url[key] = value ?? '';
    } catch {
      return null;
    }
    return partsOf(url);
  },
  parseQuery: (text) => [...new URLSearchParams(String(text))],
  formatQuery: (pairs) =>
    new URLSearchParams(Array.isArray(pairs) ? pairs.map((pair) => texts(pair).map(String)) : []).toString(),
};

/** @throws Error for an operation that is none of these. */
export function answerHost(operation: string, text: string): string {
  const answer = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
  if (answer === undefined) throw new Error(`The sandbox has no operation "${operation}".`);
  return JSON.stringify(answer(JSON.parse(text)));
}

function texts(value: unknown): (string | undefined)[] {
  return Array.isArray(value) ? value.map((item) => (item === null ? undefined : String(item))) : [];
}

function bytes(text: unknown): Uint8Array {
  return new TextEncoder().encode(String(text));
}

function parseUrl(url: string, base: string | undefined): UrlParts | null {
  try {
    return partsOf(new URL(url, base));
  } catch {
    return null;
  }
}

function partsOf(url: URL): UrlParts {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
}
