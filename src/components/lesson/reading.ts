/** How long a lesson takes, from its text. The numbers are a study's pace, not a skim's. */

/** Technical prose with code in it is read slower than a novel (about 240 words a minute). */
const wordsPerMinute = 220;
/** A prediction, a dozen moves by hand, another handler, and a look at the map. */
const minutesPerLab = 8;
/** Reading the question, deciding, and reading why each of the options is right or not. */
const minutesPerQuestion = 1.5;

/**
 * Counted as reading: the text with its captions, margin notes, and the answers behind "before you
 * read on". Not counted: interview questions, which are practice for another day, and sources.
 *
 * @param questions - How many the lesson's checkpoint asks.
 * @returns whole minutes
 */
export function minutesFor(body: string, questions: number): number {
  const read = body
    .replace(/<Interview>[\s\S]*?<\/Interview>/g, '')
    .replace(/<Sources>[\s\S]*?<\/Sources>/g, '');
  const words = read
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length;
  const checkpoint = /<Checkpoint\b/.test(body) ? questions * minutesPerQuestion : 0;
  return Math.ceil(words / wordsPerMinute + labsIn(body) * minutesPerLab + checkpoint);
}

export function labsIn(body: string): number {
  return body.match(/<Lab\b/g)?.length ?? 0;
}
