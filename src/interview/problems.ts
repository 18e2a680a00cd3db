/** What is wrong with the interview questions and prompts, in sentences (Node only). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runs } from '../checks/runs.ts';
import type { Lab } from '../engine/lab.ts';
import { type TopicMap, topicMap } from '../labs/topics.ts';
import { promptSchema } from '../schemas/interview.ts';
import { ContentError, readYaml } from '../schemas/read.ts';
import { interviewFiles, promptIds, runOf } from './load.ts';
import { questionsIn } from './read.ts';

export interface Known {
  labs: ReadonlyMap<string, Lab>;
  /** Slugs of `content/course.yaml`. */
  course: ReadonlyMap<string, number>;
  runs: Runs;
}

export async function interviewProblems(root: string, known: Known): Promise<string[]> {
  const topics = new Set(topicMap(root).topics.map(({ id }: TopicMap['topics'][number]) => id));
  return [...(await questionProblems(root, topics, known)), ...(await promptProblems(root, topics, known))];
}

async function questionProblems(root: string, topics: ReadonlySet<string>, known: Known): Promise<string[]> {
  const problems: string[] = [];
  const ids = new Map<string, string>();
  for (const { file, lesson, source, inLesson } of interviewFiles(root)) {
    if (!known.course.has(lesson))
      problems.push(`${file}: content/course.yaml has no lesson "${lesson}". Rename the file.`);
    const asked = questionsIn(file, source);
    problems.push(...asked.problems);
    for (const question of asked.questions) {
      const place = `${file}:${question.line}`;
      const before = ids.get(question.id);
      if (question.id !== '' && before !== undefined)
        problems.push(
          `${place}: the id "${question.id}" is used already, at ${before}. Give the question its own.`,
        );
      ids.set(question.id, place);
      for (const topic of question.topics) if (!topics.has(topic)) problems.push(strange(place, topic));
      // What a lesson's tags name is checked with the lesson.
      if (inLesson || question.proves === null) continue;
      const wrong = await provesProblem(question.proves, question.scenario, known);
      if (wrong !== null) problems.push(`${place}: ${wrong}`);
    }
  }
  return problems;
}

async function promptProblems(root: string, topics: ReadonlySet<string>, known: Known): Promise<string[]> {
  const problems: string[] = [];
  for (const id of promptIds(root)) {
    const file = `content/interview/prompts/${id}.yaml`;
    try {
      const { stages } = readYaml(file, readFileSync(join(root, file), 'utf8'), promptSchema);
      const seen = new Set<string>();
      for (const stage of stages) {
        const place = `${file}, stage ${stage.id}`;
        if (seen.has(stage.id)) problems.push(`${place}: is there twice. Give each stage an id of its own.`);
        seen.add(stage.id);
        for (const topic of stage.covers) if (!topics.has(topic)) problems.push(strange(place, topic));
        if (stage.proves === undefined) continue;
        const { scenario } = runOf(stage.proves);
        const wrong = await provesProblem(stage.proves, scenario, known);
        if (wrong !== null) problems.push(`${place}: ${wrong}`);
      }
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      problems.push(...error.message.split('\n'));
    }
  }
  return problems;
}

function strange(place: string, topic: string): string {
  return `${place}: "${topic}" is no topic of a lesson. Correct it, or add it to the lesson's covers.`;
}

async function provesProblem(
  proves: string,
  named: string | null,
  { labs, runs }: Known,
): Promise<string | null> {
  const { lab: id, handler, schedule } = runOf(proves);
  const choose = (names: string[]) => `Choose one of: ${names.join(', ')}.`;
  const tag = `proves="${proves}"`;
  const lab = labs.get(id);
  if (schedule === '')
    return `${tag} is incomplete. Write the lab, the handler and the schedule, as in "double-charge check-then-insert w1 w2 w1 w2".`;
  if (lab === undefined) return `${tag}: "${id}" is no lab. ${choose([...labs.keys()])}`;
  if (!Object.hasOwn(lab.variants, handler))
    return `${tag}: "${handler}" is no handler of ${id}. ${choose(Object.keys(lab.variants))}`;
  const scenario = named ?? Object.keys(lab.scenarios)[0] ?? '';
  if (!Object.hasOwn(lab.scenarios, scenario))
    return `${tag}: "${scenario}" is no scenario of ${id}. ${choose(Object.keys(lab.scenarios))}`;
  return (await runs.problem({ lab: id, handler, scenario, schedule })) ?? null;
}
