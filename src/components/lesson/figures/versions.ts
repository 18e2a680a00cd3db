/** What a parcel's row shows after each arrival: the lab's handlers are run, one event after the other (Node only). */
import { prepare } from '../../../engine/experiment.ts';
import { replay } from '../../../engine/explore/replay.ts';
import type { Lab, Scenario } from '../../../engine/lab.ts';
import { Laboratory } from '../../../engine/laboratory.ts';
import type { Moment } from '../../../engine/trace.ts';
import { defaultLimits } from '../../../engine/verdict.ts';
import { loadLab } from '../../../labs/load.ts';
import { nodeTools } from '../../../runner/node-tools.ts';

/** The states of one parcel, in the order in which it went through them. */
export const states: readonly { version: number; status: string }[] = [
  { version: 1, status: 'booked' },
  { version: 2, status: 'on the road' },
  { version: 3, status: 'held at customs' },
  { version: 4, status: 'on the road' },
];

/** The order in which the carrier's events arrive; the fourth one twice. */
export const arriving: readonly number[] = [2, 1, 4, 4, 3];

export interface Move {
  /** Version of the event that arrives. */
  version: number;
  status: string;
  /** Version of the row before, 0 where there is none. */
  before: number;
  after: number;
  /** What the carrier hears. */
  answer: number;
}

/** @param handler - One of webhook-order. */
export async function movesOf(handler: string): Promise<Move[]> {
  const laboratory = new Laboratory(
    prepare(withArrivals(loadLab('webhook-order')), { handler, scenario: 'arrivals' }),
    await nodeTools(),
    defaultLimits,
  );
  try {
    const { moments } = replay(laboratory, arriving.map((_, index) => `w${index + 1}`).join(' '));
    let before = 0;
    return arriving.map((version, index) => {
      const moment = moments[index + 1];
      const after = versionIn(moment);
      const move = {
        version,
        status: statusOf(version),
        before,
        after,
        answer: moment?.tasks[`w${index + 1}`]?.end?.status ?? 0,
      };
      before = after;
      return move;
    });
  } finally {
    laboratory.close();
  }
}

const parcel = 'sh-9';

/** 0 while the parcel has no row. */
function versionIn(moment: Moment | undefined): number {
  const table = moment?.tables.shipment;
  if (!table) throw new Error('webhook-order no longer watches the table shipment. Correct versions.ts.');
  const [id, version] = [table.columns.indexOf('id'), table.columns.indexOf('version')];
  const row = table.rows.find(({ values }) => values[id] === parcel);
  return Number(row?.values[version] ?? 0);
}

const statusOf = (version: number) => states.find((state) => state.version === version)?.status ?? '';

function withArrivals(lab: Lab): Lab {
  const request = lab.scenarios['booked-and-gone']?.tasks.w1?.request;
  if (!request) {
    throw new Error(
      'webhook-order no longer has the scenario booked-and-gone with a w1. Name it as before, or correct versions.ts.',
    );
  }
  const arrivals: Scenario = {
    tasks: Object.fromEntries(
      arriving.map((version, index) => [
        `w${index + 1}`,
        {
          entry: 'handle',
          request: {
            ...request,
            body: { shipment: parcel, version, second: 1614265330 + version, status: statusOf(version) },
          },
          after: index === 0 ? [] : [`w${index}`],
        },
      ]),
    ),
    scalable: false,
    faults: {},
  };
  return { ...lab, scenarios: { ...lab.scenarios, arrivals } };
}
