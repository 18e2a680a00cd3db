/**
 * Everything that is known about the reader's cards, folded from the log; and the decks as they are
 * now, with the reader's texts in them.
 *
 * The fold takes in what is new and keeps the rest, so that one more answer costs nothing that
 * grows with the log. What it gives is the same however the log came together.
 */
import type { CardReason, ConfidenceLevel, ProgressEvent } from '../progress/events.ts';
import {
  type CardEvent,
  type CardRecord,
  type CardText,
  type History,
  newHistory,
  newRecord,
  takeIn,
} from './history.ts';
import { type CardSettings, usualSettings, withSetting } from './settings.ts';
import type { CardView, DeckView } from './view.ts';

type Events = readonly ProgressEvent[];

export interface ShippedCard extends CardView {
  tags: string[];
}

/** A deck of ours, as the pages fetch it. */
export interface ShippedDeck extends DeckView {
  blurb: string;
  cards: ShippedCard[];
  lesson: { number: number; title: string; href: string | null } | null;
}

interface OwnDeck {
  title: string;
  tint: string;
  blurb: string;
  removed: boolean;
}

/** What the log says, before it is joined with the decks of the site. */
export interface Fold {
  log: Events;
  /** By deck and card. */
  histories: Map<string, Map<string, History>>;
  own: Map<string, OwnDeck>;
  /** What was said last about each lesson, and where in the log. */
  confidence: Map<string, { level: ConfidenceLevel; place: number }>;
  settings: CardSettings;
  undone: Set<string>;
}

export function newFold(): Fold {
  return {
    log: [],
    histories: new Map(),
    own: new Map(),
    confidence: new Map(),
    settings: usualSettings,
    undone: new Set(),
  };
}

/**
 * Brings a fold up to a log.
 *
 * @param fold - Changed where the log only grew, and then returned.
 * @returns another fold where events came between those that were known, or took their place: a merge.
 */
export function advance(fold: Fold, log: Events): Fold {
  if (log === fold.log) return fold;
  const known = fold.log.length;
  // Events keep their identity while they stay as they are: to compare them all is quicker than to
  // fold one card anew.
  const grew = fold.log.every((event, place) => event === log[place]);
  if (!grew) return advance(newFold(), log);
  const late: string[] = [];
  for (let place = known; place < log.length; place += 1) {
    const event = log[place];
    if (event?.kind !== 'undo' || fold.undone.has(event.event)) continue;
    fold.undone.add(event.event);
    late.push(event.event);
  }
  // Each of them folds one card anew, and looks through the whole log to do it.
  if (known > 0 && late.length > 20) return advance(newFold(), log);
  fold.log = log;
  for (let place = known; place < log.length; place += 1) {
    const event = log[place];
    if (event !== undefined) take(fold, event, place);
  }
  if (known > 0) for (const id of late) takeBack(fold, id);
  return fold;
}

function take(fold: Fold, event: ProgressEvent, place: number): void {
  switch (event.kind) {
    case 'deck': {
      const { title, tint, blurb } = event;
      fold.own.set(event.deck, { title, tint, blurb, removed: false });
      return;
    }
    case 'deck-removed': {
      const deck = fold.own.get(event.deck);
      if (deck) fold.own.set(event.deck, { ...deck, removed: true });
      return;
    }
    case 'confidence':
      fold.confidence.set(event.lesson, { level: event.level, place });
      return;
    case 'setting':
      fold.settings = withSetting(fold.settings, event.name, event.value);
      return;
    default:
      if (!isOfCard(event)) return;
      takeIn(historyOf(fold, event), event, {
        place,
        retention: fold.settings.retention,
        undone: fold.undone.has(event.id),
      });
  }
}

function isOfCard(event: ProgressEvent): event is CardEvent {
  return event.kind === 'review' || ('deck' in event && 'card' in event);
}

/** What was taken back lies in the part that was folded already: that card is folded anew. */
function takeBack(fold: Fold, id: string): void {
  const target = fold.log.findLast((event) => event.id === id);
  if (target === undefined || !isOfCard(target)) return;
  const { deck, card } = target;
  const history = newHistory(deck, card);
  let settings = usualSettings;
  for (const [place, event] of fold.log.entries()) {
    if (event.kind === 'setting') settings = withSetting(settings, event.name, event.value);
    if (!isOfCard(event) || event.card !== card || event.deck !== deck) continue;
    takeIn(history, event, { place, retention: settings.retention, undone: fold.undone.has(event.id) });
  }
  fold.histories.get(deck)?.set(card, history);
}

