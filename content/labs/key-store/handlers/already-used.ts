const day = 24 * 60 * 60 * 1000;

export async function handle(request: Request, { sql, clock, crypto }: Env) {
  const tenant = request.headers.get('x-tenant'); // as the login says
  const key = request.headers.get('idempotency-key');
  if (!key) return Response.json({ error: 'send an Idempotency-Key' }, { status: 400 });
  await sql`DELETE FROM idempotency_key WHERE expires_at <= ${clock.now()}`;
  const [won] = await sql`INSERT INTO idempotency_key (tenant, key, fingerprint, expires_at)
    VALUES (${tenant}, ${key}, '', ${clock.now() + day})
    ON CONFLICT (tenant, key) DO NOTHING RETURNING key`;
  if (!won) return Response.json({ error: 'this key has been used' }, { status: 409 }); // and the answer?
  const { invoice, cents } = await request.json();
  if (cents > 50_000) return Response.json({ error: 'declined' }, { status: 402 });
  const receipt = crypto.randomUUID();
  await sql`INSERT INTO invoice_payment (tenant, invoice, cents, receipt)
    VALUES (${tenant}, ${invoice}, ${cents}, ${receipt})`;
  return Response.json({ receipt, paid: cents }, { status: 201 });
}
