export async function handle(request: Request, { sql }: Env) {
  const { id, place } = await request.json();
  const [station] = await sql`INSERT INTO station (id, place) VALUES (${id}, ${place})
    ON CONFLICT (id) DO NOTHING RETURNING id, place`;
  if (!station) return Response.json({ error: 'no such station' }, { status: 404 }); // not inserted, that is
  return Response.json(station, { status: 201 });
}
