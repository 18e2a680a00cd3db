export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  try {
    await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents})`;
  } catch {
    return Response.json({ error: 'try again' }, { status: 500 });
  }
  return Response.json({ charged: cents }, { status: 201 });
}
