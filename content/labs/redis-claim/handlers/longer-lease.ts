export async function handle(request: Request, { sql, redis, crypto }: Env) {
  const { orderId, cents } = await request.json();
  const [lock, me] = [`lock:${orderId}`, crypto.randomUUID()];
  const mine = await redis.set(lock, me, { nx: true, ex: 300 });
  if (!mine) return busy();
  const [seen] = await sql`SELECT 1 FROM charge WHERE order_id = ${orderId}`;
  if (!seen) await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents})`; // still mine?
  await redis.delIfEqual(lock, me);
  return Response.json({ charged: cents }, { status: 201 });
}

const busy = () => Response.json({ error: 'somebody is at it' }, { status: 409 });
