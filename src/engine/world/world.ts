/**
 * Every database of one experiment: the application's file with a connection for each task, a file
 * for each service, and `world`, where properties read what an outside observer would know.
 * Connections and statements are kept; contents are put back by SQL.
 */
import { EngineError } from '../errors.ts';
import { type Experiment, type ServiceName, serviceNames, type TaskId, type TaskOutcome } from '../lab.ts';
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
import { Contents } from './contents.ts';
import { services } from './services/index.ts';
import { readTables, type TableInfo } from './tables.ts';

/**
 * Rows of `response` and `outcome` lie in the order of tasks, not in that of their ends, and those of
 * `fault` in that of their values: who came first is no part of a state, so no property may see it.
 */
const recordSchema = `
  CREATE TABLE response (task TEXT PRIMARY KEY, status INTEGER NOT NULL, body TEXT, received INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE fault (kind TEXT NOT NULL, task TEXT NOT NULL, moment INTEGER NOT NULL);
  CREATE TABLE outcome (task TEXT PRIMARY KEY, kind TEXT NOT NULL, detail TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE clock (now INTEGER NOT NULL);
  INSERT INTO clock VALUES (0);
`;

/** A fault that has struck. */
export interface Struck {
  kind: string;
  /** Whom, or by how much the clock jumped. */
  task: string;
  /** How many steps the victim had made. */
  moment: number;
}

const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
const byValue = (a: Struck, b: Struck) =>
  order(a.kind, b.kind) || order(a.task, b.task) || order(a.moment, b.moment);

/** What an outside observer knows beside the rows. */
export interface Record {
  /** Each task that has ended. */
  ends: readonly (readonly [TaskId, TaskOutcome])[];
  faults: readonly Struck[];
  now: number;
}

const firstRow: Caps = { rows: 1, bytes: Number.POSITIVE_INFINITY };
/** 2 MB of 4 kB pages: more than any lab needs, and no handler can fill the page's memory. */
const mostPages = 512;

export class World {
  /** The application's tables, then those of services, which are qualified. */
  readonly tables: ReadonlyMap<string, TableInfo>;
  readonly app: Contents;
  /** Rows of every service. */
  readonly outside: Contents;
  /** Services that the lab has, in the table's order. */
  readonly services: readonly ServiceName[];
  readonly #files: DatabaseFile[] = [];
  readonly #app: DatabaseFile;
  readonly #sessions = new Map<TaskId, Session>();
  readonly #servants = new Map<ServiceName, Session>();
  /** Reads properties and tables; sees committed rows only, and cannot write. */
  readonly #observer: Session;
  /** Puts rows back. */
  readonly #keeper: Session;
  readonly #record: Session;
  #recorded: Record = { ends: [], faults: [], now: 0 };
  /** What the observer's `data_version` was when it was last asked. */
  #version: SqlValue = null;
  readonly #reads = new Map<string, boolean>();

