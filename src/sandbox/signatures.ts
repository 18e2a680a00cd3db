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

/** @throws Error when Standard Webhooks is given no id, or a secret that is not base64. */
export function sign(scheme: SigningSpec['scheme'], delivery: Delivery): Headers {
  const body = typeof delivery.body === 'string' ? utf8(delivery.body) : delivery.body;
  switch (scheme) {
    case 'standard-webhooks':
      return standardWebhooks(delivery, body);
    case 'stripe':
      return stripe(delivery, body);
    case 'github':
      return github(delivery, body);
  }
}

/**
 * The key is what stands in base64 after `whsec_`; signed are id, time and body, joined by points.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function standardWebhooks({ secret, id, timestamp }: Delivery, body: Uint8Array): Headers {
  if (id === undefined)
    throw new Error('Standard Webhooks signs a message id, and this sender has none. Add an id to sign.');
  const signed = concatBytes(utf8(`${id}.${timestamp}.`), body);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${toBase64(hmac(sha256, decodedSecret(secret), signed))}`,
  };
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

/**
 * The key is the whole secret, prefix included; signed are time and body, joined by a point.
 *
 * @see https://docs.stripe.com/webhooks/signature#verify-manually
 */
function stripe({ secret, timestamp }: Delivery, body: Uint8Array): Headers {
  const signature = hmac(sha256, utf8(secret), concatBytes(utf8(`${timestamp}.`), body));
  return { 'stripe-signature': `t=${timestamp},v1=${bytesToHex(signature)}` };
}

/**
 * Signed is the body alone: neither an id nor a time.
 *
 * @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
function github({ secret }: Delivery, body: Uint8Array): Headers {
  return { 'x-hub-signature-256': `sha256=${bytesToHex(hmac(sha256, utf8(secret), body))}` };
}
