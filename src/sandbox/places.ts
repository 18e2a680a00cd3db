/**
 * From QuickJS's stacks to places in the handler's text. QuickJS names the backtick or the opening
 * parenthesis of a call, or the `return` before a call in tail position; learners look for the start
 * of the expression.
 */
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types.js';
import type { Token } from './strip-types.ts';

export interface Place {
  line: number | null;
  column: number | null;
  endLine: number | null;
}

interface Frame {
  name: string;
  line: number;
  column: number;
}

const nowhere: Place = { line: null, column: null, endLine: null };
const openers: number[] = [tt.parenL, tt.bracketL, tt.braceL, tt.dollarBraceL];
const closers: number[] = [tt.parenR, tt.bracketR, tt.braceR];
const loopWords: number[] = [tt._for, tt._while, tt._do];

export class Places {
  readonly #file: string;
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #lineStarts: number[] = [0];
  /** For each bracket or backquote token, the index of its partner. */
  readonly #partner = new Map<number, number>();

  constructor(file: string, source: string, tokens: readonly Token[]) {
    this.#file = file;
    this.#source = source;
    this.#tokens = tokens;
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
      this.#lineStarts.push(at + 1);
    this.#pair();
  }

  /** Where a call stands: the first character of its callee, and the line on which the call ends. */
  call(stack: string): Place {
    const frame = this.#frame(stack);
    if (frame === null) return nowhere;
    const opener = this.#openerAt(this.#offset(frame));
    if (opener === null) return { line: frame.line, column: frame.column, endLine: frame.line };
    const first = this.#tokens[this.#calleeStart(opener)];
    const last = this.#tokens[this.#partner.get(opener) ?? opener];
    return { ...this.#position(first?.start ?? 0), endLine: this.#position(last?.start ?? 0).line };
  }

  /** Where an error was raised: the callee, when a call raised it, else where QuickJS puts it. */
  raised(stack: string): Place {
    const frame = this.#frame(stack);
    if (frame === null) return nowhere;
    const offset = this.#offset(frame);
    const index = this.#indexAt(offset);
    const type = index === null ? undefined : this.#tokens[index]?.type;
    const called = index !== null && (type === tt.parenL || type === tt.backQuote);
    return this.#at(called ? (this.#tokens[this.#calleeStart(index)]?.start ?? offset) : offset);
  }

  /** Where a run that was stopped went round: QuickJS often knows the function only. */
  loop(stack: string, entry: string): Place {
    const frame = this.#frame(stack);
    const known = frame !== null && (frame.line > 1 || frame.column > 1);
    if (known) {
      const offset = this.#offset(frame);
      const around = this.#loops().findLast(({ start, end }) => start <= offset && offset < end);
      if (around !== undefined) return this.#at(around.start);
    }
    const body = this.#functionNamed(frame?.name ?? entry) ?? this.#functionNamed(entry);
    const from = known ? this.#offset(frame) : (body?.start ?? 0);
    const inside = this.#loops().find(
      ({ start }) => start >= from && start < (body?.end ?? this.#source.length),
    );
    if (inside !== undefined) return this.#at(inside.start);
    if (known) return this.#at(this.#offset(frame));
    return body === null ? nowhere : this.#at(body.start);
  }

  /** The first `await` outside every function, for a file that waits while it loads. */
  topLevelAwait(): Place {
    let depth = 0;
    for (const token of this.#tokens) {
      if (openers.includes(token.type)) depth += 1;
      if (closers.includes(token.type)) depth -= 1;
      if (depth === 0 && this.#source.slice(token.start, token.end) === 'await') return this.#at(token.start);
    }
    return nowhere;
  }

  #at(offset: number): Place {
    const { line, column } = this.#position(offset);
    return { line, column, endLine: null };
  }

  /** The innermost frame in the handler's file: `    at name (file:line:column)`, or without a name. */
  #frame(stack: string): Frame | null {
    for (const text of stack.split('\n')) {
      const at = text.lastIndexOf(`${this.#file}:`);
      const before = text.slice(0, Math.max(at, 0));
      const position = /^(\d+):(\d+)\)?$/.exec(text.slice(at + this.#file.length + 1));
      if (at > 0 && position !== null && /^\s*at (?:.* \()?$/.test(before)) {
        const name = before.trim().slice('at '.length, -' ('.length);
        return { name, line: Number(position[1]), column: Number(position[2]) };
      }
    }
    return null;
  }

  /** QuickJS counts code points in a line; offsets count UTF-16 units. */
  #offset(frame: Frame): number {
    let at = this.#lineStarts[frame.line - 1] ?? this.#source.length;
    for (let i = 1; i < frame.column && at < this.#source.length; i += 1) {
      at += (this.#source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
    return at;
  }

  #position(offset: number): { line: number; column: number } {
    let line = this.#lineStarts.length;
    while (line > 1 && (this.#lineStarts[line - 1] ?? 0) > offset) line -= 1;
    return { line, column: offset - (this.#lineStarts[line - 1] ?? 0) + 1 };
  }

  #pair(): void {
    const open: number[] = [];
    this.#tokens.forEach((token, index) => {
      const top = open.at(-1);
      const closesTemplate =
        token.type === tt.backQuote && top !== undefined && this.#tokens[top]?.type === tt.backQuote;
      if (closesTemplate || closers.includes(token.type)) {
        if (top === undefined) return;
        open.pop();
        this.#partner.set(top, index);
        this.#partner.set(index, top);
      } else if (token.type === tt.backQuote || openers.includes(token.type)) {
        open.push(index);
      }
    });
  }

  #indexAt(offset: number): number | null {
    const index = this.#tokens.findIndex(({ start, end }) => start <= offset && offset < end);
    return index < 0 ? null : index;
  }

  #openerAt(offset: number): number | null {
    const index = this.#indexAt(offset);
    const type = index === null ? undefined : this.#tokens[index]?.type;
    if (index === null) return null;
    if (type === tt.backQuote || type === tt.parenL) return index;
    return type === tt._return ? this.#lastOpenerAfter(index) : null;
  }

  /** In `return a.b(…)` QuickJS reports the tail call at `return`: take the call that ends the chain. */
  #lastOpenerAfter(returnIndex: number): number | null {
    let index = returnIndex + 1;
    while (this.#tokens[index]?.type === tt.parenL) index += 1;
    let found: number | null = null;
    for (; index < this.#tokens.length; index += 1) {
      const token = this.#tokens[index];
      if (token === undefined) break;
      const chain =
        token.isType ||
        this.#isWord(token) ||
        token.type === tt.dot ||
        token.type === tt.questionDot ||
        token.type === tt.nonNullAssertion;
      if (chain) continue;
      if (token.type !== tt.parenL && token.type !== tt.backQuote && token.type !== tt.bracketL) break;
      if (token.type !== tt.bracketL) found = index;
      index = this.#partner.get(index) ?? this.#tokens.length;
    }
    return found;
  }

  /** Back from `(` or a backtick over the names, dots and brackets of what is called. */
  #calleeStart(opener: number): number {
    let index = opener;
    for (;;) {
      let before = this.#skipTypesBack(index - 1);
      const token = this.#tokens[before];
      if (token === undefined) return index;
      if (token.type === tt.hash) {
        index = before; // the name was that of a private field
        continue;
      }
      if (closers.includes(token.type) || token.type === tt.backQuote) {
        if (token.type === tt.braceR) return index;
        before = this.#partner.get(before) ?? before;
        // `if (x) sql…`: the parentheses belong to a statement, not to what is called.
        const owner = this.#tokens[before - 1]?.type ?? 0;
        if (index !== opener && !this.#continuesBack(index)) return index;
        if (owner === tt._if || owner === tt._while || owner === tt._for) return index;
        index = before;
        continue;
      }
      if (!this.#isWord(token) || (index !== opener && !this.#continuesBack(index))) {
        if (token.type === tt.dot || token.type === tt.questionDot) {
          index = before;
          continue;
        }
        return index;
      }
      index = before;
    }
  }

  /** Whether the token at `index` can only go on from something before it: a dot, a bracket, a call. */
  #continuesBack(index: number): boolean {
    const type = this.#tokens[index]?.type;
    return (
      type === tt.dot ||
      type === tt.questionDot ||
      type === tt.bracketL ||
      type === tt.parenL ||
      type === tt.backQuote
    );
  }

