/** Small checks of parsed JSON, each with the path of what it looks at: a page loads them with no library. */
import { FormatError, quoted } from './shape.ts';

/** @throws {FormatError} naming path, value and what it must be */
export type Check<T> = (value: unknown, path: string) => T;
export type Checked<C> = C extends Check<infer T> ? T : never;

function refuse(value: unknown, path: string, wanted: string): never {
  const written = shown(value, 60);
  throw new FormatError(
    `${path} is ${written}. It must be ${wanted}; correct it, or export the decks again.`,
  );
}

/** A value as a sentence may name it. What holds others is named by its kind: it may go down for ever. */
export function shown(value: unknown, most: number): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const written = JSON.stringify(typeof value === 'string' ? value.slice(0, most + 1) : value);
  return written.length > most ? `${written.slice(0, most)}…` : written;
}

export function text(least: number, most: number): Check<string> {
  const wanted = `a text of ${least === 0 ? 'at most' : `${least} to`} ${most} characters`;
  return (value, path) =>
    typeof value === 'string' && value.length >= least && value.length <= most
      ? value
      : refuse(value, path, wanted);
}

export function matching(pattern: RegExp, wanted: string): Check<string> {
  return (value, path) =>
    typeof value === 'string' && pattern.test(value) ? value : refuse(value, path, wanted);
}

export function number(least: number, most: number): Check<number> {
  return (value, path) =>
    typeof value === 'number' && value >= least && value <= most
      ? value
      : refuse(value, path, `a number from ${least} to ${most}`);
}

export const truth: Check<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : refuse(value, path, 'true or false');

export function oneOf<const T extends readonly (string | number)[]>(values: T): Check<T[number]> {
  return (value, path) =>
    values.find((each) => each === value) ?? refuse(value, path, `one of ${values.join(', ')}`);
}

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value, path) => (value === null ? null : check(value, path));
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value, path) => (value === undefined ? undefined : check(value, path));
}

export function list<T>(check: Check<T>, most: number): Check<T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length > most) refuse(value, path, `a list of at most ${most}`);
    return (value as unknown[]).map((each, index) => check(each, `${path}.${index}`));
  };
}

/** An object with these keys and no others. */
export function object<Shape extends Record<string, Check<unknown>>>(
  shape: Shape,
): Check<{ [Key in keyof Shape]: Checked<Shape[Key]> }> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(value, path, 'an object');
    const given = value as Record<string, unknown>;
    const stray = Object.keys(given).find((key) => !Object.hasOwn(shape, key));
    if (stray !== undefined)
      throw new FormatError(
        `${path} has ${quoted(stray)}, which is no key of it. Leave it out, or export the decks again.`,
      );
    return Object.fromEntries(
      Object.entries(shape).map(([key, check]) => [key, check(given[key], `${path}.${key}`)]),
    ) as { [Key in keyof Shape]: Checked<Shape[Key]> };
  };
}
