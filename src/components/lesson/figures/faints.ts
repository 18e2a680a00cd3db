/** What comes of a crash after each of the bookkeeper's steps. Run while the page is built (Node only). */
import { explored, replayed } from '../../../labs/figures.ts';

const lab = 'lossy-courier';
const scenario = 'faint';

export interface Faint {
  /** The step after which the bookkeeper faints, in words. */
  after: string;
  /** How often the note stands in the book in the end. */
  entries: number;
}

export interface FaintsOf {
  handler: string;
  says: string;
  faints: Faint[];
}

const handlers = [
  { handler: 'ack-first', says: 'Signs first' },
  { handler: 'ack-last', says: 'Writes first' },
  { handler: 'ack-last-dedupe', says: 'Writes first, unless it is there' },
] as const;

const verbs: Record<string, string> = { DELIVER: 'takes the note', ACK: 'signs', INSERT: 'writes' };

/** For each handler one crash after each of its steps, in the order of the steps. */
export function allFaints(): Promise<FaintsOf[]> {
  return Promise.all(
    handlers.map(async ({ handler, says }) => ({ handler, says, faints: await faintsOf(handler) })),
  );
}

async function faintsOf(handler: string): Promise<Faint[]> {
  const { map } = await explored(lab, { handler, scenario });
  const crashed = (map ?? [])
    .map(({ schedule }) => schedule)
    .filter((schedule) => schedule.includes('crash:w1'));
  const faints = await Promise.all(
    crashed.map(async (schedule) => {
      const steps = schedule.split(' ').indexOf('crash:w1');
      const { events, moments } = await replayed(lab, { handler, scenario, schedule });
      const verb = events[steps - 1]?.verb ?? '';
      const after = verbs[verb];
      if (after === undefined)
        throw new Error(`faints.ts has no words for the step "${verb}" of ${handler}. Add them.`);
      return { steps, after, entries: moments.at(-1)?.level ?? 0 };
    }),
  );
  return faints.sort((a, b) => a.steps - b.steps).map(({ after, entries }) => ({ after, entries }));
}
