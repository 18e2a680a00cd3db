/** Just enough lexing to print code in one ink: keywords, comments, and the text of SQL templates. */

export type TokenKind = 'plain' | 'keyword' | 'comment' | 'string';

export interface Token {
  kind: TokenKind;
  text: string;
  /** Part of a tagged template: printed on a wash. */
  wash: boolean;
}

export type CodeLanguage = 'ts' | 'sql';

const tsKeywords = new Set(
  (
    'async await break case catch class const continue default delete do else export extends finally for ' +
    'function if import in instanceof interface let new of return switch throw try type typeof var while yield from'
  ).split(' '),
);
export const sqlKeywords = new Set(
  (
    'ADD ALL ALTER AND AS ASC BEGIN BY CHECK COLUMN COMMIT CONFLICT CONSTRAINT CREATE DEFAULT DELETE DESC DISTINCT ' +
    'DO DROP EXISTS FOREIGN FROM GROUP HAVING IF IMMEDIATE IN INDEX INSERT INTO IS JOIN KEY LEFT LIMIT NOT NOTHING ' +
    'NULL ON OR ORDER PRIMARY REFERENCES RETURNING ROLLBACK SELECT SET TABLE UNION UNIQUE UPDATE USING VALUES VIEW ' +
    'WHERE WITH'
  ).split(' '),
);

/** After these a slash divides; after anything else it opens a regular expression. */
const endsValue = /[\w$)\]}]$/;
const regexAfterWord = /\b(return|typeof|case|in|of|await|yield|throw|new|delete)$/;

/**
 * Splits text into lines of tokens. No character is lost: joining the tokens of every line with
 * line feeds gives the text again.
 */
export function tokenize(source: string, language: CodeLanguage): Token[][] {
  const text = source.replaceAll('\r\n', '\n');
  const tokens = language === 'ts' ? typescriptTokens(text) : sqlTokens(text);
  return intoLines(tokens);
}

function typescriptTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  /** Everything significant so far, short: decides between division and regular expression. */
  let before = '';

  const put = (kind: TokenKind, value: string, wash: boolean) => {
    if (value === '') return;
    tokens.push({ kind, text: value, wash });
    if (kind !== 'comment' && value.trim() !== '') before = (before + value.trim()).slice(-24);
  };

  /** Reads code up to the brace that closes an interpolation, or to the end. */
  const code = (wash: boolean, inside: boolean) => {
    let depth = 0;
    while (at < text.length) {
      const rest = text.slice(at, at + 2);
      const char = text[at] ?? '';
      if (rest === '//') put('comment', take(/[^\n]*/y), wash);
      else if (rest === '/*') put('comment', take(/\/\*[\s\S]*?(\*\/|$)/y), wash);
      else if (char === "'" || char === '"') put('string', take(quoted(char)), wash);
      else if (char === '`') template(wash);
      else if (char === '/' && (!endsValue.test(before) || regexAfterWord.test(before))) {
        put('string', take(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*|\//y), wash);
      } else if (/[A-Za-z_$]/.test(char)) {
        const word = take(/[\w$]+/y);
        put(isKeyword(word) ? 'keyword' : 'plain', word, wash);
      } else {
        if (char === '{') depth += 1;
        if (char === '}') {
          if (inside && depth === 0) return;
          depth -= 1;
        }
        put('plain', take(/[ \t]+|[0-9][\w.]*|[\s\S]/y), wash);
      }
    }
  };

  const template = (washAround: boolean) => {
    // A name right before the backtick tags the template: sql`…`.
    const last = tokens.at(-1);
    const wash = washAround || (last?.kind === 'plain' && /[\w$)]$/.test(last.text));
    put('string', take(/`/y), wash);
    while (at < text.length) {
      put('string', take(/(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y), wash);
      if (text[at] === '`') {
        put('string', take(/`/y), wash);
        return;
      }
      if (at >= text.length) return;
      put('string', take(/\$\{|[\s\S]/y), wash);
      code(wash, true);
      put('string', take(/\}?/y), wash);
    }
  };

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };

  const isKeyword = (word: string): boolean => {
    if (!tsKeywords.has(word) || before.endsWith('.')) return false;
    const after = /\s*(\S?)/y;
    after.lastIndex = at;
    const next = after.exec(text)?.[1] ?? '';
    // { from: 1 }, type(…) and of = … are names; default: is not.
    if (next === ':' && word !== 'default' && word !== 'case') return false;
    return !(/^(from|of|type)$/.test(word) && /[=(),;.]/.test(next));
  };

  code(false, false);
  return tokens;
}

function quoted(quote: string): RegExp {
  return quote === "'" ? /'(?:\\.|[^'\\\n])*'?/y : /"(?:\\.|[^"\\\n])*"?/y;
}

function sqlTokens(text: string): Token[] {
  const pattern =
    /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:''|[^'])*'?)|("(?:""|[^"])*"?)|([A-Za-z_]\w*)|([\s\S])/g;
  const tokens: Token[] = [];
  for (const [whole, comment, string, , word] of text.matchAll(pattern)) {
    const kind: TokenKind = comment
      ? 'comment'
      : string
        ? 'string'
        : word && sqlKeywords.has(word.toUpperCase())
          ? 'keyword'
          : 'plain';
    tokens.push({ kind, text: whole, wash: false });
  }
  return tokens;
}

function intoLines(tokens: Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of tokens) {
    token.text.split('\n').forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece === '') return;
      const line = lines.at(-1) ?? [];
      const last = line.at(-1);
      if (last && last.kind === token.kind && last.wash === token.wash) last.text += piece;
      else line.push({ ...token, text: piece });
    });
  }
  return lines;
}

/** Spaces at the start of a line: how far its continuation hangs. */
export function indentOf(line: Token[]): number {
  const text = line.map((token) => token.text).join('');
  return /^ */.exec(text)?.[0].length ?? 0;
}
