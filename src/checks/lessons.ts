/** What a lesson's text names must exist, and run; and a lesson must not be too long (Node only). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { questionCount } from '../checkpoints/load.ts';
import { decodePlace } from '../components/lab/link.ts';
import { labsIn, minutesFor } from '../components/lesson/reading.ts';
import type { Lab } from '../engine/lab.ts';
import { lessonSchema } from '../schemas/lesson.ts';
import { checked, yamlOf } from '../schemas/read.ts';
import { lineAt, type MdxNode, mdxOf, proseIn, withoutCode } from './prose.ts';
import type { Run, Runs } from './runs.ts';

export interface LessonText {
  /** `content/lessons/04-races/index.mdx` */
  file: string;
  slug: string;
  number: number;
  source: string;
}

export function lessonsIn(root: string): LessonText[] {
  const folder = join(root, 'content/lessons');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'index.mdx')))
    .sort()
    .map((name) => ({
      file: `content/lessons/${name}/index.mdx`,
      slug: name.replace(/^\d+-/, ''),
      number: Number.parseInt(name, 10),
      source: readFileSync(join(folder, name, 'index.mdx'), 'utf8'),
    }));
}

/** Minutes that a lesson may take: nobody should have to stop in the middle of one. */
export const longest = 60;

export function lengthProblems({ file, slug, source }: LessonText, root: string): string[] {
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, '');
  const questions = questionCount(slug, root);
  const minutes = minutesFor(body, questions);
  if (minutes <= longest) return [];
  return [
    `${file}: takes ${minutes} minutes, with its ${many(labsIn(body), 'lab')} and ${many(questions, 'question')}. Bring it under ${longest + 1}.`,
  ];
}

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Languages of code that the labs could run. */
const runnable = /^(ts|tsx|js|jsx|typescript|javascript)$/;
const counted = /\b(?:[\d,]+ (?:out )?of [\d,]+|all [\d,]+|[\d,]{2,}) schedules\b/g;

/** Code that nobody runs, and counts of schedules that nobody computes. */
export function unprovenProblems({ file, source }: LessonText): string[] {
  const problems: string[] = [];
  each(mdxOf(source), (node, offset) => {
    if (node.type === 'code' && runnable.test(node.lang ?? ''))
      problems.push(
        `${file}:${lineAt(source, offset)}: is ${node.lang} that nobody runs. Make it a handler of a lab, and show it with <CodeFigure>.`,
      );
  });
  return [...problems, ...countProblems(file, source, 'Write <Stat> or <Verdict>, which compute it.')];
}

/** Counts of schedules, typed. */
export function countProblems(file: string, source: string, advice = 'Leave the number out.'): string[] {
  return proseIn(file, source).flatMap(({ from, to }) =>
    [...withoutCode(source.slice(from, to)).matchAll(counted)].map(
      ({ 0: text, index }) =>
        `${file}:${lineAt(source, from + index)}: "${text.replace(/\s+/g, ' ')}" is a number that nobody computes. ${advice}`,
    ),
  );
}

interface Known {
  labs: ReadonlyMap<string, Lab>;
  /** Labs that do not load, which is told already. */
  unread: ReadonlySet<string>;
  /** Slugs of `content/course.yaml` with their numbers. */
  course: ReadonlyMap<string, number>;
  runs: Runs;
}

/** Labs, handlers, scenarios, schedules and lessons that a lesson names. */
export async function lessonProblems(lesson: LessonText, known: Known): Promise<string[]> {
  const { file, slug, number, source } = lesson;
  const matter = /^---\n([\s\S]*?)\n---\n/.exec(source)?.[1] ?? '';
  const head = checked(file, yamlOf(file, matter), lessonSchema);
  const problems: string[] = [];
  const planned = known.course.get(slug);
  if (planned === undefined)
    problems.push(
      `${file}: content/course.yaml has no lesson "${slug}". Add it there, or rename the folder.`,
    );
  else if (planned !== number)
    problems.push(`${file}: content/course.yaml gives "${slug}" the number ${planned}. Rename the folder.`);
  for (const other of head.buildsOn)
    if (!known.course.has(other)) problems.push(`${file}, key buildsOn: ${noLesson(other, known)}`);
  for (const lab of head.labs)
    if (!known.labs.has(lab) && !known.unread.has(lab))
      problems.push(`${file}, key labs: ${noLab(lab, known)}`);
  const asked: { line: number; run: Run }[] = [];
  each(mdxOf(source), (node, offset) => {
    const line = lineAt(source, offset);
    const { runs, wrong } = runsOf(node, known);
    problems.push(...wrong.map((what) => `${file}:${line}: ${what}`));
    asked.push(...runs.map((run) => ({ line, run })));
  });
  for (const { line, run } of asked) {
    const wrong = await known.runs.problem(run);
    if (wrong) problems.push(`${file}:${line}: ${wrong}`);
  }
  return problems;
}

