export async function handle(request: Request, { sql }: Env) {
  const key = request.headers.get('idempotency-key');
  const { donor, cents } = await request.json();
  const { count } = await sql`INSERT OR IGNORE INTO gift (key, donor, cents)
    VALUES (${key}, ${donor}, ${cents})`; // ignores a NULL like a duplicate
  return Response.json({ thanks: donor }, { status: count === 1 ? 201 : 200 });
}
