import { describe, expect, test } from 'vitest';
import { lastAct } from '../../../src/cards/collection.ts';
import { reviewId } from '../../../src/cards/history.ts';
import { createScheduler, newCard } from '../../../src/cards/schedule.ts';
import type { Happening, ProgressEvent } from '../../../src/progress/events.ts';
import { collected, deckOf, foldOf, logOf, rated, utc } from './log.ts';
import { wall } from './zones.ts';

const races = deckOf('races', 'a', 'b');
const scheduler = createScheduler();
const at = (time: string) => ({ instant: wall(time, utc), zone: 0 });

function cardOf(log: readonly ProgressEvent[], card = 'a') {
  const found = collected(log, races).decks[0]?.cards.find(({ id }) => id === card);
  if (found === undefined) throw new Error(`no card ${card}`);
  return found;
}

describe('a card', () => {
  test('is new until it is rated', () => {
    const { record, question, edited, forward } = cardOf([]);
    expect(record.state).toEqual(newCard);
    expect(record.rated).toEqual([]);
    expect({ question, edited, forward }).toEqual({ question: 'a?', edited: false, forward: null });
  });

  test('is where its ratings led it', () => {
    const { record } = cardOf(
      logOf(
        ['2026-11-30 12:00', rated('a', 3)],
        ['2026-11-30 12:10', rated('b', 1)],
        ['2026-11-30 12:11', rated('a', 3)],
      ),
    );
    const once = scheduler.rate(newCard, 3, at('2026-11-30 12:00'));
    expect(record.state).toEqual(scheduler.rate(once, 3, at('2026-11-30 12:11')));
    expect(
      record.rated.map(({ rating, phase, interval, tookMs }) => [rating, phase, interval, tookMs]),
    ).toEqual([
      [3, 'new', 0, 5000],
      [3, 'learning', 0, 5000],
    ]);
  });

  test('is as new after it was reset, and its answers stay in the statistics', () => {
    const { record } = cardOf(
      logOf(
        ['2026-11-30 12:00', rated('a', 4)],
        ['2026-11-30 13:00', { kind: 'forget', deck: 'races', card: 'a' }],
      ),
    );
    expect(record.state).toEqual(newCard);
    expect(record.rated).toHaveLength(1);
  });

  test('shows the reader’s text until the original is wanted back', () => {
    const text = { question: 'Mine?', answer: 'Mine.', tags: ['own'] };
    const edit: Happening = { kind: 'card-text', deck: 'races', card: 'a', ...text };
    const edited = cardOf(logOf(['2026-11-30 12:00', edit]));
    expect(edited).toMatchObject({
      ...text,
      edited: true,
      original: { question: 'a?', answer: 'a.', tags: [] },
    });
    const back = cardOf(
      logOf(
        ['2026-11-30 12:00', edit],
        ['2026-11-30 12:01', { kind: 'card-original', deck: 'races', card: 'a' }],
      ),
    );
    expect(back).toMatchObject({ question: 'a?', answer: 'a.', edited: false });
  });

  test('takes a history from elsewhere in place of its own', () => {
    const memory = {
      stability: 12.5,
      difficulty: 5,
      due: '2026-12-10T12:00:00Z',
      last: '2026-11-28T12:00:00Z',
      reps: 7,
      lapses: 2,
    };
    const { record } = cardOf(
      logOf(['2026-11-30 12:00', { kind: 'memory', deck: 'races', card: 'a', memory }]),
    );
    expect(record.state).toMatchObject({
      phase: 'review',
      stability: 12.5,
      interval: 12,
      reps: 7,
      lapses: 2,
    });
  });

  test('of a card that is failed an eighth time after days is put aside, and again with the twelfth', () => {
    // Each round: good until it is in review, then forgotten weeks later.
    const happened: [string, Happening][] = [];
    let hour = 0;
    const suspendedAfter: (string | null)[] = [];
    const push = (happening: Happening) => {
      const time = new Date(wall('2020-01-01 12:00', utc) + hour * 3_600_000).toISOString();
      happened.push([time.slice(0, 16).replace('T', ' '), happening]);
    };
    push(rated('a', 4));
    for (let round = 1; round <= 12; round += 1) {
      hour += 24 * 60;
      push(rated('a', 1));
      suspendedAfter.push(cardOf(logOf(...happened)).record.suspended);
      if (round === 8) push({ kind: 'suspend', deck: 'races', card: 'a', suspended: false });
      hour += 1;
      push(rated('a', 4));
    }
    expect(suspendedAfter).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      'leech',
      null,
      null,
      null,
      'leech',
    ]);
  });
});

