export async function handle(request: Request, { sql }: Env) {
  const { email, bread } = await request.json();
  await sql`INSERT INTO subscriber (email, bread) VALUES (${email}, ${bread})
    ON CONFLICT (email) DO UPDATE SET bread = excluded.bread`;
  return Response.json({ saved: bread });
}
