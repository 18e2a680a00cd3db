/**
 * Idempotency keys, as Stripe's API v1 treats them. The first request with a key is performed, and
 * its answer is stored; the same request again is given that answer, refusals included; another
 * request with the key is an error. A key may be forgotten once it is 24 hours old, and then names a
 * new request: the model forgets it at that very moment.
 *
 * What fails validation stores nothing, so that it may be mended and sent again with its key.
 *
 * @see https://docs.stripe.com/api/idempotent_requests
 */
import type { ServiceName } from '../../lab.ts';
import type { Session } from '../../ports.ts';
import { Refusal, shortened } from './operation.ts';
import type { CallContext, Json, ServiceAnswer } from './service.ts';

export const longestKey = 255;
const keyLifeMs = 24 * 60 * 60 * 1000;

/** The log, and the store of keys. A provider would keep a digest as fingerprint, and not the parameters. */
export const requestSchema = `
  -- Each request that was accepted. With a key: what it asked for, and the answer that the key keeps,
  -- or the request whose answer was given again.
  CREATE TABLE request (
    id TEXT PRIMARY KEY,
    idempotency_key TEXT,
    fingerprint TEXT,
    answer TEXT,
    repeats TEXT,
    at INTEGER NOT NULL
  );
`;

/** The moments at which keys are forgotten. */
export function keyDeadlines(service: ServiceName): string {
  return `SELECT at + ${keyLifeMs} FROM ${service}.request WHERE answer IS NOT NULL`;
}

/**
 * Performs a request, unless its key says that it was performed.
 *
 * A stored answer holds the request id of the first request; the row of a repeat has an id of its own.
 *
 * @param fingerprint - The operation and its parameters, in one order.
 * @param perform - May throw a `Refusal` to store nothing.
 * @throws Refusal `IDEMPOTENCY_MISMATCH`
 */
export function once(
  db: Session,
  key: string | null,
  fingerprint: string,
  context: CallContext,
  perform: () => ServiceAnswer,
): ServiceAnswer {
  const log = (fingerprint: string | null, answer: string | null, repeats: string | null) =>
    db.run('INSERT INTO request VALUES (?, ?, ?, ?, ?, ?)', [
      context.request,
      key,
      fingerprint,
      answer,
      repeats,
      context.now,
    ]);
  if (key === null) {
    const fresh = perform();
    log(null, null, null);
    return fresh;
  }
  const [first] = db.run(
    'SELECT id, fingerprint, answer FROM request WHERE idempotency_key = ? AND answer IS NOT NULL AND at > ? ORDER BY rowid DESC LIMIT 1',
    [key, context.now - keyLifeMs],
  ).rows;
  if (first) {
    const [id, known, stored] = first.map(String);
    if (known !== fingerprint) {
      throw new Refusal(
        'IDEMPOTENCY_MISMATCH',
        `The idempotency key ${JSON.stringify(key)} came first with ${shortened(known ?? '')}, and now with ${shortened(fingerprint)}. Use a new key for a new request.`,
      );
    }
    log(fingerprint, null, id ?? null);
    return unpack(stored ?? 'null');
  }
  const fresh = perform();
  log(fingerprint, pack(fresh), null);
  return fresh;
}

/** The next of `ch_1`, `ch_2`, …: one more than the highest there is. */
export function nextId(db: Session, table: string, prefix: string): string {
  const number = `CAST(substr(id, ${prefix.length + 1}) AS INTEGER)`;
  const [row] = db.run(`SELECT coalesce(max(${number}), 0) + 1 FROM ${table}`).rows;
  return `${prefix}${row?.[0]}`;
}

/** Values are objects without a field `error`. */
function pack(answer: ServiceAnswer): string {
  if (answer.kind === 'error') return JSON.stringify({ error: answer.code, message: answer.message });
  return JSON.stringify(answer.kind === 'value' ? answer.value : null);
}

function unpack(text: string): ServiceAnswer {
  const value = JSON.parse(text) as { [key: string]: Json };
  if (value['error'] === undefined) return { kind: 'value', value };
  return { kind: 'error', code: String(value['error']), message: String(value['message']), keeps: true };
}
