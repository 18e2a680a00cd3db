export async function handle(request: Request, { sql, queue }: Env) {
  const { id, starts } = await request.json();
  await sql.begin(async (sql) => {
    const [{ version }] = await sql`UPDATE course SET starts = ${starts}, version = version + 1
      WHERE id = ${id} RETURNING version`;
    await queue.publish('letters', { id, version });
  });
  return Response.json({ starts });
}

export async function consume(job: Message, { sql, email, queue }: Env) {
  const { id, version } = job.body;
  const [course] = await sql`SELECT starts, version FROM course WHERE id = ${id}`;
  if (course.version < version) {
    await queue.nack(job); // not committed, or not yet: later, then
    return;
  }
  const letter = { to: 'mira@example.org', subject: `Your course starts at ${course.starts}` };
  await email.send({ ...letter, idempotencyKey: `${id} ${course.starts}` });
  await queue.ack(job);
}
