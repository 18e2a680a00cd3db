/** Steps in a few words, for lanes, tables and the command line. */
import type { StepRecord } from '../execution.ts';
import type { FaultKind, TaskId, TaskOutcome } from '../lab.ts';
import type { Call, SqlValue } from '../ports.ts';
import type { RowChange, StepKind } from '../trace.ts';

interface Description {
  kind: StepKind;
  verb: string;
  label: string;
  result: string;
  error: string | null;
}

/**
 * @param holder - Who holds the write lock, when the step was refused by it.
 * @param context - How the task ended, if it did, and whether tasks share a process.
 */
export function describe(
  record: StepRecord,
  changes: readonly RowChange[],
  holder: TaskId | null,
  { end, shared }: { end: TaskOutcome | null; shared: boolean },
): Description {
  const { call, performed, facts, woke } = record;
  if (record.fault && record.fault !== 'timeout') {
    const { verb, result } = faultWords[record.fault];
    return { kind: 'fault', verb, label: verb.toLowerCase(), result, error: null };
  }
  if (record.delivered !== null) {
    const { id, deliveries } = JSON.parse(record.delivered) as { id: string; deliveries: number };
    const again = deliveries > 1 ? `, delivery ${deliveries}` : '';
    return {
      kind: 'service',
      verb: 'DELIVER',
      label: `deliver ${id}`,
      result: end && end.kind !== 'done' ? endWords(end) : `${id} handed over${again}`,
      error: null,
    };
  }
  if (!call) {
    return {
      kind: woke ? 'wake' : 'run',
      verb: woke ? 'WAKE' : 'RUN',
      label: woke ? 'wake' : 'run',
      result: end ? endWords(end) : shared ? 'waits its turn in the process' : 'waits',
      error: null,
    };
  }
  const what = describeCall(call, facts?.verb, facts?.label);
  switch (performed.kind) {
    case 'nothing':
      return { ...what, result: '', error: null };
    case 'parked':
      return { ...what, result: holder ? `waits for ${holder}` : 'waits for the lock', error: null };
    case 'asleep':
      return { ...what, result: call.kind === 'sleep' ? `for ${call.ms} ms` : '', error: null };
    case 'listening':
      return { ...what, result: 'nothing yet', error: null };
    case 'answered': {
      const { result } = performed;
      if (record.fault === 'timeout') {
        return { ...what, result: `${doneIn(call, changes)}, answer lost`, error: 'TIMEOUT' };
      }
      if (result.kind === 'error')
        return { ...what, result: `refused: ${result.message} (${result.code})`, error: result.code };
      if (result.kind === 'done') return { ...what, result: doneIn(call, changes), error: null };
      if (result.kind === 'value') return { ...what, result: answerIn(call, result.json), error: null };
      return { ...what, result: rowsIn(facts?.verb ?? '', result), error: null };
    }
  }
}

/** A choice without a call: what came of it. */
function endWords({ kind, detail }: TaskOutcome): string {
  switch (kind) {
    case 'answered':
      return 'answers';
    case 'done':
      return 'comes to its end';
    case 'hangs':
      return 'runs on and is stopped';
    case 'stalled':
      return 'waits for nothing';
    default:
      return detail || kind;
  }
}

const faultWords: Record<Exclude<FaultKind, 'timeout'>, { verb: string; result: string }> = {
  crash: { verb: 'CRASH', result: 'process gone' },
  loseRequest: { verb: 'LOST', result: 'request lost' },
  loseResponse: { verb: 'LOST', result: 'answer lost' },
  redeliver: { verb: 'AGAIN', result: 'delivered again' },
  reorder: { verb: 'REORDER', result: 'out of order' },
  clockJump: { verb: 'CLOCK', result: 'time jumps' },
};

export function describeCall(
  call: Call,
  verb = 'SQL',
  label = '',
): Pick<Description, 'kind' | 'verb' | 'label'> {
  switch (call.kind) {
    case 'statement':
      return { kind: 'statement', verb, label };
    case 'begin':
      return { kind: 'begin', verb: 'BEGIN', label: call.mode === 'immediate' ? 'BEGIN IMMEDIATE' : 'BEGIN' };
    case 'commit':
      return { kind: 'commit', verb: 'COMMIT', label: 'COMMIT' };
    case 'rollback':
      return { kind: 'rollback', verb: 'ROLLBACK', label: 'ROLLBACK' };
    case 'sleep':
      return { kind: 'sleep', verb: 'SLEEP', label: `SLEEP ${call.ms} ms` };
    case 'service':
      return { kind: 'service', verb: wordsOf(call.operation), label: callText(call) };
  }
}

/** `delIfEqual` becomes DEL IF EQUAL. */
const wordsOf = (operation: string) => operation.replace(/(?=[A-Z])/g, ' ').toUpperCase();

/** As a handler would write it: `payments.charge({ amount: 1000 })`. */
function callText({ service, operation, args }: Call & { kind: 'service' }): string {
  const given = (JSON.parse(args) as unknown[]).map(literal).join(', ');
  return `${service}.${operation}(${cut(given)})`;
}

function literal(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  // A message is known by its id; its receipt says nothing to a reader.
  if ('receipt' in value && 'id' in value) return String(value.id);
  const fields = Object.entries(value).map(([key, field]) => `${key}: ${literal(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

const cut = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** What null means where it means something: that there was none, or that somebody else was first. */
const noAnswer: Record<string, string> = { receive: 'no message', get: 'no value', set: 'not set' };

/** What a service answered, in a few words: the name of what it made comes first. */
function answerIn(call: Call, json: string): string {
  const value = JSON.parse(json) as unknown;
  if (value === null) return (call.kind === 'service' && noAnswer[call.operation]) || 'done';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return plural(value.length, 'row');
  if ('id' in value) return String(value.id);
  return cut(literal(value));
}

function doneIn(call: Call, changes: readonly RowChange[]): string {
  switch (call.kind) {
    case 'begin':
      return call.mode === 'immediate' ? 'has the write lock' : 'in a transaction';
    case 'commit':
      return changes.length === 0 ? 'nothing to write' : `${plural(changes.length, 'row')} visible`;
    case 'rollback':
      return 'undone';
    default:
      return 'done';
  }
}

const written: Record<string, string> = {
  INSERT: 'written',
  REPLACE: 'written',
  UPDATE: 'changed',
  DELETE: 'deleted',
};

function rowsIn(verb: string, result: { columns: string[]; rows: SqlValue[][]; count: number }): string {
  const did = written[verb];
  if (did) return result.count === 0 ? `no row ${did}` : `${plural(result.count, 'row')} ${did}`;
  const [first] = result.rows;
  if (!first) return 'no row';
  if (result.rows.length > 1) return plural(result.rows.length, 'row');
  const values = first
    .map((value, index) => (result.columns[index] === String(value) ? '' : shown(value)))
    .filter((text) => text !== '');
  return values.length === 0 ? 'found a row' : values.join(' ').slice(0, 60);
}

function shown(value: SqlValue): string {
  return value === null ? 'NULL' : String(value);
}

const plural = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
