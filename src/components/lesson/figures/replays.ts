/**
 * One delivery and what becomes of its copies at a receiver with three gates: the signature, the clock,
 * and the memory of ids. Which gate stops which is not written here: each arrival is checked.
 */
import { benchOf } from './signature-check.ts';
import { type BenchForm, exampleForm, type Scheme } from './signature-schemes.ts';

export interface Arrival {
  by: 'the sender' | 'a stranger';
  says: string;
  scheme: Scheme;
  /** What differs from the published example, received two seconds after it was signed. */
  changes: Partial<BenchForm>;
}

/** A gate lets it through, stops it, or is never reached; `none` where the scheme has no such gate. */
export type Gate = 'through' | 'stops' | 'none' | 'not reached';

export interface Passage extends Arrival {
  seal: Gate;
  clock: Gate;
  memory: Gate;
  /** Null where no time is signed, or where nobody has looked at it. */
  ageSeconds: number | null;
  end: 'done' | 'refused' | 'known';
}

const signedAt = Number(exampleForm('standard-webhooks').timestamp);
const hourLater = String(signedAt + 3600);

export const arrivals: readonly Arrival[] = [
  { by: 'the sender', says: 'The delivery', scheme: 'standard-webhooks', changes: {} },
  {
    by: 'the sender',
    says: 'The same, an hour later, signed anew',
    scheme: 'standard-webhooks',
    changes: { timestamp: hourLater, gotTimestamp: hourLater },
  },
  {
    by: 'a stranger',
    says: 'A copy, after two minutes',
    scheme: 'standard-webhooks',
    changes: { later: '120' },
  },
  {
    by: 'a stranger',
    says: 'The copy, after an hour',
    scheme: 'standard-webhooks',
    changes: { later: '3600' },
  },
  {
    by: 'a stranger',
    says: 'The copy, its time set to now',
    scheme: 'standard-webhooks',
    changes: { later: '3600', gotTimestamp: hourLater },
  },
  {
    by: 'a stranger',
    says: 'The copy, with another id',
    scheme: 'standard-webhooks',
    changes: { later: '120', gotId: 'msg_another' },
  },
  {
    by: 'a stranger',
    says: 'As GitHub signs: a copy with another id',
    scheme: 'github',
    changes: { gotId: 'another', later: '3600' },
  },
];

/** In the order of the {@link arrivals}; the first of each scheme has been remembered. */
export function passages(): Passage[] {
  const known = new Set([exampleForm('github').id]);
  return arrivals.map((arrival) => {
    const form = { ...exampleForm(arrival.scheme), ...arrival.changes };
    const bench = benchOf(form);
    if (typeof bench === 'string') throw new Error(`replays.ts, "${arrival.says}": ${bench}`);
    const { check } = bench;
    const rest = { ...arrival, clock: 'not reached', memory: 'not reached', ageSeconds: null } as const;
    if (check.kind === 'stale') {
      const { ageSeconds } = check;
      return { ...rest, seal: 'through', clock: 'stops', ageSeconds, end: 'refused' };
    }
    if (check.kind !== 'genuine') return { ...rest, seal: 'stops', end: 'refused' };
    const { ageSeconds } = check;
    const seen = known.has(form.gotId);
    known.add(form.gotId);
    return {
      ...arrival,
      seal: 'through',
      clock: ageSeconds === null ? 'none' : 'through',
      memory: seen ? 'stops' : 'through',
      ageSeconds,
      end: seen ? 'known' : 'done',
    };
  });
}
