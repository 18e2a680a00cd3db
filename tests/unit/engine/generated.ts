/** Labs by chance: schemas, handlers, tasks, services, faults and properties, small enough to run whole. */
import fc from 'fast-check';
import type { FaultBudget, FaultKind, Lab, Property, TaskSpec } from '../../../src/engine/lab.ts';
import { codeOf, stepsOf } from './generated-handlers.ts';
import { smallLab } from './support.ts';

/* ---------- schemas ---------- */

const schemas = [
  'CREATE TABLE t (a, b); INSERT INTO t VALUES (2, 5);',
  'CREATE TABLE t (a, b); INSERT INTO t VALUES (2, 5), (1, 1); DELETE FROM t WHERE a = 1;',
  'CREATE TABLE t (a, b); INSERT INTO t VALUES (2, 5); CREATE UNIQUE INDEX i ON t (a);',
  'CREATE TABLE t (a, b); CREATE INDEX i ON t (b, a); INSERT INTO t VALUES (2, 5), (3, 5);',
  'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a, b); INSERT INTO t (a, b) VALUES (2, 5), (4, 0); DELETE FROM t WHERE a = 4;',
  'CREATE TABLE t (a NOT NULL, b, PRIMARY KEY (b, a)) WITHOUT ROWID; INSERT INTO t VALUES (2, 5);',
  'CREATE TABLE t (a, b CHECK (b < 7)); INSERT INTO t VALUES (2, 5);',
  'CREATE TABLE t (a UNIQUE ON CONFLICT REPLACE, b); INSERT INTO t VALUES (2, 5), (3, 3);',
  'CREATE TABLE t (a INT, b ANY, c TEXT GENERATED ALWAYS AS (b || a) STORED) STRICT; INSERT INTO t VALUES (2, 5), (3, 5.0);',
  'CREATE TABLE t (a REAL, b NUMERIC); INSERT INTO t VALUES (2, 5);',
];
const others = [
  'CREATE TABLE u (x, y);',
  'CREATE TABLE p (k PRIMARY KEY); CREATE TABLE u (x REFERENCES p (k) ON DELETE CASCADE, y); INSERT INTO p VALUES (1), (2);',
  'CREATE TABLE p (k PRIMARY KEY); CREATE TABLE u (x REFERENCES p (k) DEFERRABLE INITIALLY DEFERRED, y);',
];

/* ---------- tasks ---------- */

const retryKinds = ['concurrently', 'after-failure', 'after-failure', 'unless-2xx'] as const;
const retries = fc.option(
  fc.record({
    attempts: fc.constantFrom(1, 1, 2),
    when: fc.constantFrom(...retryKinds),
  }),
  { freq: 3, nil: undefined },
);
const redelivery = fc.option(
  fc.record({
    when: fc.constantFrom('concurrently' as const, 'after-end' as const),
    headers: fc.constantFrom(undefined, { again: 'yes' }),
  }),
  { freq: 3, nil: undefined },
);
const task = fc.record({
  entry: fc.constantFrom(
    'handle' as const,
    'handle' as const,
    'handle' as const,
    'consume' as const,
    'run' as const,
  ),
  from: fc.constantFrom(undefined, 'q', 'q', 'dead'),
  sender: fc.constantFrom(undefined, undefined, 's'),
  after: fc.boolean(),
  retries,
  redelivery,
});

const budget = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(
        'crash',
        'loseRequest',
        'loseResponse',
        'timeout',
        'redeliver',
        'reorder',
        'clockJump' as const,
      ),
      fc.constantFrom(1, 1, 2),
    ),
    { maxLength: 2, selector: ([kind]) => kind },
  )
  .map((pairs): FaultBudget => Object.fromEntries(pairs));

/* ---------- properties ---------- */

const everyState = (always: string): Property => ({ says: 'It.', always, when: 'every-state' });
const atEnd = (always: string): Property => ({ says: 'It.', always, when: 'at-end' });
const sometimes = (query: string): Property => ({ says: 'It.', sometimes: query });

