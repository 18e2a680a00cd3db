export async function handle(request: Request, { sql, payments }: Env) {
  const { orderId, cents } = await request.json();
  return sql.begin(async (sql) => {
    const [seen] = await sql`SELECT payment FROM charge WHERE order_id = ${orderId}`;
    if (seen) return Response.json({ charge: seen.payment });
    const { id } = await payments.charge({ amount: cents, reference: orderId });
    await sql`INSERT INTO charge (order_id, cents, payment) VALUES (${orderId}, ${cents}, ${id})`;
    return Response.json({ charge: id }, { status: 201 });
  });
}
