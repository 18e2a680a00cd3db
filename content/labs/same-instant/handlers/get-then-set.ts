const day = 24 * 60 * 60;

export async function handle(request: Request, { sql, redis, crypto }: Env) {
  const body = await request.text();
  const hash = crypto.sha256(body);
  if (await redis.get(hash)) return Response.json({ received: 'before' });
  const { order, skeins } = JSON.parse(body); // and who else has just been told null?
  await sql`INSERT INTO job (hash, order_id, skeins) VALUES (${hash}, ${order}, ${skeins})`;
  await redis.set(hash, 'seen', { ex: day });
  return Response.json({ received: 'now' });
}
