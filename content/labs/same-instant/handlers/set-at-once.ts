const day = 24 * 60 * 60;

export async function handle(request: Request, { sql, redis, crypto }: Env) {
  const body = await request.text();
  const hash = crypto.sha256(body);
  if (await redis.get(hash)) return Response.json({ received: 'before' });
  await redis.set(hash, 'seen', { ex: day }); // a shorter gap is a gap
  const { order, skeins } = JSON.parse(body);
  await sql`INSERT INTO job (hash, order_id, skeins) VALUES (${hash}, ${order}, ${skeins})`;
  return Response.json({ received: 'now' });
}
