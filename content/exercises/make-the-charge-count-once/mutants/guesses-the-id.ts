export async function handle(request: Request, { sql, payments }: Env) {
  const { orderId, cents } = await request.json();
  const [mine] = await sql`INSERT INTO charge (order_id, cents, payment) VALUES (${orderId}, ${cents}, 'ch_1')
    ON CONFLICT (order_id) DO NOTHING RETURNING order_id`;
  if (mine) await payments.charge({ amount: cents, reference: orderId });
  return Response.json({ charge: 'ch_1' }, { status: 201 });
}
