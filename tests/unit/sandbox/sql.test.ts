import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../../src/engine/ports.ts';
import { answer, brief, done, duplicate, handler, noRows, reach, written } from './helpers.ts';

const busy: CallResult = { kind: 'error', code: 'SQLITE_BUSY_SNAPSHOT', message: 'database is locked' };

/** Calls that wait after the results, in short. */
const waiting = (body: string, results: CallResult[] = []) => reach(handler(body), results).calls.map(brief);

describe('a statement', () => {
  test('carries its text with a mark for each value, and the values', () => {
    expect(
      waiting("await sql`INSERT INTO charge VALUES (${'order-9'}, ${1000}, ${null}, ${1.5}, ${-0})`;"),
    ).toEqual(['INSERT INTO charge VALUES (?, ?, ?, ?, ?) ["order-9",1000,null,1.5,0]']);
  });
  test('sends true as 1 and false as 0', () => {
    expect(waiting('await sql`SELECT ${true}, ${false}`;')).toEqual(['SELECT ?, ? [1,0]']);
  });
  test('sends text unharmed, whatever is in it', () => {
    const body = 'await sql`SELECT ${"\\u0000 \\ud800 \\u2028 日本 \\" \\\\"}`;';
    expect(reach(handler(body)).calls).toMatchObject([{ params: ['\u0000 \ud800 \u2028 日本 " \\'] }]);
  });
  test('counts from 0 in the order of the calls, and waits beside others', () => {
    const { calls } = reach(handler('await Promise.all([sql`SELECT 1`, clock.sleep(5), sql`SELECT 2`]);'));
    expect(calls.map(({ id, kind }) => [id, kind])).toEqual([
      [0, 'statement'],
      [1, 'sleep'],
      [2, 'statement'],
    ]);
  });

  test.each([
    ['undefined', 'is undefined. Pass null for "no value".'],
    ['NaN', 'is NaN. Pass a finite number, or null.'],
    ['1 / 0', 'is Infinity. Pass a finite number, or null.'],
    ['-1 / 0', 'is -Infinity. Pass a finite number, or null.'],
    ['10n', 'is a bigint. Pass a number, or a string of its digits.'],
    ['new Date()', 'is a Date. Pass date.toISOString() or date.getTime().'],
    ['{}', 'is an object. Pass one of its fields, or JSON.stringify(object).'],
    ['[1]', 'is an array. Write one placeholder for each value, or pass JSON.stringify(array).'],
    ['() => 1', 'is a function. Call it, and pass what it returns.'],
    ['Promise.resolve(1)', 'is a promise. Write await before it.'],
    ["Symbol('a')", 'is a symbol. Pass a string.'],
    ["new String('a')", 'is an object. Pass one of its fields, or JSON.stringify(object).'],
  ])('refuses %s', (value, reason) => {
    expect(reach(handler(`await sql\`SELECT \${1}, \${${value}}\`;`)).end).toMatchObject({
      kind: 'threw',
      detail: `TypeError: Parameter 2 of this statement ${reason}`,
      line: 2,
      column: 7,
    });
  });

  test.each([
    ["sql('SELECT 1')", 'a string'],
    ["sql(['SELECT 1'])", 'an array'],
    ['sql({ raw: [] })', 'an object'],
    ['sql()', 'undefined'],
  ])('is a template: %s is refused', (call, got) => {
    expect(reach(handler(`await ${call};`)).end).toMatchObject({
      kind: 'threw',
      detail: `TypeError: sql is a template tag; it got ${got}. Write the statement between backticks: sql\`SELECT 1\`, with values as \${…}.`,
    });
  });
});

describe('rows', () => {
  const rows: CallResult = {
    kind: 'rows',
    columns: ['id', 'note', '__proto__'],
    rows: [
      [1, null, 'x'],
      [2, 'b', 'y'],
    ],
    count: 2,
  };
  test('are an array of objects, with a count beside them', () => {
    const body =
      'const rows = await sql`SELECT 1`;\nreturn new Response(JSON.stringify([rows, rows.count, rows.length, Object.keys(rows), Array.isArray(rows)]));';
    expect(answer(body, [rows])).toBe(
      '[[{"id":1,"note":null,"__proto__":"x"},{"id":2,"note":"b","__proto__":"y"}],2,2,["0","1"],true]',
    );
  });
  test('are empty after a write, and count what it changed', () => {
    expect(
      answer('const r = await sql`DELETE`; return new Response(`${r.length} ${r.count}`);', [written]),
    ).toBe('0 1');
  });
});

