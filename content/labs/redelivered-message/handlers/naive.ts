export async function handle(request: Request, { sql }: Env) {
  const key = request.headers.get('idempotency-key');
  const { orderId, amount } = await request.json();
  await sql`INSERT INTO charge (message_id, order_id, cents) VALUES (${key}, ${orderId}, ${amount})`;
  return Response.json({ charged: amount }, { status: 201 });
}
