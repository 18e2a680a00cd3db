/** Which of several texts is most like another: words they share, rare ones counting more. Deterministic. */

const common = new Set(
  'a an and are as at be been but by can cannot do does for from had has have how i if in into is it its may more no not of on once one only or so than that the their them then there they this to two under was what when where which while who why will with without you your'.split(
    ' ',
  ),
);

/** Words without their commonest endings: "retries", "retried" and "retry" are one. */
export function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter((word) => word.length > 1 && !common.has(word))
    .map((word) =>
      word.length < 5
        ? word
        : word
            .replace(/(ies|ied)$/, 'y')
            .replace(/(ing|ed|es|s|ly)$/, '')
            .replace(/e$/, ''),
    );
}

export interface Likeness {
  /** From 0, nothing in common, to 1, the same words. Asks for one text of the list by its place. */
  with(text: string, place: number): number;
}

/** @param texts - The list whose texts will be asked for; how rare a word is, is counted here. */
export function likeness(texts: readonly string[]): Likeness {
  const stems = texts.map((text) => countsOf(stemsOf(text)));
  const seenIn = new Map<string, number>();
  for (const counts of stems) for (const stem of counts.keys()) seenIn.set(stem, (seenIn.get(stem) ?? 0) + 1);
  const weight = (stem: string) => Math.log((texts.length + 1) / ((seenIn.get(stem) ?? 0) + 0.5));
  const sizes = stems.map((counts) => sizeOf(counts, weight));
  return {
    with(text, place) {
      const counts = stems[place];
      const size = sizes[place];
      if (counts === undefined || size === undefined || size === 0) return 0;
      const asked = countsOf(stemsOf(text));
      const askedSize = sizeOf(asked, weight);
      if (askedSize === 0) return 0;
      let shared = 0;
      for (const [stem, times] of asked) {
        const there = counts.get(stem) ?? 0;
        shared += damped(times) * damped(there) * weight(stem) ** 2;
      }
      return shared / (size * askedSize);
    },
  };
}

function countsOf(stems: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** The tenth mention of a word says little more than the second. */
function damped(times: number): number {
  return times === 0 ? 0 : 1 + Math.log(times);
}

function sizeOf(counts: ReadonlyMap<string, number>, weight: (stem: string) => number): number {
  let sum = 0;
  for (const [stem, times] of counts) sum += (damped(times) * weight(stem)) ** 2;
  return Math.sqrt(sum);
}
