export async function handle(request: Request, { sql }: Env) {
  const { shipment, status, version, second } = await request.json();
  if (status === 'booked') {
    const { count } = await sql`INSERT INTO shipment (id, status, version, second)
      VALUES (${shipment}, ${status}, ${version}, ${second})
      ON CONFLICT (id) DO NOTHING`;
    return Response.json({ applied: count === 1 });
  }
  const { count } = await sql`UPDATE shipment
    SET status = ${status}, version = ${version}, second = ${second} WHERE id = ${shipment}`;
  if (count === 1) return Response.json({ applied: true });
  return Response.json({ error: 'not booked yet, come back' }, { status: 503 });
}
