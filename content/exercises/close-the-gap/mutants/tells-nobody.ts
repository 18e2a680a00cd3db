export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents}) ON CONFLICT DO NOTHING`;
  return Response.json({ error: 'somebody is at it' }, { status: 409 });
}
