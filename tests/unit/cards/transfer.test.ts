import { describe, expect, test } from 'vitest';
import {
  advance,
  type Collection,
  collectionOf,
  newFold,
  type ShippedDeck,
} from '../../../src/cards/collection.ts';
import { type Format, readDecks, writeDecks } from '../../../src/cards/formats/formats.ts';
import type { DeckFile, FileCard, Scheduling } from '../../../src/cards/formats/shape.ts';
import { deckIds, eventsOf, filesOf, planOf, saidOnce } from '../../../src/components/cards/transfer/plan.ts';
import { type ProgressEvent, readEvent } from '../../../src/progress/events.ts';
import type { NewEvent } from '../../../src/progress/progress.ts';

const shipped: ShippedDeck[] = [
  {
    ...{ id: 'races', title: 'Races', tint: '4', blurb: '', lesson: null },
    cards: [
      { id: 'gap', question: 'Where?', answer: 'Between.', see: null, tags: ['gap'] },
      { id: 'loser', question: 'Who loses?', answer: 'The second.', see: null, tags: [] },
    ],
  },
];

function collectionAfter(events: readonly NewEvent[]): Collection {
  const log = events.map(
    (event, index) =>
      ({ id: `e${index}`, v: 1, n: index + 1, at: '2026-11-30T10:00:00.000Z', ...event }) as ProgressEvent,
  );
  return collectionOf(shipped, advance(newFold(), log));
}

const due: Scheduling = {
  ...{ state: 'review', due: Date.parse('2026-12-10T08:00:00Z'), stability: 12.5, difficulty: 6 },
  ...{ scheduledDays: 12, reps: 4, lapses: 1, lastReview: Date.parse('2026-11-28T08:00:00Z') },
  ...{ suspended: false, buried: false },
};

function card(id: string, question: string, scheduling: Scheduling | null = null): FileCard {
  return {
    id,
    question,
    answer: 'Between.',
    tags: [],
    see: null,
    foreignId: null,
    changed: null,
    scheduling,
  };
}

const file = (title: string, cards: FileCard[]): DeckFile => ({
  ...{ title, tint: 'sky', blurb: '', log: [], cards },
});

let made = 0;
const newId = () => {
  made += 1;
  return `deck-${made}`;
};

