export async function handle(request: Request, { sql, payments }: Env) {
  const { orderId, cents } = await request.json();
  const [seen] = await sql`SELECT payment FROM charge WHERE order_id = ${orderId}`;
  if (seen) return Response.json({ charge: seen.payment });
  const { id } = await payments.charge({ amount: cents, reference: orderId });
  await sql`INSERT INTO charge (order_id, cents, payment)
    VALUES (${orderId}, ${cents}, ${id}) ON CONFLICT (order_id) DO NOTHING`; // tidy, and too late
  return Response.json({ charge: id }, { status: 201 });
}
