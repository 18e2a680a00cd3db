/**
 * Reads a content file against its schema. Every mistake becomes one sentence: the file, the key, what was
 * found there and what was expected.
 */
import { parse as parseYaml, YAMLParseError } from 'yaml';
import type { z } from 'zod';

/** One or more mistakes in a content file, each a line of the message. */
export class ContentError extends Error {
  constructor(file: string, key: string, what: string, ...more: { key: string; what: string }[]) {
    super(
      [{ key, what }, ...more]
        .map((mistake) => `${file}${mistake.key ? `, key ${mistake.key}` : ''}: ${mistake.what}`)
        .join('\n'),
    );
    this.name = 'ContentError';
  }
}

type Path = readonly PropertyKey[];

interface Reading {
  /** What a message calls the place; the keys joined by dots unless said otherwise. */
  placeOf?(raw: unknown, path: Path): string;
  /** What else to do about a value that is wrong. */
  advice?: string;
}

/** @throws {ContentError} where the text is no YAML, or the schema refuses what it says. */
export function readYaml<Value>(
  file: string,
  text: string,
  schema: z.ZodType<Value, unknown>,
  reading?: Reading,
): Value {
  return checked(file, yamlOf(file, text), schema, reading);
}

/** @throws {ContentError} */
export function yamlOf(file: string, text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new ContentError(file, '', `${error.message.split('\n')[0]?.replace(/:$/, '.')} Correct the YAML.`);
  }
}

/** @throws {ContentError} with a sentence for each mistake */
export function checked<Value>(
  file: string,
  raw: unknown,
  schema: z.ZodType<Value, unknown>,
  { placeOf = (_, path) => path.map(String).join('.'), advice }: Reading = {},
): Value {
  const result = schema.safeParse(raw, { error: expectation });
  if (result.success) return result.data;
  const [first, ...more] = withoutEchoes(result.error.issues).map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const key = placeOf(raw, [...issue.path, issue.keys.join(', ')]);
      return { key, what: 'is not a key of this place. Remove it, or correct its spelling.' };
    }
    const what = `${found(raw, issue)}${issue.message}.${advice ? ` ${advice}` : ''}`;
    return { key: placeOf(raw, issue.path), what };
  });
  throw new ContentError(file, first?.key ?? '', first?.what ?? 'is wrong.', ...more);
}

/** A misspelt key is also a missing one; its spelling says more. */
function withoutEchoes(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const misspelt = issues
    .filter(({ code }) => code === 'unrecognized_keys')
    .map(({ path }) => JSON.stringify(path));
  return issues
    .filter(
      ({ code, path }) =>
        code === 'unrecognized_keys' || !misspelt.includes(JSON.stringify(path.slice(0, -1))),
    )
    .sort((a, b) => Number(b.code === 'unrecognized_keys') - Number(a.code === 'unrecognized_keys'));
}

function found(raw: unknown, { code, path }: z.core.$ZodIssue): string {
  if (code === 'invalid_key') return `found ${shown(String(path.at(-1)))}, `;
  const value = path.reduce<unknown>(member, raw);
  return value === undefined ? 'is missing, ' : `found ${shown(value)}, `;
}

export function member(value: unknown, key: PropertyKey | undefined): unknown {
  return typeof value === 'object' && value !== null && key !== undefined && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

/** A value in a sentence: texts and numbers as they are, lists and keys by what they hold. */
function shown(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    return keys.length === 0 ? 'no keys' : `the keys ${keys.slice(0, 6).join(', ')}`;
  }
  if (typeof value !== 'string') return String(value);
  return value === ''
    ? 'an empty text'
    : JSON.stringify(value.length > 50 ? `${value.slice(0, 50)}…` : value);
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys with values',
  record: 'keys with values',
};

const formats: Record<string, string> = {
  url: 'an address such as https://example.com',
  base64: 'base64',
};

/** What zod wanted, where the schema does not say it in words of its own. */
function expectation(issue: z.core.$ZodRawIssue): string {
  return `expected ${wanted(issue)}`;
}

function wanted(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return either(issue.values.map(String));
    case 'too_small': {
      const least = Number(issue.minimum) + (issue.inclusive ? 0 : 1);
      if (issue.origin === 'string') return least === 1 ? 'a text' : `at least ${least} characters`;
      if (issue.origin === 'array') return least === 1 ? 'at least one entry' : `at least ${least} entries`;
      return `${least} or more`;
    }
    case 'too_big': {
      const most = Number(issue.maximum) - (issue.inclusive ? 0 : 1);
      if (issue.origin === 'string') return `at most ${most} characters`;
      if (issue.origin === 'array') return `at most ${most} entries`;
      return `${most} or less`;
    }
    case 'invalid_format':
      return issue.format === 'starts_with'
        ? `a text that starts with ${issue.prefix}`
        : (formats[issue.format] ?? issue.format);
    case 'invalid_key':
      return issue.issues.map(({ message }) => message.replace(/^expected /, '')).join(' and ');
    case 'invalid_union':
      return either(issue.errors.flatMap(([first]) => first?.message.replace(/^expected /, '') ?? []));
    default:
      return 'something else';
  }
}

function either(words: string[]): string {
  return words.length < 2
    ? (words[0] ?? 'something else')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
