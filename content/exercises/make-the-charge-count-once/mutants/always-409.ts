export async function handle(request: Request, { sql, payments }: Env) {
  const { orderId, cents } = await request.json();
  const [mine] = await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents})
    ON CONFLICT (order_id) DO NOTHING RETURNING order_id`;
  if (!mine) return Response.json({ error: 'somebody is at it' }, { status: 409 });
  const { id } = await payments.charge({ amount: cents, reference: orderId });
  await sql`UPDATE charge SET payment = ${id} WHERE order_id = ${orderId}`;
  return Response.json({ charge: id }, { status: 201 });
}