function historyOf(fold: Fold, { deck, card }: { deck: string; card: string }): History {
  let cards = fold.histories.get(deck);
  if (cards === undefined) {
    cards = new Map();
    fold.histories.set(deck, cards);
  }
  let history = cards.get(card);
  if (history === undefined) {
    history = newHistory(deck, card);
    cards.set(card, history);
  }
  return history;
}

/** Why a card is asked before its time. */
export type Forward = CardReason | 'new-to-it';

export interface CardNow extends CardText {
  deck: DeckNow;
  id: string;
  see: CardView['see'];
  /** Our text, or null for a card of the reader's own. */
  original: CardText | null;
  /** The text shown is the reader's. */
  edited: boolean;
  record: CardRecord;
  forward: Forward | null;
}

export interface DeckNow {
  id: string;
  title: string;
  tint: string;
  blurb: string;
  /** The reader made it. */
  own: boolean;
  lesson: ShippedDeck['lesson'];
  /** What the reader said last about the lesson. */
  confidence: ConfidenceLevel | null;
  cards: CardNow[];
}

export interface Collection {
  decks: DeckNow[];
  settings: CardSettings;
}

/** The decks as they are now: ours in the given order, then the reader's in the order they were made. */
export function collectionOf(shipped: readonly ShippedDeck[], fold: Fold): Collection {
  const decks = shipped.map((deck) => shippedNow(deck, fold));
  const ours = new Set(shipped.map(({ id }) => id));
  for (const [id, { removed, ...own }] of fold.own) {
    if (removed || ours.has(id)) continue;
    const deck: DeckNow = { id, ...own, own: true, lesson: null, confidence: null, cards: [] };
    addOwnCards(deck, fold, new Set());
    decks.push(deck);
  }
  return { decks, settings: fold.settings };
}

function shippedNow({ cards, lesson, ...shipped }: ShippedDeck, fold: Fold): DeckNow {
  const { id, title, tint, blurb } = shipped;
  const said = fold.confidence.get(id) ?? null;
  const confidence = said?.level ?? null;
  const deck: DeckNow = { id, title, tint, blurb, own: false, lesson, confidence, cards: [] };
  const histories = fold.histories.get(id);
  for (const card of cards) {
    const record = histories?.get(card.id)?.record ?? newRecord(id, card.id);
    const original = { question: card.question, answer: card.answer, tags: card.tags };
    const { question, answer, tags } = record.text ?? original;
    const unsure = said?.level === 'new' && record.ratedPlace < said.place;
    deck.cards.push({
      deck,
      id: card.id,
      question,
      answer,
      tags,
      see: card.see,
      original,
      edited: record.text !== null,
      record,
      forward: record.forward ?? (unsure ? 'new-to-it' : null),
    });
  }
  addOwnCards(deck, fold, new Set(cards.map((card) => card.id)));
  return deck;
}

/** Cards that the reader wrote, in the order they were written. */
function addOwnCards(deck: DeckNow, fold: Fold, ours: ReadonlySet<string>): void {
  for (const [id, { record }] of fold.histories.get(deck.id) ?? []) {
    if (record.text === null || ours.has(id)) continue;
    const { question, answer, tags } = record.text;
    const { forward } = record;
    deck.cards.push({
      deck,
      id,
      question,
      answer,
      tags,
      see: null,
      original: null,
      edited: false,
      record,
      forward,
    });
  }
}

type Undoable = Extract<ProgressEvent, { kind: 'review' | 'bury' | 'suspend' | 'forget' }>;

/**
 * What the reader did last to a card and can take back: not further back than where `since` lies.
 *
 * @param since - An instant: the beginning of the day.
 * @param only - Id of the one deck to look at.
 */
export function lastAct(fold: Fold, since: number, only?: string): Undoable | null {
  for (let place = fold.log.length - 1; place >= 0; place -= 1) {
    const event = fold.log[place];
    if (event === undefined || Date.parse(event.at) < since) return null;
    if (!['review', 'bury', 'suspend', 'forget'].includes(event.kind) || fold.undone.has(event.id)) continue;
    const act = event as Undoable;
    if (only !== undefined && act.deck !== only) continue;
    if (act.kind !== 'review' || counts(fold, act)) return act;
  }
  return null;
}

/** Whether the review is the one of its showing that counts. */
function counts(fold: Fold, { id, deck, card }: Undoable): boolean {
  const rated = fold.histories.get(deck)?.get(card)?.record.rated;
  return rated?.findLast((each) => each.id === id) !== undefined;
}