describe('what brings a card forward', () => {
  const wrong: Happening = { kind: 'card-forward', deck: 'races', card: 'a', because: 'wrong' };
  const sure: Happening = { kind: 'card-forward', deck: 'races', card: 'a', because: 'sure-and-wrong' };

  test('a wrong answer does until the card is rated, and a confident one outranks it', () => {
    expect(cardOf(logOf(['2026-11-30 12:00', wrong])).forward).toBe('wrong');
    expect(cardOf(logOf(['2026-11-30 12:00', sure], ['2026-11-30 12:01', wrong])).forward).toBe(
      'sure-and-wrong',
    );
    expect(
      cardOf(logOf(['2026-11-30 12:00', wrong], ['2026-11-30 12:01', rated('a', 1)])).forward,
    ).toBeNull();
    expect(cardOf(logOf(['2026-11-30 12:00', rated('a', 3)], ['2026-11-30 12:01', wrong])).forward).toBe(
      'wrong',
    );
  });

  test('to have looked at the answer is not enough', () => {
    const seen: Happening = { kind: 'card-seen', deck: 'races', card: 'a' };
    expect(cardOf(logOf(['2026-11-30 12:00', wrong], ['2026-11-30 12:01', seen])).forward).toBe('wrong');
  });

  test('"new to it" brings every card of the lesson that was not rated since', () => {
    const said: Happening = { kind: 'confidence', lesson: 'races', level: 'new' };
    const log = logOf(
      ['2026-11-30 12:00', rated('a', 4)],
      ['2026-11-30 12:01', said],
      ['2026-11-30 12:02', rated('b', 4)],
    );
    expect([cardOf(log, 'a').forward, cardOf(log, 'b').forward]).toEqual(['new-to-it', null]);
    const changed = [...log, ...logOf(['2026-11-30 12:03', { ...said, level: 'confident' }])].map(
      (event, index) => ({ ...event, id: `c${index}`, n: index + 1 }),
    );
    expect(cardOf(changed, 'a').forward).toBeNull();
  });
});

describe('decks of the reader’s own', () => {
  const made: Happening = { kind: 'deck', deck: 'd1', title: 'Mine', tint: '#cae4f2', blurb: 'Notes' };
  const written: Happening = {
    kind: 'card-text',
    deck: 'd1',
    card: 'c1',
    question: 'Q?',
    answer: 'A.',
    tags: [],
  };

  test('stand after ours, with their cards, under their latest name', () => {
    const { decks } = collected(
      logOf(
        ['2026-11-30 12:00', made],
        ['2026-11-30 12:01', written],
        ['2026-11-30 12:02', { ...made, title: 'Renamed' }],
      ),
      races,
    );
    expect(decks.map(({ id, title, own, cards }) => [id, title, own, cards.length])).toEqual([
      ['races', 'races', false, 2],
      ['d1', 'Renamed', true, 1],
    ]);
    expect(decks[1]?.cards[0]).toMatchObject({ question: 'Q?', original: null, edited: false });
  });

  test('go when they are removed, and so does a card that has no original', () => {
    const gone = logOf(
      ['2026-11-30 12:00', made],
      ['2026-11-30 12:01', { kind: 'deck-removed', deck: 'd1' }],
    );
    expect(collected(gone, races).decks.map(({ id }) => id)).toEqual(['races']);
    const { decks } = collected(
      logOf(
        ['2026-11-30 12:00', made],
        ['2026-11-30 12:01', written],
        ['2026-11-30 12:02', { kind: 'card-original', deck: 'd1', card: 'c1' }],
      ),
      races,
    );
    expect(decks[1]?.cards).toEqual([]);
  });

  test('a card of the reader’s may stand in a deck of ours', () => {
    const { decks } = collected(logOf(['2026-11-30 12:00', { ...written, deck: 'races' }]), races);
    expect(decks[0]?.cards.map(({ id, original }) => [id, original === null])).toEqual([
      ['a', false],
      ['b', false],
      ['c1', true],
    ]);
  });
});

