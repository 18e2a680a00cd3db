export async function handle(request: Request, { sql }: Env) {
  const { shipment, status, version, second } = await request.json();
  const { count } = await sql`INSERT INTO shipment (id, status, version, second)
    VALUES (${shipment}, ${status}, ${version}, ${second})
    ON CONFLICT (id) DO UPDATE
    SET status = excluded.status, version = excluded.version, second = excluded.second
    WHERE excluded.version > shipment.version`;
  if (count === 0) return Response.json({ error: 'this is old news' }, { status: 409 });
  return Response.json({ applied: true });
}
