/** How long there are two owners of a key, or none, for a length of lease. Seconds throughout. */

/** The two controls end here. */
export const longestSeconds = 600;
/** The axis goes on for a minute, so that whoever takes over can be seen. */
const axisSeconds = 660;
export const stepSeconds = 10;

export interface LeaseTimes {
  leaseSeconds: number;
  /** How long a slow owner takes from its claim to its end. */
  slowSeconds: number;
}

export const startTimes: LeaseTimes = { leaseSeconds: 30, slowSeconds: 120 };

/** While the old owner has not finished and a new one may have taken over. */
export function twoOwnersSeconds({ leaseSeconds, slowSeconds }: LeaseTimes): number {
  return Math.max(0, slowSeconds - leaseSeconds);
}

/** Of an owner that died as it claimed the key: from then until somebody may take over. */
export function noOwnerSeconds({ leaseSeconds }: LeaseTimes): number {
  return leaseSeconds;
}

/** "90 seconds" reads "1 min 30 s". */
export function durationWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

export function slowWords(times: LeaseTimes): string {
  const two = twoOwnersSeconds(times);
  if (two === 0) return 'One owner throughout.';
  return `For ${durationWords(two)} there may be two owners.`;
}

export function deadWords(times: LeaseTimes): string {
  return `For ${durationWords(noOwnerSeconds(times))} nobody works on it.`;
}

/** Where a time stands on the axis, in per cent. */
export function placeOf(seconds: number): number {
  return Math.round((1000 * Math.min(seconds, axisSeconds)) / axisSeconds) / 10;
}
