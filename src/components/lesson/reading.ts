/** How long a lesson takes, from its text. */

const wordsPerMinute = 220;
const minutesPerLab = 5;
const minutesPerCheckpoint = 5;

/** @returns Whole minutes: reading, plus time for each lab and for the checkpoint. */
export function minutesFor(body: string): number {
  const labs = body.match(/<Lab\b/g)?.length ?? 0;
  const checkpoint = /<Checkpoint\b/.test(body) ? minutesPerCheckpoint : 0;
  // Answers to interview questions wait behind a click: they are practice, not reading.
  const read = body
    .replace(/<Interview>[\s\S]*?<\/Interview>/g, '')
    .replace(/<Sources>[\s\S]*?<\/Sources>/g, '');
  const words = read
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length;
  return Math.ceil(words / wordsPerMinute) + labs * minutesPerLab + checkpoint;
}

export function labsIn(body: string): number {
  return body.match(/<Lab\b/g)?.length ?? 0;
}
