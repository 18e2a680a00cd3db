export async function handle(request: Request, { sql }: Env) {
  const owner = request.headers.get('x-user'); // as the login says
  const key = request.headers.get('idempotency-key');
  const { text } = await request.json();
  return sql.begin('immediate', async (sql) => {
    const [known] = await sql`SELECT answer FROM idempotency_key WHERE key = ${key}`;
    if (known) return new Response(known.answer, { status: 201 });
    const answer = JSON.stringify({ owner, text });
    await sql`INSERT INTO note (owner, text) VALUES (${owner}, ${text})`;
    await sql`INSERT INTO idempotency_key (key, answer) VALUES (${key}, ${answer})`;
    return new Response(answer, { status: 201 });
  });
}
