export async function handle(request: Request, { sql, queue }: Env) {
  const { id, starts } = await request.json();
  await sql.begin(async (sql) => {
    await sql`UPDATE course SET starts = ${starts}, version = version + 1 WHERE id = ${id}`;
  });
  await queue.publish('letters', { id }); // and if nobody gets here?
  return Response.json({ starts });
}

export async function consume(job: Message, { sql, email, queue }: Env) {
  const { id } = job.body;
  const [course] = await sql`SELECT starts FROM course WHERE id = ${id}`;
  const letter = { to: 'mira@example.org', subject: `Your course starts at ${course.starts}` };
  await email.send({ ...letter, idempotencyKey: `${id} ${course.starts}` });
  await queue.ack(job);
}
