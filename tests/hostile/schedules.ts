/** Handlers that would know in which schedule they are, which run this is, or what ran before. */
import { allAnswer, type HostileCase, handler } from './cases.ts';

const answers = allAnswer([
  [
    'the time, asked in every way',
    '  await sql`SELECT 1`;\n  return Response.json([Date.now(), +new Date(), new Date().toISOString(), Date.UTC(1970), clock.now(), new Date().getTimezoneOffset()]);',
    '[0,0,"1970-01-01T00:00:00.000Z",0,0,0]',
  ],
  [
    'marks on everything that could outlive a run',
    `  const marks = [globalThis, Array.prototype, Object, Math, JSON, Promise, Response, sql, Symbol.for('mark').constructor];
  const found = marks.filter((o) => 'marked' in o).length;
  for (const o of marks) o.marked = true;
  await sql\`SELECT 1\`;
  return Response.json([found, marks.filter((o) => o.marked).length]);`,
    '[0,9]',
  ],
  // These are what a run can measure of the machine that it runs on.
  [
    'the depth of the stack, and how much memory there is',
    `  let depth = 0; const f = () => { depth += 1; f() }; try { f() } catch {}
  const a = []; try { for (;;) a.push(new ArrayBuffer(1e5)) } catch {}
  const buffers = a.length; a.length = 0;
  await sql\`SELECT 1\`;
  return Response.json([depth, buffers]);`,
    null,
  ],
  ['where an error was made', '  await sql`SELECT 1`;\n  return new Response(new Error().stack);', null],
  [
    'what the collector of garbage has left',
    '  const kept = new WeakRef({}); await sql`SELECT 1`;\n  return Response.json(kept.deref() === undefined);',
    null,
  ],
  [
    'what the database says of itself',
    '  return Response.json(await sql`SELECT name, rootpage FROM sqlite_master`);',
    '[{"name":"charge","rootpage":2}]',
  ],
  [
    'what others have left in the database',
    '  const rows = await sql`SELECT rowid, * FROM charge`;\n  return Response.json(rows);',
    '[{"rowid":1,"order_id":"order-1","cents":100}]',
  ],
]);

export const schedules: HostileCase[] = [
  ...answers,
  {
    does: 'randomness',
    source: handler(
      '  await sql`SELECT 1`;\n  return Response.json([Math.random(), crypto.randomUUID(), Math.random()]);',
    ),
    // sfc32, seeded by SHA-256 of 0/w1 and 0/w2: the same in every schedule, browser and year.
    expected: {
      answers: {
        w1: '[0.7459463268313562,"93baf859-9504-4dea-9fab-96704f2a7b32",0.7510396773157973]',
        w2: '[0.31894559456084404,"33cddfaa-3878-43a8-9616-1614469321ae",0.06418947127614993]',
      },
    },
  },
  {
    does: 'a module variable that counts, each task its own process',
    source: `let n = 0;\n${handler('  n += 1;\n  await sql`SELECT 1`;\n  return Response.json(n);')}`,
    expected: { answers: '1' },
  },
  {
    does: 'a module variable that counts, both tasks in one process',
    source: `let n = 0;\n${handler("  n += 1;\n  await sql`SELECT 1`;\n  return new Response(n > 2 ? 'a third task' : 'two tasks');")}`,
    process: 'shared',
    expected: { answers: 'two tasks' },
  },
];
