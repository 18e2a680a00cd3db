const hour = 3_600_000;
const functionTimeout = 30_000;

export async function handle(request: Request, { sql, clock }: Env) {
  const key = request.headers.get('idempotency-key');
  const { seat } = await request.json();
  const now = clock.now();
  const until = now + functionTimeout; // from then on this function cannot be at work
  const [won] = await sql`INSERT INTO record (key, expires_at) VALUES (${key}, ${until})
    ON CONFLICT (key) DO UPDATE SET answer = NULL, expires_at = excluded.expires_at
    WHERE record.expires_at <= ${now} RETURNING key`;
  if (!won) return answerAgain(sql, key, now);
  return sql.begin('immediate', async (sql) => {
    const answer = JSON.stringify({ seat });
    const own = await sql`UPDATE record SET answer = ${answer}, expires_at = ${now + hour}
      WHERE key = ${key} AND expires_at = ${until}`; // nobody has taken over meanwhile
    if (own.count === 0) return inProgress(now, until);
    await sql`INSERT INTO ticket (key, seat) VALUES (${key}, ${seat})`;
    return new Response(answer, { status: 201 });
  });
}

async function answerAgain(sql: Sql, key: string | null, now: number) {
  const [known] = await sql`SELECT answer, expires_at FROM record WHERE key = ${key}`;
  if (known.answer) return new Response(known.answer, { status: 201 });
  return inProgress(now, known.expires_at);
}

const inProgress = (now: number, askAgainAt: number) =>
  Response.json({ error: 'in progress', now, askAgainAt }, { status: 409 });
