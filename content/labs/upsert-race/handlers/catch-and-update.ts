export async function handle(request: Request, { sql, isUniqueViolation }: Env) {
  const { email, bread } = await request.json();
  try {
    await sql`INSERT INTO subscriber (email, bread) VALUES (${email}, ${bread})`;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await sql`UPDATE subscriber SET bread = ${bread} WHERE email = ${email}`;
  }
  return Response.json({ saved: bread });
}
