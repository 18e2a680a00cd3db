export async function handle(request: Request, { sql }: Env) {
  const { email, bread } = await request.json();
  const [found] = await sql`SELECT 1 FROM subscriber WHERE email = ${email}`;
  if (found) await sql`UPDATE subscriber SET bread = ${bread} WHERE email = ${email}`;
  else await sql`INSERT INTO subscriber (email, bread) VALUES (${email}, ${bread})`; // absent, a moment ago
  return Response.json({ saved: bread });
}
