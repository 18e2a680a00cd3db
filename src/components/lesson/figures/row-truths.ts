/** What one row can mean: what the second server sees, and what may lie behind it. Run while the page is built. */
import type { Moment } from '../../../engine/trace.ts';
import { replayed } from '../../../labs/figures.ts';

const lab = 'stuck-key';
const handler = 'no-lease';
const scenario = 'owner-dies';

export interface RowTruth {
  /** What the club's database says about the key. */
  row: 'no row' | 'running' | 'done';
  /** What has become of its owner. */
  owner: string;
  /** Charges at the provider. */
  charges: number;
  /** What the second server should do, if it knew. */
  right: string;
}

const cases = [
  { schedule: 'crash:w1', owner: 'died before it claimed the key' },
  { schedule: 'w1 crash:w1', owner: 'died before it called the provider' },
  { schedule: 'w1', owner: 'is alive, and about to call' },
  { schedule: 'w1 w1 crash:w1', owner: 'died after the provider had charged' },
  { schedule: 'w1 w1 w1 crash:w1', owner: 'died before it answered Priya' },
] as const;

export function rowTruths(): Promise<RowTruth[]> {
  return Promise.all(
    cases.map(async ({ schedule, owner }) => {
      const { moments } = await replayed(lab, { handler, scenario, schedule });
      const now = moments.at(-1);
      if (!now) throw new Error(`row-truths.ts: the schedule "${schedule}" of ${lab} has no moment.`);
      const row = rowIn(now);
      const charges = now.tables['payments.charge']?.rows.length ?? 0;
      return { row, owner, charges, right: rightThing(row, charges, schedule.includes('crash')) };
    }),
  );
}

function rowIn({ tables }: Moment): RowTruth['row'] {
  const claim = tables['claim'];
  const row = claim?.rows[0];
  if (!claim || !row) return 'no row';
  return row.values[claim.columns.indexOf('charge')] === null ? 'running' : 'done';
}

function rightThing(row: RowTruth['row'], charges: number, dead: boolean): string {
  if (row === 'done') return 'hand out the stored answer';
  if (row === 'no row') return 'claim, and charge';
  if (!dead) return 'wait';
  return charges > 0 ? 'charge nothing, and store the charge' : 'charge';
}
