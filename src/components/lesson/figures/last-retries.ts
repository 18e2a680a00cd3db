/** How late the last retry of each sender can come, against how long a key is kept. */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export interface Sender {
  who: string;
  /** Seconds after the first attempt. */
  lastSeconds: number;
  /** The same in words. */
  last: string;
  /** Where the number is from; without one it is an example. */
  source: string | null;
}

export const senders: readonly Sender[] = [
  { who: 'Somebody presses again', lastSeconds: minute, last: 'about a minute', source: null },
  {
    who: 'A phone, offline from Friday to Sunday evening',
    lastSeconds: 2 * day,
    last: '2 days',
    source: null,
  },
  { who: 'Stripe’s webhooks, in live mode', lastSeconds: 3 * day, last: 'up to 3 days', source: 'Stripe' },
  {
    who: 'A message in Amazon SQS',
    lastSeconds: 14 * day,
    last: '4 days, up to 14 if so set',
    source: 'Amazon',
  },
  { who: 'A Sidekiq job, 25 retries', lastSeconds: 20 * day, last: 'about 20 days', source: 'Sidekiq' },
];

/** How long a key is kept in our lab, and in version 1 of Stripe’s API at least. */
export const keptSeconds = day;

const most = 30 * day;
const least = 10;

/** Where a time stands on an axis of powers, in per cent; ten seconds at its left end, 30 days at its right. */
export function placeOf(seconds: number): number {
  const share = Math.log(seconds / least) / Math.log(most / least);
  return Math.round(1000 * Math.min(1, Math.max(0, share))) / 10;
}

export const ticks: readonly { seconds: number; says: string }[] = [
  { seconds: minute, says: '1 min' },
  { seconds: hour, says: '1 h' },
  { seconds: day, says: '1 day' },
  { seconds: 7 * day, says: '7' },
  { seconds: 30 * day, says: '30' },
];
