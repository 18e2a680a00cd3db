export async function handle(request: Request, { sql }: Env) {
  const { label, member, cents } = await request.json();
  const { count } = await sql`INSERT INTO payment (label, member, cents)
    VALUES (${label}, ${member}, ${cents}) ON CONFLICT DO NOTHING`;
  if (count === 0) return Response.json({ error: 'this label has been used' }, { status: 409 }); // so has she paid?
  return Response.json({ paid: cents }, { status: 201 });
}
