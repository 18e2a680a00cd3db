/** Handlers' statements in PostgreSQL's spelling. */
import { tokenize } from '../engine/statement.ts';

/** `a = ? AND b = ?` becomes `a = $1 AND b = $2`; question marks in strings, names and comments stay. */
export function numbered(sql: string): string {
  let text = '';
  let from = 0;
  let count = 0;
  for (const token of tokenize(sql)) {
    if (token.kind !== 'punctuation' || token.text !== '?') continue;
    count += 1;
    text += `${sql.slice(from, token.start)}$${count}`;
    from = token.start + 1;
  }
  return text + sql.slice(from);
}
