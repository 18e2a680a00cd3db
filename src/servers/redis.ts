/**
 * The calls of `redis` on a real Redis. Keys have a prefix of their own, so that nobody's data is
 * touched. A lab's time is not the server's: before each command, in the same MULTI, every key is told
 * how long it has left by the lab's clock, and those whose time has passed are removed.
 */
import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { ServerError, where } from './address.ts';
import type { Answer } from './protocol.ts';
import { connectionAdvice } from './values.ts';

/** Compares and deletes in one command: the script that every Redis knows. */
const deleteIfEqual =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";

type Command = [string, ...(string | number)[]];

export class RealRedis {
  /** `Redis 7.0.15` */
  version = '';
  readonly #url: URL;
  readonly #redis: Redis;
  readonly #prefix = `once_${randomBytes(6).toString('hex')}:`;
  /** Why the connection failed, once it has. */
  #cause: Error | null = null;
  /** When each key expires by the lab's clock; null for never. */
  readonly #keys = new Map<string, number | null>();

  private constructor(url: URL) {
    this.#url = url;
    this.#redis = new Redis(url.href, {
      lazyConnect: true,
      connectTimeout: 10_000,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    // What a command then fails with, "Connection is closed", says nothing of the cause.
    this.#redis.on('error', (error: Error) => {
      this.#cause ??= error;
    });
  }

  /** @throws {ServerError} in one sentence: which host, and what to do. */
  static async open(url: URL): Promise<RealRedis> {
    const server = new RealRedis(url);
    try {
      await server.#redis.connect();
      const info = await server.#redis.info('server');
      server.version = `Redis ${/^redis_version:(\S+)/m.exec(info)?.[1] ?? ''}`.trim();
    } catch (error) {
      server.#redis.disconnect();
      throw server.#sorry(error);
    }
    return server;
  }

  /** @param args - As the model of `redis` takes them; it has found them good. */
  async perform(
    operation: string,
    args: readonly unknown[],
    now: number,
  ): Promise<Answer & { kind: 'redis' }> {
    const [key, value] = args.map((arg) =>
      typeof arg === 'string' || typeof arg === 'number' ? String(arg) : '',
    );
    const expiresAt = operation === 'set' ? lifeOf(args[2], now) : (this.#keys.get(key ?? '') ?? null);
    const before = this.#passTime(now);
    const commands = [...before, this.#command(operation, key ?? '', value ?? '', args, expiresAt, now)];
    // Only a set that wrote decides when its key expires.
    const touched = [...new Set([...this.#keys.keys(), ...(operation === 'del' ? [] : [key ?? ''])])];
    if (touched.length > 0) commands.push(['mget', ...touched.map((name) => this.#prefix + name)]);
    const replies = await this.#run(commands);
    const [error, reply] = replies[before.length] ?? [null, null];
    if (operation === 'set' && reply === 'OK') this.#keys.set(key ?? '', expiresAt);
    const values = touched.length > 0 ? ((replies.at(-1)?.[1] ?? []) as (string | null)[]) : [];
    const entries: (string | number | null)[][] = [];
    touched.forEach((name, index) => {
      const held = values[index] ?? null;
      if (held === null) this.#keys.delete(name);
      else {
        if (!this.#keys.has(name)) this.#keys.set(name, null);
        entries.push([name, held, this.#keys.get(name) ?? null]);
      }
    });
    if (!error) return { kind: 'redis', result: { json: JSON.stringify(reply ?? null) }, entries };
    const code = /not an integer/.test(error.message) ? 'NOT_AN_INTEGER' : 'REDIS_ERROR';
    return { kind: 'redis', result: { code, message: error.message }, entries };
  }

  #passTime(now: number): Command[] {
    const commands: Command[] = [];
    for (const [key, expiresAt] of this.#keys) {
      if (expiresAt === null) continue;
      const name = this.#prefix + key;
      commands.push(expiresAt <= now ? ['del', name] : ['pexpire', name, expiresAt - now]);
    }
    return commands;
  }

  #command(
    operation: string,
    key: string,
    value: string,
    args: readonly unknown[],
    expiresAt: number | null,
    now: number,
  ): Command {
    const name = this.#prefix + key;
    switch (operation) {
      case 'set': {
        const { nx } = (args[2] ?? {}) as { nx?: unknown };
        const life: Command | [] = expiresAt === null ? [] : ['px', expiresAt - now];
        return ['set', name, value, ...life, ...(nx === true ? ['nx'] : [])];
      }
      case 'get':
      case 'incr':
        return [operation, name];
      case 'del':
        return ['del', ...args.map((each) => this.#prefix + String(each))];
      case 'delIfEqual':
        return ['eval', deleteIfEqual, 1, name, value];
      default:
        throw new ServerError(
          `redis.${operation} has no command of a real Redis here. Leave --on redis://… out.`,
        );
    }
  }

  async #run(commands: Command[]): Promise<[Error | null, unknown][]> {
    try {
      const replies = await this.#redis.multi(commands).exec();
      if (!replies) throw new ServerError(`Redis at ${where(this.#url)} refused the transaction.`);
      return replies;
    } catch (error) {
      throw error instanceof ServerError ? error : this.#sorry(error);
    }
  }

  /** No key is left. */
  async reset(): Promise<void> {
    const names = [...this.#keys.keys()].map((key) => this.#prefix + key);
    this.#keys.clear();
    if (names.length > 0) await this.#run([['del', ...names]]);
  }

  /** Removes its keys and hangs up. Never throws: there is nobody left to tell. */
  async close(): Promise<void> {
    try {
      await this.reset();
    } catch {
      // The server is gone.
    }
    this.#redis.disconnect();
  }

  #sorry(error: unknown): ServerError {
    return new ServerError(`Redis at ${where(this.#url)}: ${connectionAdvice(this.#cause ?? error)}`);
  }
}

/** When a value that is set now expires; null for never. */
function lifeOf(options: unknown, now: number): number | null {
  const { ex, px } = (options ?? {}) as { ex?: unknown; px?: unknown };
  if (typeof px === 'number') return now + px;
  return typeof ex === 'number' ? now + ex * 1000 : null;
}