const onRows: Property[] = [
  everyState('SELECT 1 FROM t WHERE b > 6'),
  everyState('SELECT 1 FROM t WHERE a = 1 GROUP BY a HAVING count(*) > 1'),
  everyState('SELECT 1 FROM (SELECT b FROM t LIMIT 1) WHERE b = 0'),
  atEnd('SELECT 1 FROM t LIMIT 1 OFFSET 2'),
  atEnd('SELECT 1 FROM u WHERE y = 1'),
  atEnd('SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM t)'),
  sometimes('SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = 2)'),
  sometimes('SELECT 1 FROM u'),
];
const onRecord: Property[] = [
  everyState("SELECT 1 FROM world.response WHERE task = 'w1' AND status <> 200"),
  everyState('SELECT 1 FROM world.response WHERE received = 0'),
  everyState("SELECT 1 FROM world.response WHERE body LIKE '%1%' AND EXISTS (SELECT 1 FROM t WHERE a = 1)"),
  atEnd("SELECT 1 FROM world.outcome WHERE kind = 'not-needed'"),
  atEnd("SELECT 1 FROM world.outcome WHERE kind = 'crashed' AND NOT EXISTS (SELECT 1 FROM u)"),
  sometimes("SELECT 1 FROM world.response WHERE body = 'stopped'"),
];
const onFaults: Property[] = [
  everyState('SELECT 1 FROM world.fault WHERE moment = 1'),
  atEnd('SELECT 1 FROM world.fault WHERE moment = 2'),
  atEnd("SELECT 1 FROM world.fault WHERE task = 'w1' GROUP BY kind HAVING count(kind) > 1"),
  everyState('SELECT 1 FROM world.fault LIMIT 1 OFFSET 1'),
  sometimes("SELECT 1 FROM world.fault WHERE kind = 'crash'"),
];
const onClock: Property[] = [
  everyState('SELECT 1 FROM world.clock WHERE now > 1007'),
  atEnd('SELECT 1 FROM world.clock WHERE now > 1000'),
];
const outside: Property[] = [
  everyState('SELECT 1 FROM payments.charge LIMIT 1 OFFSET 1'),
  atEnd("SELECT 1 FROM queue.message WHERE state <> 'acked'"),
  everyState('SELECT 1 FROM queue.message WHERE deliveries > 1'),
  everyState('SELECT 1 FROM redis.entry, world.clock WHERE expires_at <= now'),
  sometimes("SELECT 1 FROM queue.message WHERE state = 'dead'"),
];

const pool = (properties: Property[], most: number) => fc.subarray(properties, { maxLength: most });

/* ---------- the whole ---------- */

export interface Generated {
  lab: Lab;
  source: string;
  /** The limit, sometimes so low that tasks reach it. */
  stepsPerTask: number;
}

const deadlines = [
  undefined,
  undefined,
  "SELECT b + 1000 FROM t WHERE typeof(b) = 'integer'",
  'SELECT now + 3 FROM world.clock WHERE EXISTS (SELECT 1 FROM u)',
  "SELECT 1004 FROM world.outcome WHERE task = 'w1'",
];

const queueRows = [
  "INSERT INTO queue (name, visibility_ms) VALUES ('q', 10); INSERT INTO message (id, queue, body) VALUES ('m1', 'q', '1');",
  "INSERT INTO queue (name, visibility_ms) VALUES ('q', 10); INSERT INTO message (id, queue, body) VALUES ('m1', 'q', '1'), ('m2', 'q', '2');",
  "INSERT INTO queue VALUES ('q', 5, 1, 'dead', NULL), ('dead', 10, NULL, NULL, NULL); INSERT INTO message (id, queue, body) VALUES ('m1', 'q', '1');",
  "INSERT INTO queue VALUES ('q', 10, 2, NULL, 20);",
];

const partsOf = (withServices: boolean) =>
  fc.record({
    withServices: fc.constant(withServices),
    tasks: fc.oneof(
      { weight: 1, arbitrary: fc.array(task, { minLength: 1, maxLength: 1 }) },
      { weight: 4, arbitrary: fc.array(task, { minLength: 2, maxLength: 3 }) },
    ),
    bodies: fc.array(stepsOf(3, withServices), { minLength: 1, maxLength: 3 }),
    consume: stepsOf(2, withServices),
    acks: fc.boolean(),
    tells: fc.boolean(),
    schema: fc.constantFrom(...schemas),
    other: fc.constantFrom(...others),
    stepsPerTask: fc.constantFrom(12, 12, 12, 3),
    process: fc.constantFrom('own' as const, 'own' as const, 'shared' as const),
    faults: budget,
    jumps: fc.constantFrom([], [], [5], [4, 20]),
    deadlines: fc.constantFrom(...deadlines),
    queue: fc.constantFrom(...queueRows),
    decline: fc.constantFrom('', '', "INSERT INTO decline VALUES ('r', 1);"),
    properties: fc.tuple(
      pool(onRows, 3),
      fc.oneof(fc.constant([]), pool(onRecord, 2)),
      fc.oneof(fc.constant([]), pool(onFaults, 2)),
      fc.oneof(fc.constant([]), pool(onClock, 1)),
      withServices ? pool(outside, 2) : fc.constant([]),
    ),
  });
