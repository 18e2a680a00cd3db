const day = 24 * 60 * 60 * 1000;

export async function handle(request: Request, { sql, clock, crypto }: Env) {
  const tenant = request.headers.get('x-tenant');
  const key = request.headers.get('idempotency-key');
  const body = await request.text();
  if (!key) {
    await pay(sql, tenant, JSON.parse(body), crypto.randomUUID());
    return Response.json({ error: 'send an Idempotency-Key' }, { status: 400 });
  }
  const fingerprint = crypto.sha256(body);
  await sql`DELETE FROM idempotency_key WHERE expires_at <= ${clock.now()}`;
  const [won] = await sql`INSERT INTO idempotency_key (tenant, key, fingerprint, expires_at)
    VALUES (${tenant}, ${key}, ${fingerprint}, ${clock.now() + day})
    ON CONFLICT (tenant, key) DO NOTHING RETURNING key`;
  if (!won) return answerAgain(sql, tenant, key, fingerprint);
  return sql.begin('immediate', async (sql) => {
    const { status, answer } = await pay(sql, tenant, JSON.parse(body), crypto.randomUUID());
    await sql`UPDATE idempotency_key SET status = ${status}, answer = ${answer}
      WHERE tenant = ${tenant} AND key = ${key}`;
    return new Response(answer, { status });
  });
}

async function answerAgain(sql: Sql, tenant: string | null, key: string, fingerprint: string) {
  const [first] = await sql`SELECT fingerprint, status, answer FROM idempotency_key
    WHERE tenant = ${tenant} AND key = ${key}`;
  if (first.fingerprint !== fingerprint) return Response.json({ error: 'another body' }, { status: 422 });
  if (first.status === null) return Response.json({ error: 'still running' }, { status: 409 });
  return new Response(first.answer, { status: first.status });
}

async function pay(sql: Statement, tenant: string | null, { invoice, cents }: Payment, receipt: string) {
  if (cents > 50_000) return { status: 402, answer: JSON.stringify({ error: 'declined' }) };
  await sql`INSERT INTO invoice_payment (tenant, invoice, cents, receipt)
    VALUES (${tenant}, ${invoice}, ${cents}, ${receipt})`;
  return { status: 201, answer: JSON.stringify({ receipt, paid: cents }) };
}

type Payment = { invoice: string; cents: number };
