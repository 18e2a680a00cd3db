export async function handle(request: Request, { sql }: Env) {
  const key = request.headers.get('idempotency-key');
  const [won] = await sql`INSERT INTO claim (key) VALUES (${key}) ON CONFLICT (key) DO NOTHING RETURNING key`;
  if (!won) return answerLoser(sql, key);
  try {
    const { crates } = await request.json();
    await sql`INSERT INTO shipment (key, crates) VALUES (${key}, ${crates})`;
    const answer = JSON.stringify({ shipped: crates });
    await sql`UPDATE claim SET answer = ${answer} WHERE key = ${key}`;
    return new Response(answer, { status: 201 });
  } catch (error) {
    await sql`DELETE FROM claim WHERE key = ${key}`; // the dead run no catch block
    throw error;
  }
}

async function answerLoser(sql: Sql, key: string | null) {
  const [{ answer }] = await sql`SELECT answer FROM claim WHERE key = ${key}`;
  if (answer) return new Response(answer, { status: 201 });
  return Response.json({ error: 'still running' }, { status: 409 });
}
