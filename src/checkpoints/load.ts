/** Reads `content/checkpoints` and `content/decks` (Node only). Mistakes name file, key or line. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Deck, parseDeck, type See } from '../cards/deck.ts';
import type { CardView, DeckView } from '../cards/view.ts';
import type { Lab } from '../engine/lab.ts';
import { explored, replayed } from '../labs/figures.ts';
import { loadLabs } from '../labs/load.ts';
import { type CheckpointFile, checkpointSchema } from '../schemas/checkpoint.ts';
import { deckSchema } from '../schemas/deck.ts';
import { ContentError, checked, member, readYaml } from '../schemas/read.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type CheckpointSources, resolveCheckpoint } from './resolve.ts';

/**
 * The checkpoint of a lesson, ready for its page.
 *
 * @param headings - Those of the lesson's page, which `see` may name.
 * @returns null when the lesson has none
 * @throws {ContentError}
 */
export async function loadCheckpoint(
  lesson: string,
  headings: readonly { slug: string; text: string }[],
  root = process.cwd(),
): Promise<Checkpoint | null> {
  const file = `content/checkpoints/${lesson}.yaml`;
  const text = readOptional(join(root, file));
  if (text === null) return null;
  const raw = checkpointFile(file, text);
  const cards = loadDeck(lesson, root)?.cards ?? [];
  const at = root === process.cwd() ? {} : { root };
  const sources: CheckpointSources = {
    labs: loadLabs(root),
    replayed: (lab, run) => replayed(lab, { ...run, ...at }),
    explored: (lab, run) => explored(lab, { ...run, ...at }),
    headings,
    cards,
  };
  return resolveCheckpoint(raw, sources, file);
}

/** How many questions a lesson's checkpoint asks; 0 when it has none. @throws {ContentError} */
export function questionCount(lesson: string, root = process.cwd()): number {
  const file = `content/checkpoints/${lesson}.yaml`;
  const text = readOptional(join(root, file));
  return text === null ? 0 : checkpointFile(file, text).items.length;
}

/** Parses and validates one checkpoint file, without looking at labs. @throws {ContentError} */
export function checkpointFile(file: string, text: string): CheckpointFile {
  const checkpoint = readYaml(file, text, checkpointSchema, { placeOf });
  const expected = file
    .split('/')
    .at(-1)
    ?.replace(/\.yaml$/, '');
  if (checkpoint.lesson !== expected) {
    throw new ContentError(
      file,
      'lesson',
      `"${checkpoint.lesson}" is not the file's name. Write ${expected}.`,
    );
  }
  return checkpoint;
}

/** A lesson's deck, or null when it has none. @throws {DeckError} @throws {ContentError} */
export function loadDeck(lesson: string, root = process.cwd()): Deck | null {
  const file = `content/decks/${lesson}.deck`;
  const text = readOptional(join(root, file));
  if (text === null) return null;
  const deck = checked(file, parseDeck(text, file), deckSchema, { placeOf });
  const labs = loadLabs(root);
  for (const { id, see } of deck.cards) {
    const wrong = see && strangerIn(see, labs);
    if (wrong) throw new ContentError(file, `see of card ${id}`, wrong);
  }
  return deck;
}

/** A name in a link of a card that does not exist, in a sentence. */
function strangerIn({ lab: id, scenario, handler }: See, labs: readonly Lab[]): string | null {
  const lab = labs.find((each) => each.id === id);
  const choose = (names: string[]) => `Choose one of: ${names.join(', ')}.`;
  if (lab === undefined) return `"${id}" is no lab. ${choose(labs.map((each) => each.id))}`;
  if (!Object.hasOwn(lab.variants, handler))
    return `"${handler}" is no handler of ${id}. ${choose(Object.keys(lab.variants))}`;
  if (scenario !== undefined && !Object.hasOwn(lab.scenarios, scenario))
    return `"${scenario}" is no scenario of ${id}. ${choose(Object.keys(lab.scenarios))}`;
  return null;
}

/** The deck as its page gets it: links name the lab by its title, and a scenario. */
export function loadDeckView(lesson: string, root = process.cwd()): DeckView | null {
  const deck = loadDeck(lesson, root);
  if (deck === null) return null;
  const labs = new Map(loadLabs(root).map((lab) => [lab.id, lab]));
  const cards = deck.cards.map(({ id, question, answer, see }): CardView => {
    const lab = see && labs.get(see.lab);
    if (!lab || !see) return { id, question, answer, see: null };
    const scenario = see.scenario ?? Object.keys(lab.scenarios)[0] ?? '';
    return { id, question, answer, see: { ...see, title: lab.title, scenario } };
  });
  return { id: lesson, title: deck.title, tint: deck.tint, cards };
}

/** Where in the file: an item or a card by its id, which can be searched for, else by its number. */
function placeOf(raw: unknown, path: readonly PropertyKey[]): string {
  const [list, index, ...rest] = path;
  const id = member(member(member(raw, list), index), 'id');
  if (typeof id !== 'string' || (list !== 'items' && list !== 'cards') || rest[0] === 'id')
    return path.map(String).join('.');
  const name = `${list === 'items' ? 'item' : 'card'} ${id}`;
  return rest.length === 0 ? name : `${rest.map(String).join('.')} of ${name}`;
}

function readOptional(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
