export async function handle(request: Request, { sql }: Env) {
  const { orderId, cents } = await request.json();
  const [won] = await sql`INSERT INTO charge (order_id, cents)
    VALUES (${orderId}, ${cents})
    ON CONFLICT (order_id) DO NOTHING RETURNING order_id`;
  if (!won) return answerLoser(sql, orderId);
  const answer = JSON.stringify({ charged: cents });
  await sql`UPDATE charge SET response = ${answer} WHERE order_id = ${orderId}`;
  return new Response(answer, { status: 201 });
}

async function answerLoser(sql: Sql, orderId: string) {
  const [{ response }] = await sql`SELECT response FROM charge WHERE order_id = ${orderId}`;
  if (response) return new Response(response, { status: 201 });
  return Response.json({ error: 'still running' }, { status: 409 });
}
