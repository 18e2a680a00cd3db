/** What a file of decks would change, before anything is changed. Pure. */
import type { CardNow, Collection } from '../../../cards/collection.ts';
import { instantOf } from '../../../cards/day.ts';
import { digest } from '../../../cards/formats/clean.ts';
import type { DeckFile, FileCard, Scheduling } from '../../../cards/formats/shape.ts';
import { dueInstant, isLearning } from '../../../cards/schedule.ts';
import { furthestTime, type Memory, type ProgressEvent } from '../../../progress/events.ts';
import type { NewEvent } from '../../../progress/progress.ts';

export interface PlannedDeck {
  title: string;
  /** The deck it goes into; null for one that is made. */
  into: string | null;
  fresh: FileCard[];
  /** Here already, under the same id, with the same text. */
  same: number;
  /** Here already, under the same id, with another text. */
  other: { card: CardNow; file: FileCard }[];
}

export interface Plan {
  decks: PlannedDeck[];
}

export interface Choices {
  /** Take the file's text where a card has another one here. */
  replace: boolean;
  /** Take over when new cards are due. */
  scheduling: boolean;
}

/** Compares a file with the cards there are. A card is known by its id, in whatever deck it stands. */
export function planOf(files: readonly DeckFile[], collection: Collection): Plan {
  const known = new Map<string, CardNow>();
  for (const deck of collection.decks) for (const card of deck.cards) known.set(card.id, card);
  const decks = files.map((file): PlannedDeck => {
    const into = collection.decks.find(({ title }) => title === file.title);
    const planned: PlannedDeck = {
      title: file.title,
      into: into?.id ?? null,
      ...{ fresh: [], same: 0, other: [] },
    };
    // Two decks of one file may each have a card 1.
    const nearest = new Map(into?.cards.map((card) => [card.id, card]));
    for (const card of file.cards) {
      const here = nearest.get(card.id) ?? known.get(card.id);
      if (here === undefined) planned.fresh.push(card);
      else if (here.question === card.question && here.answer === card.answer) planned.same += 1;
      else planned.other.push({ card: here, file: card });
    }
    return planned;
  });
  return { decks: decks.filter(({ fresh, same, other }) => fresh.length + same + other.length > 0) };
}

/** The events that carry a plan out. */
export function eventsOf(plan: Plan, choices: Choices, newId: (title: string) => string): NewEvent[] {
  const events: NewEvent[] = [];
  for (const { title, into, fresh, other } of plan.decks) {
    const deck = into ?? newId(title);
    if (into === null && fresh.length > 0) events.push({ kind: 'deck', deck, title, tint: 'sky', blurb: '' });
    for (const card of fresh) {
      events.push({ kind: 'card-text', deck, card: card.id, ...textOf(card) });
      if (choices.scheduling && card.scheduling) events.push(...scheduled(deck, card.id, card.scheduling));
    }
    if (!choices.replace) continue;
    for (const { card, file } of other)
      events.push({ kind: 'card-text', deck: card.deck.id, card: card.id, ...textOf(file) });
  }
  return events;
}

/**
 * Ids for the decks of an import, made of their titles: two tabs that take one file in at the same moment
 * make one deck. One that was removed stays removed: the next of its title is another.
 */
export function deckIds(log: readonly ProgressEvent[]): (title: string) => string {
  const taken = new Set(log.flatMap((event) => (event.kind === 'deck' ? [event.deck] : [])));
  return (title) => {
    let [number, id] = [1, deckId(title, 1)];
    for (; taken.has(id); id = deckId(title, number)) number += 1;
    return id;
  };
}

const deckId = (title: string, number: number) => `import-${digest(JSON.stringify([title, number]))}`;

/** With ids made of what they say and of what was said last: the log has once what two tabs say at once. */
export function saidOnce(events: readonly NewEvent[], log: readonly ProgressEvent[]): NewEvent[] {
  const last = log.at(-1)?.id ?? '';
  return events.map((event) => ({ ...event, id: `import:${digest(JSON.stringify([last, event]))}` }));
}

function textOf({ question, answer, tags }: FileCard) {
  return { question, answer, tags };
}

/** Where another scheduler was at work, its interval says how long a card is remembered. */
const unknownDifficulty = 5;

function scheduled(deck: string, card: string, scheduling: Scheduling): NewEvent[] {
  const memory = memoryOf(scheduling);
  return [
    ...(memory ? [{ kind: 'memory' as const, deck, card, memory }] : []),
    ...(scheduling.suspended ? [{ kind: 'suspend' as const, deck, card, suspended: true }] : []),
  ];
}

/** Null for a card that was never answered. */
function memoryOf(scheduling: Scheduling): Memory | null {
  const { state, due, stability, difficulty, scheduledDays, reps, lapses, lastReview } = scheduling;
  if (state === 'new') return null;
  const dayMs = 86_400_000;
  const last = lastReview ?? due - scheduledDays * dayMs;
  const instants = [due, last].map((instant) => new Date(instant));
  if (!instants.every((instant) => Math.abs(instant.getTime()) <= furthestTime)) return null;
  return {
    stability: Math.max(0.01, stability ?? scheduledDays),
    difficulty: Math.min(10, Math.max(1, difficulty ?? unknownDifficulty)),
    due: new Date(due).toISOString(),
    last: new Date(last).toISOString(),
    reps: counted(reps),
    lapses: counted(lapses),
  };
}

/** A damaged collection counts in numbers that no log can hold. */
function counted(times: number): number {
  return Math.min(1e6, Math.max(0, Math.round(times)));
}

/** Decks as a file holds them. */
export function filesOf(collection: Collection, only: readonly string[], scheduling: boolean): DeckFile[] {
  return collection.decks
    .filter(({ id }) => only.includes(id))
    .map(({ title, tint, blurb, cards }) => ({
      ...{ title, tint, blurb, log: [] },
      cards: cards.map((card): FileCard => {
        const { id, question, answer, tags, see, record } = card;
        return {
          ...{ id, question, answer, tags, foreignId: null },
          see: see && { lab: see.lab, handler: see.handler, schedule: see.schedule, scenario: see.scenario },
          changed: record.text ? Date.parse(record.text.at) : null,
          scheduling: scheduling ? schedulingOf(card) : null,
        };
      }),
    }));
}

function schedulingOf({ record: { state, suspended } }: CardNow): Scheduling | null {
  if (state.phase === 'new' || state.last === null) return null;
  return {
    state: state.phase,
    due: isLearning(state) ? dueInstant(state) : instantOf(state.due, state.zone),
    stability: state.stability,
    difficulty: state.difficulty,
    scheduledDays: state.interval,
    reps: state.reps,
    lapses: state.lapses,
    lastReview: instantOf(state.last, state.zone),
    suspended: suspended !== null,
    buried: false,
  };
}
