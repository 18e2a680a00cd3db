const secret = "It's a Secret to Everybody";

export async function handle(request: Request, { sql, crypto }: Env) {
  const body = await request.text();
  const expected = `sha256=${crypto.hmacSha256(secret, body)}`;
  const given = request.headers.get('x-hub-signature-256') ?? '';
  const same = given.length === expected.length && crypto.timingSafeEqual(given, expected); // letters?
  if (!same) return Response.json({ error: 'not signed' }, { status: 401 });
  await sql`INSERT INTO build (push) VALUES (${body})`;
  return Response.json({ building: true }, { status: 202 });
}
