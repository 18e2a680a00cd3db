/**
 * Every database of one experiment: the application's file with a connection for each task, and
 * `world`, where the engine records what an outside observer would know. Contents are reset by SQL
 * between schedules; connections and statements are kept.
 */
import { EngineError } from '../errors.ts';
import type { Experiment, PropertyId, TaskId, TaskOutcome } from '../lab.ts';
import {
  CapError,
  type Caps,
  type DatabaseFile,
  type OpenDatabase,
  type Session,
  SqlError,
  type SqlValue,
} from '../ports.ts';
import { schemaRefusal } from '../statement.ts';
import type { Snapshot } from './perform.ts';
import { quoteName, readTables, type TableInfo } from './tables.ts';

const worldSchema = `
  CREATE TABLE response (task TEXT NOT NULL, status INTEGER NOT NULL, body TEXT, received INTEGER NOT NULL);
  CREATE TABLE fault (kind TEXT NOT NULL, task TEXT NOT NULL, moment INTEGER NOT NULL);
  CREATE TABLE outcome (task TEXT NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL);
  CREATE TABLE clock (now INTEGER NOT NULL);
  INSERT INTO clock VALUES (0);
`;
const firstRow: Caps = { rows: 1, bytes: Number.POSITIVE_INFINITY };
/** 10 MB of 4 kB pages: more than any lab needs, and no handler can fill the page's memory. */
const mostPages = 2_560;

export class World {
  readonly tables: ReadonlyMap<string, TableInfo>;
  readonly #files: DatabaseFile[] = [];
  readonly #app: DatabaseFile;
  readonly #sessions = new Map<TaskId, Session>();
  /** Reads properties and tables; sees committed rows only, and cannot write. */
  readonly #observer: Session;
  /** Puts the starting rows back. */
  readonly #keeper: Session;
  readonly #record: Session;
  readonly #restore: string[] = [];
  /** Reads every row of every table. */
  readonly #dumps: string[] = [];
  #appDirty = false;
  #recordDirty = false;
  /** Commits since the reset. */
  commits = 0;
  /** Committed contents by number: the same number for the same rows. */
  readonly #contents = new Map<string, number>();
  #contentsNow: number | null = null;
  /** Properties whose text mentions `world`: they may change without a change of the application. */
  readonly mentionsWorld: ReadonlySet<PropertyId>;

