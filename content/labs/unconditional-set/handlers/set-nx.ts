export async function handle(request: Request, { sql, redis }: Env) {
  const key = `key:${request.headers.get('idempotency-key')}`;
  const won = await redis.set(key, 'running', { nx: true, ex: 86_400 }); // looks and takes in one command
  if (!won) return answerAgain(redis, key);
  const { issue, copies } = await request.json();
  await sql`INSERT INTO print_job (issue, copies) VALUES (${issue}, ${copies})`;
  const answer = JSON.stringify({ printed: issue });
  await redis.set(key, answer, { ex: 86_400 });
  return new Response(answer, { status: 201 });
}

async function answerAgain(redis: Redis, key: string) {
  const known = await redis.get(key);
  if (known === 'running') return Response.json({ error: 'still running' }, { status: 409 });
  return new Response(known, { status: 201 });
}
