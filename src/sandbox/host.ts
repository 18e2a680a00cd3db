/** What the sandbox asks of its host: pure functions from JSON text to JSON text. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { toBase64, utf8 } from './bytes.ts';

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
  sha256: (asked) => {
    const [data, encoding] = list(asked);
    return encoded(sha256(bytes(data)), encoding);
  },
  hmacSha256: (asked) => {
    const [secret, data, encoding] = list(asked);
    return encoded(hmac(sha256, bytes(secret), bytes(data)), encoding);
  },
  utf8: (text) => [...utf8(String(text))],
  fromUtf8: (asked) => decodeUtf8(asked as { bytes: number[]; fatal: boolean; ignoreBOM: boolean }),
  atob: (text) => decodeBase64(String(text)),
  btoa: (text) => encodeBase64(String(text)),
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
  formatQuery: (pairs) => new URLSearchParams(list(pairs).map((pair) => texts(pair).map(String))).toString(),
};

/** @throws Error for an operation that is none of these. */
export function answerHost(operation: string, text: string): string {
  const answer = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
  if (answer === undefined) throw new Error(`The sandbox has no operation "${operation}".`);
  return JSON.stringify(answer(JSON.parse(text)));
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function texts(value: unknown): (string | undefined)[] {
  return list(value).map((item) => (item === null ? undefined : String(item)));
}

/** Text in UTF-8, or a list of bytes. */
function bytes(data: unknown): Uint8Array {
  return Array.isArray(data) ? Uint8Array.from(data, Number) : utf8(String(data));
}

function encoded(digest: Uint8Array, encoding: unknown): string {
  return encoding === 'base64' ? toBase64(digest) : bytesToHex(digest);
}

/** Null for bytes that are not UTF-8, if that is to be fatal. */
function decodeUtf8({ bytes, fatal, ignoreBOM }: { bytes: number[]; fatal: boolean; ignoreBOM: boolean }) {
  try {
    return new TextDecoder('utf-8', { fatal, ignoreBOM }).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

/** Why a text cannot be converted: its character `at`, from 0, or its length, where that is null. */
type Unfit = { at: number | null; char: string };

/**
 * "Forgiving" base64: white space goes, and padding may be missing.
 *
 * @see https://infra.spec.whatwg.org/#forgiving-base64-decode
 */
function decodeBase64(base64: string): { binary: string } | Unfit {
  const text = base64.replace(/[\t\n\f\r ]/g, '');
  const digits = text.length % 4 === 0 ? text.replace(/==?$/, '') : text;
  const at = digits.search(/[^A-Za-z0-9+/]/);
  if (at >= 0) return { at, char: digits.charAt(at) };
  return digits.length % 4 === 1 ? { at: null, char: '' } : { binary: atob(digits) };
}

function encodeBase64(binary: string): { base64: string } | Unfit {
  const at = binary.search(/[^\0-\xff]/);
  return at >= 0 ? { at, char: binary.charAt(at) } : { base64: btoa(binary) };
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
