/**
 * What the reader has asked of a lab and what the engine has answered. The list of choices is the
 * truth; a trace is an answer to it and may lag behind. Each question has a number, and an answer
 * to any but the latest question is ignored, so fast clicking loses nothing.
 */
import type { TaskOutcome } from '../../engine/lab.ts';
import type { Trace } from '../../engine/trace.ts';
import { splitSchedule } from './words.ts';

/** `handler` names a variant, or somebody's edited version of one: `yours:check-then-insert`. */
export interface Subject {
  scenario: string;
  handler: string;
}

export interface LabProblem {
  message: string;
  end: TaskOutcome | null;
  /** The engine is in trouble, not the handler: asking again may help. */
  engine?: boolean;
}

/** A schedule that could be followed only so far. */
export interface Cut {
  wanted: number;
  made: number;
  /** The choice that could not be made. */
  next: string;
}

export interface LabState {
  subject: Subject;
  choices: string[];
  /** The moment shown. While an answer is awaited it may be past the trace's end. */
  cursor: number;
  trace: Trace;
  /** The trace is another handler's, or another text's: it may be looked at only until the answer comes. */
  foreign: boolean;
  asked: number;
  answered: number;
  /** Set by the last question: how many choices it had when fewer could be made. */
  cut: Cut | null;
  problem: LabProblem | null;
  /** The schedule came from "Find it for me". */
  found: boolean;
  /** Why the engine was asked, for the sentence about a cut schedule. */
  cause: 'move' | 'load' | 'subject';
}

export type LabAction =
  /** A worker's step, or a fault as printed in a schedule. */
  | { type: 'move'; choice: string }
  | { type: 'undo' }
  | { type: 'reset' }
  | { type: 'seek'; moment: number }
  | { type: 'load'; schedule: string; found?: boolean }
  | { type: 'choose'; subject: Subject; schedule?: string }
  /** The same question again, after the engine had failed. */
  | { type: 'again' }
  | { type: 'answered'; asked: number; trace: Trace }
  | { type: 'failed'; asked: number; problem: LabProblem };

export function initialState(subject: Subject, trace: Trace): LabState {
  const choices = splitSchedule(trace.schedule);
  return {
    subject,
    choices,
    cursor: choices.length,
    trace,
    foreign: false,
    asked: 0,
    answered: 0,
    cut: null,
    problem: null,
    found: false,
    cause: 'load',
  };
}

export function reduce(state: LabState, action: LabAction): LabState {
  switch (action.type) {
    case 'move': {
      const now = isCurrent(state) ? state.trace.moments[state.cursor] : undefined;
      const { choice } = action;
      if (now && !now.tasks[choice]?.enabled && !now.faults.includes(choice)) return state;
      return ask(state, [...state.choices.slice(0, state.cursor), choice], 'move');
    }
    case 'undo':
      return state.cursor === 0 ? state : ask(state, state.choices.slice(0, state.cursor - 1), 'move');
    case 'reset':
      return ask(state, [], 'move');
    case 'seek':
      return { ...state, cursor: Math.max(0, Math.min(action.moment, state.choices.length)) };
    case 'load':
      return { ...ask(state, splitSchedule(action.schedule), 'load'), found: action.found ?? false };
    case 'choose': {
      const choices = action.schedule === undefined ? state.choices : splitSchedule(action.schedule);
      return question({ ...state, subject: action.subject, foreign: true }, choices, 'subject');
    }
    case 'again':
      return question(state, state.choices, state.cause);
    case 'answered':
      return action.asked === state.asked ? answer(state, action.trace) : state;
    case 'failed':
      return action.asked === state.asked
        ? { ...state, answered: state.asked, problem: action.problem }
        : state;
  }
}

/** Whether the trace is the answer to what was asked last. */
export function isCurrent(state: LabState): boolean {
  return state.asked === state.answered && state.problem === null && !state.foreign;
}

/** The moment that can be drawn now. */
export function shownMoment(state: LabState): number {
  return Math.min(state.cursor, state.trace.events.length);
}

/** Asks the engine, unless the trace in hand begins with these choices already. */
function ask(state: LabState, choices: string[], cause: LabState['cause']): LabState {
  const known = splitSchedule(state.trace.schedule);
  const begins = choices.length <= known.length && choices.every((choice, index) => choice === known[index]);
  // A fault can take back what the step before it did: without it that step has to be made again.
  const undone = state.trace.events[choices.length]?.kind === 'fault';
  if (!begins || undone || !isCurrent(state)) return question(state, choices, cause);
  return {
    ...state,
    choices,
    cursor: choices.length,
    trace: tracePrefix(state.trace, choices.length),
    cut: null,
    found: false,
    cause,
  };
}

function question(state: LabState, choices: string[], cause: LabState['cause']): LabState {
  return {
    ...state,
    choices,
    cursor: choices.length,
    asked: state.asked + 1,
    problem: null,
    cut: null,
    found: false,
    cause,
  };
}

function answer(state: LabState, trace: Trace): LabState {
  const choices = splitSchedule(trace.schedule);
  const cut =
    state.cause !== 'move' && choices.length < state.choices.length
      ? {
          wanted: state.choices.length,
          made: choices.length,
          next: state.choices[choices.length] ?? '',
        }
      : null;
  return {
    ...state,
    choices,
    cursor: Math.min(state.cursor, choices.length),
    trace,
    foreign: false,
    answered: state.asked,
    cut,
    problem: null,
  };
}

/** What the trace was after its first `length` choices: undoing needs no engine. */
export function tracePrefix(trace: Trace, length: number): Trace {
  if (length >= trace.events.length) return trace;
  const moments = trace.moments.slice(0, length + 1);
  const tasks = Object.values(moments.at(-1)?.tasks ?? {});
  return {
    ...trace,
    schedule: splitSchedule(trace.schedule).slice(0, length).join(' '),
    complete: tasks.every((view) => view.status === 'finished'),
    events: trace.events.slice(0, length),
    moments,
    beliefs: trace.beliefs
      .filter((belief) => belief.from <= length)
      .map((belief) => ({
        ...belief,
        to: belief.to !== null && belief.to <= length ? belief.to : null,
        staleAt: belief.staleAt !== null && belief.staleAt <= length ? belief.staleAt : null,
      })),
  };
}
