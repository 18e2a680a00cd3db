export async function handle(request: Request, { sql }: Env) {
  const { shipment, status, version, second } = await request.json();
  const [shown] = await sql`SELECT second FROM shipment WHERE id = ${shipment}`;
  if (shown && shown.second > second) return Response.json({ error: 'this is old news' }, { status: 409 });
  await sql`INSERT INTO shipment (id, status, version, second)
    VALUES (${shipment}, ${status}, ${version}, ${second})
    ON CONFLICT (id) DO UPDATE
    SET status = excluded.status, version = excluded.version, second = excluded.second`;
  return Response.json({ applied: true });
}
