import { z } from 'zod';

/*
 * One file of `content/quiz/<lesson>.yaml`: cards of the lesson's deck, by id, as choices of four. A card that
 * stands in no file is recalled and never chosen. Texts are plain, with code in backticks.
 */

const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected the id of a card, in kebab-case such as races-gap');
const text = z.string().trim().min(1, 'expected a sentence');

const wrongSchema = z.strictObject({
  /** What somebody believes who has not understood it, in the form and length of the right answer. */
  text,
  /** Why it is wrong, and what is true instead. Never only "wrong". */
  why: text,
});

export const choiceSchema = z
  .strictObject({
    right: z.strictObject({
      /** What the reader sees; the card's answer by default. Shorter words, where that is long. */
      text: text.optional(),
      /** Why it is right, and what there is to add. */
      why: text,
    }),
    wrong: z.array(wrongSchema).length(3, 'expected exactly three wrong answers'),
  })
  .superRefine(({ right, wrong }, context) => {
    const seen = new Set([right.text]);
    for (const [index, option] of wrong.entries()) {
      if (seen.has(option.text))
        context.addIssue({
          code: 'custom',
          path: ['wrong', index, 'text'],
          message: 'expected a text that no other option has',
        });
      seen.add(option.text);
    }
  });

export const quizSchema = z.record(id, choiceSchema);
export type QuizFile = z.infer<typeof quizSchema>;
