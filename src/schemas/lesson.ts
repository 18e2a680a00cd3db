import { z } from 'astro/zod';

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a kebab-case name such as idempotency-keys');

/** Front matter of `content/lessons/<number>-<slug>/index.mdx`. */
export const lessonSchema = z.strictObject({
  /** Page heading and navigation label. */
  title: z.string().min(1),
  /** Stands under the title. */
  subtitle: z.string().min(1),
  /** What the reader can do afterwards, in one sentence. */
  goal: z.string().min(1),
  /** What the page is about, for search results: one sentence of at most 160 characters. */
  description: z.string().min(1).max(160).optional(),
  /** What the reader brings: the order, the amount, the situation. */
  youHave: z.string().min(1),
  /** Slugs of the lessons that this one takes for granted. */
  buildsOn: z.array(slug).default([]),
  /** Labs shown on the page, each a folder of `content/labs`. */
  labs: z.array(slug).default([]),
  /** Ids of the topics that the lesson teaches. */
  covers: z.array(slug).default([]),
});
export type Lesson = z.infer<typeof lessonSchema>;
