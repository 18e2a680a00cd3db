/**
 * How rows of the outside world are read: a message as a message, a charge as money moved. Each
 * reading names the columns it needs; a table without them is shown as it is.
 */
import type { SqlValue } from '../../engine/ports.ts';
import type { TableState } from '../../engine/trace.ts';
import { durationWords } from './time.ts';
import { bodyWords, plural } from './words.ts';

/** What a cell says. `quiet` stands for nothing much; `small` is a second line. */
export interface Said {
  text: string;
  small?: string;
  quiet?: boolean;
  number?: boolean;
  /** The whole, where the text is only its beginning. */
  whole?: string;
}

type Row = Record<string, SqlValue>;

interface ReadingColumn {
  head: string;
  say(row: Row, now: number): Said;
}

interface Reading {
  /** Columns of the table that it reads. */
  needs: string[];
  columns: ReadingColumn[];
  /** Said under the rows: what they come to. */
  sum?(rows: Row[]): string;
  /** The row is over and done with. */
  spent?(row: Row, now: number): boolean;
}

const text = (column: string): ReadingColumn['say'] => {
  return (row) => ({ text: String(row[column] ?? '') });
};
const key: ReadingColumn = {
  head: 'idempotency key',
  say: ({ idempotency_key: name }) =>
    name === null ? { text: 'none', quiet: true } : { text: String(name) },
};
const total = (rows: Row[], column: string) => rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);

const requests: Reading = {
  needs: ['id', 'idempotency_key', 'answer', 'repeats'],
  columns: [
    { head: 'request', say: text('id') },
    key,
    {
      head: 'what came of it',
      say: ({ answer, repeats }) => {
        if (repeats !== null) return { text: 'nothing new', small: `was given the answer to ${repeats}` };
        return { text: 'performed', ...(answer === null ? {} : { small: 'its answer is kept' }) };
      },
    },
  ],
};

const readings: Record<string, Reading> = {
  'payments.charge': {
    needs: ['id', 'amount', 'reference', 'idempotency_key'],
    columns: [
      { head: 'charge', say: text('id') },
      { head: 'money taken', say: ({ amount }) => ({ text: String(amount), number: true }) },
      {
        head: 'for',
        say: ({ reference }) =>
          reference === null ? { text: 'not said', quiet: true } : { text: String(reference) },
      },
      key,
    ],
    sum: (rows) => `${plural(rows.length, 'charge')}, ${total(rows, 'amount')} taken in all`,
  },
  'payments.refund': {
    needs: ['id', 'charge', 'amount', 'idempotency_key'],
    columns: [
      { head: 'refund', say: text('id') },
      { head: 'money given back', say: ({ amount }) => ({ text: `−${amount}`, number: true }) },
      { head: 'of', say: text('charge') },
      key,
    ],
    sum: (rows) => `${plural(rows.length, 'refund')}, ${total(rows, 'amount')} given back in all`,
  },
  'payments.request': requests,
  'email.request': requests,
  'llm.request': requests,
  'email.message': {
    needs: ['recipient', 'subject', 'body', 'idempotency_key'],
    columns: [
      { head: 'to', say: text('recipient') },
      {
        head: 'e-mail',
        say: ({ subject, body }) => ({
          text: String(subject),
          ...(body === null || body === '' ? {} : { small: String(body) }),
        }),
      },
      key,
    ],
    sum: (rows) => `${plural(rows.length, 'e-mail')} sent; none can be taken back`,
  },
  'llm.generation': {
    needs: ['prompt', 'text', 'tokens', 'idempotency_key'],
    columns: [
      {
        head: 'prompt, and what came back',
        say: (row) => ({ text: String(row['prompt']), small: String(row['text']) }),
      },
      { head: 'tokens billed', say: ({ tokens }) => ({ text: String(tokens), number: true }) },
      key,
    ],
    sum: (rows) =>
      `${plural(rows.length, 'generation')}, ${plural(total(rows, 'tokens'), 'token')} billed in all`,
  },
  'queue.message': {
    needs: ['id', 'queue', 'body', 'state', 'deliveries', 'visible_at'],
    columns: [
      { head: 'message', say: ({ id, queue }) => ({ text: String(id), small: `in ${queue}` }) },
      { head: 'body', say: ({ body }) => ({ text: bodyWords(String(body)) }) },
      {
        head: 'delivered',
        say: ({ deliveries }) => {
          const count = Number(deliveries);
          const words = ['not yet', 'once', 'twice'][count] ?? `${count} times`;
          return { text: words, quiet: count === 0 };
        },
      },
      { head: 'state', say: (row, now) => ({ text: stateOf(row, now) }) },
    ],
    spent: ({ state }) => state === 'acked',
  },
  'redis.entry': {
    needs: ['key', 'value', 'expires_at'],
    columns: [
      { head: 'key', say: text('key') },
      { head: 'value', say: text('value') },
      {
        head: 'time left',
        say: ({ expires_at: at }, now) => {
          if (at === null) return { text: 'stays', quiet: true };
          const left = Number(at) - now;
          return left > 0 ? { text: durationWords(left) } : { text: 'expired', quiet: true };
        },
      },
    ],
    spent: ({ expires_at: at }, now) => at !== null && Number(at) <= now,
  },
};

function stateOf({ state, deliveries, visible_at: at }: Row, now: number): string {
  switch (state) {
    case 'ready':
      return Number(deliveries) === 0 ? 'waiting' : 'visible again';
    case 'in-flight': {
      const left = Number(at) - now;
      return left > 0
        ? `in flight, visible again in ${durationWords(left)}`
        : 'visible again, not acknowledged in time';
    }
    case 'acked':
      return 'acknowledged';
    default:
      return String(state);
  }
}

export interface ReadTable {
  heads: string[];
  rows: { cells: Said[]; spent: boolean }[];
  sum: string | null;
}

/** @param name - As the lab watches it: `queue.message`. @returns null where the table is shown as it is. */
export function read(name: string, { columns, rows }: TableState, now: number): ReadTable | null {
  const reading = Object.hasOwn(readings, name) ? readings[name] : undefined;
  if (!reading?.needs.every((column) => columns.includes(column))) return null;
  const named = rows.map(
    ({ values }): Row => Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null])),
  );
  return {
    heads: reading.columns.map(({ head }) => head),
    rows: named.map((row) => ({
      cells: reading.columns.map(({ say }) => say(row, now)),
      spent: reading.spent?.(row, now) ?? false,
    })),
    sum: rows.length > 0 ? (reading.sum?.(named) ?? null) : null,
  };
}
