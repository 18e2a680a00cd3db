export async function handle(request: Request, { sql }: Env) {
  const key = request.headers.get('idempotency-key');
  const [known] = await sql`SELECT answer FROM known_key WHERE key = ${key}`;
  if (known) return new Response(known.answer, { status: 201 });
  const { parcel, cents } = await request.json();
  await sql`INSERT INTO label (parcel, cents) VALUES (${parcel}, ${cents})`; // this may take a while
  const answer = JSON.stringify({ label: parcel });
  await sql`INSERT INTO known_key (key, answer) VALUES (${key}, ${answer})
    ON CONFLICT (key) DO NOTHING`; // now it knows that it is the second
  return new Response(answer, { status: 201 });
}
