export async function handle(request: Request, { sql, crypto }: Env) {
  const key = request.headers.get('idempotency-key') ?? crypto.randomUUID(); // another for each attempt
  const { donor, cents } = await request.json();
  const [booked] = await sql`INSERT INTO gift (key, donor, cents)
    VALUES (${key}, ${donor}, ${cents})
    ON CONFLICT (key) DO NOTHING RETURNING key`;
  return Response.json({ thanks: donor }, { status: booked ? 201 : 200 });
}
