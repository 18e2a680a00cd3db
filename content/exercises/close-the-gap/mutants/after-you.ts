export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  await sql`INSERT INTO attempt (order_id) VALUES (${orderId})`;
  const attempts = await sql`SELECT 1 FROM attempt WHERE order_id = ${orderId}`;
  if (attempts.count > 1) return Response.json({ error: 'somebody is at it' }, { status: 409 });
  await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents})`;
  return Response.json({ charged: cents }, { status: 201 });
}
