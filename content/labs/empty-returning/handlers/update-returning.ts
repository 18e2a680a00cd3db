export async function handle(request: Request, { sql }: Env) {
  const { id, place } = await request.json();
  const [station] = await sql`INSERT INTO station (id, place) VALUES (${id}, ${place})
    ON CONFLICT (id) DO UPDATE SET place = station.place RETURNING id, place`;
  return Response.json(station); // one statement; but it writes each time, and cannot say who was first
}