describe('an error of the database', () => {
  test('is an Error with a name, a code and a message', () => {
    const body = `try { await sql\`INSERT\` } catch (error) {
      return Response.json([error instanceof Error, error.name, error.code, error.message, String(error), isUniqueViolation(error)]);
    }`;
    expect(answer(body, [duplicate])).toBe(
      '[true,"SqlError","SQLITE_CONSTRAINT_UNIQUE","UNIQUE constraint failed: charge.order_id","SqlError: UNIQUE constraint failed: charge.order_id",true]',
    );
  });
  test.each([
    ['SQLITE_CONSTRAINT_UNIQUE', true],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', true],
    ['SQLITE_CONSTRAINT_ROWID', true],
    ['23505', true],
    ['SQLITE_CONSTRAINT_NOTNULL', false],
    ['SQLITE_BUSY', false],
  ])('%s is a unique violation: %s', (code, unique) => {
    const body =
      'try { await sql`INSERT` } catch (error) { return new Response(String(isUniqueViolation(error))) }';
    expect(answer(body, [{ kind: 'error', code, message: 'no' }])).toBe(String(unique));
  });
  test('is told from anything else that may be caught', () => {
    expect(
      answer(
        "return Response.json([null, undefined, 1, 'SQLITE_CONSTRAINT_UNIQUE', {}, new Error(), { code: 23505 }, { code: 'toString' }].map(isUniqueViolation));",
      ),
    ).toBe(JSON.stringify(Array(8).fill(false)));
  });
});

describe('sql.begin', () => {
  const work =
    "const r = await sql.begin(async (sql) => {\n  await sql`INSERT INTO a VALUES (1)`;\n  return 'result';\n});\nreturn new Response(r);";
  test('is BEGIN, the statements, COMMIT, and gives back what its function returns', () => {
    expect(waiting(work)).toEqual(['begin deferred 0']);
    expect(waiting(work, [done])).toEqual(['INSERT INTO a VALUES (1) [] 0']);
    expect(waiting(work, [done, written])).toEqual(['commit 0']);
    expect(answer(work, [done, written, done])).toBe('result');
  });
  test('takes a mode first', () => {
    expect(waiting("await sql.begin('immediate', async () => {});")).toEqual(['begin immediate 0']);
  });
  test('numbers the transactions of a task', () => {
    expect(
      waiting('await sql.begin(async () => {}); await sql.begin(async () => {});', [done, done]),
    ).toEqual(['begin deferred 1']);
  });
  test('awaits the statements that its function returns as an array', () => {
    const body =
      'const [a] = await sql.begin((sql) => [sql`SELECT 1`, sql`SELECT 2`]); return new Response(String(a.length));';
    expect(waiting(body, [done])).toEqual(['SELECT 1 [] 0', 'SELECT 2 [] 0']);
    expect(waiting(body, [done, noRows, noRows])).toEqual(['commit 0']);
    expect(answer(body, [done, noRows, noRows, done])).toBe('0');
  });
  test('rolls back when its function throws, and rejects with the same error', () => {
    const body =
      "const thrown = new Error('no');\ntry { await sql.begin(async (sql) => { await sql`SELECT 1`; throw thrown; }) } catch (e) { return new Response(String(e === thrown)) }";
    expect(waiting(body, [done, noRows])).toEqual(['rollback 0']);
    expect(answer(body, [done, noRows, done])).toBe('true');
  });
  test('rolls back when its function throws at once', () => {
    expect(waiting("await sql.begin(() => { throw new Error('no') });", [done])).toEqual(['rollback 0']);
  });
  test('rejects when BEGIN or COMMIT is refused', () => {
    const body = 'try { await sql.begin(async () => 1); } catch (e) { return new Response(e.code) }';
    expect(answer(body, [busy])).toBe('SQLITE_BUSY_SNAPSHOT');
    expect(answer(body, [done, busy])).toBe('SQLITE_BUSY_SNAPSHOT');
  });
  test.each([
    "'immediate'",
    "'exclusive', async () => {}",
    '',
    '1',
    'async () => {}, async () => {}',
    "'immediate', 'deferred', async () => {}",
  ])('refuses (%s)', (args) => {
    expect(reach(handler(`await sql.begin(${args});`)).end).toMatchObject({
      detail:
        "TypeError: sql.begin takes a function, or 'immediate' and a function: await sql.begin(async (sql) => { … }).",
    });
  });
});

