export async function handle(request: Request, { sql, crypto }: Env) {
  const { label, member, cents } = await request.json();
  const own = `${label} ${crypto.randomUUID()}`;
  await sql`INSERT INTO payment (label, member, cents) VALUES (${own}, ${member}, ${cents})`;
  return Response.json({ paid: cents }, { status: 201 });
}
