/**
 * What the engine must know about a statement without running it: its verb, a short label, whether
 * it reads or writes, and whether a handler may run it at all.
 */

interface Token {
  kind: 'word' | 'string' | 'number' | 'name' | 'punctuation';
  text: string;
  start: number;
}

export interface StatementFacts {
  /** First keyword, in capitals: `SELECT`. For `WITH …` that of the statement proper. */
  verb: string;
  label: string;
  reads: boolean;
  writes: boolean;
  /** Why a handler may not run it, with what to do instead; null when it may. */
  refusal: string | null;
}

const readVerbs = new Set(['SELECT', 'VALUES']);
const writeVerbs = new Set(['INSERT', 'UPDATE', 'DELETE', 'REPLACE']);

/** Connection state would escape the record of a task's results, and time and chance must be the engine's. */
const refusedFunctions: Record<string, string> = {
  last_insert_rowid: 'Use RETURNING, which names the row.',
  changes: 'Use rows.count of the statement itself.',
  total_changes: 'Use rows.count of the statement itself.',
  random: 'Use Math.random(), which the seed repeats.',
  randomblob: 'Use crypto.randomUUID(), which the seed repeats.',
  load_extension: 'Extensions are not available.',
  ...Object.fromEntries(
    [
      'date',
      'time',
      'datetime',
      'julianday',
      'unixepoch',
      'strftime',
      'timediff',
      'current_timestamp',
      'current_date',
      'current_time',
    ].map((name) => [name, 'Use clock.now() and pass the number as a parameter.']),
  ),
};
const bareClockWords = new Set(['current_timestamp', 'current_date', 'current_time']);

const instead: Record<string, string> = {
  BEGIN: 'Use sql.begin(async (sql) => { … }).',
  COMMIT: 'sql.begin commits when its function returns.',
  END: 'sql.begin commits when its function returns.',
  ROLLBACK: 'Throw inside sql.begin, and it rolls back.',
  SAVEPOINT: 'Use one sql.begin.',
  RELEASE: 'Use one sql.begin.',
  CREATE: 'The schema belongs in app.sql or in the handler’s migration.',
  DROP: 'The schema belongs in app.sql or in the handler’s migration.',
  ALTER: 'The schema belongs in app.sql or in the handler’s migration.',
  REINDEX: 'The schema belongs in app.sql or in the handler’s migration.',
};

