import type { Checkpoint, Figure, Question } from '../../../src/checkpoints/checkpoint.ts';
import type { Lab, TaskOutcome } from '../../../src/engine/lab.ts';
import type { Moment, Trace, TraceEvent } from '../../../src/engine/trace.ts';

/** What a test says of one moment; the rest is filled in. */
export interface Sketch {
  rows?: number;
  total?: number | null;
  ends?: Record<string, number>;
  parked?: string[];
  broken?: string[];
}

/** A run of W1 and W2 whose moments are as sketched; the first is before any step. */
export function traceOf(schedule: string, sketches: Sketch[]): Trace {
  const choices = schedule.split(' ').filter((choice) => choice !== '');
  return {
    lab: 'double-charge',
    handler: 'unique-claim',
    scenario: 'two-at-once',
    schedule,
    complete: false,
    events: choices.map(eventOf),
    moments: sketches.map(momentOf),
    beliefs: [],
  };
}

function eventOf(choice: string, index: number): TraceEvent {
  return {
    moment: index + 1,
    choice,
    task: choice,
    kind: 'statement',
    verb: 'SELECT',
    label: 'SELECT 1 FROM charge …',
    service: null,
    delivered: null,
    sql: '',
    params: [],
    result: 'no row',
    error: null,
    parked: false,
    reads: true,
    wrote: false,
    changes: [],
    end: null,
    ends: [],
    logs: [],
    parkedTasks: [],
    breaks: [],
    line: 3,
    column: 24,
    endLine: 3,
  };
}

function momentOf({ rows = 0, total = null, ends = {}, parked = [], broken = [] }: Sketch): Moment {
  const view = (task: string) => ({
    status: parked.includes(task)
      ? ('parked' as const)
      : task in ends
        ? ('finished' as const)
        : ('ready' as const),
    enabled: true,
    why: '',
    next: null,
    end: task in ends ? endOf(ends[task] ?? 0) : null,
  });
  return {
    now: 0,
    faults: [],
    tables: {
      charge: {
        columns: ['order_id'],
        rows: Array.from({ length: rows }, (_, index) => ({
          rowid: index + 1,
          values: ['order-9'],
          by: 'w1',
          fresh: null,
        })),
        constraints: [],
      },
    },
    tasks: { w1: view('w1'), w2: view('w2') },
    broken,
    level: null,
    total,
  };
}

function endOf(status: number): TaskOutcome {
  return { kind: 'answered', status, body: null, detail: '', line: null, column: null };
}

export const lab: Lab = {
  id: 'double-charge',
  title: 'Double charge',
  lesson: 'races',
  story: 'Two attempts.',
  process: 'own',
  scenarios: {
    'two-at-once': {
      tasks: {
        w1: { entry: 'handle', after: [], says: 'request' },
        w2: { entry: 'handle', after: [], says: 'retry' },
      },
      scalable: true,
      faults: {},
    },
  },
  variants: {
    'check-then-insert': { source: 'one\ntwo\nthree\n', migration: '', expect: {}, mutants: [] },
    'unique-claim': { source: 'one\ntwo\n', migration: 'CREATE UNIQUE INDEX …', expect: {}, mutants: [] },
  },
  properties: {
    'one-charge-per-order': {
      says: 'At most one charge per order.',
      always: 'SELECT 1',
      when: 'every-state',
    },
    'customer-is-charged': { says: 'The customer is charged.', sometimes: 'SELECT 1' },
  },
  watch: ['charge'],
  schema: '',
  vary: {},
  services: {},
  clock: { start: 0, jumps: [] },
};

const base = { question: 'Which?', covers: ['gap'], card: null, see: null, figure: null };
const options = [
  { text: 'A', right: false, why: 'No: a.' },
  { text: 'B', right: true, why: 'Yes: b.' },
  { text: 'C', right: false, why: 'No: c.' },
];
const figure: Figure = {
  lab: 'double-charge',
  handler: 'unique-claim',
  scenario: 'two-at-once',
  schedule: 'w1',
  says: null,
  trace: traceOf('w1', [{}, {}]),
  labels: {},
  track: null,
};

export const questions = {
  single: { ...base, id: 'q-single', kind: 'single', options },
  multiple: {
    ...base,
    id: 'q-multiple',
    kind: 'multiple',
    options: [...options, { text: 'D', right: true, why: 'Yes: d.' }],
  },
  predict: { ...base, id: 'q-predict', kind: 'predict', options, figure, shown: 0 },
  order: { ...base, id: 'q-order', kind: 'order', steps: ['look', 'write', 'answer'], why: 'So.' },
  'spot-line': {
    ...base,
    id: 'q-line',
    kind: 'spot-line',
    file: 'a.ts',
    code: ['one', 'two'],
    right: [2],
    lines: { 2: 'It.' },
    otherwise: 'No.',
  },
  'break-it': {
    ...base,
    id: 'q-break',
    kind: 'break-it',
    lab,
    scenario: 'two-at-once',
    handler: { name: 'check-then-insert', source: '', migration: '' },
    property: { id: 'one-charge-per-order', says: 'At most one charge per order.' },
    start: traceOf('', [{}]),
    counterexample: 'w1 w2 w2 w1',
    why: 'So.',
  },
} satisfies { [Kind in Question['kind']]: Question };

export function checkpointOf(...list: Question[]): Checkpoint {
  return { lesson: 'races', pass: 1, edition: 'first', questions: list };
}
