/** Seeded shuffles: the order of options is chance, and the same chance at every visit. */

/** A 32-bit digest of a text (FNV-1a). Not for secrets. */
export function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * The numbers 0 to `count - 1` in an order that depends on the seed alone.
 *
 * @see Fisher and Yates's shuffle, driven by the generator "mulberry32".
 */
export function shuffled(count: number, seed: string): number[] {
  const next = generator(digest(seed));
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    const kept = order[last] ?? last;
    order[last] = order[other] ?? other;
    order[other] = kept;
  }
  return order;
}

/** As `shuffled`, but never the order 0, 1, 2, …, which would give a question's answer away. */
export function scrambled(count: number, seed: string): number[] {
  const order = shuffled(count, seed);
  const sorted = order.every((value, index) => value === index);
  return sorted ? [...order.slice(1), ...order.slice(0, 1)] : order;
}

function generator(state: number): () => number {
  let a = state;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
