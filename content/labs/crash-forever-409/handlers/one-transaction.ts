export async function handle(request: Request, { sql }: Env) {
  const key = request.headers.get('idempotency-key');
  const { crates } = await request.json();
  return sql.begin('immediate', async (sql) => {
    const [known] = await sql`SELECT answer FROM claim WHERE key = ${key}`;
    if (known) return new Response(known.answer, { status: 201 });
    await sql`INSERT INTO shipment (key, crates) VALUES (${key}, ${crates})`;
    const answer = JSON.stringify({ shipped: crates });
    await sql`INSERT INTO claim (key, answer) VALUES (${key}, ${answer})`;
    return new Response(answer, { status: 201 });
  });
}