  /** @throws {EngineError} `bad-schema`, `bad-property` */
  constructor(open: OpenDatabase, experiment: Experiment) {
    const { lab, handler } = experiment;
    this.#app = this.#open(open);
    const record = this.#open(open);
    const seed = this.#open(open);
    this.#keeper = this.#app.session();
    runSchema(this.#keeper, lab.schema, `content/labs/${lab.id}/app.sql`);
    if (handler.migration.trim() !== '')
      runSchema(this.#keeper, handler.migration, 'the handler’s migration');
    this.tables = readTables(this.#keeper);
    this.#keepStartingRows(seed);

    this.#record = record.session();
    this.#record.script(worldSchema);
    this.#observer = this.#app.session();
    this.#observer.run(`ATTACH '${record.path}' AS world`);
    this.#observer.run('PRAGMA query_only = ON');
    this.mentionsWorld = this.#checkProperties(experiment);
    for (const table of lab.watch) {
      if (!this.tables.has(table)) {
        throw new EngineError(
          'bad-schema',
          `The lab watches a table "${table}", which the schema does not make. Add it to app.sql, or correct watch.`,
        );
      }
    }
  }

  session(task: TaskId): Session {
    let session = this.#sessions.get(task);
    if (!session) {
      session = this.#app.session();
      session.run('PRAGMA foreign_keys = ON');
      session.run(`PRAGMA max_page_count = ${mostPages}`);
      this.#sessions.set(task, session);
    }
    return session;
  }

  /** Starting rows again, an empty record, time 0. Open transactions must have been rolled back. */
  reset(): void {
    this.commits = 0;
    if (this.#appDirty) {
      this.#contentsNow = null;
      for (const statement of this.#restore) this.#keeper.run(statement);
      this.#appDirty = false;
    }
    if (this.#recordDirty) {
      this.#record.run('DELETE FROM response');
      this.#record.run('DELETE FROM outcome');
      this.#record.run('DELETE FROM fault');
      this.#record.run('UPDATE clock SET now = 0');
      this.#recordDirty = false;
    }
  }

  /** A task has written, committed or not. */
  markWritten(): void {
    this.#appDirty = true;
  }

  /** Somebody's writes have become visible. */
  markCommitted(): void {
    this.commits += 1;
    this.#contentsNow = null;
  }

  /** The number of the committed contents, rowids included. */
  contents(): number {
    if (this.#contentsNow === null) {
      const text = JSON.stringify(this.#dumps.map((dump) => this.observe(dump)));
      let number = this.#contents.get(text);
      if (number === undefined) {
        number = this.#contents.size;
        this.#contents.set(text, number);
      }
      this.#contentsNow = number;
    }
    return this.#contentsNow;
  }

  snapshot(): Snapshot {
    return { contents: this.contents(), commits: this.commits };
  }

  recordEnd(task: TaskId, outcome: TaskOutcome): void {
    this.#recordDirty = true;
    this.#record.run('INSERT INTO outcome VALUES (?, ?, ?)', [task, outcome.kind, outcome.detail]);
    if (outcome.status !== null) {
      this.#record.run('INSERT INTO response VALUES (?, ?, ?, 1)', [task, outcome.status, outcome.body]);
    }
  }

  recordTime(now: number): void {
    this.#recordDirty = true;
    this.#record.run('UPDATE clock SET now = ?', [now]);
  }

  /** Whether a property's query returns a row in the committed state. */
  returnsRows(query: string): boolean {
    try {
      return this.#observer.run(query, [], firstRow).rows.length > 0;
    } catch (error) {
      if (error instanceof CapError) return true; // it was stopped at a second row
      throw error;
    }
  }

  /** What anybody would read now, from committed rows. @throws {CapError} */
  observe(sql: string, params: readonly SqlValue[] = [], caps?: Caps): SqlValue[][] {
    return this.#observer.run(sql, params, caps).rows;
  }

  close(): void {
    for (const file of this.#files) file.close();
  }

  #open(open: OpenDatabase): DatabaseFile {
    const file = open();
    this.#files.push(file);
    return file;
  }

  #keepStartingRows(seed: DatabaseFile): void {
    this.#keeper.run(`ATTACH '${seed.path}' AS seed`);
    this.#restore.push('BEGIN IMMEDIATE');
    const names = [...this.tables.values()];
    const sequence =
      this.#keeper.run("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").rows.length > 0;
    for (const { name, columns, hasRowid } of names) {
      const stored = columns.filter((column) => !column.generated).map((column) => quoteName(column.name));
      const rowid = hasRowid ? ['rowid'] : [];
      const table = quoteName(name);
      this.#keeper.run(
        `CREATE TABLE seed.${table} AS SELECT ${[...rowid.map(() => 'rowid AS "seed rowid"'), ...stored].join(', ')} FROM main.${table}`,
      );
      this.#restore.push(`DELETE FROM main.${table}`);
      this.#dumps.push(hasRowid ? `SELECT rowid, * FROM ${table} ORDER BY rowid` : `SELECT * FROM ${table}`);
      const filled = this.#keeper.run(`SELECT 1 FROM seed.${table} LIMIT 1`).rows.length > 0;
      if (filled) {
        const from = [...rowid.map(() => '"seed rowid"'), ...stored].join(', ');
        this.#restore.push(
          `INSERT INTO main.${table} (${[...rowid, ...stored].join(', ')}) SELECT ${from} FROM seed.${table}`,
        );
      }
    }
    if (sequence) {
      this.#keeper.run('CREATE TABLE seed.sequence AS SELECT name, seq FROM main.sqlite_sequence');
      this.#dumps.push('SELECT name, seq FROM sqlite_sequence ORDER BY name');
      this.#restore.push(
        'DELETE FROM main.sqlite_sequence',
        'INSERT INTO main.sqlite_sequence SELECT name, seq FROM seed.sequence',
      );
    }
    this.#restore.push('COMMIT');
  }

  #checkProperties({ lab, scenario }: Experiment): Set<PropertyId> {
    const mentions = new Set<PropertyId>();
    for (const [id, property] of Object.entries(lab.properties)) {
      if (property.scenarios && !property.scenarios.includes(scenario)) continue;
      const query = property.always ?? property.sometimes;
      try {
        this.returnsRows(query);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        throw new EngineError(
          'bad-property',
          `Property "${id}" cannot be asked: ${error.message}. Correct its query.`,
        );
      }
      if (/\bworld\s*\./i.test(query)) mentions.add(id);
    }
    return mentions;
  }
}

function runSchema(session: Session, sql: string, file: string): void {
  const refusal = schemaRefusal(sql);
  if (refusal) throw new EngineError('bad-schema', `${file}: ${refusal}`);
  try {
    session.script(sql);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    throw new EngineError('bad-schema', `SQLite refuses ${file}: ${error.message}. Correct the statement.`);
  }
}
