export async function handle(request: Request, { sql, crypto }: Env) {
  const key = request.headers.get('idempotency-key');
  const body = await request.text();
  const fingerprint = crypto.sha256(body);
  const [won] = await sql`INSERT INTO claim (key, fingerprint) VALUES (${key}, ${fingerprint})
    ON CONFLICT (key) DO NOTHING RETURNING key`;
  if (!won) {
    const [first] = await sql`SELECT fingerprint, answer FROM claim WHERE key = ${key}`;
    if (first.fingerprint !== fingerprint) return answer(422); // waiting would not help
    if (first.answer === null) return answer(409);
    return new Response(first.answer, { status: 201 });
  }
  const { nights } = JSON.parse(body);
  await sql`INSERT INTO booking (key, nights) VALUES (${key}, ${nights})`;
  const booked = JSON.stringify({ nights });
  await sql`UPDATE claim SET answer = ${booked} WHERE key = ${key}`;
  return new Response(booked, { status: 201 });
}

const errors = { 409: 'still running, ask again', 422: 'this key came with another body' };
const answer = (status: 409 | 422) => Response.json({ error: errors[status] }, { status });
