/**
 * How the senders of webhooks sign: pure functions from what is sent to the headers that prove it.
 * Each scheme is an HMAC-SHA256; they differ in the key, in what is signed, and in how it is written.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { SigningSpec } from '../engine/lab.ts';
import { fromBase64, toBase64, utf8 } from './bytes.ts';

/** What is signed. */
export interface Delivery {
  /** As its publisher hands it out. */
  secret: string;
  /** The message id; only Standard Webhooks signs one. */
  id?: string;
  /** Whole seconds since 1970; GitHub signs none. */
  timestamp: number;
  /** Text is sent in UTF-8. */
  body: string | Uint8Array;
}

type Headers = Record<string, string>;

/** What goes into the HMAC-SHA256 of a delivery. */
export interface Signing {
  key: Uint8Array;
  signed: Uint8Array;
}

/** @throws Error when Standard Webhooks is given no id, or a secret that is not base64. */
export function sign(scheme: SigningSpec['scheme'], delivery: Delivery): Headers {
  const { timestamp } = delivery;
  const code = authenticationCode(signing(scheme, delivery));
  switch (scheme) {
    case 'standard-webhooks':
      return {
        'webhook-id': idOf(delivery),
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${toBase64(code)}`,
      };
    case 'stripe':
      return { 'stripe-signature': `t=${timestamp},v1=${bytesToHex(code)}` };
    case 'github':
      return { 'x-hub-signature-256': `sha256=${bytesToHex(code)}` };
  }
}

/** The 32 bytes that are then written in hex or base64. */
export function authenticationCode({ key, signed }: Signing): Uint8Array {
  return hmac(sha256, key, signed);
}

/**
 * Which bytes are the key, and which are signed.
 *
 * Standard Webhooks: the key is what stands in base64 after `whsec_`; signed are id, time and body,
 * joined by points. Stripe: the key is the whole secret, prefix included; signed are time and body,
 * joined by a point. GitHub: the same key, and the body alone, with neither an id nor a time.
 *
 * @throws Error as {@link sign} does.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * @see https://docs.stripe.com/webhooks/signature#verify-manually
 * @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
export function signing(scheme: SigningSpec['scheme'], delivery: Delivery): Signing {
  const { secret, timestamp } = delivery;
  const body = typeof delivery.body === 'string' ? utf8(delivery.body) : delivery.body;
  switch (scheme) {
    case 'standard-webhooks': {
      const before = utf8(`${idOf(delivery)}.${timestamp}.`);
      return { key: decodedSecret(secret), signed: concatBytes(before, body) };
    }
    case 'stripe':
      return { key: utf8(secret), signed: concatBytes(utf8(`${timestamp}.`), body) };
    case 'github':
      return { key: utf8(secret), signed: body };
  }
}

function idOf({ id }: Delivery): string {
  if (id !== undefined) return id;
  throw new Error('Standard Webhooks signs a message id, and this sender has none. Add an id to sign.');
}

function decodedSecret(secret: string): Uint8Array {
  try {
    return fromBase64(secret.replace(/^whsec_/, ''));
  } catch {
    throw new Error(
      `The secret "${secret}" is not "whsec_" and base64, as Standard Webhooks writes it. Correct sign.secret.`,
    );
  }
}
