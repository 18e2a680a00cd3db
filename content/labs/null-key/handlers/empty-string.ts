export async function handle(request: Request, { sql }: Env) {
  const key = request.headers.get('idempotency-key') ?? ''; // equal to itself, at last
  const { donor, cents } = await request.json();
  const [booked] = await sql`INSERT INTO gift (key, donor, cents)
    VALUES (${key}, ${donor}, ${cents})
    ON CONFLICT (key) DO NOTHING RETURNING key`;
  return Response.json({ thanks: donor }, { status: booked ? 201 : 200 });
}
