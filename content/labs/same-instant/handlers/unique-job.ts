export async function handle(request: Request, { sql, crypto }: Env) {
  const body = await request.text();
  const hash = crypto.sha256(body);
  const { order, skeins } = JSON.parse(body);
  const { count } = await sql`INSERT INTO job (hash, order_id, skeins) VALUES (${hash}, ${order}, ${skeins})
    ON CONFLICT (hash) DO NOTHING`; // the mark and the job are one row
  return Response.json({ received: count === 1 ? 'now' : 'before' });
}
