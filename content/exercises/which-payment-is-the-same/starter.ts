export async function handle(request: Request, { sql }: Env) {
  const { label, member, cents } = await request.json();
  const [same] = await sql`SELECT 1 FROM payment WHERE member = ${member} AND cents = ${cents}`;
  if (!same) await sql`INSERT INTO payment (label, member, cents) VALUES (${label}, ${member}, ${cents})`;
  return Response.json({ paid: cents }, { status: 201 });
}
