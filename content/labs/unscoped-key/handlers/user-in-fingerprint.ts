export async function handle(request: Request, { sql, crypto }: Env) {
  const owner = request.headers.get('x-user'); // as the login says
  const key = request.headers.get('idempotency-key');
  const { text } = await request.json();
  const fingerprint = crypto.sha256(JSON.stringify({ owner, text }));
  return sql.begin('immediate', async (sql) => {
    const [known] = await sql`SELECT fingerprint, answer FROM idempotency_key WHERE key = ${key}`;
    if (known && known.fingerprint !== fingerprint) {
      return Response.json({ error: 'this key is in use' }, { status: 422 }); // by a stranger
    }
    if (known) return new Response(known.answer, { status: 201 });
    const answer = JSON.stringify({ owner, text });
    await sql`INSERT INTO note (owner, text) VALUES (${owner}, ${text})`;
    await sql`INSERT INTO idempotency_key (key, fingerprint, answer) VALUES (${key}, ${fingerprint}, ${answer})`;
    return new Response(answer, { status: 201 });
  });
}
