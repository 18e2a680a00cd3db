/** Traces written by hand, so that these tests need neither SQLite nor a sandbox. */
import type { Lab, TaskOutcome } from '../../../src/engine/lab.ts';
import type { Belief, Moment, TaskView, Trace, TraceEvent } from '../../../src/engine/trace.ts';

export const answered: TaskOutcome = {
  kind: 'answered',
  status: 201,
  body: '{"charged":1000}',
  detail: '',
  line: null,
  column: null,
};

export function ready(verb: string, line: number): TaskView {
  const next = {
    verb,
    label: verb,
    writes: verb !== 'SELECT',
    line,
    column: 3,
    endLine: line,
    service: null,
  };
  return { status: 'ready', enabled: true, why: '', next, end: null };
}

export const finished: TaskView = {
  status: 'finished',
  enabled: false,
  why: 'has finished',
  next: null,
  end: answered,
};

export function stopped(status: TaskView['status'], why: string, enabled = false): TaskView {
  return { status, enabled, why, next: null, end: null };
}

interface Step {
  task: string;
  verb: string;
  result: string;
  parked?: boolean;
  breaks?: string[];
  /** Tasks after the step. */
  tasks: Record<string, TaskView>;
  /** Charges after the step. */
  level: number;
}

export function traceOf(start: Record<string, TaskView>, steps: Step[], beliefs: Belief[] = []): Trace {
  const moment = (tasks: Record<string, TaskView>, level: number, broken: string[]): Moment => ({
    now: 0,
    tables: { charge: { columns: ['order_id', 'cents'], rows: [], constraints: [] } },
    tasks,
    faults: [],
    broken,
    level,
    total: level * 1000,
  });
  const broken: string[] = [];
  const moments = [moment(start, 0, [])];
  const events = steps.map((step, index): TraceEvent => {
    broken.push(...(step.breaks ?? []));
    moments.push(moment(step.tasks, step.level, [...broken]));
    return {
      moment: index + 1,
      choice: step.task,
      service: null,
      delivered: null,
      task: step.task,
      kind: 'statement',
      verb: step.verb,
      label: `${step.verb} …`,
      sql: step.verb,
      params: [],
      result: step.result,
      error: null,
      parked: step.parked ?? false,
      reads: step.verb === 'SELECT',
      wrote: step.verb === 'INSERT',
      changes: [],
      end: step.tasks[step.task]?.end ?? null,
      ends: step.tasks[step.task]?.end ? [{ task: step.task, end: answered }] : [],
      logs: [],
      parkedTasks: [],
      breaks: step.breaks ?? [],
      line: step.verb === 'SELECT' ? 3 : 5,
      column: 3,
      endLine: null,
    };
  });
  return {
    lab: 'double-charge',
    handler: 'check-then-insert',
    scenario: 'two-at-once',
    schedule: steps.map((step) => step.task).join(' '),
    complete: Object.values(moments.at(-1)?.tasks ?? {}).every((view) => view.end !== null),
    events,
    moments,
    beliefs,
  };
}

const select = ready('SELECT', 3);
const insert = ready('INSERT', 5);

/** Both look, then both write: W2 at moment 3, W1 at moment 4, where the property breaks. */
export const brokenTrace = traceOf(
  { w1: select, w2: select },
  [
    { task: 'w1', verb: 'SELECT', result: 'no row', tasks: { w1: insert, w2: select }, level: 0 },
    { task: 'w2', verb: 'SELECT', result: 'no row', tasks: { w1: insert, w2: insert }, level: 0 },
    { task: 'w2', verb: 'INSERT', result: '1 row written', tasks: { w1: insert, w2: finished }, level: 1 },
    {
      task: 'w1',
      verb: 'INSERT',
      result: '1 row written',
      tasks: { w1: finished, w2: finished },
      level: 2,
      breaks: ['one-charge-per-order'],
    },
  ],
  [
    { task: 'w1', from: 1, to: 4, staleAt: 3, says: 'none yet' },
    { task: 'w2', from: 2, to: 3, staleAt: null, says: 'none yet' },
  ],
);

const parked = stopped('parked', 'waits for w1');

/** W2 asks for the lock at moment 2 and may ask again after moment 4. */
export const lockedTrace = traceOf({ w1: ready('BEGIN', 3), w2: ready('BEGIN', 3) }, [
  {
    task: 'w1',
    verb: 'BEGIN',
    result: 'has the lock',
    tasks: { w1: insert, w2: ready('BEGIN', 3) },
    level: 0,
  },
  {
    task: 'w2',
    verb: 'BEGIN',
    result: 'waits for w1',
    parked: true,
    tasks: { w1: insert, w2: parked },
    level: 0,
  },
  {
    task: 'w1',
    verb: 'INSERT',
    result: '1 row written',
    tasks: { w1: ready('COMMIT', 3), w2: parked },
    level: 0,
  },
  { task: 'w1', verb: 'COMMIT', result: 'done', tasks: { w1: finished, w2: ready('BEGIN', 3) }, level: 1 },
]);

const task = { entry: 'handle' as const, after: [] };

export const lab: Lab = {
  id: 'double-charge',
  title: 'Double charge',
  lesson: 'races',
  story: 'Two attempts are in flight.',
  process: 'own',
  scenarios: {
    'two-at-once': { tasks: { w1: task, w2: task }, scalable: true, faults: {} },
    'three-at-once': { tasks: { w1: task, w2: task, w3: task }, scalable: true, faults: {} },
  },
  variants: {
    'check-then-insert': { source: '', migration: '', expect: {}, mutants: [] },
    'unique-claim': { source: '', migration: '', expect: { 'two-at-once': { kind: 'holds' } }, mutants: [] },
  },
  properties: {
    'one-charge-per-order': {
      says: 'At most one charge per order.',
      whenBroken: 'order-9 was charged twice',
      always: 'SELECT order_id FROM charge GROUP BY order_id HAVING count(*) > 1',
      when: 'every-state',
      witness: 'customer-is-charged',
    },
    'customer-is-charged': { says: 'The customer is charged.', sometimes: 'SELECT 1 FROM charge' },
  },
  watch: ['charge'],
  schema: '',
  vary: {},
  services: {},
  clock: { start: 0, jumps: [] },
};
