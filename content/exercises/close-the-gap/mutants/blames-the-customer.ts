export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const { count } = await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents})
    ON CONFLICT DO NOTHING`;
  if (count === 0) return Response.json({ error: 'bad request' }, { status: 400 });
  return Response.json({ charged: cents }, { status: 201 });
}
