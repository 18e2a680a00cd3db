export async function handle(request: Request, { sql, crypto }: Env) {
  const { name } = await request.json();
  const page = `/tags/${crypto.randomUUID()}`;
  const findOrCreate = async (sql: Statement) => {
    const [tag] = await sql`SELECT page FROM tag WHERE name = ${name}`;
    if (tag) return Response.json(tag);
    await sql`INSERT INTO tag (name, page) VALUES (${name}, ${page})`;
    return Response.json({ page }, { status: 201 });
  };
  return sql.begin(findOrCreate).catch((error: { code?: string }) => {
    if (!error.code?.startsWith('SQLITE_BUSY')) throw error;
    return sql.begin('immediate', findOrCreate); // a new snapshot, and nobody else writes meanwhile
  });
}
