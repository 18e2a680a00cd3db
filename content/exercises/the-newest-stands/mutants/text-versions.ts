export async function handle(request: Request, { sql }: Env) {
  const { shipment, status, version, second } = await request.json();
  const { count } = await sql`INSERT INTO shipment (id, status, version, second)
    VALUES (${shipment}, ${status}, ${version}, ${second})
    ON CONFLICT (id) DO UPDATE
    SET status = excluded.status, version = excluded.version, second = excluded.second
    WHERE CAST(excluded.version AS TEXT) > CAST(shipment.version AS TEXT)`;
  return Response.json({ applied: count === 1 });
}
