/** A lab's SQL in PostgreSQL's dialect (Node only). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Experiment } from '../engine/lab.ts';
import { tokenize } from '../engine/statement.ts';

/** SQLite's types in PostgreSQL's names: its INTEGER has 64 bits, its REAL has 8 bytes. */
const types: Record<string, string> = { INTEGER: 'BIGINT', REAL: 'DOUBLE PRECISION', BLOB: 'BYTEA' };

/** A schema that both databases know, with types as wide as SQLite's. */
export function widened(sql: string): string {
  let text = '';
  let from = 0;
  for (const { kind, text: word, start } of tokenize(sql)) {
    const type = kind === 'word' ? types[word.toUpperCase()] : undefined;
    if (!type) continue;
    text += sql.slice(from, start) + type;
    from = start + word.length;
  }
  return text + sql.slice(from);
}

/**
 * `app.sql` and the handler's migration, or the files that stand beside them for PostgreSQL:
 * `app.pg.sql` and `handlers/<name>.pg.sql`, which are taken as they are.
 */
export function postgresSchema(
  { lab, handler }: Experiment,
  root = process.cwd(),
): { file: string; sql: string }[] {
  const folder = `content/labs/${lab.id}`;
  const read = (file: string) => {
    const path = join(root, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  const own = read(`${folder}/app.pg.sql`);
  const app =
    own === null
      ? { file: `${folder}/app.sql`, sql: widened(lab.schema) }
      : { file: `${folder}/app.pg.sql`, sql: own };
  const variant = lab.variants[handler.name];
  const isVariants = variant !== undefined && variant.migration === handler.migration;
  const beside = isVariants ? read(`${folder}/handlers/${handler.name}.pg.sql`) : null;
  const file = isVariants ? `${folder}/handlers/${handler.name}` : 'the handler’s migration';
  const migration =
    beside === null
      ? { file: isVariants ? `${file}.sql` : file, sql: widened(handler.migration) }
      : { file: `${file}.pg.sql`, sql: beside };
  return [app, migration].filter(({ sql }) => sql.trim() !== '');
}
