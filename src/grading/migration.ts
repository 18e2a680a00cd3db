/**
 * What the migration of graded work may do. Properties are asked of the lab's tables, so these must mean
 * what the lab means by them: a migration that puts rows into them, or makes them anew without their
 * NOT NULL, could answer for a handler that does nothing.
 */
import { EngineError } from '../engine/errors.ts';
import { tokenize } from '../engine/statement.ts';
import type { Exercise } from './exercise.ts';

/** @throws {EngineError} `bad-schema` */
export function checkMigration(
  { migration, starter }: Pick<Exercise, 'migration' | 'starter'>,
  sql: string,
): void {
  if (sql.trim() === starter.migration.trim()) return;
  if (migration === 'locked')
    throw new EngineError('bad-schema', 'This exercise has a migration of its own. Leave yours out.');
  const own = new Set<string>();
  for (const words of statements(sql)) {
    const what = tampering(words, own);
    if (what)
      throw new EngineError(
        'bad-schema',
        `A migration that is graded may not ${what}. Leave the lab’s tables and rows as they are, and add columns, indexes or tables of your own.`,
      );
  }
}

/** What a statement does to anything but the migration's own tables; null when it leaves that alone. */
function tampering(words: string[], own: Set<string>): string | null {
  const [first = '', second = '', name = '', fourth = ''] = words;
  switch (first) {
    case 'CREATE':
      // IF NOT EXISTS may be the lab's, and a dot names a database. Neither is counted as its own.
      if (second === 'TABLE' && name !== 'IF' && fourth !== '.') own.add(name);
      return null;
    case 'DROP':
      return `DROP a ${second}`;
    case 'ALTER':
      return fourth === 'ADD' ? null : `ALTER a table in another way than by ADD COLUMN`;
    case 'INSERT': {
      const into = words.indexOf('INTO');
      const isOwn = own.has(words[into + 1] ?? '') && words[into + 2] !== '.';
      return isOwn && into <= 3 ? null : 'INSERT into tables of the lab';
    }
    case 'REPLACE':
    case 'UPDATE':
    case 'DELETE':
    case 'WITH':
      return `run ${first}`;
    default:
      return null;
  }
}

/** Words and marks of each statement: ASCII in capitals, as SQLite compares names, and names unquoted. */
function statements(sql: string): string[][] {
  const all: string[][] = [[]];
  for (const { kind, text } of tokenize(sql)) {
    if (kind === 'punctuation' && text === ';') all.push([]);
    else
      all
        .at(-1)
        ?.push((kind === 'name' ? text.slice(1, -1) : text).replace(/[a-z]+/g, (word) => word.toUpperCase()));
  }
  return all.filter((words) => words.length > 0);
}
