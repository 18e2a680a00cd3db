/** Data as Mochi's two notations write it: keywords are texts, lists and sets are arrays. */
import { FormatError } from './shape.ts';

export type Value = string | number | boolean | null | Value[] | Fields;
export interface Fields {
  [key: string]: Value;
}

/** No export of Mochi goes down so far. */
const mostDepth = 100;

/** @throws {FormatError} */
export function notTooDeep(depth: number): void {
  if (depth > mostDepth)
    throw new FormatError(
      `The data in the package holds parts within parts, more than ${mostDepth} deep, as none of Mochi's does. Export it again.`,
    );
}

/** Its keys are a file's: none may reach what objects have by birth. */
export function fieldsOf(entries: Iterable<readonly [string, Value]>): Fields {
  const fields: Fields = Object.create(null);
  for (const [key, value] of entries) fields[key] = value;
  return fields;
}

export function isFields(value: Value | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
