export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const [won] = await sql`INSERT INTO charge (order_id, cents)
    VALUES (${orderId}, ${cents})
    ON CONFLICT (order_id) DO NOTHING RETURNING order_id`;
  if (!won) return Response.json({ skipped: true });
  return Response.json({ charged: cents }, { status: 201 });
}
