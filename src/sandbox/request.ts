/** What a task is handed when it starts, as the prelude takes it. */
import type { RequestSpec, TaskSpec } from '../engine/lab.ts';
import { fromBase64, fromUtf8 } from './bytes.ts';
import type { PreludeConfig } from './prelude.ts';
import { sign } from './signatures.ts';

/** @param startedAt - Milliseconds since 1970 at which its request left; null while it has not. */
export function describeTask(
  { entry, request, message }: TaskSpec,
  startedAt: number | null,
): PreludeConfig['tasks'][string] {
  const body = request === undefined ? null : bodyOf(request);
  return {
    entry,
    url: `https://shop.test${request?.path ?? '/'}`,
    method: request?.method ?? 'GET',
    headers: JSON.stringify(request === undefined ? {} : headersOf(request, body, startedAt)),
    body: body instanceof Uint8Array ? fromUtf8(body) : body,
    bodyBytes: body instanceof Uint8Array ? [...body] : null,
    message: message === undefined ? null : JSON.stringify(message),
  };
}

function bodyOf({ body, bodyBase64 }: RequestSpec): string | Uint8Array | null {
  if (bodyBase64 !== undefined) return fromBase64(bodyBase64);
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** A header that the lab writes itself is sent as it stands, also in place of a signature. */
function headersOf(
  request: RequestSpec,
  body: string | Uint8Array | null,
  startedAt: number | null,
): Record<string, string> {
  const own = Object.entries(request.headers);
  const written = new Set(own.map(([name]) => name.toLowerCase()));
  const added: Record<string, string> = {};
  if (request.body !== undefined && typeof request.body !== 'string') {
    added['content-type'] = 'application/json';
  }
  if (request.sign !== undefined && startedAt !== null) {
    const { scheme, secret, id, ageSeconds = 0 } = request.sign;
    const timestamp = Math.floor(startedAt / 1000) - ageSeconds;
    const delivery = { secret, timestamp, body: body ?? '', ...(id === undefined ? {} : { id }) };
    Object.assign(added, sign(scheme, delivery));
  }
  return Object.fromEntries([...own, ...Object.entries(added).filter(([name]) => !written.has(name))]);
}
