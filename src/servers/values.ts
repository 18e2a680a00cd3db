/**
 * Values and errors of PostgreSQL as a handler meets those of SQLite: numbers, texts and null. The
 * numbers are object ids of types, as the server names them in each result.
 *
 * @see https://www.postgresql.org/docs/15/catalog-pg-type.html
 */
import type { CallResult } from '../engine/ports.ts';

interface TypeRule {
  to: number;
  from: number[];
  serialize: (value: unknown) => unknown;
  parse: (text: string) => unknown;
}

const plain = (value: unknown) => String(value);

/** A number where nothing is lost by it, else the digits. `count(*)` is an int8, `sum` of those a numeric. */
export function exactNumber(text: string): number | string {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return text;
  const digits = text.replace(/^-/, '').replace(/^0+|\.|0+$/g, '').length;
  return digits > 17 ? text : number;
}

/** For the option `types` of the postgres package, which would make Dates, objects and Buffers. */
export const typeRules: Record<string, TypeRule> = {
  bigint: { to: 20, from: [20, 1700], serialize: plain, parse: exactNumber },
  // A handler's true has become 1 on its way here, as SQLite stores it.
  boolean: {
    to: 16,
    from: [16],
    serialize: (value) => (value === 1 || value === true || value === '1' || value === 't' ? 't' : 'f'),
    parse: (text) => (text === 't' ? 1 : 0),
  },
  float: { to: 701, from: [700, 701], serialize: plain, parse: exactNumber },
  json: { to: 114, from: [114, 3802], serialize: plain, parse: plain },
  date: { to: 1184, from: [1082, 1114, 1184], serialize: plain, parse: plain },
  bytea: { to: 17, from: [17], serialize: plain, parse: plain },
};

/** Errors by which a connection, and not a statement, has failed. */
const connectionCodes =
  /^(57P0[123]|08\w{3}|53300|28\w{3}|3D000|CONNECTION_\w+|CONNECT_TIMEOUT|E[A-Z]{3,}|SASL_\w+|AUTH_\w+)$/;

interface CodedError {
  code: string;
  message: string;
}

/** An error that has a code, as those of servers, sockets and their clients do. */
export function coded(error: unknown): CodedError | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  const { code } = error;
  if (typeof code !== 'string') return null;
  return { code, message: error instanceof Error ? error.message : '' };
}

/** Whether the server or the way to it has failed. */
export function isConnectionError(error: unknown): boolean {
  const known = coded(error);
  return known !== null && connectionCodes.test(known.code);
}

/**
 * What a handler receives: PostgreSQL's own code (23505 for a duplicate, 40001 for a refused
 * serialisation, 40P01 for a deadlock) and its message.
 *
 * @throws what is no error of a statement
 */
export function errorResult(error: unknown): CallResult & { kind: 'error' } {
  const known = coded(error);
  if (!known || isConnectionError(error)) throw error;
  // The sandbox says so itself; a server says it to whoever goes on after an error.
  const code = known.code === '25P02' ? 'TRANSACTION_ABORTED' : known.code;
  return { kind: 'error', code, message: known.message };
}

/** One sentence about a server that does not let us in. */
export function connectionAdvice(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = coded(error)?.code ?? '';
  if (code === 'ECONNREFUSED') return 'nobody listens there. Start the server, or correct the port.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host. Correct its name.';
  if (code === 'ETIMEDOUT' || code === 'CONNECT_TIMEOUT' || code === 'EHOSTUNREACH')
    return 'it does not answer. Look whether the host is reachable.';
  if (/^28|^SASL|^AUTH|WRONGPASS|NOAUTH/.test(code) || /WRONGPASS|NOAUTH/.test(message))
    return `it refuses the user or the password (${message}). Correct them in the address.`;
  if (code === '3D000') return `${message}. Create the database, or correct its name.`;
  if (code === '53300') return `${message}. Close other connections, or allow more.`;
  return `${(message || code).replace(/\.$/, '')}.`;
}
