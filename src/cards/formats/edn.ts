/** Reads EDN, the notation of Mochi's `data.edn`: https://github.com/edn-format/edn */
import { FormatError } from './shape.ts';
import { fieldsOf, notTooDeep, type Value } from './value.ts';

/** @throws {FormatError} */
export function fromEdn(text: string): Value {
  return new Reader(text).whole();
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '#{': '}' };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Value {
    const value = this.#value(0);
    if (value === undefined) throw this.#broken();
    return value;
  }

  #broken(): FormatError {
    const line = this.#text.slice(0, this.#at).split('\n').length;
    return new FormatError(
      `data.edn in the package cannot be read from its line ${line} on. Export it again.`,
    );
  }

  /** What the pattern finds here, or null. */
  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  /** Undefined at a closing bracket and at the end. */
  #value(depth: number): Value | undefined {
    notTooDeep(depth);
    while (this.#take(/[\s,]+|;[^\n]*/y));
    const open = this.#take(/#\{|[([{]/y);
    if (open !== null) return this.#parts(open, depth);
    if (this.#take(/"/y)) return this.#string();
    if (this.#take(/#_/y)) {
      this.#value(depth + 1);
      return this.#value(depth + 1);
    }
    // A tag, such as #inst: its value is enough.
    if (this.#take(/#[^\s,()[\]{}"]*/y)) return this.#value(depth + 1);
    const word = this.#take(/\\\S|[^\s,()[\]{}";]+/y);
    return word === null ? undefined : wordOf(word);
  }

  #parts(open: string, depth: number): Value {
    const parts: Value[] = [];
    for (let part = this.#value(depth + 1); part !== undefined; part = this.#value(depth + 1))
      parts.push(part);
    if (this.#text[this.#at] !== closing[open]) throw this.#broken();
    this.#at += 1;
    if (open !== '{') return parts;
    const keys = parts.filter((_, index) => index % 2 === 0);
    return fieldsOf(keys.map((key, index) => [String(key), parts[index * 2 + 1] ?? null]));
  }

  #string(): string {
    const start = this.#at;
    // Sign by sign, since a pattern would keep each of a long text's in mind.
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length) throw this.#broken();
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    }
    this.#at += 1;
    return this.#text
      .slice(start, this.#at - 1)
      .replace(/\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g, (_, code?: string, letter = '') =>
        code === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
      );
  }
}

function wordOf(word: string): Value {
  if (word === 'nil') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  if (/^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?[NM]?$/.test(word)) return Number(word.replace(/[NM]$/, ''));
  return word.replace(/^[:\\]/, '');
}
