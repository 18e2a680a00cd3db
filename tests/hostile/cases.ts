/**
 * Hostile handlers and SQL as data. The same table runs in Node (`tests/unit/hostile.test.ts`) and in
 * the browser (`tests/e2e/hostile.spec.ts`): each case has one outcome with a name, the same in both,
 * and an honest handler that is explored right afterwards gets its own exact verdict.
 */
import type { Lab, ProcessModel, TaskSpec } from '../../src/engine/lab.ts';
import type { EnginePropertyId, OutcomeKind } from '../../src/engine/outcomes.ts';
import type { Exploration } from '../../src/engine/verdict.ts';

export interface HostileCase {
  /** What it does, as a fact. */
  does: string;
  /** The whole file of the handler. */
  source: string;
  migration?: string;
  process?: ProcessModel;
  expected: Expected;
}

export type Expected =
  /** It breaks one of the engine's own properties: a task ended so. */
  | {
      breaks: EnginePropertyId;
      kind: OutcomeKind;
      /** The whole sentence. */
      detail: string;
      /** Of the end; not asked when absent. */
      line?: number | null;
      /** Without it: both schedules of two tasks that make one choice each. */
      schedules?: { total: number; broken: number };
    }
  /** It does no harm: in every schedule each task answers this; where it is null, both answer the same. */
  | { answers: string | { w1: string; w2: string } | null }
  /** The experiment is not set up at all: the whole sentence. */
  | { refused: string }
  /** It had to be stopped from outside, after ten seconds of silence. */
  | { stopped: true };

/** What came of it, in the form in which it is expected. */
export function outcomeOf({ expected }: HostileCase, found: Exploration | { refused: string }): Expected {
  if ('refused' in found) return found;
  const { verdict, properties, schedules } = found;
  if (verdict.kind === 'inconclusive' && verdict.limit === 'statement') return { stopped: true };
  if (verdict.kind === 'holds' && 'answers' in expected) return expected;
  const property = verdict.kind === 'broken' ? properties[verdict.property] : undefined;
  const end = property?.kind === 'broken' ? property.end : null;
  if (verdict.kind !== 'broken' || end === null)
    throw new Error(`It ended in a way of its own: ${JSON.stringify(verdict)}`);
  return {
    breaks: verdict.property as EnginePropertyId,
    kind: end.kind,
    detail: end.detail,
    ...('line' in expected && { line: end.line }),
    schedules: { total: Number(schedules.total), broken: Number(schedules.broken) },
  };
}

export function expectedOf({ expected }: HostileCase): Expected {
  return 'breaks' in expected ? { schedules: { total: 2, broken: 2 }, ...expected } : expected;
}

const post: TaskSpec = {
  entry: 'handle',
  request: { method: 'POST', path: '/charges', headers: {}, body: { orderId: 'order-9', cents: 1000 } },
  after: [],
};

/** Two tasks, and a table that holds one charge to begin with. */
export function hostileLab({ process = 'own', expected }: HostileCase): Lab {
  const answers = 'answers' in expected ? expected.answers : undefined;
  return {
    id: 'hostile',
    title: 'Hostile',
    lesson: 'races',
    story: 'A test.',
    process,
    scenarios: { two: { tasks: { w1: post, w2: post }, scalable: false, faults: {} } },
    variants: {},
    properties: {
      ...(answers !== undefined && {
        'answers-so': {
          says: 'It answers what it should.',
          always: wrongAnswers(answers),
          when: 'every-state',
        },
      }),
      answers: { says: 'Somebody is answered.', sometimes: 'SELECT 1 FROM world.response' },
    },
    watch: ['charge'],
    services: {},
    clock: { start: 0, jumps: [] },
    schema: "CREATE TABLE charge (order_id, cents); INSERT INTO charge VALUES ('order-1', 100);",
    vary: {},
  };
}

function wrongAnswers(answers: string | { w1: string; w2: string } | null): string {
  if (answers === null) return 'SELECT 1 FROM world.response a JOIN world.response b ON a.body IS NOT b.body';
  const { w1, w2 } = typeof answers === 'string' ? { w1: answers, w2: answers } : answers;
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return `SELECT 1 FROM world.response WHERE body IS NOT CASE task WHEN 'w1' THEN ${quoted(w1)} ELSE ${quoted(w2)} END`;
}

/** A file whose `handle` has this body; the body's first line is line 3. */
export function handler(body: string): string {
  return `export async function handle(request: Request, env: Env) {
  const { sql, clock, crypto } = env;
${body}
}
`;
}

/** How deep calls may go, and how much memory there is: the same everywhere, whatever has run before. */
export const measuring: HostileCase = {
  does: 'what a handler can measure of the machine',
  source: handler(`  let depth = 0; const f = () => { depth += 1; f() }; try { f() } catch {}
  const a = []; try { for (;;) a.push([a.length]) } catch {}
  const arrays = a.length; a.length = 0;
  return Response.json([depth, arrays, new Date(2026, 2, 29, 2, 30).getTime(), new Error().stack]);`),
  expected: { answers: null },
};

type Row = [does: string, body: string, line?: number];

/** Bodies that all end the same way. */
export function allOf(
  { breaks, kind, detail }: { breaks: EnginePropertyId; kind: OutcomeKind; detail: string },
  rows: Row[],
): HostileCase[] {
  return rows.map(([does, body, line]) => ({
    does,
    source: handler(body),
    expected: { breaks, kind, detail, ...(line !== undefined && { line }) },
  }));
}

/** Bodies that throw, each with the sentence that the error says. */
export function allThrow(rows: [does: string, body: string, detail: string][]): HostileCase[] {
  return rows.map(([does, body, detail]) => ({
    does,
    source: handler(body),
    expected: { breaks: 'throws', kind: 'threw', detail },
  }));
}

/** Bodies that do no harm, each with what it answers. */
export function allAnswer(rows: [does: string, body: string, answers: string | null][]): HostileCase[] {
  return rows.map(([does, body, answers]) => ({ does, source: handler(body), expected: { answers } }));
}
