/** The topic map: where each thing the course teaches is taught, practised and reviewed (Node only). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { parseDeck } from '../cards/deck.ts';
import { loadExercises } from '../grading/load.ts';

export interface Topic {
  id: string;
  /** Slug of the lesson that teaches it. */
  lesson: string;
  /** Checkpoint items and exercises: `checkpoint/races-serial-test`, `exercise/close-the-gap`. */
  practised: string[];
  /** Ids of cards. */
  reviewed: string[];
}

export interface TopicMap {
  topics: Topic[];
  /** Ids that something claims to cover and no lesson teaches, with who claims it. */
  unknown: { id: string; by: string }[];
}

/** Reads every lesson, checkpoint, deck and exercise. */
export function topicMap(root = process.cwd()): TopicMap {
  const topics = new Map<string, Topic>();
  const unknown: TopicMap['unknown'] = [];
  for (const { slug, covers } of lessons(root)) {
    for (const id of covers) {
      const known = topics.get(id);
      if (known) unknown.push({ id, by: `lesson/${slug}, after lesson/${known.lesson}` });
      else topics.set(id, { id, lesson: slug, practised: [], reviewed: [] });
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
      for (const topic of covers) home(topic, `${file}, item ${id}`)?.practised.push(`checkpoint/${id}`);
  }
  for (const { id, covers } of loadExercises(root))
    for (const topic of covers) home(topic, `exercise ${id}`)?.practised.push(`exercise/${id}`);
  for (const [file, text] of texts(root, 'content/decks', '.deck')) {
    for (const { id, tags } of parseDeck(text, file).cards)
      for (const topic of tags) home(topic, `${file}, card ${id}`)?.reviewed.push(id);
  }
  return { topics: [...topics.values()], unknown };
}

function lessons(root: string): { slug: string; covers: string[] }[] {
  const folder = join(root, 'content/lessons');
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'index.mdx')))
    .sort()
    .map((name) => {
      const [, matter = ''] =
        /^---\n([\s\S]*?)\n---/.exec(readFileSync(join(folder, name, 'index.mdx'), 'utf8')) ?? [];
      const { covers = [] } = parseYaml(matter) as { covers?: string[] };
      return { slug: name.replace(/^\d+-/, ''), covers };
    });
}

function texts(root: string, folder: string, end: string): [file: string, text: string][] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]);
}
