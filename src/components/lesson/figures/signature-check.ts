/**
 * The signature bench: signs what is sent with the very code that signs in the labs, and checks what has
 * arrived as a receiver would, with its mistakes if so chosen. The page fetches this at the first touch.
 */
import { fromBase64, toBase64, utf8 } from '../../../sandbox/bytes.ts';
import { authenticationCode, sign, signing } from '../../../sandbox/signatures.ts';
import {
  type BenchForm,
  type KeyReading,
  type Scheme,
  schemes,
  toleranceSeconds,
} from './signature-schemes.ts';

/** A stretch of what is signed. */
export interface Segment {
  part: 'id' | 'time' | 'joint' | 'body';
  text: string;
}

export interface HeaderLine {
  name: string;
  value: string;
  /** Whether somebody who changed it would break the signature. The signature itself counts as covered. */
  covered: boolean;
}

export interface Sent {
  segments: Segment[];
  bytes: number;
  keyBytes: number;
  headers: HeaderLine[];
}

/** Where what is checked leaves what was signed; counted in bytes from 1. */
export interface Difference {
  byte: number;
  /** The characters there, or null where one of the two has ended. */
  signed: string | null;
  checked: string | null;
}

export type Check =
  | { kind: 'genuine'; ageSeconds: number | null; otherId: boolean }
  | { kind: 'stale'; ageSeconds: number }
  | { kind: 'other-bytes'; difference: Difference }
  | { kind: 'other-key'; keyBytes: number; rightBytes: number }
  | { kind: 'no-key' }
  | { kind: 'threw' };

export interface Bench {
  sent: Sent;
  /** What the receiver puts under its own HMAC; null when it has thrown before. */
  checked: Segment[] | null;
  check: Check;
}

/** @returns what the bench shows, or one sentence on what cannot be signed or counted. */
export function benchOf(form: BenchForm): Bench | string {
  const { scheme, secret, id, timestamp, body } = form;
  const wrong = wrongIn(form);
  if (wrong) return wrong;
  const delivery = { secret, id, timestamp: Number(timestamp), body };
  const { key, signed } = signing(scheme, delivery);
  const { time, id: idFacts } = schemes[scheme];
  const headers = Object.entries(sign(scheme, delivery)).map(([name, value]) => ({
    name,
    value,
    covered: true,
  }));
  if (idFacts && !idFacts.signed) headers.unshift({ name: idFacts.header, value: id, covered: false });
  const segments = segmentsOf(scheme, id, timestamp, body);
  const text = bodyChecked(form);
  const checked = text === null ? null : segmentsOf(scheme, form.gotId, form.gotTimestamp, text);
  const code = toBase64(authenticationCode({ key, signed }));
  return {
    sent: { segments, bytes: signed.length, keyBytes: key.length, headers },
    checked,
    check: checked === null ? { kind: 'threw' } : checkOf(form, segments, checked, code, key.length, time),
  };
}

function wrongIn({ scheme, secret, timestamp, later }: BenchForm): string | null {
  const { time, key, name } = schemes[scheme];
  if (secret === '') return 'Without a secret nobody can sign. Write one.';
  if (key === 'decoded' && keyOf(secret, 'decoded') === null) {
    return `“${secret.slice(0, 24)}” is not base64 after whsec_, so ${name} finds no key in it.`;
  }
  if (time && !/^(?:0|[1-9]\d{0,11})$/.test(timestamp)) {
    return `The time is sent in whole seconds since 1970, and “${timestamp.slice(0, 16)}” is no such number.`;
  }
  if (time && !/^-?\d{1,9}$/.test(later.trim())) {
    return `“${later.slice(0, 16)}” is no number of seconds. Write one such as 2, 301 or 3600.`;
  }
  return null;
}

function segmentsOf(scheme: Scheme, id: string, timestamp: string, body: string): Segment[] {
  const { id: idFacts, time } = schemes[scheme];
  const dot: Segment = { part: 'joint', text: '.' };
  return [
    ...(idFacts?.signed ? [{ part: 'id', text: id } as const, dot] : []),
    ...(time ? [{ part: 'time', text: timestamp } as const, dot] : []),
    { part: 'body', text: body },
  ];
}

/** @returns null when the receiver's parser throws. */
function bodyChecked({ reads, gotBody }: BenchForm): string | null {
  if (reads === 'raw') return gotBody;
  try {
    return JSON.stringify(JSON.parse(gotBody));
  } catch {
    return null;
  }
}

function checkOf(
  form: BenchForm,
  segments: Segment[],
  checked: Segment[],
  given: string,
  rightBytes: number,
  time: { refusesFuture: boolean } | null,
): Check {
  const key = keyOf(form.secret, form.key);
  if (key === null) return { kind: 'no-key' };
  const expected = toBase64(authenticationCode({ key, signed: utf8(textOf(checked)) }));
  if (expected !== given) {
    const difference = differenceOf(textOf(segments), textOf(checked));
    return difference
      ? { kind: 'other-bytes', difference }
      : { kind: 'other-key', keyBytes: key.length, rightBytes };
  }
  const otherId = form.gotId !== form.id;
  if (!time) return { kind: 'genuine', ageSeconds: null, otherId };
  // A time with a dot in it can carry a genuine signature, and is no time.
  const got = /^\d+$/.test(form.gotTimestamp) ? Number(form.gotTimestamp) : Number.NaN;
  const ageSeconds = Number(form.timestamp) + Number(form.later) - got;
  const old = !(ageSeconds <= toleranceSeconds);
  const early = time.refusesFuture && ageSeconds < -toleranceSeconds;
  return old || early ? { kind: 'stale', ageSeconds } : { kind: 'genuine', ageSeconds, otherId };
}

/** @returns null where the secret cannot be read in this way. */
function keyOf(secret: string, reading: KeyReading): Uint8Array | null {
  if (reading === 'as-it-stands') return utf8(secret);
  try {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''));
    return reading === 'decoded' ? bytes : utf8(String.fromCharCode(...bytes));
  } catch {
    return null;
  }
}

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join('');

/** @returns null when both are the same. */
function differenceOf(signed: string, checked: string): Difference | null {
  if (signed === checked) return null;
  const [some, others] = [[...signed], [...checked]];
  let at = 0;
  while (at < some.length && some[at] === others[at]) at += 1;
  const byte = utf8(some.slice(0, at).join('')).length + 1;
  return { byte, signed: some[at] ?? null, checked: others[at] ?? null };
}
