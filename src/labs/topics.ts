/** The topic map: where each thing the course teaches is taught, practised and reviewed (Node only). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { parseDeck } from '../cards/deck.ts';
import { loadExercises } from '../grading/load.ts';

export interface Topic {
  id: string;
  /** Of the lesson, in content/lessons. */
  file: string;
  /** Slug of the lesson that teaches it. */
  lesson: string;
  /** Checkpoint items and exercises: `checkpoint/races-serial-test`, `exercise/close-the-gap`. */
  practised: string[];
  /** Ids of cards. */
  reviewed: string[];
}

export interface TopicMap {
  topics: Topic[];
  /** Ids that something claims to cover and no lesson teaches, with the file and the key. */
  unknown: { id: string; by: string }[];
  /** Ids that two lessons teach. */
  taken: { id: string; file: string; by: string }[];
}

/** Reads every lesson, checkpoint, deck and exercise. */
export function topicMap(root = process.cwd()): TopicMap {
  const topics = new Map<string, Topic>();
  const unknown: TopicMap['unknown'] = [];
  const taken: TopicMap['taken'] = [];
  for (const { file, slug, covers } of lessons(root)) {
    for (const id of covers) {
      const known = topics.get(id);
      if (known) taken.push({ id, file, by: known.file });
      else topics.set(id, { id, file, lesson: slug, practised: [], reviewed: [] });
    }
  }
  const home = (id: string, by: string): Topic | undefined => {
    const topic = topics.get(id);
    if (!topic) unknown.push({ id, by });
    return topic;
  };
  for (const [file, text] of texts(root, 'content/checkpoints', '.yaml')) {
    const { items = [] } = parseYaml(text) as { items?: { id: string; covers?: string[] }[] };
    for (const { id, covers = [] } of items)
      for (const topic of covers)
        home(topic, `${file}, key covers of item ${id}`)?.practised.push(`checkpoint/${id}`);
  }
  for (const { id, covers } of loadExercises(root))
    for (const topic of covers)
      home(topic, `content/exercises/${id}/exercise.yaml, key covers`)?.practised.push(`exercise/${id}`);
  for (const [file, text] of texts(root, 'content/decks', '.deck')) {
    for (const { id, tags } of parseDeck(text, file).cards)
      for (const topic of tags) home(topic, `${file}, key tags of card ${id}`)?.reviewed.push(id);
  }
  return { topics: [...topics.values()], unknown, taken };
}

/** What the map lacks, each in a sentence. */
export function topicProblems({ topics, unknown, taken }: TopicMap): string[] {
  return [
    ...taken.map(
      ({ id, file, by }) =>
        `${file}, key covers: "${id}" is taught by ${by} already. Leave it to one of them.`,
    ),
    ...unknown.map(
      ({ id, by }) => `${by}: "${id}" is no topic of a lesson. Correct it, or add it to the lesson's covers.`,
    ),
    ...topics.flatMap(({ id, file, practised, reviewed }) => [
      ...(practised.length > 0
        ? []
        : [
            `${file}, key covers: "${id}" is practised nowhere. Let a checkpoint item or an exercise cover it.`,
          ]),
      ...(reviewed.length > 0
        ? []
        : [`${file}, key covers: "${id}" is on no card. Give a card of the lesson's deck this tag.`]),
    ]),
  ];
}

function lessons(root: string): { file: string; slug: string; covers: string[] }[] {
  const folder = join(root, 'content/lessons');
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'index.mdx')))
    .sort()
    .map((name) => {
      const [, matter = ''] =
        /^---\n([\s\S]*?)\n---/.exec(readFileSync(join(folder, name, 'index.mdx'), 'utf8')) ?? [];
      const { covers = [] } = parseYaml(matter) as { covers?: string[] };
      return { file: `content/lessons/${name}/index.mdx`, slug: name.replace(/^\d+-/, ''), covers };
    });
}

function texts(root: string, folder: string, end: string): [file: string, text: string][] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]);
}
