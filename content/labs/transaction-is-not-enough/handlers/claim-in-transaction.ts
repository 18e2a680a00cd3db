export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  return sql.begin(async (sql) => {
    const [won] = await sql`INSERT INTO charge (order_id, cents)
      VALUES (${orderId}, ${cents})
      ON CONFLICT (order_id) DO NOTHING RETURNING order_id`; // waits while another claim is open
    if (won) {
      const answer = JSON.stringify({ charged: cents });
      await sql`UPDATE charge SET response = ${answer} WHERE order_id = ${orderId}`;
    }
    const [{ response }] = await sql`SELECT response FROM charge WHERE order_id = ${orderId}`;
    return new Response(response, { status: 201 });
  });
}
