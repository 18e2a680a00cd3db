export async function handle(request: Request, env: Env) {
  const body = await request.text(); // from whom?
  const id = request.headers.get('webhook-id') ?? '';
  return env.sql.begin(async (sql) => {
    const [first] = await sql`INSERT INTO webhook_event (id) VALUES (${id})
      ON CONFLICT (id) DO NOTHING RETURNING id`;
    if (first) await work(sql, id, JSON.parse(body));
    return Response.json({ received: first ? 'now' : 'before' });
  });
}

async function work(sql: Statement, id: string, { test, revision = 1, result = 'under way' }: News) {
  await sql`INSERT INTO letter (event_id, test) VALUES (${id}, ${test})`;
  await sql`INSERT INTO test_result (test, revision, result) VALUES (${test}, ${revision}, ${result})
    ON CONFLICT (test) DO UPDATE SET revision = excluded.revision, result = excluded.result
    WHERE excluded.revision > test_result.revision`;
}

type News = { test: number; revision?: number; result?: string };
