export async function handle(request: Request, { sql, clock, crypto }: Env) {
  const { event, ...data } = await request.json();
  if (request.url.endsWith('/replay')) {
    const [old] = await sql`SELECT student, lessons FROM webhook_event WHERE id = ${event}`;
    if (!old) return Response.json({ error: 'it never arrived' }, { status: 404 });
    return accept(sql, crypto.randomUUID(), clock.now() / 1000, old); // who has ever seen this id?
  }
  const sentAt = Number(request.headers.get('webhook-timestamp'));
  const age = clock.now() / 1000 - sentAt;
  if (Math.abs(age) > 300) return Response.json({ error: 'too old' }, { status: 400 });
  return accept(sql, event, sentAt, data);
}

async function accept(sql: Sql, id: string, sentAt: number, { student, lessons }: Paid) {
  await sql`INSERT INTO webhook_event (id, sent_at, student, lessons)
    VALUES (${id}, ${sentAt}, ${student}, ${lessons})
    ON CONFLICT (id) DO NOTHING`;
  return work(sql, id);
}

async function work(sql: Sql, id: string) {
  return sql.begin(async (sql) => {
    const [event] = await sql`UPDATE webhook_event SET done = 1
      WHERE id = ${id} AND done = 0 RETURNING student, lessons`;
    if (!event) return Response.json({ added: 0 });
    await sql`INSERT INTO lesson_credit (student, lessons) VALUES (${event.student}, ${event.lessons})`;
    return Response.json({ added: event.lessons });
  });
}

type Paid = { student: string; lessons: number };
