/** Reads Transit, the notation of Mochi's `data.json`: https://github.com/cognitect/transit-format */
import { type Fields, fieldsOf, notTooDeep, type Value } from './value.ts';

/**
 * Of its two forms, the one with objects and the one with arrays that begin with `"^ "` and name a key
 * that was written before by a code such as `^1`.
 *
 * @param json - As JSON.parse gives it.
 * @throws {FormatError}
 */
export function fromTransit(json: unknown): Value {
  return new Reader().read(json, 0);
}

class Reader {
  readonly #written = new Written();

  read(json: unknown, depth: number): Value {
    notTooDeep(depth);
    if (typeof json === 'string') return textOf(this.#written.resolve(json, false));
    if (typeof json === 'number' || typeof json === 'boolean') return json;
    if (typeof json !== 'object' || json === null) return null;
    if (!Array.isArray(json)) return this.#object(Object.entries(json), depth);
    if (json[0] === '^ ') return this.#pairs(json.slice(1), depth);
    const [first, second] = json;
    if (json.length === 2 && typeof first === 'string' && /^[~^]/.test(first)) {
      const tag = this.#written.resolve(first, false);
      if (tag.startsWith('~#')) return this.read(second, depth + 1);
      return [textOf(tag), this.read(second, depth + 1)];
    }
    return json.map((each) => this.read(each, depth + 1));
  }

  /** A tag, such as `~#list`, is an object of one key. What it says of its value does not matter here. */
  #object(entries: [string, unknown][], depth: number): Value {
    const [only] = entries;
    if (entries.length === 1 && only?.[0].startsWith('~#')) return this.read(only[1], depth + 1);
    return fieldsOf(entries.map(([key, value]) => [textOrNone(key), this.read(value, depth + 1)]));
  }

  #pairs(parts: readonly unknown[], depth: number): Fields {
    const entries: [string, Value][] = [];
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const key = parts[at];
      const name = typeof key === 'string' ? this.#written.resolve(key, true) : String(key);
      entries.push([textOrNone(name), this.read(parts[at + 1], depth + 1)]);
    }
    return fieldsOf(entries);
  }
}

/** What was written before and can be named by a code: two digits to the base of 44, from "0". */
class Written {
  readonly #texts: string[] = [];

  resolve(text: string, isKey: boolean): string {
    if (text.startsWith('^') && text !== '^ ') {
      const digits = [...text.slice(1)].map((digit) => digit.charCodeAt(0) - 48);
      return this.#texts[digits.reduce((sum, digit) => sum * 44 + digit, 0)] ?? '';
    }
    if (text.length > 3 && (isKey || /^~[:#$]/.test(text))) {
      if (this.#texts.length >= 44 * 44) this.#texts.length = 0;
      this.#texts.push(text);
    }
    return text;
  }
}

/** `~:word` is a keyword, `~~` a text that begins with `~`, `~_` nothing; the rest keeps its letters. */
function textOf(text: string): string | boolean | null {
  if (!text.startsWith('~')) return text;
  if (text === '~_') return null;
  if (text === '~?t' || text === '~?f') return text === '~?t';
  return /^~[~^`]/.test(text) ? text.slice(1) : text.slice(2);
}

const textOrNone = (text: string): string => String(textOf(text) ?? '');
