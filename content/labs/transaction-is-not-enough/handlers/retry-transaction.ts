export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const charge = async (sql: Statement) => {
    const [seen] = await sql`SELECT 1 FROM charge WHERE order_id = ${orderId}`;
    if (seen) return Response.json({ skipped: true });
    await sql`INSERT INTO charge (order_id, cents) VALUES (${orderId}, ${cents})`;
    return Response.json({ charged: cents }, { status: 201 });
  };
  return sql.begin(charge).catch((error: { code?: string }) => {
    if (!/^SQLITE_BUSY|^40001$|^40P01$/.test(error.code ?? '')) throw error;
    return sql.begin('immediate', charge); // refused, so all of it again, and nobody else may write
  });
}
