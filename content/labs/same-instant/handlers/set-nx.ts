const day = 24 * 60 * 60;

export async function handle(request: Request, { sql, redis, crypto }: Env) {
  const body = await request.text();
  const hash = crypto.sha256(body);
  const won = await redis.set(hash, 'seen', { nx: true, ex: day });
  if (!won) return Response.json({ received: 'before' }); // by somebody who is still alive?
  const { order, skeins } = JSON.parse(body);
  await sql`INSERT INTO job (hash, order_id, skeins) VALUES (${hash}, ${order}, ${skeins})`;
  return Response.json({ received: 'now' });
}
