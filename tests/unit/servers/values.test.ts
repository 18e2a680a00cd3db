/** PostgreSQL's values and errors as a handler meets them. */
import { expect, test } from 'vitest';
import {
  connectionAdvice,
  errorResult,
  exactNumber,
  isConnectionError,
  typeRules,
} from '../../../src/servers/values.ts';

test.each([
  ['2', 2],
  ['-17', -17],
  ['0', 0],
  ['1000.50', 1000.5],
  ['9007199254740991', 9007199254740991], // 2^53 - 1
])('%s becomes a number', (text, number) => {
  expect(exactNumber(text)).toBe(number);
});

test.each(['9007199254740993', '0.1234567890123456789', 'NaN', 'Infinity'])(
  '%s stays text, since a number would lose something',
  (text) => {
    expect(exactNumber(text)).toBe(text);
  },
);

test('a handler’s 1 is true for a boolean column, and true comes back as 1', () => {
  const { boolean } = typeRules;
  expect([1, 0, true, false].map((value) => boolean?.serialize(value))).toEqual(['t', 'f', 't', 'f']);
  expect(['t', 'f'].map((text) => boolean?.parse(text))).toEqual([1, 0]);
});

test('times and JSON stay the text that the server sends', () => {
  expect(typeRules['date']?.parse('2026-11-29 12:00:00+00')).toBe('2026-11-29 12:00:00+00');
  expect(typeRules['json']?.parse('{"charged": 1000}')).toBe('{"charged": 1000}');
  // The library would put quotes around text that is JSON already.
  expect(typeRules['json']?.serialize('{"charged":1000}')).toBe('{"charged":1000}');
});

const error = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each(['23505', '40001', '40P01', '57014', '42601'])('error %s keeps its code', (code) => {
  expect(errorResult(error(code, 'no'))).toEqual({ kind: 'error', code, message: 'no' });
});

test('a statement after an error has the sandbox’s own code', () => {
  expect(errorResult(error('25P02', 'current transaction is aborted'))).toEqual({
    kind: 'error',
    code: 'TRANSACTION_ABORTED',
    message: 'current transaction is aborted',
  });
});

test.each(['57P01', 'CONNECTION_CLOSED', 'ECONNRESET', '53300', '08006'])(
  '%s is no handler’s error',
  (code) => {
    const lost = error(code, 'gone');
    expect(isConnectionError(lost)).toBe(true);
    expect(() => errorResult(lost)).toThrow(lost);
  },
);

test.each([
  [error('ECONNREFUSED', ''), 'nobody listens there. Start the server, or correct the port.'],
  [error('ENOTFOUND', ''), 'there is no such host. Correct its name.'],
  [error('CONNECT_TIMEOUT', ''), 'it does not answer. Look whether the host is reachable.'],
  [
    error('28P01', 'password authentication failed for user "me"'),
    'it refuses the user or the password (password authentication failed for user "me"). Correct them in the address.',
  ],
  [
    error('3D000', 'database "shop" does not exist'),
    'database "shop" does not exist. Create the database, or correct its name.',
  ],
])('a server that does not let us in: %s', (cause, sentence) => {
  expect(connectionAdvice(cause)).toBe(sentence);
});
