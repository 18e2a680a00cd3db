import { z } from 'zod';

/*
 * One file of `content/interview/prompts/<id>.yaml`: a design question for a mock interview, in timed
 * stages. Texts are plain, with `code`, *stress* and **strong**; an answer may have paragraphs.
 */

const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a kebab-case name such as data-model');
const text = z.string().trim().min(1, 'expected a sentence');

export const stageSchema = z.strictObject({
  /** Permanent: the reader's history hangs on it. */
  id,
  title: text,
  /** How long a candidate talks about it. */
  minutes: z.int().min(1).max(15),
  /** What the interviewer says. */
  task: text,
  /** What the interviewer asks when the candidate stops. */
  asks: z.array(text).min(1),
  answer: text,
  /** What a good answer names. */
  rubric: z.array(text).min(3, 'expected at least three points of a good answer'),
  /** Topics whose cards come forward for what was not named. */
  covers: z.array(id).min(1),
  /** "double-charge check-then-insert w1 w2 w2 w1", with `?scenario=…` behind the lab where it is not the first. */
  proves: text.optional(),
});

export const promptSchema = z.strictObject({
  title: text,
  /** For search results and the list. */
  description: text,
  /** The situation, as the interviewer tells it. */
  story: text,
  stages: z.array(stageSchema).min(3, 'expected at least three stages'),
});
export type PromptFile = z.infer<typeof promptSchema>;
