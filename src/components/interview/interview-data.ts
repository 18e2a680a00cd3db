/** What the interview pages get (in the build). */

import { loadQuestions } from '../../interview/load.ts';
import type { InterviewData } from '../../interview/question.ts';
import { chapters } from '../site/course.ts';

/** The lessons that have questions, in the order of the course. */
export async function interviewData(): Promise<InterviewData> {
  const questions = loadQuestions();
  const lessons = (await chapters())
    .filter(({ slug }) => questions.some(({ lesson }) => lesson === slug))
    .map(({ slug, number, title, href, tint }) => ({ slug, number, title, href, tint }));
  return { lessons, questions };
}
