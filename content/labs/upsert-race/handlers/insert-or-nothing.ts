export async function handle(request: Request, { sql }: Env) {
  const { email, bread } = await request.json();
  await sql`INSERT INTO subscriber (email, bread) VALUES (${email}, ${bread})
    ON CONFLICT (email) DO NOTHING`; // and the new choice?
  return Response.json({ saved: bread });
}
