/**
 * Databases and connections on sql.js, behind the engine's `OpenDatabase`.
 *
 * sql.js offers one connection a file. A second one, with SQLite's own locks, comes from calling
 * `sqlite3_open` of the same module on the first one's file name, and putting the pointer into a
 * `Database`'s `db` field. That field is undocumented: sql.js is pinned, and a test guards it.
 *
 * Files are never closed for good, but emptied and lent again. When the last connection to a file in
 * WAL mode closes, SQLite unmaps its index with `munmap`, but asks for 32 kB of the 64 kB that it
 * mapped, and emscripten unmaps whole mappings or nothing: 128 kB of the wasm's memory would be lost
 * with every file.
 */
import type { Database, SqlJsStatic, Statement } from 'sql.js';
import {
  CapError,
  type Caps,
  type DatabaseFile,
  type OpenDatabase,
  type Session,
  SqlError,
  type SqlRows,
  type SqlValue,
} from '../engine/ports.ts';

const memoryKey = Symbol.for('effectively-once.sqlite-memory');

/** The parts of sql.js that its types leave out. */
interface SqlJsModule extends SqlJsStatic {
  cwrap(
    name: string,
    returns: 'number',
    takes: ('number' | 'string')[],
  ): (...args: (number | string)[]) => number;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  /** Ours: sql.js gives every caller the module that it loaded first, and calls no hook again. */
  [memoryKey]?: WebAssembly.Memory;
}

/** The memory of a sql.js that this driver has loaded; undefined before. */
export const memoryOf = (sql: SqlJsStatic): WebAssembly.Memory | undefined => (sql as SqlJsModule)[memoryKey];

interface RawDatabase extends Database {
  db: number;
  filename: string;
}

export type InitSqlJs = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}) => Promise<SqlJsStatic>;

/** Statements kept per connection. More texts than this are rare, and are prepared anew. */
const keptStatements = 256;
/** SQLite's own memory, all connections together. Files are not part of it. */
const heapBytes = 64 * 1024 * 1024;
const noCaps: Caps = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** Boots one sql.js instance. All files opened through it live in its memory. */
export async function loadSqlite(init: InitSqlJs, wasm: WebAssembly.Module): Promise<OpenDatabase> {
  let memory: WebAssembly.Memory | undefined;
  const sql = (await init({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(wasm, imports).then((instance) => {
        memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
        done(instance, wasm);
      });
      return {};
    },
  })) as SqlJsModule;
  memory ??= sql[memoryKey];
  if (!memory) throw new Error('sql.js exports no memory. This build of sql.js is not the pinned one.');
  const heap = memory;
  sql[memoryKey] = heap;
  // A string or blob that a statement builds is refused long before it fills the page.
  const governor = new sql.Database();
  governor.exec(`PRAGMA hard_heap_limit = ${heapBytes}`);
  governor.close();
  const sqliteOpen = sql.cwrap('sqlite3_open', 'number', ['string', 'number']);
  const sqliteClose = sql.cwrap('sqlite3_close_v2', 'number', ['number']);

  const backupInit = sql.cwrap('sqlite3_backup_init', 'number', ['number', 'string', 'number', 'string']);
  const backupStep = sql.cwrap('sqlite3_backup_step', 'number', ['number', 'number']);
  const backupFinish = sql.cwrap('sqlite3_backup_finish', 'number', ['number']);

  const connect = (path: string): RawDatabase => {
    const slot = sql._malloc(4);
    const status = sqliteOpen(path, slot);
    const pointer = new DataView(heap.buffer).getUint32(slot, true);
    sql._free(slot);
    if (status !== 0 || pointer === 0) throw new Error(`sqlite3_open of ${path} answered ${status}.`);
    const database = new sql.Database() as RawDatabase;
    sqliteClose(database.db);
    database.db = pointer;
    return database;
  };

  /** Makes a file as it was when it was new. @returns whether it could; not where somebody has it locked. */
  const empty = (database: RawDatabase): boolean => {
    const nothing = new sql.Database() as RawDatabase;
    try {
      const backup = backupInit(database.db, 'main', nothing.db, 'main');
      if (backup === 0) return false;
      backupStep(backup, -1);
      if (backupFinish(backup) !== 0) return false;
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return true;
    } catch {
      return false;
    } finally {
      nothing.close();
    }
  };
  const schema = { version: 0 };
  const spare: RawDatabase[] = [];
  const create = (): RawDatabase => {
    const database = new sql.Database() as RawDatabase;
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    return database;
  };

  return () => {
    const first = spare.pop() ?? create();
    let closed = false;
    const sessions = new Set<SqlJsSession>();
    return {
      path: first.filename,
      session() {
        const session = new SqlJsSession(connect(first.filename), schema);
        sessions.add(session);
        return session;
      },
      close() {
        if (closed) return;
        closed = true;
        for (const session of sessions) session.close();
        sessions.clear();
        if (empty(first)) spare.push(first);
        else first.close();
      },
    } satisfies DatabaseFile;
  };
}

