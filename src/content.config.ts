import { defineCollection } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { courseLessonSchema } from './schemas/course.ts';
import { promptSchema } from './schemas/exercise.ts';
import { lessonSchema } from './schemas/lesson.ts';

export const collections = {
  course: defineCollection({
    loader: file('content/course.yaml'),
    schema: courseLessonSchema,
  }),
  lessons: defineCollection({
    loader: glob({ base: './content/lessons', pattern: '*/index.mdx' }),
    schema: lessonSchema,
  }),
  prompts: defineCollection({
    loader: glob({
      base: './content/exercises',
      pattern: '*/prompt.mdx',
      generateId: ({ entry }) => entry.replace(/\/prompt\.mdx$/, ''),
    }),
    schema: promptSchema,
  }),
};
