export async function consume(message: Message, { sql, clock, email, queue }: Env) {
  const { to, dueAt } = message.body;
  await clock.sleep(dueAt - clock.now());
  const [mine] = await sql`INSERT INTO sent (message_id) VALUES (${message.id})
    ON CONFLICT DO NOTHING RETURNING message_id`; // sent, it says, before it is
  if (mine) await email.send({ to, subject: 'Your appointment is tomorrow' });
  await queue.ack(message);
}
