/** Handlers by chance: lists of steps, and the code that makes them. */
import fc from 'fast-check';

const statements = [
  'SELECT count(*) AS n FROM t',
  'SELECT a, b FROM t LIMIT 1',
  'SELECT a FROM t WHERE a = 1',
  'SELECT max(b) AS m, count(*) AS n FROM u, t',
  'SELECT 1',
  'SELECT rowid FROM t ORDER BY rowid DESC LIMIT 1',
  'SELECT seq FROM sqlite_sequence',
  'INSERT INTO t (a, b) VALUES (1, 0)',
  'INSERT INTO t (a, b) VALUES (1, 1) RETURNING a, b',
  'INSERT INTO t (a, b) SELECT 1 + count(*), 2 FROM t',
  'INSERT INTO t (a, b) VALUES (2, 0) ON CONFLICT DO NOTHING',
  'INSERT OR REPLACE INTO t (a, b) VALUES (2, 6)',
  'INSERT OR FAIL INTO t (a, b) VALUES (5, 1), (2, 9), (6, 1)',
  'INSERT OR IGNORE INTO t (a, b) VALUES (5, 1), (2, 9)',
  'INSERT OR ROLLBACK INTO t (a, b) VALUES (2, 1), (3, 9)',
  'INSERT INTO u VALUES (1, 1)',
  'INSERT INTO u SELECT a, b FROM t LIMIT 1',
  'INSERT INTO p VALUES (9)',
  'DELETE FROM p WHERE k = 1',
  'UPDATE t SET b = b + 1',
  'UPDATE t SET b = 5',
  'UPDATE t SET a = a',
  'WITH c (n) AS (VALUES (1), (2)) INSERT INTO u SELECT n, 0 FROM c',
  'UPDATE t SET b = 0 WHERE a = 1',
  'UPDATE t SET a = a + 10 WHERE a < 5',
  'DELETE FROM t WHERE a = 2',
  'DELETE FROM t',
  'DELETE FROM t WHERE rowid = (SELECT max(rowid) FROM t)',
  'DELETE FROM sqlite_sequence',
  'SELECT nothing FROM t',
];

type How = 'plain' | 'caught' | 'told' | 'stop';
export type Step =
  | { kind: 'call'; code: string; how: How }
  | { kind: 'sleep'; ms: number }
  | { kind: 'branch'; test: string; yes: Step[]; no: Step[] }
  | { kind: 'transaction'; mode: 'deferred' | 'immediate'; steps: Step[]; end: 'commit' | 'throw' | 'escape' }
  | { kind: 'receive'; ack: 'before' | 'after' | 'never' | 'nack'; steps: Step[] }
  | { kind: 'line'; code: string };

const how = fc.constantFrom<How[]>('plain', 'plain', 'caught', 'told', 'stop');
const call = (codes: readonly string[]) =>
  fc.record({ kind: fc.constant('call' as const), code: fc.constantFrom(...codes), how });

const onTables = call([
  ...statements.map((sql) => `sql\`${sql}\``),
  'sql`INSERT INTO u VALUES (${env.crypto.randomUUID()}, ${env.clock.now()})`',
  'sql`INSERT INTO t (a, b) VALUES (${out.length}, ${seen})`',
]);
const onServices = call([
  "env.payments.charge({ amount: 5, reference: 'r', idempotencyKey: 'k' })",
  "env.payments.charge({ amount: 5, reference: 'r' })",
  "env.payments.charge({ amount: 6, idempotencyKey: 'k' })",
  "env.payments.find({ reference: 'r' })",
  "env.email.send({ to: 'a', subject: 's', idempotencyKey: 'k' })",
  "env.llm.generate({ prompt: 'p' })",
  "env.redis.set('lock', 'me', { nx: true, px: 10 })",
  "env.redis.set('lock', out.length)",
  "env.redis.get('lock')",
  "env.redis.delIfEqual('lock', 'me')",
  "env.redis.incr('n')",
  "env.queue.publish('q', out.length)",
  "env.queue.publish('q', 1, { id: 'm1' })",
  "env.queue.receive('q')",
  "env.queue.receive('dead')",
  "env.queue.receive('none')",
]);
const lines = fc.constantFrom(
  'seen += 1;',
  'out.push(seen);',
  "if (seen > 0) return new Response('seen');",
  "console.log('here', env.clock.now());",
  'out.push(Math.floor(Math.random() * 3));',
  'out.push(env.clock.now());',
  'open();',
  'await gate;',
  "throw new Error('no');",
  "return new Response('', { status: 500 });",
  "return new Response('', { status: 404 });",
  'await Promise.all([env.sql`SELECT count(*) AS n FROM t`, env.sql`INSERT INTO u VALUES (7, 7)`]);',
  'await Promise.race([env.clock.sleep(3), env.sql`UPDATE t SET b = b + 1`]);',
  'env.sql`SELECT 1`;',
);
const tests = fc.constantFrom(
  'env.clock.now() > 1005',
  '(await env.sql`SELECT 1 FROM t WHERE a = 1`).length === 0',
  '(await env.sql`UPDATE t SET b = 5 WHERE a = 2`).count === 1',
  'seen === 1',
  "(await env.redis.set('claim', 'x', { nx: true })) === 'OK'",
);

