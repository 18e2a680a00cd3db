/**
 * What a handler meets, and all that it meets. There is no network, no file, no real clock and no real
 * randomness: every way out of a handler is here.
 *
 * A lab calls one function of a handler file:
 *   export async function handle(request: Request, env: Env): Promise<Response>   an HTTP request
 *   export async function consume(message: Message, env: Env): Promise<void>      a delivery of a queue
 *   export async function run(env: Env): Promise<void>                            a job: relay, reaper, client
 *
 * Types are erased before a handler runs. Do not write TypeScript that makes code: no enum, no
 * namespace, no parameter properties, and no import but `import type`.
 */

/**
 * Each call of `sql`, `sql.begin`, `clock.sleep` and a service is one step; the scheduler may let others
 * move before it. A lab says which services it has: to call another throws an Error.
 */
interface Env {
  /** The task's own session on the application's database. */
  sql: Sql;
  clock: Clock;
  crypto: Crypto;
  payments: Payments;
  email: Email;
  llm: Llm;
  queue: Queue;
  redis: Redis;
  /** Whether an error is the database's refusal of a duplicate, in SQLite and PostgreSQL alike. */
  isUniqueViolation(error: unknown): boolean;
}

/** What may stand in a statement's `${…}`: true becomes 1 and false 0. Anything else throws a TypeError. */
type SqlParameter = string | number | boolean | null;

/** Rows as objects, with the number of rows that the statement returned or changed. */
type Rows<Row> = Row[] & { readonly count: number };

interface Statement {
  /**
   * Sends one statement: await sql`SELECT cents FROM charge WHERE order_id = ${orderId}`.
   * @throws {SqlError} when the database refuses it.
   */
  <Row = any>(strings: TemplateStringsArray, ...values: SqlParameter[]): Promise<Rows<Row>>;
}

/** The shape of the postgres package. */
interface Sql extends Statement {
  /**
   * BEGIN, what the function does, COMMIT; ROLLBACK when the function throws. A statement that fails
   * rolls the transaction back at once, and `begin` rejects with its error even if that was caught.
   * Inside the function only the `sql` that it is handed belongs to the transaction.
   * @returns what the function returned.
   */
  begin<Result>(work: (sql: Statement) => Result | Promise<Result>): Promise<Result>;
  /** `immediate` takes the write lock at BEGIN; `deferred`, the default, at the first write. */
  begin<Result>(mode: 'immediate' | 'deferred', work: (sql: Statement) => Result | Promise<Result>): Promise<Result>;
}

/** An error of the database, as it is thrown by `sql`. */
interface SqlError extends Error {
  name: 'SqlError';
  /**
   * SQLite's extended name, `SQLITE_CONSTRAINT_UNIQUE`; `TRANSACTION_ABORTED` for a statement after
   * one that failed in the same transaction.
   */
  code: string;
}

/** Logical time. Reading it is no step; `Date` reads it too. */
interface Clock {
  /** Milliseconds, as they stood at the last step of the process that runs this. */
  now(): number;
  /** Lets others move. How long others take is for the scheduler to say: a sleep proves nothing. */
  sleep(ms: number): Promise<void>;
}

/** Real algorithms and seeded randomness. None of these is a step. */
interface Crypto {
  /** Digest of a text in UTF-8 or of bytes, in hexadecimal unless base64 is asked for. */
  sha256(data: string | Uint8Array, encoding?: 'hex' | 'base64'): string;
  /** A secret that is text is used as it stands: decode one that is written in base64. */
  hmacSha256(secret: string | Uint8Array, data: string | Uint8Array, encoding?: 'hex' | 'base64'): string;
  /**
   * Whether both are equal, in a time that does not tell where they differ. Text counts as its bytes in UTF-8.
   * @throws {RangeError} as Node's does, when their lengths differ; code ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH.
   * @throws {TypeError} for anything else than strings and Uint8Arrays, such as a header that is missing.
   */
  timingSafeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean;
  /** Version 4, derived from the seed, the task and the number of the call. */
  randomUUID(): string;
}

/*
 * Services. Each is a part of the outside world with a database of its own: a rollback of `sql` takes
 * back nothing that a service has done. What they take is JSON, 16 kB at most. What they promise, and
 * what they do not, is on the reference page.
 */

/** A refusal by a service, or no answer at all. */
interface ServiceError extends Error {
  name: 'ServiceError';
  /**
   * INVALID_ARGUMENT; TIMEOUT, after which nobody knows whether it was done; and what each service adds:
   * IDEMPOTENCY_MISMATCH, CARD_DECLINED, ALREADY_REFUNDED, REFUND_TOO_LARGE, NO_SUCH_CHARGE,
   * NO_SUCH_QUEUE, NOT_AN_INTEGER.
   */
  code: string;
}

/**
 * The client's name for one intended operation. The same call with it gets the first answer again, for
 * 24 hours from its first use. Without a key, with null or undefined too, every call counts.
 */
type IdempotencyKey = string | null;

/** Amounts are whole numbers of the smallest unit, such as cents. */
interface Payments {
  /** @throws {ServiceError} CARD_DECLINED */
  charge(charge: {
    amount: number;
    /** Whatever the charge is for: `find` looks for it. */
    reference?: string | null;
    idempotencyKey?: IdempotencyKey;
  }): Promise<{ id: string; amount: number; requestId: string }>;
  /**
   * Gives back a part of a charge, or all that is left of it.
   * @throws {ServiceError} NO_SUCH_CHARGE, ALREADY_REFUNDED, REFUND_TOO_LARGE
   */
  refund(refund: {
    charge: string;
    amount?: number | null;
    idempotencyKey?: IdempotencyKey;
  }): Promise<{ id: string; charge: string; amount: number; requestId: string }>;
  /** Charges with this reference, oldest first. */
  find(query: {
    reference: string;
  }): Promise<{ id: string; amount: number; reference: string; refunded: number; requestId: string }[]>;
}

