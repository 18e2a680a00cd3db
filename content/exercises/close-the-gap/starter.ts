export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const [seen] = await sql`SELECT 1 FROM charge WHERE order_id = ${orderId}`;
  if (seen) return Response.json({ skipped: true });
  await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents})`;
  return Response.json({ charged: cents }, { status: 201 });
}
