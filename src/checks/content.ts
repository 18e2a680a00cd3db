/**
 * Everything about `content` that can be known before the site is built, as sentences: names that do not
 * exist, topics without a home, schedules that cannot run, promises that labs do not keep, lessons that are
 * too long, words in no dictionary (Node only). The build and the tests ask the same question.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeckError } from '../cards/deck.ts';
import { loadCheckpoint, loadDeck } from '../checkpoints/load.ts';
import { EngineError } from '../engine/errors.ts';
import type { Lab } from '../engine/lab.ts';
import { loadExercise } from '../grading/load.ts';
import { interviewProblems } from '../interview/problems.ts';
import { loadLab } from '../labs/load.ts';
import { agree, promised } from '../labs/promises.ts';
import { topicMap, topicProblems } from '../labs/topics.ts';
import { loadChoices } from '../quiz/choices.ts';
import { courseSchema } from '../schemas/course.ts';
import { ContentError, readYaml } from '../schemas/read.ts';
import { dictionary, wordsFile, wordsOf } from './dictionary.ts';
import {
  countProblems,
  headingsOf,
  type LessonText,
  lengthProblems,
  lessonProblems,
  lessonsIn,
  unprovenProblems,
} from './lessons.ts';
import { type Runs, runsIn } from './runs.ts';
import { spellingProblems } from './spelling.ts';

/**
 * @param options.verdicts - Whether every handler is explored, and its verdict held against what its lab
 *   promises. It takes longer than all the rest.
 * @returns every problem once, file by file; none when all is well.
 */
export async function contentProblems(
  root = process.cwd(),
  { verdicts = true }: { verdicts?: boolean } = {},
): Promise<string[]> {
  const problems = new Problems();
  const runs = runsIn(root);
  const course = courseOf(root, problems);
  // Everything hangs on the lessons' names.
  if (course.size === 0) return problems.all();
  const labs = await namesOf(root, 'labs', problems, (id) => loadLab(id, root));
  await namesOf(root, 'exercises', problems, (id) => loadExercise(id, root));
  const lessons = lessonsIn(root);
  const unread = new Set(foldersIn(root, 'labs').filter((id) => !labs.has(id)));
  let heads = true;
  for (const lesson of lessons) {
    const found = await problems.of(() => lessonProblems(lesson, { labs, unread, course, runs }));
    problems.add(found);
    heads &&= found !== null;
    await problems.of(() => loadCheckpoint(lesson.slug, headingsOf(lesson.source), root));
  }
  for (const [file, slug] of filesIn(root, 'decks', '.deck')) {
    problems.add(await problems.of(() => deckProblems(file, slug, root, labs, runs)));
  }
  for (const slug of course.keys()) await problems.of(() => loadChoices(slug, root));
  if (verdicts) problems.add(await problems.of(() => promiseProblems(labs, runs)));
  // Without every head it would find topics without a home everywhere.
  if (heads) {
    problems.add(await problems.of(() => topicProblems(topicMap(root))));
    problems.add(await problems.of(() => interviewProblems(root, { labs, course, runs })));
  }
  for (const kind of ['checkpoints', 'quiz']) {
    for (const [file, slug] of filesIn(root, kind, '.yaml')) {
      if (!course.has(slug))
        problems.add([`${file}: content/course.yaml has no lesson "${slug}". Rename the file.`]);
    }
  }
  for (const lesson of lessons) {
    problems.add(await problems.of(() => lengthProblems(lesson, root)));
    problems.add(unprovenProblems(lesson));
  }
  problems.add(wordProblems(root, lessons));
  return problems.all();
}

/** Collects sentences, and what loaders throw. */
class Problems {
  readonly #sentences = new Set<string>();

  add(sentences: readonly string[] | null): void {
    for (const sentence of sentences ?? []) this.#sentences.add(sentence);
  }

  /** @returns null when the work has thrown a mistake of the content, which is then noted. */
  async of<Value>(work: () => Value | Promise<Value>): Promise<Value | null> {
    try {
      return await work();
    } catch (error) {
      const known =
        error instanceof ContentError || error instanceof DeckError || error instanceof EngineError;
      if (!known) throw error;
      this.add(error.message.split('\n'));
      return null;
    }
  }

