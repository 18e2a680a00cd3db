/**
 * Where everything in a lanes figure stands, as grid lines. Each moment takes two columns, so that
 * bands can begin and end at the middle of a mark. Pure arithmetic: the drawing is in Lanes.tsx.
 */
import type { FaultKind, ServiceName, TaskId, TaskOutcome } from '../../engine/lab.ts';
import { engineProperties } from '../../engine/outcomes.ts';
import type { TaskStatus, Trace, TraceEvent } from '../../engine/trace.ts';
import { deliveredId, faultOf, hasBegun, taskOfChoice } from './faults.ts';
import { durationWords, movedBy, sinceStart } from './time.ts';
import { firstOf, tasksOf, workerIndex } from './words.ts';

/** Grid lines: from the start of column `a` to the start of column `b`. */
export interface Span {
  a: number;
  b: number;
}

export interface BeliefBand extends Span {
  says: string;
  /** Another worker has written what this one trusts. */
  stale: boolean;
}

export interface WaitBand extends Span {
  /** Behind a lock of the database, in a sleep, behind another task of its process, or for a service. */
  kind: 'parked' | 'asleep' | 'queued' | 'listening';
}

export interface LaneEvent extends Span {
  event: TraceEvent;
  /** After the moment shown. */
  later: boolean;
  /** The moment shown. */
  now: boolean;
  /** It changed the level of the track. */
  drops: boolean;
  /** It only came to stand in a queue: the task has done nothing yet. */
  waits: boolean;
  /** What struck, where it is no step. A call that timed out is a step, and has both. */
  fault: FaultKind | null;
  /** The system that it called, or null: it stayed with the application. */
  service: ServiceName | null;
}

export interface Lane {
  task: TaskId;
  /** Place from the top. */
  row: number;
  /** The worker's shape and colour, which later attempts share. */
  index: number;
  /** A retry, or another delivery. */
  again: boolean;
  /** It has not begun by the moment shown, and may not yet; or it was not needed. */
  dim: boolean;
  rail: Span;
  /** Dotted: the task has ended. */
  tail: Span | null;
  beliefs: BeliefBand[];
  waits: WaitBand[];
  events: LaneEvent[];
  /** The step that may be chosen now. */
  ghost: (Span & { verb: string; service: ServiceName | null }) | null;
  /** How it has ended by the moment shown. */
  end: TaskOutcome | null;
}

export interface Level extends Span {
  level: number;
  /** Over the limit, or a property of the lab is broken. */
  bad: boolean;
  /** Whether its number is written: where it changes. */
  shown: boolean;
}

/** A redelivery: from the lane of the first delivery to that of the next. */
export interface Arrow extends Span {
  from: number;
  to: number;
  /** It ends at a step, which was handed the message. */
  onto: boolean;
  later: boolean;
}

/** The clock has jumped: a band across all lanes. */
export interface Jump extends Span {
  /** "+10 min" */
  says: string;
  later: boolean;
  now: boolean;
}

export interface LanesLayout {
  /** How many moments have room. */
  ticks: number;
  moment: number;
  /** The first moment, so far, at which a property breaks. */
  breaksAt: number | null;
  lanes: Lane[];
  levels: Level[];
  arrows: Arrow[];
  jumps: Jump[];
  /** Time since the start at the moments that moved the clock; empty where none did. */
  times: { moment: number; says: string }[];
}

export interface LayoutOptions {
  /** The moment shown; the end when absent. */
  moment?: number;
  /** Room for at least so many moments. */
  slots?: number;
  /** Draw the steps that may be chosen next. */
  ghosts?: boolean;
  /** The largest level that is no harm. */
  limit?: number;
}

/** Both columns of a moment, which counts from 1. */
export function spanOf(moment: number): Span {
  return { a: 2 * moment, b: 2 * moment + 2 };
}

/** The grid line through a moment's mark. Moment 0 is where the rails begin. */
export function centreOf(moment: number): number {
  return moment === 0 ? 2 : 2 * moment + 1;
}

