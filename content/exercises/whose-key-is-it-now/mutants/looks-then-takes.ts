const leaseMs = 30_000;

export async function handle(request: Request, { sql, clock, payments }: Env) {
  const key = request.headers.get('idempotency-key');
  const { boat, cents } = await request.json();
  const now = clock.now();
  const [mine] = await sql`
    INSERT INTO claim (key, claimed_at, lease_until) VALUES (${key}, ${now}, ${now + leaseMs})
    ON CONFLICT (key) DO NOTHING RETURNING key`;
  if (!mine) {
    const [{ charge, claimed_at, lease_until }] = await sql`
      SELECT charge, claimed_at, lease_until FROM claim WHERE key = ${key}`;
    if (charge) return Response.json({ charge }, { status: 201 });
    if (lease_until >= now) return Response.json({ error: 'still running', since: claimed_at, now }, { status: 409 });
    await sql`UPDATE claim SET owners = owners + 1, claimed_at = ${now}, lease_until = ${now + leaseMs} WHERE key = ${key}`;
  }
  const { id } = await payments.charge({ amount: cents, reference: boat, idempotencyKey: key });
  await sql`UPDATE claim SET charge = ${id} WHERE key = ${key}`;
  return Response.json({ charge: id }, { status: 201 });
}