interface Email {
  send(message: {
    to: string;
    subject: string;
    body?: string | null;
    idempotencyKey?: IdempotencyKey;
  }): Promise<{ id: string; requestId: string }>;
}

interface Llm {
  /** Writes a text, another each time. `tokens`, of prompt and text, are billed. */
  generate(request: {
    prompt: string;
    /** Of the text; 256 when absent. */
    maxTokens?: number | null;
    idempotencyKey?: IdempotencyKey;
  }): Promise<{ text: string; tokens: number; requestId: string }>;
}

/** A delivery: what `queue.receive` gives, and what `consume` is handed by a queue. */
interface Message<Body = any> {
  /** The message's id, the same at every delivery. */
  readonly id: string;
  readonly body: Body;
  /** How often it has been delivered, this delivery included. */
  readonly deliveries: number;
  /** Names this delivery: `ack` and `nack` look at it. */
  readonly receipt: string;
}

/** Delivers at least once. A message that is not acknowledged in time is visible again. */
interface Queue {
  /**
   * Adds a message. Another one with the same id is another message, unless the queue removes duplicates.
   * @throws {ServiceError} NO_SUCH_QUEUE
   */
  publish(queue: string, body: unknown, options?: { id?: string | null }): Promise<{ id: string }>;
  /**
   * The oldest visible message, or null when the queue holds nothing. While all that it holds is in
   * flight, this waits.
   * @throws {ServiceError} NO_SUCH_QUEUE
   */
  receive<Body = any>(queue: string): Promise<Message<Body> | null>;
  /** The delivery is done with. With the receipt of an earlier delivery it succeeds and does nothing. */
  ack(message: Pick<Message, 'receipt'>): Promise<null>;
  /** Hands the delivery back: the message is visible again at once. */
  nack(message: Pick<Message, 'receipt'>): Promise<null>;
}

/** One node; each command is indivisible. Numbers are stored as their digits. */
interface Redis {
  /** With `nx` only where the key is not there, otherwise null. `ex` counts seconds, `px` milliseconds. */
  set(
    key: string,
    value: string | number,
    options?: { nx?: boolean; ex?: number | null; px?: number | null },
  ): Promise<'OK' | null>;
  get(key: string): Promise<string | null>;
  /** How many of the keys were there. */
  del(...keys: string[]): Promise<number>;
  /** @throws {ServiceError} NOT_AN_INTEGER */
  incr(key: string): Promise<number>;
  /**
   * Removes the key if it holds this value: 1, otherwise 0. In one command, as DELIFEQ of Valkey 9.0 and
   * DELEX … IFEQ of Redis 8.4; before these, a short script.
   */
  delIfEqual(key: string, value: string | number): Promise<number>;
}

/** Lines go into the trace; a hundred of them, of a thousand characters each. */
declare const console: Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>;

/** Bytes of base64 text, one character for each: Uint8Array.from(atob(text), (c) => c.charCodeAt(0)). */
declare function atob(base64: string): string;
/** Base64 of a text whose characters are bytes. */
declare function btoa(binary: string): string;

/* The Fetch classes, as far as a handler has them: no streams, no blobs, no forms. */

type HeadersInit = Headers | Iterable<readonly [string, string]> | Record<string, string>;
type BodyInit = string | URLSearchParams | ArrayBuffer | ArrayBufferView;

declare class Headers {
  constructor(init?: HeadersInit | null);
  append(name: string, value: string | number): void;
  delete(name: string): void;
  get(name: string): string | null;
  has(name: string): boolean;
  set(name: string, value: string | number): void;
  forEach(visit: (value: string, name: string, headers: Headers) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

/** A body is read once. */
interface Body {
  readonly bodyUsed: boolean;
  text(): Promise<string>;
  /** @throws {SyntaxError} when it is no JSON. */
  json(): Promise<any>;
  bytes(): Promise<Uint8Array>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
}

interface Request extends Body {
  /** `https://shop.test` and the path. */
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  clone(): Request;
}
declare const Request: { prototype: Request; new (input: string | URL | Request, init?: RequestInit): Request };

interface ResponseInit {
  /** From 200 to 599; 200 when absent. */
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}

interface Response extends Body {
  readonly status: number;
  readonly statusText: string;
  /** Status 200 to 299. */
  readonly ok: boolean;
  readonly headers: Headers;
  clone(): Response;
}
declare const Response: {
  prototype: Response;
  new (body?: BodyInit | null, init?: ResponseInit): Response;
  json(data: unknown, init?: ResponseInit): Response;
  redirect(url: string | URL, status?: 301 | 302 | 303 | 307 | 308): Response;
};

declare class URL {
  constructor(url: string | URL, base?: string | URL);
  static canParse(url: string | URL, base?: string | URL): boolean;
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  readonly searchParams: URLSearchParams;
  toJSON(): string;
}

declare class URLSearchParams {
  constructor(init?: string | URLSearchParams | Iterable<readonly [string, string]> | Record<string, string>);
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(visit: (value: string, name: string, params: URLSearchParams) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

declare class TextEncoder {
  readonly encoding: 'utf-8';
  encode(text?: string): Uint8Array;
}

declare class TextDecoder {
  constructor(label?: 'utf-8' | 'utf8', options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: 'utf-8';
  decode(input?: ArrayBuffer | ArrayBufferView): string;
}
