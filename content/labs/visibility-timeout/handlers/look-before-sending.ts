export async function consume(message: Message, { sql, clock, email, queue }: Env) {
  const { to, dueAt } = message.body;
  await clock.sleep(dueAt - clock.now());
  const [sent] = await sql`SELECT 1 FROM sent WHERE message_id = ${message.id}`; // not yet, it says, to both
  if (!sent) await email.send({ to, subject: 'Your appointment is tomorrow' });
  await sql`INSERT INTO sent (message_id) VALUES (${message.id}) ON CONFLICT DO NOTHING`;
  await queue.ack(message);
}
