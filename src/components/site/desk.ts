/** Puts what the progress log knows onto the home page. The log's code is fetched only here, after load. */
import type { CheckpointSummary } from '../../progress/derive.ts';

/** A written lesson, as the home page carries it. */
export interface DeskLesson {
  slug: string;
  number: number;
  title: string;
  href: string;
  minutes: number;
  /** Heading ids and texts. */
  sections: Record<string, string>;
}

export async function fillDesk(): Promise<void> {
  const desk = document.querySelector<HTMLElement>('.desk');
  if (!desk) return;
  const lessons: DeskLesson[] = JSON.parse(desk.dataset.lessons ?? '[]');
  const known = await readLog();
  // Without the log, what the page says to somebody new is true of everybody.
  if (known === null) return;
  const { events, deskFrom, lessonDesk, lastPosition } = known;
  const now = deskFrom(events);
  for (const lesson of lessons) {
    const position = lastPosition(events, lesson.slug);
    if (position)
      markPlate(
        lesson,
        position.fraction,
        lessonDesk(events, lesson.slug).checkpoint,
        now?.lesson === lesson.slug,
      );
  }
  const here = lessons.find(({ slug }) => slug === now?.lesson);
  if (!now || !here) return;

  const section = now.heading === null ? undefined : here.sections[now.heading];
  const left = Math.max(1, Math.round(here.minutes * (1 - now.fraction)));
  write('[data-desk="position"]', {
    head: 'Where you stopped',
    link: section ? `${here.title}: “${section}”` : here.title,
    href: section ? `${here.href}#${now.heading}` : here.href,
    text: `Lesson ${here.number}, about ${left} ${left === 1 ? 'minute' : 'minutes'} left. ${checkpointWords(now.checkpoint)}`,
  });
  const cover = document.querySelector<HTMLAnchorElement>('.cover-go .btn');
  if (cover) {
    cover.textContent = `Continue lesson ${here.number}`;
    cover.href = section ? `${here.href}#${now.heading}` : here.href;
  }
  if (now.confidence === 'new' || (now.checkpoint && !now.checkpoint.last.passed)) {
    write('[data-desk="checkpoint"]', {
      head: 'Worth another look',
      link: `${here.title}, its checkpoint`,
      href: `${here.href}#checkpoint`,
      text: now.confidence === 'new' ? 'You called this lesson new to you.' : checkpointWords(now.checkpoint),
    });
  }
}

/** @returns null where the log's code did not arrive, as on a connection that has just gone. */
async function readLog() {
  try {
    const [{ deskFrom, lessonDesk }, { openProgress }, { lastPosition }] = await Promise.all([
      import('../../progress/desk.ts'),
      import('../../progress/progress.ts'),
      import('../../progress/derive.ts'),
    ]);
    return { events: (await openProgress()).all(), deskFrom, lessonDesk, lastPosition };
  } catch {
    return null;
  }
}

function checkpointWords(summary: CheckpointSummary | null): string {
  if (!summary) return 'The checkpoint is still open.';
  const { right, of, passed } = summary.best;
  return passed ? `Checkpoint passed, ${right} of ${of}.` : `Best try at the checkpoint: ${right} of ${of}.`;
}

function write(
  selector: string,
  { head, link, href, text }: Record<'head' | 'link' | 'href' | 'text', string>,
): void {
  const column = document.querySelector(selector);
  const anchor = column?.querySelector('a');
  const [title, last] = [column?.querySelector('h2'), column?.querySelector('p:last-child')];
  if (!anchor || !title || !last) return;
  title.textContent = head;
  anchor.textContent = link;
  anchor.href = href;
  last.textContent = text;
}

function markPlate(
  lesson: DeskLesson,
  fraction: number,
  checkpoint: CheckpointSummary | null,
  here: boolean,
): void {
  const plate = document.querySelector<HTMLElement>(`.plate-li[data-lesson="${lesson.slug}"]`);
  const status = plate?.querySelector('.pl-w');
  if (!plate || !status) return;
  const done = checkpoint?.best.passed ?? false;
  plate.classList.toggle('here', here && !done);
  plate
    .querySelector<HTMLElement>('.bar')
    ?.style.setProperty('--p', `${Math.round(100 * (done ? 1 : fraction))}%`);
  status.textContent = done
    ? checkpointWords(checkpoint)
    : here
      ? `You are here · ${lesson.minutes} min`
      : `Begun · ${lesson.minutes} min`;
}
