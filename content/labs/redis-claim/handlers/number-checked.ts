export async function handle(request: Request, { sql, redis, crypto }: Env) {
  const { orderId, cents } = await request.json();
  const [lock, me] = [`lock:${orderId}`, crypto.randomUUID()];
  const mine = await redis.set(lock, me, { nx: true, ex: 30 });
  if (!mine) return busy();
  const token = await redis.incr(`token:${orderId}`);
  await sql`INSERT INTO fence (order_id, token) VALUES (${orderId}, ${token})
    ON CONFLICT (order_id) DO UPDATE SET token = excluded.token
    WHERE fence.token < excluded.token`; // before it looks, so that nobody older can write after
  const [seen] = await sql`SELECT 1 FROM charge WHERE order_id = ${orderId}`;
  if (!seen) {
    const written = await sql`INSERT INTO charge (order_id, cents)
      SELECT ${orderId}, ${cents} FROM fence
      WHERE order_id = ${orderId} AND token <= ${token}`; // on PostgreSQL, add FOR SHARE
    if (written.count === 0) return busy();
  }
  await redis.delIfEqual(lock, me);
  return Response.json({ charged: cents }, { status: 201 });
}

const busy = () => Response.json({ error: 'somebody is at it' }, { status: 409 });