/** Up to so many steps; each level down has fewer. */
export function stepsOf(most: number, services: boolean, depth = 2): fc.Arbitrary<Step[]> {
  const flat: fc.WeightedArbitrary<Step>[] = [
    { weight: 8, arbitrary: onTables },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('sleep' as const), ms: fc.constantFrom(0, 7, 10) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('line' as const), code: lines }) },
  ];
  if (services) flat.push({ weight: 6, arbitrary: onServices });
  if (depth === 0) return fc.array(fc.oneof(...flat), { maxLength: most });
  const inner = stepsOf(2, services, depth - 1);
  const deep: fc.WeightedArbitrary<Step>[] = [
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('transaction' as const),
        mode: fc.constantFrom('deferred' as const, 'immediate' as const),
        steps: inner,
        end: fc.constantFrom('commit' as const, 'commit' as const, 'throw' as const, 'escape' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('branch' as const), test: tests, yes: inner, no: inner }),
    },
  ];
  if (services) {
    deep.push({
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('receive' as const),
        ack: fc.constantFrom('before' as const, 'after' as const, 'never' as const, 'nack' as const),
        steps: inner,
      }),
    });
  }
  return fc.array(fc.oneof(...flat, ...deep), { maxLength: most });
}

export function codeOf(steps: readonly Step[], sql: string): string {
  return steps.map((step) => codeOfOne(step, sql)).join('\n');
}

function codeOfOne(step: Step, sql: string): string {
  switch (step.kind) {
    case 'sleep':
      return `await env.clock.sleep(${step.ms});`;
    case 'line':
      return step.code;
    case 'branch':
      return `if (${step.test}) {\n${codeOf(step.yes, sql)}\n} else {\n${codeOf(step.no, sql)}\n}`;
    case 'transaction': {
      if (sql !== 'env.sql') return codeOf(step.steps, sql);
      const end = step.end === 'commit' ? '' : "throw new Error('back');";
      const begin = `await env.sql.begin('${step.mode}', async (sql) => {\n${codeOf(step.steps, 'sql')}\n${end}\n});`;
      return step.end === 'escape'
        ? begin
        : `try { ${begin} } catch (error) { out.push(error.code ?? error.message); }`;
    }
    case 'receive': {
      const ack = `await env.queue.${step.ack === 'nack' ? 'nack' : 'ack'}(message);`;
      const [before, after] = [step.ack === 'before' ? ack : '', /after|nack/.test(step.ack) ? ack : ''];
      return `for (let i = 0; i < 2; i += 1) {\nconst message = await env.queue.receive('q');\nif (message === null) break;\n${before}\n${codeOf(step.steps, sql)}\n${after}\n}`;
    }
    case 'call': {
      const code = `await ${step.code.startsWith('sql`') ? step.code.replace('sql', sql) : step.code}`;
      switch (step.how) {
        case 'plain':
          return `${code};`;
        case 'caught':
          return `try { ${code}; } catch (error) { out.push(error.code); }`;
        case 'told':
          return `out.push(JSON.stringify(${code}));`;
        case 'stop':
          return `if ((${code})?.length === 0) return new Response('stopped');`;
      }
    }
  }
}
