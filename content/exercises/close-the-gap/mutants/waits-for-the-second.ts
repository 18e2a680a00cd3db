export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const [{ number }] = await sql`INSERT INTO attempt (order_id) VALUES (${orderId}) RETURNING number`;
  if (number !== 2) return Response.json({ error: 'ask again' }, { status: 409 });
  await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents})`;
  return Response.json({ charged: cents }, { status: 201 });
}
