const day = 24 * 60 * 60 * 1000;

export async function handle(request: Request, { sql, clock, crypto }: Env) {
  const tenant = request.headers.get('x-tenant');
  const key = request.headers.get('idempotency-key');
  const [won] = await sql`INSERT INTO idempotency_key (tenant, key, fingerprint, expires_at)
    VALUES (${tenant}, ${key}, '', ${clock.now() + day})
    ON CONFLICT (tenant, key) DO NOTHING RETURNING key`;
  if (!won) return Response.json({ error: 'this key has been used' }, { status: 409 });
  const { status, answer } = await pay(sql, tenant, await request.json(), crypto.randomUUID());
  return new Response(answer, { status });
}

async function pay(sql: Statement, tenant: string | null, { invoice, cents }: Payment, receipt: string) {
  if (cents > 50_000) return { status: 402, answer: JSON.stringify({ error: 'declined' }) };
  await sql`INSERT INTO invoice_payment (tenant, invoice, cents, receipt)
    VALUES (${tenant}, ${invoice}, ${cents}, ${receipt})`;
  return { status: 201, answer: JSON.stringify({ receipt, paid: cents }) };
}

type Payment = { invoice: string; cents: number };