  all(): string[] {
    return [...this.#sentences];
  }
}

/** Slugs and numbers of the lessons, in order. */
function courseOf(root: string, problems: Problems): Map<string, number> {
  const file = 'content/course.yaml';
  try {
    const course = readYaml(file, readFileSync(join(root, file), 'utf8'), courseSchema);
    return new Map(Object.entries(course).map(([slug, { number }]) => [slug, number]));
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    problems.add(error.message.split('\n'));
    return new Map();
  }
}

function foldersIn(root: string, kind: string): string[] {
  const folder = join(root, 'content', kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function filesIn(root: string, kind: string, end: string): [file: string, slug: string][] {
  const folder = join(root, 'content', kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => [`content/${kind}/${name}`, name.slice(0, -end.length)]);
}

async function namesOf<Value>(
  root: string,
  kind: string,
  problems: Problems,
  load: (id: string) => Value,
): Promise<Map<string, Value>> {
  const loaded = new Map<string, Value>();
  for (const id of foldersIn(root, kind)) {
    const value = await problems.of(() => load(id));
    if (value !== null) loaded.set(id, value);
  }
  return loaded;
}

/** The schedule that a card links to must run. */
async function deckProblems(
  file: string,
  slug: string,
  root: string,
  labs: ReadonlyMap<string, Lab>,
  runs: Runs,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { id, see } of loadDeck(slug, root)?.cards ?? []) {
    if (see === null) continue;
    const scenario = see.scenario ?? Object.keys(labs.get(see.lab)?.scenarios ?? {})[0] ?? '';
    const wrong = await runs.problem({ ...see, scenario });
    if (wrong) problems.push(`${file}, key see of card ${id}: ${wrong}`);
  }
  return problems;
}

/** Every verdict that a lab's file states must be the one that exploring finds. */
async function promiseProblems(labs: ReadonlyMap<string, Lab>, runs: Runs): Promise<string[]> {
  const problems: string[] = [];
  for (const [id, { variants }] of labs) {
    for (const [handler, { expect }] of Object.entries(variants)) {
      for (const [scenario, expected] of Object.entries(expect)) {
        const exploration = await runs.explored(id, { handler, scenario });
        if (agree(exploration, expected)) continue;
        problems.push(
          `content/labs/${id}/lab.yaml, key variants.${handler}.expect.${scenario}: promises "${promised(expected)}", ` +
            `and every schedule says "${promised(exploration.verdict)}". Correct the handler, or the promise.`,
        );
      }
    }
  }
  return problems;
}

/** Words in no dictionary, and typed counts. */
function wordProblems(root: string, lessons: readonly LessonText[]): string[] {
  const words = dictionary(wordsOf(root));
  const problems: string[] = [];
  for (const { file, source } of lessons) problems.push(...spellingProblems(file, source, words));
  for (const file of otherTexts(root)) {
    const source = readFileSync(join(root, file), 'utf8');
    problems.push(...spellingProblems(file, source, words), ...countProblems(file, source));
  }
  return problems;
}

/** Files with prose, besides the lessons. */
function otherTexts(root: string): string[] {
  const globs = [
    ...['course.yaml', 'checkpoints/*.yaml', 'decks/*.deck', 'quiz/*.yaml', 'labs/*/lab.yaml'],
    ...['exercises/*/exercise.yaml', 'exercises/*/prompt.mdx'],
    ...['interview/*.mdx', 'interview/prompts/*.yaml'],
  ];
  return globs.flatMap((glob) => globSync(`content/${glob}`, { cwd: root })).sort();
}

/** Whether the list of terms is in order, and each is needed, in the content or on the site's pages. */
export function termProblems(root = process.cwd()): string[] {
  const terms = wordsOf(root);
  const words = dictionary(terms);
  const texts = [...lessonsIn(root).map(({ file }) => file), ...otherTexts(root)];
  for (const file of texts) spellingProblems(file, readFileSync(join(root, file), 'utf8'), words);
  const problems: string[] = [];
  const late = terms.find((term, index) => (terms[index - 1] ?? '').localeCompare(term, 'en') >= 0);
  if (late !== undefined)
    problems.push(`${wordsFile}: "${late}" is not in its place. Sort the words, each once.`);
  const site = globSync('src/**/*.{astro,ts,tsx}', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  for (const term of words.unused())
    if (!new RegExp(`(?<!\\p{L})${term}(?!\\p{L})`, 'iu').test(site))
      problems.push(`${wordsFile}: "${term}" is used nowhere. Remove it.`);
  return problems;
}
