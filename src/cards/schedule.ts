/**
 * When a card comes back: FSRS-6 by `ts-fsrs`, with a day of learning that starts at 04:00.
 *
 * The library counts days on UTC dates, so it is only ever handed learner time (`day.ts`). Fuzz is
 * off: the same log gives the same dates on every device.
 */
import { type Card, type FSRSParameters, fsrs, type Grade, State, StrategyMode } from 'ts-fsrs';
import type { Memory, Rating } from '../progress/events.ts';
import { dayMs, dayOf, instantOf, learnerTime, type Moment } from './day.ts';

export type Phase = 'new' | 'learning' | 'review' | 'relearning';

/** What is known of one card. Never changed: each rating makes another. */
export interface CardState {
  phase: Phase;
  /** Which learning step comes next, from 0. */
  step: number;
  /** Days until recall falls to 90 %; 0 while the card is new. */
  stability: number;
  /** 1 to 10; 0 while the card is new. */
  difficulty: number;
  /** Days between the last rating and the next; 0 inside a learning step. */
  interval: number;
  reps: number;
  lapses: number;
  /** Learner time of the last rating, or null before the first. */
  last: number | null;
  /** Learner time at which to ask again. A card in review is due on its day, whatever the hour. */
  due: number;
  /** Zone of the last rating. */
  zone: number;
}

export const newCard: CardState = {
  phase: 'new',
  step: 0,
  stability: 0,
  difficulty: 0,
  interval: 0,
  reps: 0,
  lapses: 0,
  last: null,
  due: 0,
  zone: 0,
};

export const usualRetention = 0.9;

export interface Scheduler {
  /**
   * What is known after a rating. A clock that went back counts as standing still; by more than a day
   * it was wrong before, and the last rating counts as given now.
   */
  rate(state: CardState, rating: Rating, at: Moment): CardState;
  /** What each of the four ratings would lead to. */
  preview(state: CardState, at: Moment): Record<Rating, CardState>;
  /** How likely the answer is known on that day, 0 to 1; 0 for a new card. */
  recall(state: CardState, at: Moment): number;
}

/** @param parameters - Only tests change more than the retention. */
export function createScheduler(parameters: Partial<FSRSParameters> = {}): Scheduler {
  const scheduler = fsrs({
    request_retention: usualRetention,
    learning_steps: ['1m', '10m'],
    relearning_steps: ['10m'],
    enable_fuzz: false,
    ...parameters,
  });
  // The seed is for fuzz, and to write it out takes a tenth of the time.
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of the scheduler, and no hook
  scheduler.useStrategy(StrategyMode.SEED, () => '');
  return {
    rate(state, rating, at) {
      const { known, now } = knownAt(state, at);
      return fromLibrary(scheduler.next(toLibrary(known, now), now, rating as Grade).card, at.zone);
    },
    preview(state, at) {
      const { known, now } = knownAt(state, at);
      const four = scheduler.repeat(toLibrary(known, now), now);
      const of = (grade: Grade) => fromLibrary(four[grade].card, at.zone);
      return { 1: of(1), 2: of(2), 3: of(3), 4: of(4) };
    },
    recall(state, at) {
      if (state.last === null) return 0;
      // The library counts full days of 24 hours here, and dates when it schedules: give it dates.
      const now = new Date(dayOf(notBefore(state, at)) * dayMs);
      const last = new Date(dayOf(state.last) * dayMs);
      return scheduler.get_retrievability({ ...toLibrary(state, now), last_review: last }, now, false);
    },
  };
}

const schedulers = new Map<number, Scheduler>();

/** @param retention - The share of answers to be known when asked, 0.7 to 0.99. */
export function schedulerFor(retention: number): Scheduler {
  let scheduler = schedulers.get(retention);
  if (scheduler === undefined) {
    scheduler = createScheduler({ request_retention: retention });
    schedulers.set(retention, scheduler);
  }
  return scheduler;
}

/** A history from elsewhere. It names instants and no zone, so its days are those of UTC. */
export function remembered(memory: Memory): CardState {
  const last = learnerTime({ instant: Date.parse(memory.last), zone: 0 });
  const due = learnerTime({ instant: Date.parse(memory.due), zone: 0 });
  return {
    ...newCard,
    phase: 'review',
    // The library throws for less, and knows no more.
    stability: Math.min(36_500, Math.max(0.001, memory.stability)),
    difficulty: memory.difficulty,
    interval: Math.max(0, dayOf(due) - dayOf(last)),
    reps: memory.reps,
    lapses: memory.lapses,
    last,
    due,
  };
}

/** Whether the card waits for minutes, not for days. */
export function isLearning({ phase }: CardState): boolean {
  return phase === 'learning' || phase === 'relearning';
}

/** The instant at which a card in learning is to be asked again. */
export function dueInstant({ due, zone }: CardState): number {
  return instantOf(due, zone);
}

/** The day of learning on which the card is to be asked again. */
export function dueDay({ due }: CardState): number {
  return dayOf(due);
}

/**
 * Whether the last rating lies more than a day ahead: the device's clock has been put back since, and
 * nobody knows when the card was asked. A day, since clocks of two devices differ, and zones do.
 */
export function isAhead({ last, zone }: CardState, instant: number): boolean {
  return last !== null && instantOf(last, zone) > instant + dayMs;
}

function knownAt(state: CardState, at: Moment): { known: CardState; now: Date } {
  if (!isAhead(state, at.instant)) return { known: state, now: new Date(notBefore(state, at)) };
  const now = learnerTime(at);
  return { known: { ...state, last: now }, now: new Date(now) };
}

function notBefore({ last }: CardState, at: Moment): number {
  const now = learnerTime(at);
  return last === null ? now : Math.max(now, last);
}

const states: Record<Phase, State> = {
  new: State.New,
  learning: State.Learning,
  review: State.Review,
  relearning: State.Relearning,
};
const phases: Record<State, Phase> = {
  [State.New]: 'new',
  [State.Learning]: 'learning',
  [State.Review]: 'review',
  [State.Relearning]: 'relearning',
};

function toLibrary(state: CardState, now: Date): Card {
  const card = {
    due: state.last === null ? now : new Date(state.due),
    stability: state.stability,
    difficulty: state.difficulty,
    elapsed_days: 0,
    scheduled_days: state.interval,
    learning_steps: state.step,
    reps: state.reps,
    lapses: state.lapses,
    state: states[state.phase],
  };
  return state.last === null ? card : { ...card, last_review: new Date(state.last) };
}

function fromLibrary(card: Card, zone: number): CardState {
  return {
    phase: phases[card.state],
    step: card.learning_steps,
    stability: card.stability,
    difficulty: card.difficulty,
    interval: card.scheduled_days,
    reps: card.reps,
    lapses: card.lapses,
    last: card.last_review?.getTime() ?? null,
    due: card.due.getTime(),
    zone,
  };
}
