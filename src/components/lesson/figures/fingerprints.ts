/** Three bodies and two ways to take their fingerprint, worked out while the page is built (Node only). */
import { createHash } from 'node:crypto';

export interface Print {
  says: string;
  body: string;
  /** Start of the digest of the bytes as they came. */
  bytes: string;
  /** Start of the digest of what they mean. */
  meaning: string;
}

const bodies = [
  { says: 'The first request', body: '{"invoice":"inv-31","cents":4000}' },
  { says: 'Its retry, put together anew', body: '{"cents": 4000.0, "invoice": "inv-31"}' },
  { says: 'Another amount', body: '{"invoice":"inv-31","cents":9000}' },
] as const;

export const prints: readonly Print[] = bodies.map(({ says, body }) => ({
  says,
  body,
  bytes: digest(body),
  meaning: digest(canonical(JSON.parse(body))),
}));

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/**
 * The canonical form of RFC 8785 for what these bodies hold, a flat object of texts and numbers: keys in
 * order, no spaces, numbers and texts as JavaScript prints them.
 */
function canonical(body: Record<string, string | number>): string {
  const sorted = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}
