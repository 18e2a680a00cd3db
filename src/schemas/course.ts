import { z } from 'astro/zod';

/** One lesson of `content/course.yaml`, whose key is the lesson's slug. */
export const courseLessonSchema = z.strictObject({
  /** Place in the course; the number of the folder in `content/lessons` must agree. */
  number: z.int().min(1).max(8),
  title: z.string().min(1),
  subtitle: z.string().min(1),
  /** What the reader can do afterwards, in one short sentence. */
  goal: z.string().min(1),
  /** One or two sentences that make a reader of the lesson before want this one. */
  teaser: z.string().optional(),
});
export type CourseLesson = z.infer<typeof courseLessonSchema>;

/** The whole of `content/course.yaml`: every lesson by its slug. */
export const courseSchema = z.record(
  z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a kebab-case name such as idempotency-keys'),
  courseLessonSchema,
);
