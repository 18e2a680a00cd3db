/** How an operation reads its arguments: by the names in its signature, which is also its manual. */
import type { Session } from '../../ports.ts';
import type { CallContext, Json, Operation, ServiceAnswer } from './service.ts';

/** Thrown inside an operation; it becomes the answer, and what was written is undone. */
export class Refusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function answer(value: Json): ServiceAnswer {
  return { kind: 'value', value };
}

type Work = (db: Session, args: Arguments, context: CallContext) => ServiceAnswer;

/**
 * @param signature - As a handler writes it. A name with `?` may be left out; `...names` takes the rest.
 * @param doc - One sentence for the reference page.
 */
export function operation(signature: string, doc: string, work: Work): Operation {
  const names = readSignature(signature);
  return {
    signature,
    doc,
    perform(db, args, context) {
      try {
        return work(db, new Arguments(signature, names, args), context);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { kind: 'error', code: error.code, message: error.message };
      }
    },
  };
}

interface Names {
  positional: string[];
  /** Takes what follows the positional ones. */
  rest: string | null;
  /** Fields of the object that comes last; null when there is none. */
  fields: string[] | null;
}

function readSignature(signature: string): Names {
  const inside = signature.slice(signature.indexOf('(') + 1, -1);
  const object = /\{ (.*) \}$/.exec(inside);
  const names = (text: string) => text.split(', ').filter((name) => name !== '');
  const positional = names(object ? inside.slice(0, object.index) : inside);
  const rest = positional.find((name) => name.startsWith('...'));
  return {
    positional: positional.filter((name) => name !== rest),
    rest: rest?.slice('...'.length) ?? null,
    fields: object ? names(object[1] ?? '').map((name) => name.replace('?', '')) : null,
  };
}

/** The arguments of one call. Null and nothing are the same where an argument may be left out. */
export class Arguments {
  readonly #signature: string;
  readonly #call: string;
  readonly #values = new Map<string, Json>();

  /** @throws Refusal when there are too many, or a name that the signature does not have. */
  constructor(signature: string, { positional, rest, fields }: Names, args: readonly Json[]) {
    this.#signature = signature;
    this.#call = signature.slice(0, signature.indexOf('('));
    const most = positional.length + (fields ? 1 : 0);
    if (args.length > most && rest === null) {
      const number = most === 1 ? '1 argument' : `${most} arguments`;
      this.#refuse(`${this.#call} takes ${number}; it got ${args.length}.`);
    }
    for (const [index, name] of positional.entries()) this.#set(name, args[index]);
    if (rest !== null) this.#set(rest, args.slice(positional.length));
    if (fields) this.#readFields(fields, args[positional.length]);
  }

  #readFields(known: readonly string[], given: Json | undefined): void {
    if (given === undefined || given === null) return;
    if (typeof given !== 'object' || Array.isArray(given)) {
      this.#refuse(`${this.#call} takes an object with ${known.join(', ')}; it got ${shown(given)}.`);
    }
    for (const [name, value] of Object.entries(given)) {
      if (!known.includes(name)) this.#refuse(`${this.#call} does not know ${shown(name)}.`);
      this.#set(name, value);
    }
  }

  #set(name: string, value: Json | undefined): void {
    if (value !== undefined) this.#values.set(name, value);
  }

  /** Anything that JSON can hold. */
  any(name: string): Json {
    const value = this.#values.get(name);
    return value === undefined ? this.wrong(name, 'a value that JSON can hold') : value;
  }

  whole(name: string, least: number): number {
    const value = this.#values.get(name);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    return this.wrong(name, `a whole number from ${least} up`);
  }

  wholeOrNull(name: string, least: number): number | null {
    return this.#isAbsent(name) ? null : this.whole(name, least);
  }

  text(name: string, longest = Number.POSITIVE_INFINITY): string {
    const value = this.#values.get(name);
    if (typeof value !== 'string' || value === '') return this.wrong(name, 'a text that is not empty');
    return this.#storable(name, value, longest);
  }

  textOrNull(name: string, longest?: number): string | null {
    return this.#isAbsent(name) ? null : this.text(name, longest);
  }

  /** A text, perhaps empty, or a number, which becomes its digits. */
  scalar(name: string): string {
    const value = this.#values.get(name);
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string') return this.#storable(name, value);
    return this.wrong(name, 'a text or a number; JSON.stringify makes a text of anything');
  }

  flag(name: string): boolean {
    const value = this.#values.get(name) ?? false;
    return typeof value === 'boolean' ? value : this.wrong(name, 'true or false');
  }

  /** The rest: at least one text. */
  texts(name: string): string[] {
    const value = this.#values.get(name);
    if (!Array.isArray(value) || value.length === 0) return this.wrong(name, 'one text or more', 'nothing');
    return value.map((text) =>
      typeof text === 'string' && text !== ''
        ? this.#storable(name, text)
        : this.wrong(name, 'texts that are not empty', shown(text)),
    );
  }

  /** @throws Refusal that says what the argument must be, and what it is. */
  wrong(name: string, expected: string, got = shown(this.#values.get(name))): never {
    return this.#refuse(`${this.#call} takes ${name}, ${expected}; it got ${got}.`);
  }

  #isAbsent(name: string): boolean {
    return (this.#values.get(name) ?? null) === null;
  }

  /** SQLite ends a text at NUL, and cannot hold half of a surrogate pair. */
  #storable(name: string, text: string, longest = Number.POSITIVE_INFINITY): string {
    if (text.length > longest) {
      const expected = `a text of at most ${longest} characters; it got one of ${text.length}`;
      return this.#refuse(`${this.#call} takes ${name}, ${expected}.`);
    }
    if (/[\0\p{Surrogate}]/u.test(text)) return this.wrong(name, 'a text of whole characters without NUL');
    return text;
  }

  #refuse(message: string): never {
    throw new Refusal('INVALID_ARGUMENT', `${message} Write ${this.#signature}.`);
  }
}

/** A value in a message. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
