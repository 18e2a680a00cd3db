/** One crash after the charge, in two databases, under two handlers. Run while the page is built (Node only). */
import type { Moment, TraceEvent } from '../../../engine/trace.ts';
import { replayed } from '../../../labs/figures.ts';

const lab = 'outside-effect';
const scenario = 'goes-away';

export interface BookLine {
  /** The request, the job that comes later, or the fuse. */
  who: 'request' | 'job' | 'fuse';
  /** In which database something is done; in neither when the fuse goes. */
  side: 'school' | 'provider' | null;
  does: string;
  /** The booking after this moment, as everybody sees it; `pending` while it is written and not committed. */
  booking: 'none' | 'pending' | 'open' | 'paid';
  /** Charges after this moment. */
  charges: string[];
}

export interface Books {
  handler: string;
  says: string;
  lines: BookLine[];
}

const books = [
  {
    handler: 'charge-in-transaction',
    says: 'The call inside a transaction',
    schedule: 'w1 w1 w1 crash:w1 w2',
  },
  { handler: 'intent-and-key', says: 'Intent, effect, completion', schedule: 'w1 w1 crash:w1 w2 w2 w2' },
] as const;

export function twoBooks(): Promise<Books[]> {
  return Promise.all(
    books.map(async ({ handler, says, schedule }) => {
      const { events, moments } = await replayed(lab, { handler, scenario, schedule });
      let uncommitted = false;
      let open = false;
      const lines = events.flatMap((event, index) => {
        open = event.kind === 'begin' || (open && event.kind !== 'commit' && event.kind !== 'fault');
        uncommitted = open && (uncommitted || event.wrote);
        // BEGIN alone does nothing that anybody could see.
        if (event.kind === 'begin') return [];
        return [lineOf(event, { before: moments[index], after: moments[index + 1], uncommitted })];
      });
      return { handler, says, lines };
    }),
  );
}

interface Around {
  before: Moment | undefined;
  after: Moment | undefined;
  /** Something is written and not committed after the event. */
  uncommitted: boolean;
}

function lineOf(event: TraceEvent, { before, after, uncommitted }: Around): BookLine {
  const known = chargesIn(before);
  const charges = chargesIn(after);
  return {
    who: event.kind === 'fault' ? 'fuse' : event.task === 'w1' ? 'request' : 'job',
    side: event.kind === 'fault' ? null : event.service === null ? 'school' : 'provider',
    does: wordsFor(event, charges.length > known.length),
    booking: bookingIn(after, uncommitted),
    charges,
  };
}

function bookingIn(moment: Moment | undefined, uncommitted: boolean): BookLine['booking'] {
  const row = moment?.tables['booking']?.rows[0];
  if (!row) return uncommitted ? 'pending' : 'none';
  return row.values[2] === null ? 'open' : 'paid';
}

const chargesIn = (moment: Moment | undefined) =>
  (moment?.tables['payments.charge']?.rows ?? []).map(({ values }) => String(values[0]));

/** @throws for a verb that the lab did not have when this was written. */
function wordsFor({ verb, result, params }: TraceEvent, charged: boolean): string {
  switch (verb) {
    case 'INSERT':
      return 'writes the booking';
    case 'CHARGE':
      return charged ? 'charges' : 'knows the key, and gives the same charge back';
    case 'CRASH':
      return 'the fuse goes';
    case 'SELECT':
      return result === 'no row' ? 'looks for what was begun, and finds nothing' : 'finds the booking, open';
    case 'UPDATE':
      return `writes ${String(params[0])} beside it`;
    default:
      throw new Error(`two-books.ts has no words for the step "${verb}". Add them.`);
  }
}
