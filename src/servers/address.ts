/** What `--on` and `--isolation` ask for. */

/** A wish that no server can fulfil, or a server that does not answer: one sentence for the user. */
export class ServerError extends Error {
  override name = 'ServerError';
}

export const isolationLevels = ['read committed', 'repeatable read', 'serializable'] as const;
export type IsolationLevel = (typeof isolationLevels)[number];

/** Where a lab's calls shall be carried out; what is null stays on the models in this process. */
export interface Addresses {
  /** `postgres://user:password@host:5432/database`, for `sql`. */
  postgres: URL | null;
  /** `redis://host:6379/0`, for `redis`. */
  redis: URL | null;
}

const kinds: Record<string, keyof Addresses> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'redis:': 'redis',
  'rediss:': 'redis',
};

/** @throws {ServerError} */
export function parseAddresses(texts: readonly string[]): Addresses {
  const addresses: Addresses = { postgres: null, redis: null };
  for (const text of texts) {
    const url = URL.canParse(text) ? new URL(text) : null;
    const kind = url && kinds[url.protocol];
    if (!url || !kind || url.hostname === '') {
      throw new ServerError(
        `--on is "${withoutPassword(text)}", which names neither a PostgreSQL nor a Redis. Write postgres://user@host:5432/database or redis://host:6379.`,
      );
    }
    if (addresses[kind]) {
      throw new ServerError(
        `--on names two servers for ${kind === 'postgres' ? 'sql' : 'redis'}, ${where(addresses[kind])} and ${where(url)}. Leave one of them out.`,
      );
    }
    addresses[kind] = url;
  }
  return addresses;
}

/** @throws {ServerError} */
export function parseIsolation(text: string): IsolationLevel {
  const wanted = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  const level = isolationLevels.find((known) => known === wanted);
  if (level) return level;
  throw new ServerError(
    `--isolation is "${text}", which PostgreSQL does not have. Choose one of: ${isolationLevels.join(', ')}.`,
  );
}

/** A server as messages name it: never with its password. */
export function where(url: URL): string {
  const port = url.port || (url.protocol.startsWith('redis') ? '6379' : '5432');
  return `${url.hostname}:${port}${url.pathname === '/' ? '' : url.pathname}`;
}

/** An address that may be shown. */
export function withoutPassword(text: string): string {
  return text.replace(/(:\/\/[^@/:]*):[^@/]*@/, '$1@').slice(0, 200);
}
