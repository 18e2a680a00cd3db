export async function handle(request: Request, { sql, redis, crypto }: Env) {
  const { orderId, cents } = await request.json();
  const [lock, me] = [`lock:${orderId}`, crypto.randomUUID()];
  const mine = await redis.set(lock, me, { nx: true, ex: 30 });
  if (!mine) return busy();
  const token = await redis.incr(`token:${orderId}`);
  const [seen] = await sql`SELECT 1 FROM charge WHERE order_id = ${orderId}`;
  if (!seen) {
    await sql`INSERT INTO charge (order_id, cents, token)
      VALUES (${orderId}, ${cents}, ${token})`; // and who compares it?
  }
  await redis.delIfEqual(lock, me);
  return Response.json({ charged: cents }, { status: 201 });
}

const busy = () => Response.json({ error: 'somebody is at it' }, { status: 409 });
