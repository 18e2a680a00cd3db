export async function handle(request: Request, { sql, clock, payments }: Env) {
  const key = request.headers.get('idempotency-key');
  const { boat, cents } = await request.json();
  const now = clock.now();
  const [mine] = await sql`INSERT INTO claim (key, claimed_at) VALUES (${key}, ${now})
    ON CONFLICT (key) DO NOTHING RETURNING key`;
  if (!mine) return answerLoser(sql, key, now);
  const { id } = await payments.charge({ amount: cents, reference: boat, idempotencyKey: key });
  await sql`UPDATE claim SET charge = ${id} WHERE key = ${key}`;
  return Response.json({ charge: id }, { status: 201 });
}

async function answerLoser(sql: Sql, key: string | null, now: number) {
  const [{ charge, claimed_at }] = await sql`SELECT charge, claimed_at FROM claim WHERE key = ${key}`;
  if (charge) return Response.json({ charge }, { status: 201 });
  return Response.json({ error: 'still running', since: claimed_at, now }, { status: 409 });
}
