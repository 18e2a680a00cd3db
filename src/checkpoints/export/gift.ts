/**
 * GIFT, Moodle's text format of quizzes.
 *
 * @see https://docs.moodle.org/en/GIFT_format and `question/format/gift/format.php`
 */
import type { Quiz, QuizOption, QuizQuestion } from './quiz.ts';

/**
 * Shares of the mark that Moodle takes, in percent, for one right answer of so many; anything else is
 * refused at import (`question_bank::fraction_options_full`).
 */
const shares = [100, 50, 33.33333, 25, 20, 16.66667, 14.28571, 12.5, 11.11111, 10];

/** Percent that one of `count` answers is worth. */
export function shareOf(count: number): number {
  const share = shares[count - 1];
  if (share === undefined)
    throw new RangeError(`Moodle shares a mark among at most ${shares.length} answers; this has ${count}.`);
  return share;
}

/** Percent for each option: right ones share 100, and where several may be ticked wrong ones cost. */
export function fractionsOf(options: readonly QuizOption[], multiple: boolean): number[] {
  const right = options.filter((option) => option.right).length;
  if (!multiple) return options.map((option) => (option.right ? 100 : 0));
  // Ten wrong ones cost the whole mark, and so do more than ten: a handler has many lines.
  const cost = shareOf(Math.min(shares.length, Math.max(1, options.length - right)));
  return options.map((option) => (option.right ? shareOf(right) : -cost));
}

export function printGift({ lesson, title, questions }: Quiz): string {
  const head = `// ${title}\n$CATEGORY: Effectively Once/${lesson}`;
  return `${[head, ...questions.map(printQuestion)].join('\n\n')}\n`;
}

function printQuestion(question: QuizQuestion): string {
  const head = `::${escapeGift(question.id)}::[html]${escapeGift(question.html)}`;
  if (question.kind === 'order') {
    // GIFT knows no order: each place is matched with its step.
    const pairs = question.steps.map((step, index) => `=${index + 1}. -> ${escapeGift(plainOf(step))}`);
    return `${head}{\n${pairs.join('\n')}\n####[html]${escapeGift(question.feedback)}\n}`;
  }
  const fractions = fractionsOf(question.options, question.multiple);
  const lines = question.options.map(({ html, right, feedback }, index) => {
    const mark = question.multiple ? `~%${fractions[index]}%` : right ? '=' : '~';
    return `${mark}[html]${escapeGift(html)}#[html]${escapeGift(feedback)}`;
  });
  return `${head}{\n${lines.join('\n')}\n}`;
}

/** A blank line would end the question, and these characters mean something. */
export function escapeGift(text: string): string {
  return text.replace(/[\\#=~{}:]/g, '\\$&').replace(/\n/g, '\\n');
}

/** The right side of a match is plain text. */
function plainOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
