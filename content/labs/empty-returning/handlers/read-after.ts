export async function handle(request: Request, { sql }: Env) {
  const { id, place } = await request.json();
  const [made] = await sql`INSERT INTO station (id, place) VALUES (${id}, ${place})
    ON CONFLICT (id) DO NOTHING RETURNING id, place`;
  if (made) return Response.json(made, { status: 201 });
  const [known] = await sql`SELECT id, place FROM station WHERE id = ${id}`;
  return Response.json(known);
}