  #skipTypesBack(index: number): number {
    let at = index;
    while (this.#tokens[at]?.isType || this.#tokens[at]?.type === tt.nonNullAssertion) at -= 1;
    return at;
  }

  #isWord(token: Token): boolean {
    // `await` is a name to the parser, for it is one outside async functions.
    if (token.type === tt.name && this.#source.slice(token.start, token.end) === 'await') return false;
    return (
      token.type === tt.name ||
      token.type === tt._this ||
      token.type === tt._super ||
      (token.type === tt.hash && this.#source[token.start] === '#')
    );
  }

  /** Extents of all loops, outer ones before inner ones. */
  #loops(): { start: number; end: number }[] {
    const found: { start: number; end: number }[] = [];
    this.#tokens.forEach((token, index) => {
      if (!loopWords.includes(token.type) || token.isType || this.#tokens[index - 1]?.type === tt.dot) return;
      const head = token.type === tt._do ? index : this.#partnerOf(index + 1, index);
      const body =
        this.#tokens[head + 1]?.type === tt.braceL
          ? this.#partnerOf(head + 1, head)
          : this.#statementEnd(head + 1);
      const last = token.type === tt._do ? this.#partnerOf(body + 2, body) : body;
      found.push({ start: token.start, end: this.#tokens[last]?.end ?? this.#source.length });
    });
    return found;
  }

  #partnerOf(index: number, otherwise: number): number {
    return this.#partner.get(index) ?? otherwise;
  }

