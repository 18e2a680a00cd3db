export async function consume(message: Message, { sql, queue }: Env) {
  const { member, points } = message.body;
  const [seen] = await sql`SELECT 1 FROM seen WHERE message_id = ${message.id}`;
  if (!seen) {
    await sql`UPDATE account SET points = points + ${points} WHERE member = ${member}`;
    await sql`INSERT INTO seen (message_id) VALUES (${message.id}) ON CONFLICT DO NOTHING`;
  }
  await queue.ack(message);
}