type Parts = ReturnType<typeof partsOf> extends fc.Arbitrary<infer T> ? T : never;

export const generated: fc.Arbitrary<Generated> = fc
  .boolean()
  .chain(partsOf)
  .map((parts) => {
    const source = sourceOf(parts);
    return { lab: labOf(parts, source), source, stepsPerTask: parts.stepsPerTask };
  });

function sourceOf({ bodies, consume, acks, tells }: Parts): string {
  const cases = bodies.map(
    (steps, n) => `if (n % ${bodies.length} === ${n}) {\n${codeOf(steps, 'env.sql')}\n}`,
  );
  return `let seen = 0;
let open = () => {};
const gate = new Promise((resolve) => { open = resolve; });
export async function handle(request, env) {
const n = Number(request.headers.get('n')) - 1;
const out = [];
${cases.join('\n')}
return new Response(${tells ? "out.join(' ')" : "'done'"});
}
export async function consume(message, env) {
const out = [];
${codeOf(consume, 'env.sql')}
${acks ? 'if (message.receipt) await env.queue.ack(message);' : ''}
}
export async function run(env) {
const out = [];
${codeOf(consume, 'env.sql')}
}
`;
}

/** Faults that could never strike are crashes instead. */
function striking(
  faults: FaultBudget,
  specs: Record<string, TaskSpec>,
  parts: Parts,
  used: string,
): FaultBudget {
  const tasks = Object.values(specs);
  const can: Partial<Record<FaultKind, boolean>> = {
    loseRequest: tasks.some(({ entry }) => entry === 'handle'),
    loseResponse: tasks.some(({ entry }) => entry === 'handle'),
    timeout: /begin|env\.(payments|email|llm|queue|redis)/.test(used),
    redeliver: tasks.some(({ redelivery, from }) => redelivery || from),
    reorder: tasks.filter(({ sender }) => sender).length > 1,
    clockJump: parts.jumps.length > 0 || parts.deadlines !== undefined || /queue|redis/.test(used),
  };
  return Object.fromEntries(
    Object.entries(faults).map(([kind, n]) => [can[kind as FaultKind] === false ? 'crash' : kind, n]),
  );
}

function labOf(parts: Parts, source: string): Lab {
  const { tasks, schema, other, process, faults, queue, decline, properties, withServices: services } = parts;
  const specs: Record<string, TaskSpec> = {};
  tasks.forEach((each, index) => {
    const { entry, from, sender, after, ...again } = each;
    const spec: TaskSpec = { entry, after: after && index > 0 ? ['w1'] : [] };
    if (entry === 'handle')
      spec.request = { method: 'POST', path: '/', headers: { n: String(index + 1) }, body: { n: index } };
    if (entry === 'consume' && from && services) spec.from = from;
    else if (entry === 'consume') spec.message = { n: index };
    if (sender) spec.sender = sender;
    if (again.retries && entry !== 'run') spec.retries = again.retries;
    if (again.redelivery && entry !== 'run' && spec.from === undefined) spec.redelivery = again.redelivery;
    specs[`w${index + 1}`] = spec;
  });
  const all = { payments: decline, email: '', llm: '', queue, redis: '' };
  const consumes = Object.values(specs).some(({ from }) => from !== undefined) ? 'queue.' : '';
  const used = [consumes, source, ...properties.flat().map((each) => each.always ?? each.sometimes)].join();
  return smallLab(1, {
    process,
    schema: `${schema}\n${other}`,
    scenarios: { only: { tasks: specs, scalable: false, faults: striking(faults, specs, parts, used) } },
    properties: Object.fromEntries(properties.flat().map((property, n) => [`p${n}`, property])),
    services: services
      ? Object.fromEntries(Object.entries(all).filter(([name]) => used.includes(`${name}.`)))
      : {},
    clock: { start: 1000, jumps: [...parts.jumps], deadlines: parts.deadlines },
  });
}

/** Everything that a reader needs to run a generated lab by hand. */
export function toldOf({ lab, source, stepsPerTask }: Generated): string {
  const { only } = lab.scenarios;
  const queries = Object.entries(lab.properties).map(
    ([id, p]) => `${id}: ${p.sometimes === undefined ? `${p.when} ${p.always}` : `sometimes ${p.sometimes}`}`,
  );
  return [
    `${lab.process}, ${stepsPerTask} steps`,
    lab.schema,
    JSON.stringify(only?.tasks),
    JSON.stringify(only?.faults),
    JSON.stringify(lab.clock),
    JSON.stringify(lab.services),
    ...queries,
    source,
  ].join('\n');
}
