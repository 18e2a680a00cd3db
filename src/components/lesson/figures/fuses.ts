/** What a blown fuse leaves after each step of the bakery's three programs. Run while the page is built (Node only). */
import type { TraceEvent } from '../../../engine/trace.ts';
import { explored, replayed } from '../../../labs/figures.ts';

const lab = 'seen-first';
const scenario = 'dies';

export interface Fuse {
  /** The step after which the fuse goes, in words. */
  after: string;
  /** The gap lies between BEGIN and COMMIT. */
  inTransaction: boolean;
  /** What the database holds when the light comes back. */
  seen: boolean;
  points: number;
  /** What the program does after its restart, step by step; empty when the message does not come again. */
  again: string[];
  /** Nadia's points in the end. */
  end: number;
}

export interface FusesOf {
  handler: string;
  says: string;
  fuses: Fuse[];
}

const handlers = [
  { handler: 'seen-then-effect', says: 'The mark first' },
  { handler: 'effect-then-seen', says: 'The points first' },
  { handler: 'one-transaction', says: 'Both in one transaction' },
] as const;

/** For each program one crash after each of its steps, in the order of the steps. */
export function allFuses(): Promise<FusesOf[]> {
  return Promise.all(
    handlers.map(async ({ handler, says }) => ({ handler, says, fuses: await fusesOf(handler) })),
  );
}

async function fusesOf(handler: string): Promise<Fuse[]> {
  const { map } = await explored(lab, { handler, scenario });
  const crashed = (map ?? [])
    .map(({ schedule }) => schedule)
    .filter((schedule) => schedule.includes('crash:w1'));
  crashed.sort((a, b) => stepsBefore(a) - stepsBefore(b));
  return Promise.all(
    crashed.map(async (schedule) => {
      const steps = stepsBefore(schedule);
      const { events, moments } = await replayed(lab, { handler, scenario, schedule });
      const before = events.slice(0, steps);
      const tables = moments[steps + 1]?.tables;
      const last = before.at(-1);
      if (!tables || !last)
        throw new Error(`fuses.ts: "${schedule}" of ${handler} has no step before its crash.`);
      return {
        after: wordsFor(last),
        inTransaction: count(before, 'begin') > count(before, 'commit'),
        seen: (tables['seen']?.rows.length ?? 0) > 0,
        points: Number(tables['account']?.rows[0]?.values[1]),
        again: events.slice(steps + 1).map(wordsFor),
        end: Number(moments.at(-1)?.total),
      };
    }),
  );
}

const stepsBefore = (schedule: string) => schedule.split(' ').indexOf('crash:w1');

const count = (events: TraceEvent[], kind: TraceEvent['kind']) =>
  events.filter((event) => event.kind === kind).length;

/** A step of the program in words. @throws for a verb that the lab did not have when this was written. */
export function wordsFor({ verb, wrote, result }: Pick<TraceEvent, 'verb' | 'wrote' | 'result'>): string {
  switch (verb) {
    case 'DELIVER':
      return 'takes the message';
    case 'INSERT':
      return wrote ? 'writes the mark' : 'finds the mark';
    case 'SELECT':
      return result === 'no row' ? 'finds no mark' : 'finds the mark';
    case 'UPDATE':
      return 'adds 50 points';
    case 'BEGIN':
      return 'begins';
    case 'COMMIT':
      return 'commits';
    case 'ACK':
      return 'acknowledges';
    default:
      throw new Error(`fuses.ts has no words for the step "${verb}". Add them.`);
  }
}