  #statementEnd(from: number): number {
    let index = from;
    while (index < this.#tokens.length && this.#tokens[index]?.type !== tt.semi) {
      const type = this.#tokens[index]?.type ?? 0;
      if (closers.includes(type)) return index - 1;
      index = openers.includes(type) ? this.#partnerOf(index, index) + 1 : index + 1;
    }
    return Math.min(index, this.#tokens.length - 1);
  }

  /** A function declaration, a method, or a constant that holds a function. */
  #functionNamed(name: string): { start: number; end: number } | null {
    for (let i = 0; i < this.#tokens.length; i += 1) {
      const token = this.#tokens[i];
      if (
        token === undefined ||
        token.type !== tt.name ||
        token.isType ||
        this.#source.slice(token.start, token.end) !== name
      )
        continue;
      let next = i + 1;
      while (this.#tokens[next]?.isType) next += 1;
      if (this.#tokens[next]?.type === tt.eq || this.#tokens[next]?.type === tt.colon) {
        return {
          start: token.start,
          end: this.#tokens[this.#statementEnd(next)]?.end ?? this.#source.length,
        };
      }
      if (this.#tokens[next]?.type !== tt.parenL) continue;
      let brace = this.#partnerOf(next, next) + 1;
      while (this.#tokens[brace]?.isType) brace += 1;
      if (this.#tokens[brace]?.type !== tt.braceL) continue;
      return {
        start: this.#functionStart(i),
        end: this.#tokens[this.#partnerOf(brace, brace)]?.end ?? this.#source.length,
      };
    }
    return null;
  }

  #functionStart(nameIndex: number): number {
    const before = this.#tokens[nameIndex - 1];
    return before?.type === tt._function ? before.start : (this.#tokens[nameIndex]?.start ?? 0);
  }
}
