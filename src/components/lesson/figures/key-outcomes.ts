/**
 * What the key store's handlers answer to a second request, for every way in which it can stand to the
 * first. Run while the page is built (Node only): nothing on the page is a status that somebody typed.
 */
import { prepare } from '../../../engine/experiment.ts';
import { replay } from '../../../engine/explore/replay.ts';
import type { Lab, RequestSpec, Scenario } from '../../../engine/lab.ts';
import { Laboratory } from '../../../engine/laboratory.ts';
import type { Moment } from '../../../engine/trace.ts';
import { defaultLimits } from '../../../engine/verdict.ts';
import { loadLab } from '../../../labs/load.ts';
import { nodeTools } from '../../../runner/node-tools.ts';
import type { LabPlace } from '../../lab/link.ts';
import { answers, type Situation, situations } from './key-situations.ts';

/** What came of both requests, once both were over. */
export interface Outcome extends Situation {
  /** What the second request hears. */
  status: number;
  /** Payments of invoice 31 in the end. */
  payments: number;
  /** The same where the payments' table admits one payment for each invoice. */
  guarded: { status: number; payments: number };
  /** Where a reader can watch it, if the lab has this as one of its scenarios. */
  place: LabPlace | null;
}

let outcomes: Promise<Outcome[]> | undefined;

/** One for each of the {@link situations}, in their order. */
export function keyOutcomes(): Promise<Outcome[]> {
  outcomes ??= Promise.all(situations.map(outcomeOf));
  return outcomes;
}

async function outcomeOf(situation: Situation): Promise<Outcome> {
  const plain = await run(situation, 'key-table');
  const guarded = await run(situation, 'key-and-constraint');
  const expected = answers[situation.answer].status;
  if (plain.status !== expected) {
    throw new Error(
      `key-situations.ts says that ${JSON.stringify(situation)} is answered ${expected}, but key-table of key-store answers ${plain.status}. Correct the explanation.`,
    );
  }
  return { ...situation, ...plain, guarded, place: placeOf(situation) };
}

/** The first request as far as the situation says, then the second to its end, then the rest of the first. */
async function run({ key, body, first }: Situation, handler: string) {
  const lab = withSecond(loadLab('key-store'), key, body);
  const laboratory = new Laboratory(
    prepare(lab, { handler, scenario: 'explorer' }),
    await nodeTools(),
    defaultLimits,
  );
  try {
    const choices = [...started[first]];
    let moment = end(replay(laboratory, choices.join(' ')).moments);
    for (const task of ['w2', 'w1']) {
      while (moment.tasks[task]?.status !== 'finished') {
        choices.push(task);
        moment = end(replay(laboratory, choices.join(' ')).moments);
      }
    }
    return {
      status: moment.tasks.w2?.end?.status ?? 0,
      payments: moment.tables.invoice_payment?.rows.length ?? 0,
    };
  } finally {
    laboratory.close();
  }
}

/** Forget what is too old, claim; begin, pay, store the answer, commit. */
const started: Record<Situation['first'], string[]> = {
  running: ['w1', 'w1'],
  done: ['w1', 'w1', 'w1', 'w1', 'w1', 'w1'],
  forgotten: ['w1', 'w1', 'w1', 'w1', 'w1', 'w1', 'clockJump:deadline'],
};

function end(moments: Moment[]): Moment {
  const last = moments.at(-1);
  if (last) return last;
  throw new Error('A trace without moments: key-store could not be replayed.');
}

/** The lab with one scenario more, in which the second request is what the situation says. */
function withSecond(lab: Lab, key: Situation['key'], body: Situation['body']): Lab {
  const { w1, w2 } = lab.scenarios['retry-during']?.tasks ?? {};
  const other = lab.scenarios['other-body-after']?.tasks.w2?.request;
  if (!w1 || !w2?.request || !other) {
    throw new Error(
      'key-store no longer has the scenarios retry-during and other-body-after, each with a w2. Name them as before, or correct key-outcomes.ts.',
    );
  }
  const chosen: RequestSpec = body === 'same' ? w2.request : other;
  const { 'idempotency-key': sent = '', ...headers } = chosen.headers;
  const named: RequestSpec = {
    ...chosen,
    headers:
      key === 'none' ? headers : { ...headers, 'idempotency-key': key === 'same' ? sent : `${sent}-b` },
  };
  const explorer: Scenario = {
    tasks: { w1, w2: { ...w2, request: named } },
    scalable: false,
    faults: { clockJump: 1 },
  };
  return { ...lab, scenarios: { ...lab.scenarios, explorer } };
}

/** The lab's own scenario for this situation, at a schedule in which it happens. */
function placeOf({ key, body, first }: Situation): LabPlace | null {
  const handler = 'key-table';
  const after = started.done.join(' ');
  const look = 'w2 w2 w2';
  if (key === 'none') return { handler, scenario: 'no-key', schedule: 'w1' };
  if (key === 'new') return null;
  if (first === 'running') {
    const scenario = body === 'same' ? 'retry-during' : 'other-body-during';
    return { handler, scenario, schedule: `w1 w1 ${look} w1 w1 w1 w1` };
  }
  if (first === 'done') {
    const scenario = body === 'same' ? 'retry-after' : 'other-body-after';
    return { handler, scenario, schedule: `${after} ${look}` };
  }
  if (body === 'other') return null;
  return { handler, scenario: 'late-retry', schedule: `${after} clockJump:deadline ${look} ${look}` };
}
