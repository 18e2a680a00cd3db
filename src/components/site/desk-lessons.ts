/** The written lessons with their sections, as `Desk.astro` carries them. */
import { render } from 'astro:content';
import type { Chapter } from './course.ts';
import type { DeskLesson } from './desk.ts';

export async function deskLessons(course: readonly Chapter[]): Promise<DeskLesson[]> {
  const lessons: DeskLesson[] = [];
  for (const { slug, number, title, href, entry, minutes } of course) {
    if (!href || !entry || minutes === null) continue;
    const { headings } = await render(entry);
    const sections = Object.fromEntries(
      headings.filter(({ depth }) => depth === 2).map(({ slug: id, text }) => [id, text]),
    );
    lessons.push({ slug, number, title, href, minutes, sections });
  }
  return lessons;
}