export function layoutLanes(trace: Trace, options: LayoutOptions = {}): LanesLayout {
  const last = trace.events.length;
  const moment = Math.max(0, Math.min(options.moment ?? last, last));
  const ghosts = options.ghosts ?? false;
  const final = trace.moments[last];
  const someoneMay = ghosts && Object.values(final?.tasks ?? {}).some((view) => view.enabled);
  const ticks = Math.max(options.slots ?? 0, last + (someoneMay ? 1 : 0), 1);
  const breaks = trace.events.find((event) => event.breaks.length > 0 && event.moment <= moment);
  const tasks = tasksOf(trace);

  return {
    ticks,
    moment,
    breaksAt: breaks?.moment ?? null,
    lanes: tasks.map((task, row) => layoutLane(trace, task, row, { moment, ticks, ghosts })),
    levels: layoutLevels(trace, { moment, ticks, limit: options.limit ?? Number.POSITIVE_INFINITY }),
    arrows: trace.events.flatMap((event) => layoutArrow(trace, tasks, event, moment)),
    jumps: trace.events
      .filter((event) => faultOf(event) === 'clockJump')
      .map((event) => ({
        ...spanOf(event.moment),
        says: `+${durationWords(movedBy(trace, event.moment))}`,
        later: event.moment > moment,
        now: event.moment === moment,
      })),
    times: trace.events
      .filter((event) => movedBy(trace, event.moment) !== 0)
      .map((event) => ({ moment: event.moment, says: sinceStart(trace, event.moment) })),
  };
}

/**
 * To the attempt that a redelivery makes startable, at the moment of the fault; or, from a queue, to
 * whoever is handed a message that somebody had been handed before, at the moment of that.
 */
function layoutArrow(trace: Trace, tasks: TaskId[], event: TraceEvent, moment: number): Arrow[] {
  const [from, to] = event.delivered === null ? redelivered(trace, tasks, event) : handedOn(trace, event);
  const [a, b] = [tasks.indexOf(from ?? ''), tasks.indexOf(to ?? '')];
  return a < 0 || b < 0 || a === b
    ? []
    : [
        {
          ...spanOf(event.moment),
          from: a,
          to: b,
          onto: event.delivered !== null,
          later: event.moment > moment,
        },
      ];
}

function redelivered(trace: Trace, tasks: TaskId[], event: TraceEvent): [TaskId?, TaskId?] {
  if (faultOf(event) !== 'redeliver') return [];
  const of = taskOfChoice(event.choice);
  const next = tasks.find(
    (task) =>
      firstOf(task) === firstOf(of) &&
      hasBegun(task, trace, event.moment) &&
      !hasBegun(task, trace, event.moment - 1),
  );
  return [of, next];
}

function handedOn(trace: Trace, event: TraceEvent): [TaskId?, TaskId?] {
  const id = deliveredId(event);
  const before = trace.events.findLast((each) => each.moment < event.moment && deliveredId(each) === id);
  return id === null ? [] : [before?.task, event.task];
}

interface Frame {
  moment: number;
  ticks: number;
  ghosts: boolean;
}

function layoutLane(trace: Trace, task: TaskId, row: number, frame: Frame): Lane {
  const { moment, ticks, ghosts } = frame;
  const edge = 2 * ticks + 2;
  const mine = trace.events.filter((event) => event.task === task);
  // In a shared process somebody else's step can end this task, so the moments are asked.
  const closing = trace.moments.findIndex((state) => state.tasks[task]?.end);
  const begins = trace.moments.findIndex((_, at) => hasBegun(task, trace, at));
  const stop = closing < 0 ? edge : centreOf(closing);
  const gone = mine.some((event) => event.moment === closing && event.kind === 'fault');
  const view = trace.moments[moment]?.tasks[task];
  const needless = view?.end?.kind === 'not-needed';
  const atEnd = moment === trace.events.length;

  return {
    task,
    row,
    index: workerIndex(tasksOf(trace), task),
    again: task !== firstOf(task),
    dim: needless || (!view?.end && !hasBegun(task, trace, moment)),
    rail: { a: needless ? stop : Math.min(begins < 0 ? edge : centreOf(begins), stop), b: stop },
    // Nothing comes after a crash, nor of an attempt that never began.
    tail: closing < 0 || begins < 0 || gone || needless ? null : { a: stop, b: edge },
    beliefs: layoutBeliefs(trace, task, moment, edge),
    waits: layoutWaits(trace, task, frame),
    events: mine.map((event) => ({
      ...spanOf(event.moment),
      event,
      later: event.moment > moment,
      now: event.moment === moment,
      drops: trace.moments[event.moment]?.level !== trace.moments[event.moment - 1]?.level,
      waits: event.parked || isQueued(trace.moments[event.moment]?.tasks[task]?.status),
      fault: faultOf(event),
      service: event.service,
    })),
    ghost:
      ghosts && atEnd && view?.enabled
        ? {
            ...spanOf(moment + 1),
            verb: view.next?.verb ?? 'next step',
            service: view.next?.service ?? null,
          }
        : null,
    end: view?.end ?? null,
  };
}