describe('what a file would change', () => {
  test('cards are told apart by id: new, here already, here with another text', () => {
    const plan = planOf(
      [file('Races', [card('gap', 'Where?'), card('loser', 'Who?'), card('new', 'What?')])],
      collectionAfter([]),
    );
    expect(plan.decks).toHaveLength(1);
    const [deck] = plan.decks;
    expect([deck?.into, deck?.same, deck?.fresh.map(({ id }) => id)]).toEqual(['races', 1, ['new']]);
    expect(deck?.other.map(({ card: here, file: there }) => [here.question, there.question])).toEqual([
      ['Who loses?', 'Who?'],
    ]);
  });

  test('two decks of one file may each have a card 1: taken in twice they change nothing', () => {
    const files = [file('One', [card('1', 'First?')]), file('Two', [card('1', 'Second?')])];
    const events = eventsOf(planOf(files, collectionAfter([])), { replace: false, scheduling: true }, newId);
    const { decks } = planOf(files, collectionAfter(events));
    expect(decks.map(({ fresh, same, other }) => [fresh.length, same, other.length])).toEqual([
      [0, 1, 0],
      [0, 1, 0],
    ]);
  });

  test('every event that a damaged schedule leads to can be read from the log again', () => {
    const odd: Partial<Scheduling>[] = [
      { reps: 1e300, lapses: 1e17, stability: 0, difficulty: 0 },
      { due: 8.64e15, lastReview: 0 },
      { due: 0, lastReview: null, stability: null, scheduledDays: 1e6 },
      { state: 'learning', stability: null, scheduledDays: 0, suspended: true },
    ];
    const files = [
      file(
        'Odd',
        odd.map((each, index) => card(`${index}`, 'Odd?', { ...due, ...each })),
      ),
    ];
    const events = eventsOf(planOf(files, collectionAfter([])), { replace: false, scheduling: true }, newId);
    const envelope = { id: 'x', v: 1, n: 1, at: '2026-11-30T10:00:00.000Z' };
    expect(events.map((event) => readEvent({ ...envelope, ...event }).kind)).toEqual(
      events.map(() => 'event'),
    );
    // The second is due beyond all dates, and comes as a new card.
    expect(events.filter(({ kind }) => kind === 'memory')).toHaveLength(3);
  });

  test('a card is known in whatever deck it stands', () => {
    const plan = planOf([file('Somewhere else', [card('gap', 'Where?')])], collectionAfter([]));
    expect(plan.decks[0]).toMatchObject({ into: null, same: 1, fresh: [] });
    expect(eventsOf(plan, { replace: true, scheduling: true }, newId)).toEqual([]);
  });

  test('a new deck is made once, with its cards and when they are due', () => {
    const plan = planOf([file('Mine', [card('a', 'A?', due), card('b', 'B?')])], collectionAfter([]));
    const events = eventsOf(plan, { replace: false, scheduling: true }, () => 'mine');
    expect(events).toEqual([
      { kind: 'deck', deck: 'mine', title: 'Mine', tint: 'sky', blurb: '' },
      { kind: 'card-text', deck: 'mine', card: 'a', question: 'A?', answer: 'Between.', tags: [] },
      {
        ...{ kind: 'memory', deck: 'mine', card: 'a' },
        memory: {
          ...{ stability: 12.5, difficulty: 6, reps: 4, lapses: 1 },
          ...{ due: '2026-12-10T08:00:00.000Z', last: '2026-11-28T08:00:00.000Z' },
        },
      },
      { kind: 'card-text', deck: 'mine', card: 'b', question: 'B?', answer: 'Between.', tags: [] },
    ]);
    // The same file once more finds all of it.
    const again = planOf([file('Mine', [card('a', 'A?', due), card('b', 'B?')])], collectionAfter(events));
    expect(again.decks).toEqual([{ title: 'Mine', into: 'mine', fresh: [], same: 2, other: [] }]);
  });

  test('another text replaces ours only when the reader says so', () => {
    const plan = planOf([file('Races', [card('loser', 'Who?')])], collectionAfter([]));
    expect(eventsOf(plan, { replace: false, scheduling: true }, newId)).toEqual([]);
    expect(eventsOf(plan, { replace: true, scheduling: true }, newId)).toEqual([
      { kind: 'card-text', deck: 'races', card: 'loser', question: 'Who?', answer: 'Between.', tags: [] },
    ]);
  });

  test('a card of another scheduler is remembered for its interval; one never answered is new', () => {
    const other = { ...due, stability: null, difficulty: null };
    const fresh = { ...due, state: 'new' as const };
    const plan = planOf(
      [file('Mine', [card('a', 'A?', other), card('b', 'B?', fresh)])],
      collectionAfter([]),
    );
    const memories = eventsOf(plan, { replace: false, scheduling: true }, newId).filter(
      ({ kind }) => kind === 'memory',
    );
    expect(memories).toMatchObject([{ card: 'a', memory: { stability: 12, difficulty: 5 } }]);
    expect(
      eventsOf(plan, { replace: false, scheduling: false }, newId).filter(({ kind }) => kind === 'memory'),
    ).toEqual([]);
  });
});

