import { z } from 'zod';
import { propertySchema, scenarioSchema } from './lab.ts';

const name = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a kebab-case name such as close-the-gap');
const sentence = z.string().min(1, 'expected a sentence');

/** A wrong answer, and the grade that it must get: `mutants/<name>.ts` and, if it needs one, `<name>.sql`. */
export const wrongAnswerSchema = z.strictObject({
  /** What is wrong with it, for instructors. */
  says: sentence,
  /** The first property of the lab that it breaks, or leaves unseen. */
  breaks: name,
  points: z.int().nonnegative(),
});

/** The whole of `content/exercises/<id>/exercise.yaml`. */
export const exerciseSchema = z.strictObject({
  title: sentence,
  /** Slug of the lesson it belongs to. */
  lesson: name,
  /** Place among the exercises of its lesson. */
  order: z.int().positive(),
  /** What has to be achieved, in a sentence: the prompt says the rest. */
  goal: sentence,
  /** Raised when a change of lab, points or files could change a grade. */
  version: z.int().positive().default(1),
  minutes: z.int().positive(),
  /** The lab whose world, scenarios and properties are used. */
  lab: name,
  /** Scenarios of the lab in which it is judged; all of them by default. */
  scenarios: z.array(name).min(1).optional(),
  /**
   * Judged in beside those: situations that none of the lab's own handlers spoils, so that the lab does not
   * show them, and in which somebody else's may fail, such as one request that comes alone.
   */
  ownScenarios: z.record(name, scenarioSchema).default({}),
  /**
   * Asked beside the lab's, where these would let a wrong answer pass: a lab shows what its own handlers do
   * wrong, and an exercise is answered by anybody.
   */
  properties: z.record(name, propertySchema).default({}),
  /** Points for each property that holds in all those scenarios. `throws` and the like may be among them. */
  points: z.record(name, z.int().positive()),
  /** Whether the learner writes a migration too. */
  migration: z.enum(['locked', 'editable']).default('editable'),
  /** Names and amounts that a seed substitutes, beside the lab's: words that the lab's own handlers know. */
  vary: z.record(z.string(), z.array(z.union([z.string(), z.number()])).min(1)).default({}),
  /** From a nudge to nearly the answer. */
  hints: z.array(sentence).min(1),
  mutants: z.record(name, wrongAnswerSchema),
  /** Ids of the topics that it practises. */
  covers: z.array(name).default([]),
});
export type ExerciseFile = z.infer<typeof exerciseSchema>;

/** Front matter of `content/exercises/<id>/prompt.mdx`: there is none, exercise.yaml says it all. */
export const promptSchema = z.strictObject({});