describe('a statement that fails inside sql.begin', () => {
  const aborted =
    'The transaction was rolled back when "INSERT INTO a VALUES (1)" failed: UNIQUE constraint failed: charge.order_id';
  test('ends the transaction: neither COMMIT nor ROLLBACK follows, and begin rejects with it', () => {
    const body =
      'try { await sql.begin(async (sql) => { await sql`INSERT INTO a VALUES (1)` }) } catch (e) { return new Response(e.code) }';
    expect(answer(body, [done, duplicate])).toBe('SQLITE_CONSTRAINT_UNIQUE');
  });
  test('rejects begin although its function caught it, and later statements are refused without a step', () => {
    const body = `const seen = [];
    try {
      await sql.begin(async (sql) => {
        try { await sql\`INSERT INTO a VALUES (1)\` } catch (e) { seen.push(e.code) }
        try { await sql\`SELECT 1\` } catch (e) { seen.push(e.name, e.code, e.message) }
        return 'committed';
      });
    } catch (e) { seen.push(e.code) }
    return Response.json(seen);`;
    expect(answer(body, [done, duplicate])).toBe(
      JSON.stringify([
        'SQLITE_CONSTRAINT_UNIQUE',
        'SqlError',
        'TRANSACTION_ABORTED',
        aborted,
        'SQLITE_CONSTRAINT_UNIQUE',
      ]),
    );
  });
  test('is what begin rejects with when a later statement is what escapes', () => {
    const body =
      'try { await sql.begin(async (sql) => { await sql`INSERT INTO a VALUES (1)`.catch(() => 1); await sql`SELECT 1` }) } catch (e) { return new Response(e.code) }';
    expect(answer(body, [done, duplicate])).toBe('SQLITE_CONSTRAINT_UNIQUE');
  });
  test('gives way to an error that the function throws of its own', () => {
    const body =
      "try { await sql.begin(async (sql) => { try { await sql`INSERT INTO a VALUES (1)` } catch { throw new Error('mine') } }) } catch (e) { return new Response(e.message) }";
    expect(answer(body, [done, duplicate])).toBe('mine');
  });
  test('takes with it the statements that waited behind it, and the COMMIT', () => {
    const both =
      'try { await sql.begin((sql) => Promise.all([sql`INSERT INTO a VALUES (1)`, sql`SELECT 1`])) } catch (e) { return new Response(e.code) }';
    expect(answer(both, [done, duplicate])).toBe('SQLITE_CONSTRAINT_UNIQUE');
    const forgotten =
      'try { await sql.begin(async (sql) => { sql`INSERT INTO a VALUES (1)`.catch(() => 1) }) } catch (e) { return new Response(e.code) }';
    expect(waiting(forgotten, [done])).toEqual(['INSERT INTO a VALUES (1) [] 0', 'commit 0']);
    expect(answer(forgotten, [done, duplicate])).toBe('SQLITE_CONSTRAINT_UNIQUE');
  });
  test('leaves the outer sql free once begin has rejected', () => {
    const body =
      'try { await sql.begin(async (sql) => { await sql`INSERT INTO a VALUES (1)` }) } catch { await sql`SELECT 2` }';
    expect(waiting(body, [done, duplicate])).toEqual(['SELECT 2 []']);
  });
});

describe('the wrong sql', () => {
  test.each([
    ['the outer sql inside begin', '  await sql.begin(async () => {\n    await sql`SELECT 1`;\n  });', 3, 11],
    [
      'the sql of env inside begin',
      '  await sql.begin(async () => {\n    await arguments[1].sql`SELECT 1`;\n  });',
      3,
      11,
    ],
    [
      'the outer sql although the error is caught',
      '  await sql.begin(async () => {\n    try { await sql`SELECT 1`; } catch {}\n  });',
      3,
      17,
    ],
    [
      'the outer sql beside begin',
      '  await Promise.all([sql.begin(async () => {}),\n    sql`SELECT 1`]);',
      3,
      5,
    ],
    [
      'the outer begin inside begin',
      '  await sql.begin(async (tx) => {\n    await sql.begin(async () => {});\n  });',
      3,
      11,
    ],
  ])('%s ends the task', (_what, body, line, column) => {
    const results = body.includes('all(') ? [] : [done];
    expect(reach(handler(body), results)).toMatchObject({
      calls: [],
      end: { kind: 'outer-sql', detail: 'The outer sql was used inside sql.begin.', line, column },
    });
  });
  test('begin inside a transaction is refused by name', () => {
    expect(waiting('await sql.begin(async (sql) => { await sql.begin(async () => {}) });', [done])).toEqual([
      'rollback 0',
    ]);
    const body =
      'try { await sql.begin(async (sql) => { await sql.begin(async () => {}) }) } catch (e) { return new Response(e.message) }';
    expect(answer(body, [done, done])).toBe(
      'sql.begin cannot be nested: this is a transaction already. Write the statements here, or call begin after it has ended.',
    );
  });
  test('the sql of a transaction that has ended is refused', () => {
    const body =
      'let kept; await sql.begin(async (sql) => { kept = sql }); try { await kept`SELECT 1` } catch (e) { return new Response(e.message) }';
    expect(answer(body, [done, done])).toBe(
      'This transaction has ended. Use sql inside the function that sql.begin calls, and await it there.',
    );
  });
  test('the outer sql before and after begin is right', () => {
    const body = 'await sql`SELECT 1`; await sql.begin(async () => {}); await sql`SELECT 2`;';
    expect(waiting(body, [noRows, done, done])).toEqual(['SELECT 2 []']);
  });
});