/** A prepared statement, with the names of its columns: asking for them takes a tenth of a short run. */
interface Kept {
  statement: Statement;
  columns: string[];
  /** The schema's version when the names were asked for. */
  version: number;
  /** It may change the schema, and so the columns of any other statement. */
  changesSchema: boolean;
}

/** Whatever else a statement does, or takes back, may change the schema. */
const keepsSchema =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|VALUES|BEGIN|COMMIT|END|SAVEPOINT|EXPLAIN|PRAGMA)\b/i;

class SqlJsSession implements Session {
  #database: RawDatabase;
  /** Counts what may have changed a schema, in any file: sessions attach each other's. */
  #schema: { version: number };
  #statements = new Map<string, Kept>();
  #closed = false;

  constructor(database: RawDatabase, schema: { version: number }) {
    this.#database = database;
    this.#schema = schema;
  }

  run(sql: string, params: readonly SqlValue[] = [], caps: Caps = noCaps): SqlRows {
    let kept: Kept | undefined;
    try {
      kept = this.#prepare(sql);
      const { statement } = kept;
      if (params.length > 0) statement.bind([...params]);
      const rows: SqlValue[][] = [];
      let bytes = 0;
      while (statement.step()) {
        const row = statement.get() as (SqlValue | Uint8Array)[];
        for (const value of row) bytes += value === null ? 1 : typeof value === 'number' ? 8 : value.length;
        if (rows.length >= caps.rows)
          throw new CapError(`The statement returned more than ${caps.rows} rows.`);
        if (bytes > caps.bytes) throw new CapError(`The statement returned more than ${caps.bytes} bytes.`);
        rows.push(row.map(plainValue));
      }
      return { columns: this.#columnsOf(kept), rows, changes: this.#database.getRowsModified() };
    } catch (error) {
      throw toSqlError(error);
    } finally {
      // A statement that is not reset pins its snapshot, and later writes of this connection would be refused.
      kept?.statement.reset();
      if (kept?.changesSchema) this.#schema.version += 1;
    }
  }

  script(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw toSqlError(error);
    } finally {
      this.#schema.version += 1;
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const { statement } of this.#statements.values()) statement.free();
    this.#database.close();
  }

  #columnsOf(kept: Kept): string[] {
    const { version } = this.#schema;
    if (kept.version !== version) Object.assign(kept, { columns: kept.statement.getColumnNames(), version });
    return kept.columns;
  }

  #prepare(sql: string): Kept {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    if (this.#statements.size >= keptStatements) {
      const [oldest] = this.#statements;
      if (oldest) {
        oldest[1].statement.free();
        this.#statements.delete(oldest[0]);
      }
    }
    const kept = { statement, columns: [], version: -1, changesSchema: !keepsSchema.test(sql) };
    this.#statements.set(sql, kept);
    return kept;
  }
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Bytes are shown as hexadecimal text: results cross to the handler as JSON. */
function plainValue(value: SqlValue | Uint8Array): SqlValue {
  if (!(value instanceof Uint8Array)) return value;
  let text = '';
  for (const byte of value) text += hexOf[byte];
  return text;
}

function toSqlError(error: unknown): Error {
  if (error instanceof CapError || error instanceof SqlError) return error;
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : 'SQLITE_ERROR';
    return new SqlError(code, error.message);
  }
  return new SqlError('SQLITE_ERROR', String(error));
}
