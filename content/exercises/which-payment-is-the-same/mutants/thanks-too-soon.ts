export async function handle(request: Request, { sql }: Env) {
  const { label, member, cents } = await request.json();
  const { count } = await sql`INSERT INTO seen (label) VALUES (${label}) ON CONFLICT DO NOTHING`;
  if (count === 0) return Response.json({ paid: cents });
  await sql`INSERT INTO payment (label, member, cents) VALUES (${label}, ${member}, ${cents})`;
  return Response.json({ paid: cents }, { status: 201 });
}
