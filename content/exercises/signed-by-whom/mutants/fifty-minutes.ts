const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export async function handle(request: Request, env: Env) {
  const body = await request.text();
  const genuine = isGenuine(request, body, env);
  if (!genuine) return Response.json({ error: 'not signed' }, { status: 401 });
  const id = request.headers.get('webhook-id') ?? '';
  return env.sql.begin(async (sql) => {
    const [first] = await sql`INSERT INTO webhook_event (id) VALUES (${id})
      ON CONFLICT (id) DO NOTHING RETURNING id`;
    if (first) await work(sql, id, JSON.parse(body));
    return Response.json({ received: first ? 'now' : 'before' });
  });
}

function isGenuine({ headers }: Request, body: string, { clock, crypto }: Env) {
  const header = (name: string) => headers.get(`webhook-${name}`) ?? '';
  const key = Uint8Array.from(atob(secret.replace('whsec_', '')), (char) => char.charCodeAt(0));
  const signed = `${header('id')}.${header('timestamp')}.${body}`;
  const expected = `v1,${crypto.hmacSha256(key, signed, 'base64')}`;
  const fits = (one: string) => crypto.timingSafeEqual(crypto.sha256(one), crypto.sha256(expected));
  const age = clock.now() / 1000 - Number(header('timestamp'));
  return Math.abs(age) <= 3000 && header('signature').split(' ').some(fits);
}

async function work(sql: Statement, id: string, { test, revision = 1, result = 'under way' }: News) {
  await sql`INSERT INTO letter (event_id, test) VALUES (${id}, ${test})`;
  await sql`INSERT INTO test_result (test, revision, result) VALUES (${test}, ${revision}, ${result})
    ON CONFLICT (test) DO UPDATE SET revision = excluded.revision, result = excluded.result
    WHERE excluded.revision > test_result.revision`;
}

type News = { test: number; revision?: number; result?: string };
