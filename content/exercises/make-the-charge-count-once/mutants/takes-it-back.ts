export async function handle(request: Request, { sql, payments }: Env) {
  const { orderId, cents } = await request.json();
  const [mine] = await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents})
    ON CONFLICT (order_id) DO NOTHING RETURNING order_id`;
  if (!mine) return answerLoser(sql, orderId);
  const { id } = await payments.charge({ amount: cents, reference: orderId });
  await sql`UPDATE charge SET payment = ${id} WHERE order_id = ${orderId}`;
  await payments.refund({ charge: id });
  return Response.json({ charge: id }, { status: 201 });
}

async function answerLoser(sql: Sql, orderId: string) {
  const [{ payment }] = await sql`SELECT payment FROM charge WHERE order_id = ${orderId}`;
  if (payment) return Response.json({ charge: payment });
  return Response.json({ error: 'still running' }, { status: 409 });
}