interface Named {
  runs: Run[];
  wrong: string[];
}

/** The runs that a tag or a link shows, and the names in it that do not exist. */
function runsOf(node: MdxNode, known: Known): Named {
  if (node.type === 'link') return runOfLink(node.url ?? '', known);
  const attributes = Object.fromEntries(
    (node.attributes ?? []).flatMap(({ name, value }) =>
      name && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  if (node.name === 'a') return runOfLink(attributes.href ?? '', known);
  if (node.name === 'Question' && attributes.proves !== undefined) {
    const [lab = '', handler = '', ...choices] = attributes.proves.trim().split(/\s+/);
    const tag = `<Question proves="${attributes.proves}">`;
    if (choices.length === 0)
      return {
        runs: [],
        wrong: [
          `${tag} is incomplete. Write the lab, the handler and the schedule, as in "double-charge check-then-insert w1 w2 w1 w2".`,
        ],
      };
    return named(tag, { ...attributes, lab, schedule: choices.join(' ') }, [handler], known);
  }
  if (!node.name || !/^[A-Z]/.test(node.name) || attributes.lab === undefined) return { runs: [], wrong: [] };
  const handlers = [attributes.handler, attributes.left, attributes.right].filter(
    (name) => name !== undefined,
  );
  return named(`<${node.name}>`, attributes, handlers, known);
}

function named(tag: string, names: Record<string, string>, handlers: string[], known: Known): Named {
  const { lab: id = '', schedule } = names;
  const lab = known.labs.get(id);
  if (known.unread.has(id)) return { runs: [], wrong: [] };
  if (!lab) return { runs: [], wrong: [`${tag}: ${noLab(id, known)}`] };
  const wrong = handlers
    .filter((handler) => !Object.hasOwn(lab.variants, handler))
    .map((handler) => `${tag}: "${handler}" is no handler of ${id}. ${choose(Object.keys(lab.variants))}`);
  const scenario = names.scenario ?? Object.keys(lab.scenarios)[0] ?? '';
  if (!Object.hasOwn(lab.scenarios, scenario))
    wrong.push(`${tag}: "${scenario}" is no scenario of ${id}. ${choose(Object.keys(lab.scenarios))}`);
  const runs =
    wrong.length > 0 || schedule === undefined
      ? []
      : handlers.map((handler) => ({ lab: id, handler, scenario, schedule }));
  return { runs, wrong };
}

/** A link to a lab that says where the lab should stand. */
function runOfLink(href: string, { labs }: Known): Named {
  const [, id = '', search = ''] = /\blabs\/([^/?#]+)\/?\?([^#]*)/.exec(href) ?? [];
  const lab = labs.get(id);
  // Whether the lab's page exists is asked of all links, once the pages are built.
  if (!lab || search === '') return { runs: [], wrong: [] };
  const preset = {
    handler: Object.keys(lab.variants)[0] ?? '',
    scenario: Object.keys(lab.scenarios)[0] ?? '',
    schedule: '',
  };
  const { place = preset, problems = [] } = decodePlace(search, lab, preset) ?? {};
  if (problems.length > 0)
    return { runs: [], wrong: problems.map((what) => `the link to "${href}" does not open there. ${what}`) };
  return { runs: place.schedule === '' ? [] : [{ lab: id, ...place }], wrong: [] };
}

function each(node: MdxNode, look: (node: MdxNode, offset: number) => void): void {
  look(node, node.position?.start.offset ?? 0);
  for (const child of node.children ?? []) each(child, look);
}

function noLab(id: string, { labs }: Known): string {
  return `"${id}" is no lab. ${choose([...labs.keys()])}`;
}

function noLesson(slug: string, { course }: Known): string {
  return `"${slug}" is no lesson of content/course.yaml. ${choose([...course.keys()])}`;
}

function choose(names: string[]): string {
  return `Choose one of: ${names.join(', ')}.`;
}

/** The headings of a lesson's page, with the ids that the page gives them. */
export function headingsOf(source: string): { slug: string; text: string }[] {
  const headings: { slug: string; text: string }[] = [];
  const times = new Map<string, number>();
  each(mdxOf(source), (node) => {
    if (node.type !== 'heading') return;
    const text = textOf(node);
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const before = times.get(slug) ?? 0;
    times.set(slug, before + 1);
    headings.push({ slug: before === 0 ? slug : `${slug}-${before}`, text });
  });
  return headings;
}

function textOf(node: MdxNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}
