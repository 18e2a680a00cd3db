/**
 * What a handler and a schema may say to a real server. SQLite in WebAssembly holds one lab and no
 * file of the host; a server may hold other people's tables, and functions that read files and stop
 * backends. Text is no lock, so this is the second line: the first is to use a database, and a role,
 * made for the purpose.
 */
import { tokenize } from '../engine/statement.ts';

/** Functions that compute from their arguments alone, or aggregate rows. */
const functions = new Set(
  (
    'abs avg ceil ceiling char_length character_length coalesce concat concat_ws count exp floor greatest ' +
    'json_agg json_array json_build_object json_object jsonb_agg jsonb_build_object least left length ln log ' +
    'lower lpad ltrim max md5 min mod nullif octet_length power replace right round row_number rank dense_rank ' +
    'rpad rtrim sign split_part sqrt string_agg strpos substr substring sum total trim trunc upper bool_and ' +
    'bool_or array_agg lag lead first_value last_value ntile position overlay cast extract sha256 encode'
  ).split(' '),
);

/** Words that a parenthesis may follow without being called. */
const keywords = new Set(
  (
    'all and any as between by case check conflict default distinct do else except exists filter foreign from ' +
    'from group having in intersect into is join key like ilike limit not nothing nulls offset on only or order ' +
    'over partition primary references returning select set some table then union unique update using values ' +
    'when where window with include generated always identity constraint add column index if ' +
    'varchar char character numeric decimal timestamp time bit varying precision interval text integer bigint ' +
    'smallint real boolean materialized recursive rows range groups'
  ).split(' '),
);

/** What the schema of a lab may do on a server: the words after the verb. */
const schemaObjects: Record<string, readonly string[]> = {
  CREATE: ['TABLE', 'INDEX', 'UNIQUE'],
  ALTER: ['TABLE'],
  DROP: ['TABLE', 'INDEX'],
};

/**
 * Why a statement may not be sent to a server; null when it may.
 *
 * @param foreign - Names of the server's other schemas.
 */
export function serverRefusal(sql: string, foreign: ReadonlySet<string>): string | null {
  const tokens = tokenize(sql);
  const spelling = spellingRefusal(sql, tokens);
  if (spelling) return spelling;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name') continue;
    const name = (token.kind === 'name' ? token.text.replace(/^"|"$/g, '') : token.text).toLowerCase();
    const next = tokens[index + 1]?.text;
    if (name.startsWith('pg_') || name === 'information_schema')
      return `On a real server a lab may not use ${name}, which reads or changes the server itself.`;
    if (next === '.' && foreign.has(name))
      return `On a real server a lab may not look into the schema ${name}: it has tables of its own.`;
    if (next !== '(' || keywords.has(name) || functions.has(name)) continue;
    if (namesTable(tokens, index)) continue;
    return `On a real server a lab may not call ${name}(). Compute it in the handler.`;
  }
  return null;
}

type Tokens = ReturnType<typeof tokenize>;

/** `INSERT INTO t (…)`, `CREATE TABLE t (…)`, `CREATE INDEX i ON t (…)`, `WITH t (…) AS (…)` call nothing. */
function namesTable(tokens: Tokens, index: number): boolean {
  const word = (at: number) => tokens[at]?.text.toUpperCase() ?? '';
  const before = word(index - 1);
  if (/^(INTO|TABLE|EXISTS|REFERENCES|WITH|RECURSIVE)$/.test(before)) return true;
  const start = statementStart(tokens, index);
  if (before === 'ON') return word(start) === 'CREATE' && /^(INDEX|UNIQUE)$/.test(word(start + 1));
  if (before !== ',' || word(start) !== 'WITH') return false;
  let depth = 0;
  for (let at = index + 1; at < tokens.length; at += 1) {
    if (word(at) === '(') depth += 1;
    if (word(at) === ')') depth -= 1;
    if (depth === 0) return word(at + 1) === 'AS' && word(at + 2) === '(';
  }
  return false;
}

function statementStart(tokens: Tokens, index: number): number {
  return tokens.slice(0, index).findLastIndex(({ text }) => text === ';') + 1;
}

/**
 * Spellings that PostgreSQL and the reader of statements take for different things, so that one would
 * see text where the other sees code. What stands inside a plain string is the same for both.
 */
function spellingRefusal(sql: string, tokens: Tokens): string | null {
  let end = 0;
  for (const [index, { kind, text, start }] of tokens.entries()) {
    if (/\/\*|\r/.test(sql.slice(end, start))) return refusedSpelling('block comments or carriage returns');
    const touches = index > 0 && start === end;
    end = start + text.length;
    if (/^[`[\]$\\]/.test(text))
      return refusedSpelling('backticks, brackets, dollar signs or backslashes outside its strings');
    const before = tokens[index - 1]?.text ?? '';
    if (touches && (kind === 'string' || kind === 'name') && /^(?:[a-z]|&)$/i.test(before))
      return refusedSpelling('strings with a prefix');
  }
  return /\/\*|\r/.test(sql.slice(end)) ? refusedSpelling('block comments or carriage returns') : null;
}

const refusedSpelling = (what: string) =>
  `A statement for a real server may hold no ${what}. Write it plainly, or pass a parameter.`;

/** Why a schema may not be made on a server; null when it may. */
export function serverSchemaRefusal(sql: string, foreign: ReadonlySet<string>): string | null {
  const refusal = serverRefusal(sql, foreign);
  if (refusal) return refusal;
  let start = true;
  const tokens = tokenize(sql);
  for (const [index, { text, kind }] of tokens.entries()) {
    if (start && kind === 'word') {
      const allowed = schemaObjects[text.toUpperCase()];
      const object = tokens[index + 1]?.text ?? '';
      if (allowed && !allowed.includes(object.toUpperCase()))
        return `On a real server a schema may not ${text.toUpperCase()} ${object.toUpperCase()}. It makes tables, indexes and rows.`;
    }
    start = kind === 'punctuation' && text === ';';
  }
  return null;
}
