const leaseMs = 30_000;

export async function handle(request: Request, { sql, clock, payments }: Env) {
  const key = request.headers.get('idempotency-key');
  const { boat, cents } = await request.json();
  const now = clock.now();
  const [mine] = await sql`
    INSERT INTO claim (key, claimed_at, lease_until) VALUES (${key}, ${now}, ${now + leaseMs})
    ON CONFLICT (key) DO UPDATE
      SET owners = claim.owners + 1, claimed_at = excluded.claimed_at, lease_until = excluded.lease_until
      WHERE claim.charge IS NULL AND claim.lease_until < ${now}
    RETURNING key`;
  if (!mine) {
    const [{ charge, claimed_at }] = await sql`SELECT charge, claimed_at FROM claim WHERE key = ${key}`;
    if (charge) return Response.json({ charge }, { status: 201 });
    return Response.json({ error: 'still running', since: claimed_at, now }, { status: 409 });
  }
  const { id } = await payments.charge({ amount: cents, reference: boat, idempotencyKey: boat });
  await sql`UPDATE claim SET charge = ${id} WHERE key = ${key}`;
  return Response.json({ charge: id }, { status: 201 });
}
