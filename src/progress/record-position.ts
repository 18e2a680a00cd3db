/** Remembers the section a reader is in. A lesson page includes it; it draws nothing. */
import { lastPosition } from './derive.ts';
import { openProgress } from './progress.ts';

/** A section passed on the way to another was not read. */
const dwellMs = 1500;

/**
 * Watches the headings inside `main` and adds a `position` when the reader settles in another
 * section than the one recorded last.
 *
 * @returns how to stop
 */
export function recordPosition(lesson: string, headings = findHeadings()): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function record() {
    const progress = await openProgress();
    const here = { heading: currentHeading(headings), fraction: fractionRead() };
    const before = lastPosition(progress.all(), lesson);
    // Opening the page at its top is no reason to forget how far one had come.
    const { heading, fraction } = here.heading === null && before !== null ? before : here;
    const last = lastPosition(progress.all());
    if (last?.lesson === lesson && last.heading === heading) return;
    await progress.append({ kind: 'position', lesson, heading, fraction });
  }

  function later() {
    clearTimeout(timer);
    // A position that could not be noted is no reason to disturb somebody who reads.
    timer = setTimeout(() => record().catch(() => undefined), dwellMs);
  }

  // The line a fifth down the window: a heading that crosses it has begun or left a section.
  const observer = new IntersectionObserver(later, { rootMargin: '0px 0px -80% 0px' });
  for (const heading of headings) observer.observe(heading);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

function findHeadings(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main h2[id]')];
}

function currentHeading(headings: readonly HTMLElement[]): string | null {
  const line = innerHeight * 0.2;
  return headings.findLast((heading) => heading.getBoundingClientRect().top <= line)?.id ?? null;
}

function fractionRead(): number {
  const { scrollHeight } = document.documentElement;
  const room = scrollHeight - innerHeight;
  if (room <= 0) return 1;
  return Math.round(Math.min(1, Math.max(0, scrollY / room)) * 1000) / 1000;
}