  /** @throws {EngineError} `bad-schema`, `bad-property` */
  constructor(open: OpenDatabase, experiment: Experiment) {
    const { lab, handler } = experiment;
    this.services = serviceNames.filter((name) => lab.services[name] !== undefined);
    this.#app = this.#open(open);
    const record = this.#open(open);
    const kept = this.#open(open);
    this.#keeper = this.#app.session();
    this.#keeper.run(`PRAGMA max_page_count = ${mostPages}`);
    runSchema(this.#keeper, lab.schema, `content/labs/${lab.id}/app.sql`);
    if (handler.migration.trim() !== '')
      runSchema(this.#keeper, handler.migration, 'the handler’s migration');
    this.#record = record.session();
    this.#record.script(recordSchema);
    this.#observer = this.#app.session();
    this.#observer.run(`ATTACH '${record.path}' AS world`);
    this.#keeper.run(`ATTACH '${kept.path}' AS kept`);
    for (const name of this.services) this.#serve(open, name, lab.id, lab.services[name] ?? '');
    this.#observer.run('PRAGMA query_only = ON');

    const tables = ['main', ...this.services].flatMap((schema) => readTables(this.#keeper, schema));
    this.tables = new Map(tables.map((table) => [table.name, table]));
    const contentsOf = (isApp: boolean) =>
      new Contents(
        this.#keeper,
        this.#observer,
        tables.filter(({ schema }) => (schema === 'main') === isApp),
        ['main', ...this.services].filter((schema) => (schema === 'main') === isApp && this.#counts(schema)),
      );
    this.app = contentsOf(true);
    this.outside = contentsOf(false);
    this.app.number();
    this.outside.number();
    const migrated = handler.migration.trim() !== '';
    for (const table of lab.watch) {
      if (!this.tables.has(table)) {
        const missing = table.includes('.')
          ? 'no service of the lab has. Add the service to services, or correct watch.'
          : migrated
            ? 'is not there after the handler’s migration. Correct the migration.'
            : 'the schema does not make. Add it to app.sql, or correct watch.';
        throw new EngineError('bad-schema', `The lab watches a table "${table}", which ${missing}`);
      }
    }
    this.#checkProperties(experiment);
    this.#version = this.#dataVersion();
  }

  /** A task's own connection to the application's file. */
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

  /** The connection of a service to its own file; undefined when the lab does not have it. */
  servant(name: ServiceName): Session | undefined {
    return this.#servants.get(name);
  }

  /**
   * Looks whether rows of the application have become visible since it was last asked. SQLite tells:
   * a write that changes nothing makes no new version, and a snapshot does not age by it.
   */
  hasCommitted(): boolean {
    const version = this.#dataVersion();
    if (version === this.#version) return false;
    this.#version = version;
    this.app.changed();
    return true;
  }

  /** Puts the application's rows back; no task may have a transaction open. */
  restoreApp(number: number): void {
    if (this.app.restore(number)) this.#version = this.#dataVersion();
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

  /** Tells `world` what an outside observer knows now. */
  writeRecord(record: Record): void {
    const { ends, faults, now } = record;
    const known = this.#recorded;
    this.#recorded = record;
    if (JSON.stringify(ends) !== JSON.stringify(known.ends)) {
      this.#record.run('DELETE FROM response');
      this.#record.run('DELETE FROM outcome');
      for (const [task, { kind, detail, status, body }] of ends) {
        this.#record.run('INSERT INTO outcome VALUES (?, ?, ?)', [task, kind, detail]);
        if (status === null) continue;
        const received = kind === 'response-lost' ? 0 : 1;
        this.#record.run('INSERT INTO response VALUES (?, ?, ?, ?)', [task, status, body, received]);
      }
    }
    if (JSON.stringify(faults) !== JSON.stringify(known.faults)) {
      this.#record.run('DELETE FROM fault');
      for (const { kind, task, moment } of [...faults].sort(byValue))
        this.#record.run('INSERT INTO fault VALUES (?, ?, ?)', [kind, task, moment]);
    }
    if (now !== known.now) this.#record.run('UPDATE clock SET now = ?', [now]);
  }

  /** Whether a property's query returns a row in the committed state. @throws {EngineError} `bad-property` */
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

  #serve(open: OpenDatabase, name: ServiceName, lab: string, rows: string): void {
    const file = this.#open(open);
    const session = file.session();
    session.run(`PRAGMA max_page_count = ${mostPages}`);
    session.script(services[name].schema);
    if (rows.trim() !== '') runSchema(session, rows, `content/labs/${lab}/${name}.sql`);
    this.#servants.set(name, session);
    this.#observer.run(`ATTACH '${file.path}' AS ${name}`);
    this.#keeper.run(`ATTACH '${file.path}' AS ${name}`);
  }

  /** Whether a table of this schema counts with AUTOINCREMENT. */
  #counts(schema: string): boolean {
    return (
      this.#keeper.run(`SELECT 1 FROM ${schema}.sqlite_master WHERE name = 'sqlite_sequence'`).rows.length > 0
    );
  }

  #checkProperties({ lab, scenario, handler }: Experiment): void {
    const correct =
      handler.migration.trim() === ''
        ? 'Correct its query.'
        : 'Correct its query, or the handler’s migration.';
    const ask = (what: string, query: string) => {
      try {
        this.#observer.run(query, [], firstRow);
      } catch (error) {
        if (error instanceof CapError) return;
        if (!(error instanceof SqlError)) throw error;
        throw new EngineError('bad-property', `${what} cannot be asked: ${error.message}. ${correct}`);
      }
    };
    for (const part of ['level', 'total'] as const) {
      if (lab.track) ask(`The lab’s track.${part}`, lab.track[part]);
    }
    if (lab.clock.deadlines) ask('The lab’s clock.deadlines', lab.clock.deadlines);
    for (const [id, property] of Object.entries(lab.properties)) {
      if (property.scenarios && !property.scenarios.includes(scenario)) continue;
      ask(`Property "${id}"`, property.always ?? property.sometimes);
    }
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
