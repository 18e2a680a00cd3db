/**
 * Handler TypeScript to a JavaScript module of equal length: what belongs to types alone becomes
 * spaces, so every line and column stays true. sucrase's parser says which tokens those are; its own
 * output shifts columns. TypeScript that makes code of its own is refused, as Node refuses it.
 */
import { parse } from 'sucrase/dist/parser/index.js';
import stateModule, { type StateSnapshot } from 'sucrase/dist/parser/tokenizer/state.js';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types.js';

/** One token of the handler's text; offsets count UTF-16 units. */
export interface Token {
  type: number;
  start: number;
  end: number;
  isType: boolean;
}

export type Stripped =
  | { kind: 'stripped'; code: string; tokens: Token[] }
  | { kind: 'problem'; message: string; line: number; column: number };

class Refusal extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Every parser says so in the end, each in its own way. */
export const nestedTooDeeply = 'The file is nested too deeply to be read.';

/** Characters; far more than a handler needs, and little enough to parse at once. */
const maxSource = 64 * 1024;

/**
 * Tokens that the parser may read again. It tells arrow functions, ternaries and type arguments
 * apart by trying, and tries within tries double with each level.
 */
const mostReread = 200_000;
let reread = 0;
/** The class itself, however a bundler has wrapped the module's default export. */
const State = ('default' in stateModule ? stateModule.default : stateModule) as typeof stateModule;
const goBack = State.prototype.restoreFromSnapshot;
State.prototype.restoreFromSnapshot = function (snapshot: StateSnapshot) {
  reread += 1 + this.tokens.length - snapshot.tokensLength;
  if (reread > mostReread) throw new Refusal(ambiguous, snapshot.pos);
  goBack.call(this, snapshot);
};
const ambiguous =
  'From here on the file can be read in too many ways. Give nested arrow functions and ternaries names of their own.';

export function stripTypes(source: string): Stripped {
  try {
    if (source.length > maxSource) {
      throw new Refusal(`The file has ${source.length} characters; a handler may have ${maxSource}.`, 0);
    }
    const tokens = parseTokens(source);
    return { kind: 'stripped', code: new Blanker(source, tokens).run(), tokens };
  } catch (error) {
    const at = Math.min(error instanceof Refusal ? error.at : 0, source.length);
    const message = error instanceof Refusal ? error.message : nestedTooDeeply;
    return { kind: 'problem', message, ...positionAt(source, at) };
  }
}

