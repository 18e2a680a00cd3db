/** The course as pages need it: every lesson in order, and whether it has been written. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { questionCount } from '../../checkpoints/load.ts';
import type { CourseLesson } from '../../schemas/course.ts';
import { minutesFor } from '../lesson/reading.ts';

export interface Chapter extends CourseLesson {
  slug: string;
  /** Address of the lesson page, or null while it is not written. */
  href: string | null;
  entry: CollectionEntry<'lessons'> | null;
  /** How long it takes; null while it is not written. */
  minutes: number | null;
  /** Name of the chapter's flat tint. */
  tint: string;
}

/** @throws when a lesson's folder and `content/course.yaml` disagree. */
export async function chapters(): Promise<Chapter[]> {
  const [course, lessons] = await Promise.all([getCollection('course'), getCollection('lessons')]);
  const written = new Map(lessons.map((entry) => [slugOf(entry.id), entry]));
  for (const [slug, entry] of written) {
    const planned = course.find(({ id }) => id === slug);
    if (!planned) {
      throw new Error(
        `content/lessons/${entry.id}: content/course.yaml has no lesson "${slug}". Add it there, or rename the folder.`,
      );
    }
    if (planned.data.number !== Number.parseInt(entry.id, 10)) {
      throw new Error(
        `content/lessons/${entry.id}: content/course.yaml gives "${slug}" the number ${planned.data.number}. Rename the folder.`,
      );
    }
  }
  return course
    .map(({ id, data }) => {
      const entry = written.get(id) ?? null;
      return {
        ...data,
        slug: id,
        entry,
        minutes: entry ? minutesFor(entry.body ?? '', questionCount(id)) : null,
        href: entry ? `/learn/${id}/` : null,
        tint: `var(--tint-${data.number})`,
      };
    })
    .sort((a, b) => a.number - b.number);
}

/** Folder `04-races` is the lesson `races`. */
function slugOf(id: string): string {
  return id.replace(/^\d+-/, '').replace(/\/index$/, '');
}
