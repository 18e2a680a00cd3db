/**
 * Every database of one experiment: the application's file with a connection for each task, and
 * `world`, where the engine records what an outside observer would know. Contents are reset by SQL
 * between schedules; connections and statements are kept.
 */
import { EngineError } from '../errors.ts';
import type { Experiment, FaultKind, TaskId, TaskOutcome } from '../lab.ts';
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

/**
 * Rows of `response` and `outcome` lie in the order of tasks, not in that of their ends: who ended
 * first is no part of a state, so no property may see it.
 */
const worldSchema = `
  CREATE TABLE response (task TEXT PRIMARY KEY, status INTEGER NOT NULL, body TEXT, received INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE fault (kind TEXT NOT NULL, task TEXT NOT NULL, moment INTEGER NOT NULL, PRIMARY KEY (kind, task, moment)) WITHOUT ROWID;
  CREATE TABLE outcome (task TEXT PRIMARY KEY, kind TEXT NOT NULL, detail TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE clock (now INTEGER NOT NULL);
  INSERT INTO clock VALUES (0);
`;
const firstRow: Caps = { rows: 1, bytes: Number.POSITIVE_INFINITY };
/** 2 MB of 4 kB pages: more than any lab needs, and no handler can fill the page's memory. */
const mostPages = 512;

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
  /** Rows of `sqlite_sequence` to start with, or null when no table counts. */
  #sequence: SqlValue[][] | null = null;
  /** What the observer's `data_version` was when it was last asked. */
  #version: SqlValue = null;
  readonly #reads = new Map<string, boolean>();

  /** @throws {EngineError} `bad-schema`, `bad-property` */
  constructor(open: OpenDatabase, experiment: Experiment) {
    const { lab, handler } = experiment;
    this.#app = this.#open(open);
    const record = this.#open(open);
    const seed = this.#open(open);
    this.#keeper = this.#app.session();
    this.#keeper.run(`PRAGMA max_page_count = ${mostPages}`);
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
    this.#checkProperties(experiment);
    this.#version = this.#dataVersion();
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
      this.#keeper.run('BEGIN IMMEDIATE');
      for (const statement of this.#restore) this.#keeper.run(statement);
      for (const row of this.#sequence ?? [])
        this.#keeper.run('INSERT INTO sqlite_sequence VALUES (?, ?)', row);
      this.#keeper.run('COMMIT');
      this.#version = this.#dataVersion();
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

  /**
   * Looks whether rows have become visible since it was last asked. SQLite tells: a write that
   * changes nothing makes no new version, and a snapshot does not age by it.
   */
  hasCommitted(): boolean {
    const version = this.#dataVersion();
    if (version === this.#version) return false;
    this.#version = version;
    this.commits += 1;
    this.#contentsNow = null;
    return true;
  }

  #dataVersion(): SqlValue {
    return this.#observer.run('PRAGMA data_version').rows[0]?.[0] ?? null;
  }

  /** Whether a statement reads the file, and so fixes a snapshot: `SELECT 1` alone does not. */
  fixesSnapshot(sql: string): boolean {
    let reads = this.#reads.get(sql);
    if (reads === undefined) {
      reads = this.#observer.run(`EXPLAIN ${sql}`).rows.some((row) => row[1] === 'Transaction');
      this.#reads.set(sql, reads);
    }
    return reads;
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
    if (outcome.kind === 'response-lost') {
      this.#record.run('INSERT INTO response VALUES (?, ?, ?, 0)', [task, outcome.status, outcome.body]);
    } else if (outcome.status !== null) {
      this.#record.run('INSERT INTO response VALUES (?, ?, ?, 1)', [task, outcome.status, outcome.body]);
    }
  }

  /** What a task's end told is taken back. */
  forget(task: TaskId): void {
    this.#record.run('DELETE FROM response WHERE task = ?', [task]);
    this.#record.run('DELETE FROM outcome WHERE task = ?', [task]);
  }

  /** @param moment - How many steps the task had made. */
  recordFault(kind: FaultKind, task: TaskId, moment: number): void {
    this.#recordDirty = true;
    this.#record.run('INSERT INTO fault VALUES (?, ?, ?)', [kind, task, moment]);
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
      if (!(error instanceof SqlError)) throw error;
      throw new EngineError(
        'bad-property',
        `SQLite cannot answer the property "${query.replace(/\s+/g, ' ').slice(0, 200)}" in a state that this handler reaches: ${error.message}. Correct the query, or the values that the handler writes.`,
      );
    }
  }

  /** What anybody would read now, from committed rows. @throws {CapError} @throws {SqlError} */
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
    for (const { name, columns, rowid } of this.tables.values()) {
      const stored = columns.filter((column) => !column.generated).map((column) => quoteName(column.name));
      const ids = rowid === null ? [] : [rowid];
      const table = quoteName(name);
      const kept = [...ids.map((id) => `${id} AS "seed rowid"`), ...stored].join(', ');
      this.#keeper.run(`CREATE TABLE seed.${table} AS SELECT ${kept} FROM main.${table}`);
      this.#dumps.push(`SELECT ${[...ids, ...columns.map(exactly)].join(', ')} FROM ${table} ORDER BY 1`);
      this.#restore.push(`DELETE FROM main.${table}`);
      if (this.#keeper.run(`SELECT 1 FROM seed.${table} LIMIT 1`).rows.length === 0) continue;
      const from = [...ids.map(() => '"seed rowid"'), ...stored].join(', ');
      this.#restore.push(
        `INSERT INTO main.${table} (${[...ids, ...stored].join(', ')}) SELECT ${from} FROM seed.${table}`,
      );
    }
    if (this.#keeper.run("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").rows.length > 0) {
      this.#sequence = this.#keeper.run('SELECT name, seq FROM sqlite_sequence').rows;
      this.#dumps.push('SELECT name, seq FROM sqlite_sequence ORDER BY name');
      this.#restore.push('DELETE FROM main.sqlite_sequence');
    }
  }

  #checkProperties({ lab, scenario }: Experiment): void {
    for (const part of ['level', 'total'] as const) {
      try {
        if (lab.track) this.#observer.run(lab.track[part]);
      } catch (error) {
        if (!(error instanceof SqlError)) throw error;
        throw new EngineError(
          'bad-property',
          `The lab’s track.${part} cannot be asked: ${error.message}. Correct its query.`,
        );
      }
    }
    for (const [id, property] of Object.entries(lab.properties)) {
      if (property.scenarios && !property.scenarios.includes(scenario)) continue;
      try {
        this.#observer.run(property.always ?? property.sometimes, [], firstRow);
      } catch (error) {
        if (error instanceof CapError) continue;
        if (!(error instanceof SqlError)) throw error;
        throw new EngineError(
          'bad-property',
          `Property "${id}" cannot be asked: ${error.message}. Correct its query.`,
        );
      }
    }
  }
}

/** A column so that values that SQLite tells apart are told apart: 2 and 2.0, 'hi' and x'6869'. */
function exactly({ name }: { name: string }): string {
  const column = quoteName(name);
  return `CASE typeof(${column}) WHEN 'text' THEN 't' || hex(${column}) ELSE quote(${column}) END`;
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