/** Line and column of an offset, both from 1; the column counts UTF-16 units. */
export function positionAt(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

function parseTokens(source: string): Token[] {
  reread = 0;
  try {
    return parse(source, false, true, false).tokens;
  } catch (error) {
    if (!(error instanceof Error) || !('pos' in error) || typeof error.pos !== 'number') throw error;
    throw new Refusal(syntaxMessage(source, error.pos, error.message), error.pos);
  }
}

function syntaxMessage(source: string, at: number, said: string): string {
  if (at >= source.trimEnd().length) {
    return 'Syntax error: the file ends too early. A bracket, a quote or a template is not closed.';
  }
  const reason = said.replace(/ \(\d+:\d+\)$/, '').replace(/^Unexpected token,? ?/, '');
  if (reason !== '' && !reason.startsWith('expected'))
    return `Syntax error: ${reason[0]?.toLowerCase()}${reason.slice(1)}.`;
  const found = /^(?:[\p{ID_Start}$_][\p{ID_Continue}$]*|\d+|.)/u.exec(source.slice(at))?.[0] ?? source[at];
  return `Syntax error: unexpected ${JSON.stringify(found)}${reason === '' ? '' : `, ${reason}`}.`;
}

const accessModifiers: number[] = [tt._public, tt._private, tt._protected, tt._readonly, tt._override];

/** Words that begin a declaration which may vanish whole. */
const declarationWords = new Set([
  'type',
  'interface',
  'declare',
  'import',
  'export',
  'function',
  'async',
  'abstract',
]);

class Blanker {
  readonly #source: string;
  readonly #tokens: Token[];
  readonly #gone: boolean[];
  readonly #text: string[];

  constructor(source: string, tokens: Token[]) {
    this.#source = source;
    this.#tokens = tokens;
    this.#gone = tokens.map((token) => token.isType);
    this.#text = source.split('');
  }

  run(): string {
    this.#tokens.forEach((token, index) => {
      this.#visit(token, index);
    });
    this.#tokens.forEach((token, index) => {
      if (this.#gone[index]) this.#blank(token);
    });
    this.#mendRuns();
    if (this.#text[0] === '\uFEFF') this.#text[0] = ' ';
    return this.#text.join('');
  }

  #word(index: number): string {
    const token = this.#tokens[index];
    return token === undefined ? '' : this.#source.slice(token.start, token.end);
  }

  #visit(token: Token, index: number): void {
    if (token.isType) {
      const word = this.#word(index);
      const opensRun = index === 0 || !this.#tokens[index - 1]?.isType || this.#word(index - 1) === 'export';
      if (opensRun && (word === 'namespace' || word === 'module') && this.#startsDeclaration(index)) {
        throw new Refusal(
          `A ${word} makes code of its own. Write plain functions and constants instead.`,
          token.start,
        );
      }
      return;
    }
    switch (token.type) {
      case tt._enum:
        throw new Refusal(
          "An enum makes code of its own. Write a constant instead: const State = { open: 'open' }.",
          token.start,
        );
      case tt._import:
        this.#import(index);
        return;
      case tt._export:
        this.#export(index);
        return;
      case tt.nonNullAssertion:
        this.#gone[index] = true;
        return;
      case tt._abstract:
      case tt._declare:
        this.#member(index);
        return;
      default:
        if (accessModifiers.includes(token.type)) this.#modifier(token, index);
    }
  }

  /** Whether the type token at `index` is the first word of a statement, not part of a type. */
  #startsDeclaration(index: number): boolean {
    const next = this.#tokens[index + 1];
    return next?.isType === true && (next.type === tt.name || next.type === tt.string);
  }

  #modifier(token: Token, index: number): void {
    const before = this.#tokens[index - 1];
    if (before !== undefined && (before.type === tt.parenL || before.type === tt.comma)) {
      throw new Refusal(
        `"${this.#word(index)}" before a parameter makes code of its own. Declare the field, and assign it in the constructor.`,
        token.start,
      );
    }
    this.#gone[index] = true;
  }

  /** `declare x: T;` and `abstract x: T;` in a class vanish whole; `abstract class` loses one word. */
  #member(index: number): void {
    this.#gone[index] = true;
    if (this.#tokens[index + 1]?.type === tt._class) return;
    for (
      let i = index - 1;
      accessModifiers.includes(this.#tokens[i]?.type ?? 0) || this.#tokens[i]?.type === tt._static;
      i -= 1
    ) {
      this.#gone[i] = true;
    }
    let depth = 0;
    for (let i = index + 1; i < this.#tokens.length; i += 1) {
      const token = this.#tokens[i];
      if (token === undefined || (depth === 0 && token.type === tt.braceR)) return;
      if (
        depth === 0 &&
        !token.isType &&
        this.#newLineBefore(i) &&
        this.#tokens[i - 1]?.type !== token.type &&
        i > index + 1
      )
        return;
      if (token.type === tt.bracketL) depth += 1;
      if (token.type === tt.bracketR) depth -= 1;
      this.#gone[i] = true;
      if (depth === 0 && token.type === tt.semi) return;
    }
  }

  #newLineBefore(index: number): boolean {
    const before = this.#tokens[index - 1];
    const token = this.#tokens[index];
    return (
      before !== undefined &&
      token !== undefined &&
      this.#source.slice(before.end, token.start).includes('\n')
    );
  }

  #import(index: number): void {
    const token = this.#tokens[index];
    const next = this.#tokens[index + 1];
    if (token === undefined || next === undefined || next.type === tt.dot) return;
    const help =
      'A handler cannot import: what it may use is handed to it as env, and on the reference page. Only "import type" is allowed.';
    if (next.type === tt.parenL) throw new Refusal(help, token.start);
    let from = index + 1;
    while (from < this.#tokens.length && this.#tokens[from]?.type !== tt.string) from += 1;
    const names = this.#tokens.slice(index + 1, from);
    const typeOnly =
      this.#word(index + 1) === 'type' &&
      next.type !== tt.string &&
      this.#word(index + 2) !== 'from' &&
      this.#word(index + 2) !== ',';
    const allTypes =
      next.type === tt.braceL &&
      names.some((name) => name.isType) &&
      names.every(
        (name) =>
          name.isType ||
          name.type === tt.braceL ||
          name.type === tt.braceR ||
          name.type === tt.comma ||
          this.#source.slice(name.start, name.end) === 'from',
      );
    if (!typeOnly && !allTypes) throw new Refusal(help, token.start);
    this.#removeStatement(index, from);
  }

  #export(index: number): void {
    const token = this.#tokens[index];
    const next = this.#tokens[index + 1];
    if (token === undefined || next === undefined) return;
    if (
      this.#word(index + 1) === 'type' &&
      (this.#tokens[index + 2]?.type === tt.braceL || this.#tokens[index + 2]?.type === tt.star)
    ) {
      let last = index + 2;
      while (
        last < this.#tokens.length &&
        this.#tokens[last]?.type !== tt.braceR &&
        this.#tokens[last]?.type !== tt.string
      )
        last += 1;
      if (this.#word(last + 1) === 'from') last += 2;
      this.#removeStatement(index, last);
      return;
    }
    if (next.type === tt._default) {
      throw new Refusal(
        'A handler exports by name. Write: export async function handle(request, env) { … }',
        token.start,
      );
    }
    const declares: number[] = [tt._function, tt._const, tt._let, tt._var, tt._class, tt._abstract, tt._enum];
    if (declares.includes(next.type) || this.#word(index + 1) === 'async' || next.isType) {
      return;
    }
    throw new Refusal(
      'Write export before the declaration itself: export async function handle(request, env) { … }',
      token.start,
    );
  }

  #removeStatement(first: number, last: number): void {
    let end = last;
    if (this.#word(end + 1) === 'with' && this.#tokens[end + 2]?.type === tt.braceL) {
      while (end < this.#tokens.length && this.#tokens[end]?.type !== tt.braceR) end += 1;
    }
    if (this.#tokens[end + 1]?.type === tt.semi) end += 1;
    for (let i = first; i <= end; i += 1) this.#gone[i] = true;
  }

  #blank(token: Token): void {
    for (let i = token.start; i < token.end; i += 1) {
      const char = this.#text[i];
      if (char !== '\n' && char !== '\r') this.#text[i] = ' ';
    }
  }

  /** Where a removed run would change what its neighbours mean, put the one character that keeps it. */
  #mendRuns(): void {
    for (let i = 0; i < this.#tokens.length; i += 1) {
      if (!this.#gone[i]) continue;
      let last = i;
      while (this.#gone[last + 1]) last += 1;
      this.#mend(i, last);
      i = last;
    }
  }

  #mend(first: number, last: number): void {
    const head = this.#tokens[first];
    const tail = this.#tokens[last];
    const before = this.#tokens[first - 1];
    const after = this.#tokens[last + 1];
    if (head === undefined || tail === undefined) return;
    // A removed declaration still ends the statement before it.
    if (declarationWords.has(this.#word(first)) && (before === undefined || this.#newLineBefore(first))) {
      this.#text[head.start] = ';';
      return;
    }
    if (before === undefined || after === undefined) return;
    const gap = this.#source.slice(before.end, after.start);
    if (!gap.includes('\n')) return;
    // No line may end between `)` and `=>`, nor between `async` and `(`.
    if (before.type === tt.parenR && after.type === tt.arrow) {
      this.#text[before.start] = ' ';
      this.#text[tail.end - 1] = ')';
    } else if (this.#word(first - 1) === 'async' && after.type === tt.parenL) {
      this.#text[head.start] = '(';
      this.#text[after.start] = ' ';
    } else if (before.type === tt._return || before.type === tt._throw || before.type === tt._yield) {
      throw new Refusal(
        `Begin the value on the line of "${this.#word(first - 1)}", or use "as" for its type.`,
        head.start,
      );
    } else if (
      this.#newLineBefore(last + 1) &&
      ['as', 'satisfies'].includes(this.#word(first)) &&
      /^[([`+\-/]/.test(this.#word(last + 1))
    ) {
      this.#text[head.start] = ';';
    }
  }
}
