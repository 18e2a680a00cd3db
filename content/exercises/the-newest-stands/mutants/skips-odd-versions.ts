export async function handle(request: Request, { sql }: Env) {
  const { shipment, status, version, second } = await request.json();
  if (version % 2 === 1) return Response.json({ applied: false });
  await sql`INSERT INTO shipment (id, status, version, second)
    VALUES (${shipment}, ${status}, ${version}, ${second})
    ON CONFLICT (id) DO UPDATE
    SET status = excluded.status, version = excluded.version, second = excluded.second`;
  return Response.json({ applied: true });
}
