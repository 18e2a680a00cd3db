/**
 * What is measured, as data: tasks of unconditional steps, so that the number of schedules is known
 * beforehand. The engine, PostgreSQL's `isolationtester` and the bare SQLite calls are all given the
 * same statements; each form is printed from the same list.
 */
import type { FaultBudget, Lab, Property, TaskSpec } from '../engine/lab.ts';

export interface BenchSpec {
  /** `2 × 4`: tasks × steps. */
  name: string;
  tasks: string[];
  steps: Step[];
  /** Complete schedules, and those that break the property. */
  schedules: number;
  broken: number;
}

export interface Step {
  name: string;
  /** One statement; `:task` stands for the task's name. */
  sql: string;
}

/** Runs on SQLite and on PostgreSQL. */
export const schema =
  'CREATE TABLE charge (order_id TEXT NOT NULL, cents INTEGER NOT NULL, task TEXT NOT NULL, noted_by TEXT)';

/** Between two schedules. */
export const reset = 'DELETE FROM charge';

/** Asked at a schedule's end; a row says that it broke. */
export const invariant = 'SELECT task FROM charge WHERE noted_by <> task';

/** Every step finishes at once on both databases: outside transactions nobody waits for a lock. */
const look = { name: 'look', sql: "SELECT count(*) FROM charge WHERE order_id = 'order-9'" };
const charge = {
  name: 'charge',
  sql: "INSERT INTO charge (order_id, cents, task) VALUES ('order-9', 1000, :task)",
};
const note = {
  name: 'note',
  sql: "UPDATE charge SET noted_by = :task WHERE order_id = 'order-9' AND noted_by IS NULL",
};
const answer = { name: 'answer', sql: "SELECT sum(cents) FROM charge WHERE order_id = 'order-9'" };

/**
 * C(8, 4) = 70 schedules, and 9! / 3!³ = 1,680. One breaks the property when somebody notes between
 * another's charge and its note.
 *
 * 2 × 4: w1 notes before w2 charges in 17. (With w2's look after the note: w1's answer among w2's four,
 * 5. Before it, at one of three places: w1's answer among the three left, 4.) Likewise for w2: 34 are
 * safe, 36 not.
 * 3 × 3: the safe ones run the pairs charge and note one after another, in 3! orders. The first task's
 * look has one place, the second's 4, the third's 7: 168 are safe, 1,512 not.
 */
export const twoByFour: BenchSpec = {
  name: '2 × 4',
  tasks: ['w1', 'w2'],
  steps: [look, charge, note, answer],
  schedules: 70,
  broken: 36,
};
export const threeByThree: BenchSpec = {
  name: '3 × 3',
  tasks: ['w1', 'w2', 'w3'],
  steps: [look, charge, note],
  schedules: 1680,
  broken: 1512,
};
export const benchSpecs: readonly BenchSpec[] = [twoByFour, threeByThree];

/** A statement with the task's name as a parameter. */
export function parameterised({ sql }: Step, task: string): { sql: string; params: string[] } {
  const params = sql
    .split(':task')
    .slice(1)
    .map(() => task);
  return { sql: sql.replaceAll(':task', '?'), params };
}

/** A statement with the task's name written out. */
export const literal = ({ sql }: Step, task: string) => sql.replaceAll(':task', `'${task}'`);

/**
 * For `isolationtester`.
 *
 * @param permutations - How many to run, beginning anew after the last. Where the spec lists none, it
 *   runs all of them once.
 */
export function isolationSpec(spec: BenchSpec, permutations: number | 'all' = 'all'): string {
  const { tasks, steps } = spec;
  const sessions = tasks.map((task) =>
    [`session ${task}`, ...steps.map((step) => `step ${task}_${step.name} { ${literal(step, task)}; }`)].join(
      '\n',
    ),
  );
  const every = permutations === 'all' ? [] : schedulesOf(spec);
  const listed = Array.from({ length: permutations === 'all' ? 0 : permutations }, (_, index) => {
    const next = new Map(tasks.map((task) => [task, 0]));
    const names = (every[index % every.length] ?? []).map((task) => {
      const step = next.get(task) ?? 0;
      next.set(task, step + 1);
      return `${task}_${steps[step]?.name}`;
    });
    return `permutation ${names.join(' ')}`;
  });
  const parts = [`setup { ${reset}; }`, `teardown { ${invariant}; }`, ...sessions];
  return `${[...parts, ...(listed.length > 0 ? [listed.join('\n')] : [])].join('\n\n')}\n`;
}

/** The handler that makes these steps and does nothing else. */
export function handlerText(steps: readonly Step[]): string {
  const lines = steps.map(({ sql }) => `  await sql\`${sql.replaceAll(':task', '$'.concat('{task}'))}\`;`);
  return [
    'export async function handle(request: Request, { sql }: Env) {',
    '  const { task } = await request.json();',
    ...lines,
    '  return Response.json({});',
    '}',
    '',
  ].join('\n');
}

/** For the engine. */
export function labOf({ name, tasks, steps }: BenchSpec): Lab {
  const says = 'Nobody notes what another has charged.';
  return benchLab(
    name,
    tasks,
    { source: handlerText(steps), schema },
    {
      'own-notes': { says, always: invariant, when: 'at-end' },
    },
  );
}

/** A lab of these tasks, each of which sends its own name. */
export function benchLab(
  id: string,
  tasks: readonly string[],
  { source, schema, faults = {} }: { source: string; schema: string; faults?: FaultBudget },
  properties: Record<string, Property>,
): Lab {
  const taskOf = (task: string): TaskSpec => ({
    entry: 'handle',
    request: { method: 'POST', path: '/', headers: {}, body: { task } },
    after: [],
  });
  return {
    id,
    title: id,
    lesson: 'benchmark',
    story: '',
    process: 'own',
    scenarios: {
      bench: {
        tasks: Object.fromEntries(tasks.map((task) => [task, taskOf(task)])),
        scalable: false,
        faults,
      },
    },
    variants: { bench: { source, migration: '', expect: {}, mutants: [] } },
    properties,
    watch: [],
    services: {},
    clock: { start: 0, jumps: [] },
    schema,
    vary: {},
  };
}

/** Every schedule: in each, every task's name occurs as often as it has steps. */
export function schedulesOf({ tasks, steps }: BenchSpec): string[][] {
  const left = new Map(tasks.map((task) => [task, steps.length]));
  const all: string[][] = [];
  const go = (schedule: string[]) => {
    if (schedule.length === tasks.length * steps.length) all.push(schedule);
    for (const [task, count] of left) {
      if (count === 0) continue;
      left.set(task, count - 1);
      go([...schedule, task]);
      left.set(task, count);
    }
  };
  go([]);
  return all;
}
