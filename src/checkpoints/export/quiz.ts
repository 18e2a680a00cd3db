/**
 * A checkpoint as other systems can ask it: choices and orders, with HTML texts. What needs our page
 * becomes a choice: a line of a handler, and a schedule among schedules that were really run.
 */
import { escapeHtml } from '../../cards/formats/to-html.ts';
import { blocksOf, spansOf } from '../../cards/text.ts';
import type { Exploration } from '../../engine/verdict.ts';
import type { Checkpoint, Figure, Question } from '../checkpoint.ts';

export interface QuizOption {
  html: string;
  right: boolean;
  /** Why it is right, or what is wrong with it. */
  feedback: string;
}

export type QuizQuestion = {
  /** Permanent, and a name in XML. */
  id: string;
  html: string;
} & (
  | { kind: 'choice'; multiple: boolean; options: QuizOption[] }
  /** Steps in the right order. */
  | { kind: 'order'; steps: string[]; feedback: string }
);

export interface Quiz {
  lesson: string;
  title: string;
  questions: QuizQuestion[];
}

/** What the conversion asks about labs; the right answers are computed, never written. */
export interface QuizSources {
  explored(lab: string, run: { handler: string; scenario: string }): Promise<Exploration>;
  /** A handler's text. */
  source(lab: string, handler: string): string;
}

/** Schedules that hold, offered beside the one that breaks. */
const mostDistractors = 3;

export async function quizOf(checkpoint: Checkpoint, title: string, sources: QuizSources): Promise<Quiz> {
  const questions: QuizQuestion[] = [];
  for (const question of checkpoint.questions) questions.push(await questionOf(question, sources));
  return { lesson: checkpoint.lesson, title, questions };
}

async function questionOf(question: Question, sources: QuizSources): Promise<QuizQuestion> {
  const { id, figure } = question;
  const html = htmlOf(question.question) + (figure ? figureHtml(figure, question, sources) : '');
  switch (question.kind) {
    case 'single':
    case 'multiple':
    case 'predict': {
      const options = question.options.map(({ text, right, why }) => ({
        html: inlineHtml(text),
        right,
        feedback: htmlOf(why),
      }));
      return { id, html, kind: 'choice', multiple: question.kind === 'multiple', options };
    }
    case 'order':
      return {
        id,
        html,
        kind: 'order',
        steps: question.steps.map(inlineHtml),
        feedback: htmlOf(question.why),
      };
    case 'spot-line': {
      const { code, right, lines, otherwise, file } = question;
      const options = code.flatMap((line, index): QuizOption[] => {
        if (!/[A-Za-z]/.test(line)) return [];
        const number = index + 1;
        return [
          {
            html: `${number}: <code>${escapeHtml(line.trim())}</code>`,
            right: right.includes(number),
            feedback: htmlOf(lines[number] ?? otherwise),
          },
        ];
      });
      return {
        ...{ id, kind: 'choice', multiple: right.length > 1, options },
        html: `${html}<p>${escapeHtml(file)}:</p>${codeHtml(code.join('\n'), true)}`,
      };
    }
    case 'break-it': {
      const { lab, scenario, handler, property } = question;
      const exploration = await sources.explored(lab.id, { handler: handler.name, scenario });
      const holds = (exploration.map ?? []).filter(({ broken }) => !broken.includes(property.id));
      const options: QuizOption[] = [
        {
          html: `<code>${escapeHtml(question.counterexample)}</code>`,
          right: true,
          feedback: htmlOf(question.why),
        },
        ...spread(holds, mostDistractors).map(({ schedule }) => ({
          html: `<code>${escapeHtml(schedule)}</code>`,
          right: false,
          feedback: '<p>Under this schedule the property holds.</p>',
        })),
      ];
      return {
        ...{ id, kind: 'choice', multiple: false, options },
        html: `${html}<p>Property: ${escapeHtml(property.says)}</p>${codeHtml(handler.source)}${
          handler.migration.trim() === '' ? '' : codeHtml(handler.migration)
        }<p>Which schedule breaks it?</p>`,
      };
    }
  }
}

/** So many of a list, from all over it. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]).flatMap(
    (item) => item ?? [],
  );
}

/** What the lanes show, in words: up to the moment before the answer, where the question asks what comes. */
function figureHtml(
  { lab, handler, schedule, says, trace }: Figure,
  question: Question,
  sources: QuizSources,
): string {
  const shown = question.kind === 'predict' ? question.shown : trace.events.length;
  const steps = trace.events
    .slice(0, shown)
    .map(({ choice, label, result }) => `<li>${escapeHtml(`${choice}: ${label}; ${result}`)}</li>`)
    .join('');
  const code = codeHtml(sources.source(lab, handler));
  const which = `Lab ${escapeHtml(lab)}, handler ${escapeHtml(handler)}, schedule <code>${escapeHtml(schedule)}</code>.`;
  return `${says ? htmlOf(says) : ''}<p>${which}</p>${code}${steps === '' ? '' : `<ol>${steps}</ol>`}`;
}

function codeHtml(code: string, numbered = false): string {
  const lines = code.replace(/\n+$/, '').split('\n');
  const text = numbered ? lines.map((line, index) => `${index + 1}  ${line}`) : lines;
  return `<pre>${escapeHtml(text.join('\n'))}</pre>`;
}

const tags = { code: 'code', stress: 'em', strong: 'strong' } as const;

export function inlineHtml(text: string): string {
  return spansOf(text)
    .map(({ kind, text: part }) =>
      kind === 'text' ? escapeHtml(part) : `<${tags[kind]}>${escapeHtml(part)}</${tags[kind]}>`,
    )
    .join('');
}

export function htmlOf(text: string): string {
  return blocksOf(text)
    .map((block) => (block.kind === 'code' ? codeHtml(block.text) : `<p>${inlineHtml(block.text)}</p>`))
    .join('');
}
