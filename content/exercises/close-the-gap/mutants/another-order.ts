export async function handle(request: Request, { sql, crypto }: Env) {
  const { orderId, cents } = await request.json();
  const name = `${orderId} ${crypto.randomUUID()}`;
  await sql`INSERT INTO charge (order_id, cents) VALUES (${name}, ${cents})`;
  return Response.json({ charged: cents }, { status: 201 });
}
