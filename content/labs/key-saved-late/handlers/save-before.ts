export async function handle(request: Request, { sql }: Env) {
  const key = request.headers.get('idempotency-key');
  const [first] = await sql`INSERT INTO known_key (key) VALUES (${key})
    ON CONFLICT (key) DO NOTHING RETURNING key`;
  if (!first) return answerAgain(sql, key);
  const { parcel, cents } = await request.json();
  await sql`INSERT INTO label (parcel, cents) VALUES (${parcel}, ${cents})`; // take your time
  const answer = JSON.stringify({ label: parcel });
  await sql`UPDATE known_key SET answer = ${answer} WHERE key = ${key}`;
  return new Response(answer, { status: 201 });
}

async function answerAgain(sql: Sql, key: string | null) {
  const [{ answer }] = await sql`SELECT answer FROM known_key WHERE key = ${key}`;
  if (answer) return new Response(answer, { status: 201 });
  return Response.json({ error: 'still running, ask again' }, { status: 409 });
}
