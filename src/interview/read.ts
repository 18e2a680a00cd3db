/** Reads the questions that a text asks: `<Question>` with its `<Then>` follow-ups (Node only). */
import { capital } from '../cards/text.ts';
import { lineAt, type MdxNode, mdxOf } from '../checks/prose.ts';
import { curled, MarkupError, markupOf } from './markup.ts';
import type { FollowUp } from './question.ts';

/** A question as its author wrote it. */
export interface AskedQuestion {
  id: string;
  topics: string[];
  ask: string;
  short: string;
  full: string;
  rubric: string[];
  /** "double-charge check-then-insert w1 w2", as in a deck. */
  proves: string | null;
  scenario: string | null;
  follow: FollowUp[];
  line: number;
}

export interface Asked {
  questions: AskedQuestion[];
  /** What is missing or wrong, in sentences. */
  problems: string[];
}

const leastPoints = 3;
const idForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** @param file - As messages name it. */
export function questionsIn(file: string, source: string): Asked {
  const asked: Asked = { questions: [], problems: [] };
  each(mdxOf(source), (node) => {
    if (node.name === 'Question') read(node, file, source, asked);
  });
  return asked;
}

function read(node: MdxNode, file: string, source: string, asked: Asked): void {
  const line = lineAt(source, node.position?.start.offset ?? 0);
  const ask = textOf(node, 'ask') ?? '';
  const problem = (what: string) => asked.problems.push(`${file}:${line}: <Question ask="${ask}"> ${what}`);
  const id = textOf(node, 'id') ?? '';
  if (!idForm.test(id))
    problem(
      'has no id of small words and hyphens. Give it one, such as id="races-same-instant": the reader’s history hangs on it.',
    );
  const rubric = listOf(node, 'rubric');
  if (rubric.length < leastPoints)
    problem(`has a rubric of ${rubric.length}. Name at least ${leastPoints} points of a good answer.`);
  const short = textOf(node, 'short') ?? '';
  if (short === '') problem('has no short answer. Write short="…", one or two sentences.');
  const topics = (textOf(node, 'topics') ?? '').split(/[\s,]+/).filter(Boolean);
  if (topics.length === 0) problem('names no topic. Write topics="…" with tags of the cards that review it.');
  const follow = (node.children ?? []).filter(({ name }) => name === 'Then');
  const full = answerOf(
    (node.children ?? []).filter(({ name }) => name !== 'Then'),
    problem,
  );
  if (full === '') problem('has no full answer. Write it between the tags.');
  asked.questions.push({
    id,
    topics,
    ask,
    short,
    full,
    rubric,
    proves: textOf(node, 'proves') ?? null,
    scenario: textOf(node, 'scenario') ?? null,
    follow: follow.map((then, index) => ({
      id: `${id}/${index + 1}`,
      ask: textOf(then, 'ask') ?? '',
      answer: answerOf(then.children ?? [], problem),
      when: whenOf(textOf(then, 'when'), rubric.length, problem),
    })),
    line,
  });
}

function answerOf(nodes: readonly MdxNode[], problem: (what: string) => void): string {
  try {
    return markupOf(nodes);
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error;
    problem(
      `holds ${error.message}, which the interview pages cannot show. Use paragraphs, code, stress and links.`,
    );
    return '';
  }
}

/** "2": when point 2 was not named; "+2": when it was. */
function whenOf(text: string | undefined, points: number, problem: (what: string) => void): FollowUp['when'] {
  if (text === undefined) return null;
  const [, plus, number] = /^(\+?)(\d+)$/.exec(text) ?? [];
  const point = Number(number);
  if (number === undefined || point < 1 || point > points) {
    problem(
      `has a follow-up with when="${text}". Write the number of a point of its rubric, 1 to ${points}, if it is asked when that point was not named; with a plus before it, when it was.`,
    );
    return null;
  }
  return { point: point - 1, named: plus === '+' };
}

function textOf(node: MdxNode, name: string): string | undefined {
  const value = node.attributes?.find((attribute) => attribute.name === name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** A list of texts in braces: `rubric={['one', 'two']}`. */
function listOf(node: MdxNode, name: string): string[] {
  const value = node.attributes?.find((attribute) => attribute.name === name)?.value;
  const code = typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : undefined;
  if (typeof code !== 'string') return [];
  const texts = code.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g);
  return [...texts].map(([, single, double]) =>
    capital(curled((single ?? double ?? '').replace(/\\(.)/g, '$1'))),
  );
}

function each(node: MdxNode, look: (node: MdxNode) => void): void {
  look(node);
  for (const child of node.children ?? []) each(child, look);
}