describe('what is taken along', () => {
  test('decks with the reader’s own texts, and dates where they are asked for', () => {
    const collection = collectionAfter([
      {
        kind: 'card-text',
        deck: 'races',
        card: 'gap',
        question: 'Where is it?',
        answer: 'There.',
        tags: ['x'],
      },
      {
        ...{ kind: 'memory', deck: 'races', card: 'loser' },
        memory: {
          ...{ stability: 12.5, difficulty: 6, reps: 4, lapses: 1 },
          ...{ due: '2026-12-10T08:00:00.000Z', last: '2026-11-28T08:00:00.000Z' },
        },
      },
    ]);
    const [races] = filesOf(collection, ['races'], true);
    expect(races?.cards.map(({ question, tags, changed }) => [question, tags, changed])).toEqual([
      ['Where is it?', ['x'], Date.parse('2026-11-30T10:00:00.000Z')],
      ['Who loses?', [], null],
    ]);
    expect(races?.cards.map(({ scheduling }) => scheduling)).toEqual([null, due]);
    expect(filesOf(collection, ['races'], false)[0]?.cards.map(({ scheduling }) => scheduling)).toEqual([
      null,
      null,
    ]);
    expect(filesOf(collection, ['crashes'], true)).toEqual([]);
  });
});

const ours: ShippedDeck[] = [
  {
    ...{ id: 'races', title: 'Races', tint: '4', blurb: '', lesson: null },
    cards: [
      {
        ...{ id: 'gap', question: 'Where?', answer: 'Between.', tags: [] },
        see: {
          ...{ lab: 'double-charge', handler: 'claim', schedule: 'w1 w2', scenario: 'two-at-once' },
          title: 'Double charge',
        },
      },
    ],
  },
];

describe('two tabs that take one file in at the same moment', () => {
  const choices = { replace: true, scheduling: true };
  const doors = [file('Doors', [card('1', 'First?', due)])];
  const logAfter = (events: readonly NewEvent[]) =>
    events.map(
      (event, index) =>
        ({ id: `e${index}`, v: 1, n: index + 1, at: '2026-11-30T10:00:00.000Z', ...event }) as ProgressEvent,
    );
  const taken = (log: readonly ProgressEvent[], files: DeckFile[]) =>
    saidOnce(
      eventsOf(planOf(files, collectionOf(shipped, advance(newFold(), log))), choices, deckIds(log)),
      log,
    );

  test('say the same, so that the log has it once', () => {
    const first = taken([], doors);
    expect(first.map(({ kind }) => kind)).toEqual(['deck', 'card-text', 'memory']);
    expect(taken([], doors)).toEqual(first);
    expect(new Set(first.map(({ id }) => id)).size).toBe(3);
  });

  test('and a card that changed, changed back and changed again is another thing each time', () => {
    let log = logAfter(taken([], doors));
    const ids = new Set(log.map(({ id }) => id));
    for (const question of ['Second?', 'First?', 'Second?']) {
      const next = taken(log, [file('Doors', [card('1', question)])]);
      expect(next).toMatchObject([{ kind: 'card-text', card: '1', question }]);
      log = logAfter([...log, ...next]);
      ids.add(next[0]?.id ?? '');
    }
    expect(ids.size).toBe(6);
  });

  test('and a deck that was removed is not brought back with its cards: the file makes another', () => {
    const first = taken([], doors);
    const deck = first[0]?.kind === 'deck' ? first[0].deck : '';
    const log = logAfter([...first, { kind: 'deck-removed', deck }]);
    const [again] = taken(log, doors);
    expect(again).toMatchObject({ kind: 'deck', title: 'Doors' });
    expect(again?.kind === 'deck' && again.deck).not.toBe(deck);
  });
});

test.each<Format>(['json', 'csv', 'tsv', 'anki-text', 'deck'])(
  'a deck of ours written as %s on the page is read again, links with their scenarios',
  (format) => {
    const collection = collectionOf(ours, newFold());
    const { bytes } = writeDecks(format, filesOf(collection, ['races'], true));
    const { decks, report } = readDecks(`races.${format === 'anki-text' ? 'txt' : format}`, bytes);
    expect(report).toEqual([]);
    expect(decks[0]?.cards[0]?.see).toEqual({
      ...{ lab: 'double-charge', scenario: 'two-at-once', handler: 'claim', schedule: 'w1 w2' },
    });
  },
);
