export async function handle(request: Request, { sql, redis }: Env) {
  const key = `key:${request.headers.get('idempotency-key')}`;
  const known = await redis.get(key);
  if (known === 'running') return Response.json({ error: 'still running' }, { status: 409 });
  if (known) return new Response(known, { status: 201 });
  await redis.set(key, 'running', { ex: 86_400 }); // over whatever is there by now
  const { issue, copies } = await request.json();
  await sql`INSERT INTO print_job (issue, copies) VALUES (${issue}, ${copies})`;
  const answer = JSON.stringify({ printed: issue });
  await redis.set(key, answer, { ex: 86_400 });
  return new Response(answer, { status: 201 });
}