describe('two tabs that rate one showing', () => {
  const record = cardOf([]).record;
  const day = 20_787;

  test('say the same thing when they rate alike: the log has it once', () => {
    expect(reviewId(record, day, 3)).toBe('review:races/a/1/20787/3');
    expect(reviewId({ ...record, deck: 'a/b', card: 'c d' }, day, 3)).toBe('review:a%2Fb/c%20d/1/20787/3');
  });

  test('rate it once when they differ: the first in the log’s order counts', () => {
    const { record } = cardOf(
      logOf(
        ['2026-11-30 12:00', rated('a', 3, 'races', 'review:races/a/1/20787/3')],
        ['2026-11-30 12:00', rated('a', 1, 'races', 'review:races/a/1/20787/1')],
      ),
    );
    expect(record.rated.map(({ rating }) => rating)).toEqual([3]);
    expect(record.state).toEqual(scheduler.rate(newCard, 3, at('2026-11-30 12:00')));
    // The next showing has a number of its own.
    expect(reviewId(record, day, 3)).toBe('review:races/a/3/20787/3');
  });

  test('a review that was taken back does not let the other tab’s count instead', () => {
    const log = logOf(
      ['2026-11-30 12:00', rated('a', 3, 'races', 'review:races/a/1/20787/3')],
      ['2026-11-30 12:00', rated('a', 1, 'races', 'review:races/a/1/20787/1')],
      ['2026-11-30 12:01', { kind: 'undo', event: 'review:races/a/1/20787/3' }],
    );
    expect(cardOf(log).record.state).toEqual(newCard);
  });

  test('on two days they are two reviews: neither device had heard of the other', () => {
    const { record } = cardOf(
      logOf(
        ['2026-11-30 12:00', rated('a', 4, 'races', 'review:races/a/1/20787/4')],
        ['2026-12-02 12:00', rated('a', 4, 'races', 'review:races/a/1/20789/4')],
      ),
    );
    expect(record.rated).toHaveLength(2);
  });
});

describe('undo', () => {
  test('finds what was done last, today and still standing', () => {
    const happened = logOf(
      ['2026-11-29 12:00', rated('a', 3)],
      ['2026-11-30 12:00', rated('a', 3)],
      ['2026-11-30 12:01', { kind: 'bury', deck: 'races', card: 'b', day: '2026-11-30' }],
      ['2026-11-30 12:02', { kind: 'position', lesson: 'races', heading: null, fraction: 0 }],
    );
    const since = wall('2026-11-30 04:00', utc);
    const undo = (event: string, n: number): ProgressEvent => ({
      id: `u${n}`,
      v: 1,
      at: '2026-11-30T12:05:00.000Z',
      n,
      kind: 'undo',
      event,
    });
    expect(lastAct(foldOf(happened), since)?.id).toBe('e3');
    expect(lastAct(foldOf([...happened, undo('e3', 5)]), since)?.id).toBe('e2');
    expect(lastAct(foldOf([...happened, undo('e3', 5), undo('e2', 6)]), since)).toBeNull();
  });

  test('does not offer the review that did not count', () => {
    const log = logOf(
      ['2026-11-30 12:00', rated('a', 3, 'races', 'review:races/a/1/20787/3')],
      ['2026-11-30 12:00', rated('a', 1, 'races', 'review:races/a/1/20787/1')],
    );
    expect(lastAct(foldOf(log), 0)?.id).toBe('review:races/a/1/20787/3');
  });
});
