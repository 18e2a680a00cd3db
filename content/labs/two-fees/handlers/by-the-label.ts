export async function handle(request: Request, { sql }: Env) {
  const { label, member, cents } = await request.json();
  await sql`INSERT INTO payment (label, member, cents)
    VALUES (${label}, ${member}, ${cents}) ON CONFLICT DO NOTHING`;
  return Response.json({ paid: cents }, { status: 201 }); // paid now or before: paid
}