/** Splits SQL into tokens; comments and white space vanish. Never throws: SQLite judges the rest. */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  const pattern =
    /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|[\s\S]/g;
  for (const match of sql.matchAll(pattern)) {
    const text = match[0];
    const start = match.index;
    if (/^(--|\/\*|\s)/.test(text)) continue;
    if (text.startsWith("'")) tokens.push({ kind: 'string', text, start });
    else if (/^["`[]/.test(text)) tokens.push({ kind: 'name', text, start });
    else if (/^\d/.test(text)) tokens.push({ kind: 'number', text, start });
    else if (/^[A-Za-z_\u0080-\uffff]/.test(text)) tokens.push({ kind: 'word', text, start });
    else tokens.push({ kind: 'punctuation', text, start });
  }
  return tokens;
}

const upper = (token: Token | undefined) => (token?.kind === 'word' ? token.text.toUpperCase() : '');

export function inspect(sql: string): StatementFacts {
  const tokens = tokenize(sql);
  while (tokens.at(-1)?.text === ';') tokens.pop();
  const first = upper(tokens[0]);
  const verb = first === 'WITH' ? mainVerb(tokens) : first;
  const writes = writeVerbs.has(verb);
  return {
    verb: verb || 'SQL',
    label: labelOf(sql, tokens, verb),
    reads: readVerbs.has(verb),
    writes,
    refusal: sql.includes('\0')
      ? 'The statement holds a NUL character. Remove it.'
      : refusalOf(tokens, first, verb),
  };
}

/** The verb behind a WITH clause: the first data verb outside parentheses. */
function mainVerb(tokens: Token[]): string {
  let depth = 0;
  for (const token of tokens) {
    if (token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    else if (depth === 0 && (readVerbs.has(upper(token)) || writeVerbs.has(upper(token))))
      return upper(token);
  }
  return '';
}

/** Characters: far more than a lab needs, and little enough to read at once. */
const longestSchema = 64 * 1024;
const schemaVerbs = new Set(['CREATE', 'ALTER', 'DROP', ...readVerbs, ...writeVerbs, 'WITH']);

/**
 * Why a schema or a migration may not run: it makes tables, indexes and starting rows, and leaves
 * connections, files and pragmas alone. Null when it may.
 */
export function schemaRefusal(sql: string): string | null {
  if (sql.length > longestSchema)
    return `It has ${sql.length} characters; a schema may have ${longestSchema}. Make fewer tables and rows.`;
  let statement: Token[] = [];
  for (const token of [...tokenize(sql), { kind: 'punctuation', text: ';', start: sql.length } as Token]) {
    if (token.text !== ';' || token.kind !== 'punctuation') {
      statement.push(token);
      continue;
    }
    const first = upper(statement[0]);
    if (statement.length > 0) {
      const temporary = ['TEMP', 'TEMPORARY', 'VIRTUAL', 'TRIGGER'].find(
        (word) => upper(statement[1]) === word,
      );
      if (!schemaVerbs.has(first))
        return `A schema may not run ${short(first || (statement[0]?.text ?? ''))}. It makes tables, indexes and rows.`;
      if (first === 'CREATE' && temporary)
        return `A schema may not CREATE ${temporary}. It makes tables, indexes and rows.`;
      const refusal = nameRefusal(statement, 'A schema');
      if (refusal) return refusal;
    }
    statement = [];
  }
  return null;
}

function refusalOf(tokens: Token[], first: string, verb: string): string | null {
  if (tokens.length === 0) return 'The statement is empty. Write one SQL statement.';
  if (tokens.some((token) => token.text === ';')) {
    return 'One call of sql runs one statement. Make a call for each.';
  }
  if (!readVerbs.has(verb) && !writeVerbs.has(verb)) {
    const word = first || tokens[0]?.text || '';
    return `Handlers may not run ${short(word)}. ${instead[first] ?? 'They read and write rows: SELECT, INSERT, UPDATE, DELETE.'}`;
  }
  return nameRefusal(tokens, 'Handlers');
}

const beforeTables = new Set(['INTO', 'TABLE', 'EXISTS', 'REFERENCES', 'WITH', 'RECURSIVE', 'UPDATE']);

/** `INSERT INTO changes (…)`, `CREATE INDEX i ON changes (…)` and `WITH date (…) AS` call nothing. */
function isTableName(tokens: Token[], index: number): boolean {
  const before = upper(tokens[index - 1]);
  const makesIndex = upper(tokens[0]) === 'CREATE' && /^(UNIQUE|INDEX)$/.test(upper(tokens[1]));
  if (beforeTables.has(before) || (before === 'ON' && makesIndex)) return true;
  let depth = 0;
  for (let at = index + 1; at < tokens.length; at += 1) {
    if (tokens[at]?.text === '(') depth += 1;
    if (tokens[at]?.text === ')') depth -= 1;
    if (depth === 0)
      return upper(tokens[0]) === 'WITH' && upper(tokens[at + 1]) === 'AS' && tokens[at + 2]?.text === '(';
  }
  return false;
}

/** Functions and tables that tell what the engine must not let tell. SQLite takes a string for a table's name, too. */
function nameRefusal(tokens: Token[], who: string): string | null {
  for (const [index, token] of tokens.entries()) {
    const { kind } = token;
    if (kind !== 'word' && kind !== 'name' && kind !== 'string') continue;
    const lower = (kind === 'word' ? token.text : token.text.slice(1, -1)).toLowerCase();
    if (/^(pragma_|sqlite_dbpage$|dbstat$)/.test(lower)) return `${who} may not read ${short(lower)}.`;
    if (kind === 'string' || !Object.hasOwn(refusedFunctions, lower)) continue;
    const called = tokens[index + 1]?.text === '(' && !isTableName(tokens, index);
    if (called || (kind === 'word' && bareClockWords.has(lower)))
      return `${who} may not use ${lower}${called ? '()' : ''} in SQL. ${refusedFunctions[lower]}`;
  }
  return null;
}

const short = (word: string) => (word.length > 40 ? `${word.slice(0, 40)}…` : word);

/** `SELECT 1 FROM charge WHERE …` becomes `SELECT 1 FROM charge …`. */
function labelOf(sql: string, tokens: Token[], verb: string): string {
  const stops =
    verb === 'INSERT' || verb === 'REPLACE'
      ? /^(\(|VALUES|SELECT|DEFAULT|ON)$/
      : /^(WHERE|SET|ORDER|GROUP|LIMIT|JOIN|LEFT|INNER|RETURNING|UNION|,)$/;
  let depth = 0;
  let passedTable = !/^(SELECT)$/.test(verb);
  let end = sql.length;
  for (const [index, token] of tokens.entries()) {
    const word = token.kind === 'word' ? token.text.toUpperCase() : token.text;
    if (index > 0 && depth === 0 && passedTable && stops.test(word)) {
      end = token.start;
      break;
    }
    if (depth === 0 && word === 'FROM') passedTable = true;
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
  }
  const start = tokens[0]?.start ?? 0;
  const whole = sql.slice(start).replace(/\s+/g, ' ').trim().replace(/;$/, '');
  const cut = sql.slice(start, end).replace(/\s+/g, ' ').trim().replace(/;$/, '');
  const short = cut.length > 48 ? `${cut.slice(0, 47).trimEnd()}` : cut;
  return short === whole ? whole : `${short} …`;
}
