export async function handle(request: Request, { sql, crypto }: Env) {
  const { name } = await request.json();
  const page = `/tags/${crypto.randomUUID()}`;
  return sql.begin(async (sql) => {
    const [tag] = await sql`SELECT page FROM tag WHERE name = ${name}`; // fixes what is seen
    if (tag) return Response.json(tag);
    try {
      await sql`INSERT INTO tag (name, page) VALUES (${name}, ${page})`;
      return Response.json({ page }, { status: 201 });
    } catch {
      const [winner] = await sql`SELECT page FROM tag WHERE name = ${name}`; // in the transaction that lost
      return Response.json(winner);
    }
  });
}
