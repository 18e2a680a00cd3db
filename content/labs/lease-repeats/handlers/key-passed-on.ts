const lease = 30_000;

export async function handle(request: Request, { sql, clock, payments }: Env) {
  const key = request.headers.get('idempotency-key') ?? '';
  const { cents } = await request.json();
  const now = clock.now();
  const [won] = await sql`INSERT INTO lease (key, expires_at) VALUES (${key}, ${now + lease})
    ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at
    WHERE lease.answer IS NULL AND lease.expires_at <= ${now} RETURNING key`;
  if (!won) return answerAgain(sql, key, now);
  await payments.charge({
    amount: cents,
    reference: key,
    idempotencyKey: key, // the lease says who may try; this says that it is one payout
  });
  const answer = JSON.stringify({ paidOut: cents });
  await sql`UPDATE lease SET answer = ${answer} WHERE key = ${key}`;
  return new Response(answer, { status: 201 });
}

async function answerAgain(sql: Sql, key: string, now: number) {
  const [known] = await sql`SELECT answer, expires_at FROM lease WHERE key = ${key}`;
  if (known.answer) return new Response(known.answer, { status: 201 });
  return Response.json({ error: 'in progress', now, askAgainAt: known.expires_at }, { status: 409 });
}