/** A band runs from a read to the write that trusts it; from `staleAt` on it is a band of its own. */
function layoutBeliefs(trace: Trace, task: TaskId, moment: number, edge: number): BeliefBand[] {
  const bands: BeliefBand[] = [];
  for (const belief of trace.beliefs) {
    if (belief.task !== task || belief.from > moment) continue;
    const a = centreOf(belief.from);
    // A belief still held reaches to where the next step is, or will be.
    const held = Math.min(centreOf(moment + 1), edge);
    const b = belief.to !== null && belief.to <= moment ? centreOf(belief.to) : held;
    const staleAt = belief.staleAt !== null && belief.staleAt <= moment ? belief.staleAt : null;
    const turn = staleAt === null ? b : Math.min(Math.max(centreOf(staleAt), a), b);
    if (turn > a) bands.push({ a, b: turn, says: belief.says, stale: false });
    if (b > turn) bands.push({ a: turn, b, says: 'no longer true', stale: true });
  }
  return bands;
}

function layoutWaits(trace: Trace, task: TaskId, { moment, ticks, ghosts }: Frame): WaitBand[] {
  const bands: WaitBand[] = [];
  let open: { kind: WaitBand['kind']; from: number } | null = null;
  const close = (at: number) => {
    if (open && at > open.from) bands.push({ kind: open.kind, a: centreOf(open.from), b: centreOf(at) });
    open = null;
  };
  let moved = false;
  for (let k = 0; k <= moment; k += 1) {
    moved ||= trace.events[k - 1]?.task === task;
    const kind = waitOf(trace.moments[k]?.tasks[task]?.status, moved);
    if (open !== null && kind !== (open as { kind: WaitBand['kind'] }).kind) close(k);
    if (open === null && kind !== null) open = { kind, from: k };
  }
  // Still waiting: the ticks go on through the next moment, or up to the step that may end the sleep.
  if (open !== null) {
    const { kind, from } = open as { kind: WaitBand['kind']; from: number };
    const mayWake = ghosts && trace.moments[moment]?.tasks[task]?.enabled;
    const b = Math.min(mayWake ? centreOf(moment + 1) : spanOf(moment + 1).b, 2 * ticks + 2);
    if (b > centreOf(from)) bands.push({ kind, a: centreOf(from), b });
  }
  return bands;
}

function isQueued(status: TaskStatus | undefined): boolean {
  return status === 'waiting' || status === 'listening';
}

/** A task that has not begun stands in no queue: it has no rail either. */
function waitOf(status: TaskStatus | undefined, moved: boolean): WaitBand['kind'] | null {
  if (status === 'parked' || status === 'asleep') return status;
  if (!moved) return null;
  if (status === 'listening') return 'listening';
  return status === 'waiting' ? 'queued' : null;
}

/** The first moment at which one of the lab's own properties is broken: the engine's say nothing about a count. */
function harmedAt(trace: Trace): number {
  const harmed = trace.events.find((event) => event.breaks.some((id) => !(id in engineProperties)));
  return harmed?.moment ?? Number.POSITIVE_INFINITY;
}

function layoutLevels(trace: Trace, frame: { moment: number; ticks: number; limit: number }): Level[] {
  const levels: Level[] = [];
  const edge = 2 * frame.ticks + 2;
  const harmed = harmedAt(trace);
  for (let k = 0; k <= frame.moment; k += 1) {
    const level = trace.moments[k]?.level;
    if (level === null || level === undefined) return [];
    const open = levels.at(-1);
    const bad = level > frame.limit || k >= harmed;
    if (open?.level === level && open.bad === bad) continue;
    if (open) open.b = centreOf(k);
    levels.push({ level, a: centreOf(k), b: edge, bad, shown: k > 0 && open?.level !== level });
  }
  const last = levels.at(-1);
  if (last) last.b = Math.max(last.a + 1, Math.min(centreOf(frame.moment + 1), edge));
  return levels;
}
