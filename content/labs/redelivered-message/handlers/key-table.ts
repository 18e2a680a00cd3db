export async function handle(request: Request, { sql, crypto }: Env) {
  const key = request.headers.get('idempotency-key');
  const body = await request.text();
  const fingerprint = crypto.sha256(body);
  const { orderId, amount } = JSON.parse(body);
  return sql.begin('immediate', async (sql) => {
    const [known] = await sql`SELECT fingerprint, answer FROM processed WHERE key = ${key}`;
    if (known && known.fingerprint !== fingerprint) {
      return Response.json({ error: 'this key came with another body' }, { status: 422 });
    }
    if (known) return new Response(known.answer, { status: 201 });
    const answer = JSON.stringify({ charged: amount });
    await sql`INSERT INTO charge (message_id, order_id, cents) VALUES (${key}, ${orderId}, ${amount})`;
    await sql`INSERT INTO processed (key, fingerprint, answer) VALUES (${key}, ${fingerprint}, ${answer})`;
    return new Response(answer, { status: 201 });
  });
}
